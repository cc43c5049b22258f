//! What must never be touched, planted in a realm and watched.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, Source};
use mikoshi_runtime::testing::Watch;
use mikoshi_types::names::FORBIDDEN;

use super::graph;

thread_local! {
    /// Native functions have no room for a pointer to a [`Watchman`].
    static TOUCHED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

const HOST: &str = "a host function was called";
const NAME: &str = "a forbidden name was used";
const HOOK: &str = "a string came as far as the compilation hook";
const CONSTRUCTOR: &str = "a constructor that compiles strings is reachable";
const OTHER_REALM: &str = "an object of another realm is reachable";
const REMOVED: &str = "an object that the permits table removes is reachable";
const CANARY: &str = "a planted canary is reachable";

/// Where host functions are planted in the whole engine: on objects that every program reaches, under names that an
/// embedder's careless extension could have. Permits must take them away.
const PLANTED: &[(&str, &str)] = &[
    ("Array.prototype", "mainModule"),
    ("Object.prototype", "process"),
    ("Function.prototype", "mainModule"),
    ("String.prototype", "eval"),
    ("Math", "require"),
    ("JSON", "process"),
    ("RegExp.prototype", "mainModule"),
    ("this", "process"),
    ("this", "require"),
];

/// The property that carries a value into the lexical scope; gone when the realm is ready.
const CARRIER: &str = "$canary";

/// Plants the canaries and remembers what was touched.
pub(super) struct Watchman {
    forbidden: RefCell<HashMap<JsObject, &'static str>>,
    whole: RefCell<HashSet<JsObject>>,
    names: bool,
}

impl Watchman {
    /// With `names`, every forbidden name is bound, where only the analyzer keeps programs from it.
    pub(super) fn new(names: bool) -> Self {
        TOUCHED.with_borrow_mut(Vec::clear);
        Self { forbidden: RefCell::default(), whole: RefCell::default(), names }
    }

    /// What was touched, each thing once.
    pub(super) fn touched(&self) -> Vec<&'static str> {
        let mut touched = TOUCHED.with_borrow(Clone::clone);
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn forbid(&self, object: JsObject, why: &'static str) {
        self.forbidden.borrow_mut().entry(object).or_insert(why);
    }

    fn look_for_forbidden(&self, reachable: &HashSet<JsObject>) {
        let forbidden = self.forbidden.borrow();
        for why in reachable.iter().filter_map(|object| forbidden.get(object)) {
            touch(why);
        }
    }

    fn plant(&self, context: &mut Context) -> JsResult<()> {
        let constructors = context.intrinsics().constructors();
        let compile = [
            constructors.function().constructor(),
            constructors.generator_function().constructor(),
            constructors.async_function().constructor(),
            constructors.async_generator_function().constructor(),
        ];
        let eval = context.intrinsics().objects().eval().into();
        for object in compile.into_iter().chain([eval]) {
            self.forbid(object, CONSTRUCTOR);
        }
        let other = context.create_realm()?;
        let constructors = other.intrinsics().constructors();
        for kind in [constructors.object(), constructors.array(), constructors.function(), constructors.map()] {
            self.forbid(kind.constructor(), OTHER_REALM);
            self.forbid(kind.prototype(), OTHER_REALM);
        }
        plant_at("Object.prototype", "contentWindow", &constructors.object().prototype(), context)?;
        for (path, key) in PLANTED {
            let canary = host_function(context);
            self.forbid(canary.clone(), CANARY);
            plant_at(path, key, &canary, context)?;
        }
        Ok(())
    }

    fn bind_names(&self, context: &mut Context) -> JsResult<()> {
        for row in FORBIDDEN {
            let canary = tripwire(context)?;
            self.forbid(canary.clone(), CANARY);
            context.register_global_property(JsString::from(CARRIER), canary, Attribute::CONFIGURABLE)?;
            context.eval(Source::from_bytes(&format!("const {} = {CARRIER};", row.name)))?;
            context.global_object().delete_property_or_throw(JsString::from(CARRIER), context)?;
        }
        Ok(())
    }
}

impl Watch for Watchman {
    fn whole(&self, context: &mut Context) {
        // A canary that cannot be planted would make the oracle blind: that is a fault of its own.
        if self.plant(context).is_err() {
            touch("a canary could not be planted");
        }
        let roots = graph::roots(context);
        self.whole.replace(graph::walk(roots));
    }

    fn ready(&self, context: &mut Context) {
        let reachable = graph::walk(graph::roots(context));
        for object in self.whole.borrow().difference(&reachable) {
            self.forbid(object.clone(), REMOVED);
        }
        self.look_for_forbidden(&reachable);
        if self.names && self.bind_names(context).is_err() {
            touch("a canary could not be planted");
        }
    }

    fn compiling(&self) {
        touch(HOOK);
    }

    fn ended(&self, context: &mut Context, value: Option<&JsValue>) {
        let mut roots = vec![context.global_object()];
        roots.extend(value.and_then(JsValue::as_object));
        self.look_for_forbidden(&graph::walk(roots));
    }
}

fn touch(what: &'static str) {
    TOUCHED.with_borrow_mut(|touched| {
        // A loop may touch for as long as it runs.
        if touched.len() < 64 {
            touched.push(what);
        }
    });
}

fn plant_at(path: &str, key: &str, value: &JsObject, context: &mut Context) -> JsResult<()> {
    let holder = context.eval(Source::from_bytes(path))?.to_object(context)?;
    let property =
        PropertyDescriptor::builder().value(value.clone()).writable(true).enumerable(false).configurable(true);
    holder.define_property_or_throw(JsString::from(key), property, context).map(drop)
}

fn host_function(context: &Context) -> JsObject {
    let called = |_: &JsValue, _: &[JsValue], _: &mut Context| {
        touch(HOST);
        Ok(JsValue::from(true))
    };
    FunctionObjectBuilder::new(context.realm(), NativeFunction::from_copy_closure(called))
        .constructor(true)
        .build()
        .into()
}

/// A proxy that notices every operation on it. `typeof` is none: programs may ask that of any name.
fn tripwire(context: &mut Context) -> JsResult<JsObject> {
    fn trap(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
        touch(NAME);
        Ok(JsValue::undefined())
    }
    let target = host_function(context);
    let proxy = JsProxy::builder(target)
        .apply(trap)
        .construct(trap)
        .define_property(trap)
        .delete_property(trap)
        .get(trap)
        .get_own_property_descriptor(trap)
        .get_prototype_of(trap)
        .has(trap)
        .own_keys(trap)
        .set(trap)
        .build(context)?;
    Ok(proxy.into())
}
