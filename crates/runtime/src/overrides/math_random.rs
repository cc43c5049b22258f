//! `Math.random`: the engine's generator is shared after a fork and seeds itself by a system call. Not a fault of the
//! language; it stays. Test: `tests/determinism.rs`.

use boa_engine::{Context, JsResult};

use crate::random::random;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    super::method(&math, "random", 0, random, context).map(drop)
}
