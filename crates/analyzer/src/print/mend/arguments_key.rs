//! Engine fault: `boa_parser` 0.22 refuses an arrow function that has `arguments` for a name in the initializer of a field:
//! it takes the name, which comes from the key, for a use of the variable.
//!
//! Mend: such a key is computed.
//!
//! ```js
//! class C { arguments = () => 1 }    =>    class C { ["arguments"] = () => 1 }
//! ```
//!
//! The cases `arguments_key_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_common::Spanned;
use swc_ecma_ast::{ClassProp, ComputedPropName, Expr, KeyValueProp, PropName, Script};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::parse::holds;
use crate::print::build;

pub(in crate::print) fn mend(script: &mut Script, source: &str) {
    if holds(source, "class") {
        script.visit_mut_with(&mut Compute);
    }
}

struct Compute;

impl VisitMut for Compute {
    fn visit_mut_class_prop(&mut self, node: &mut ClassProp) {
        node.visit_mut_children_with(self);
        if let Some(value) = &node.value {
            compute(&mut node.key, value);
        }
    }

    fn visit_mut_key_value_prop(&mut self, node: &mut KeyValueProp) {
        node.visit_mut_children_with(self);
        compute(&mut node.key, &node.value);
    }
}

fn compute(key: &mut PropName, value: &Expr) {
    let is_arguments = match key {
        PropName::Ident(name) => &*name.sym == "arguments",
        PropName::Str(text) => text.value == *"arguments",
        _ => false,
    };
    if is_arguments && value.unwrap_parens().is_arrow() {
        let span = build::at(key.span().lo);
        *key = PropName::Computed(ComputedPropName { span, expr: build::string(&"arguments".into()) });
    }
}
