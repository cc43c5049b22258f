//! Fault (boa_engine 0.22): the functions of `Math` are those of the system's C library, whose last digits differ from one system to
//! the next and from Node's, and `**` multiplies again and again where its exponent is an integer, which rounds as often: half of
//! all powers such as `1.05 ** 10` end in other digits than in Node.
//!
//! Here the crate `libm` computes them, the same on every machine. Its functions descend from the same ancestor as V8's (fdlibm), so
//! that nearly all results are Node's to the last digit: docs/limitations/math.md says how many. Powers are the C library's, which
//! are the most exact. Test: `tests/programs/numbers.js`.

use boa_engine::{Context, JsArgs, JsBigInt, JsNativeError, JsResult, JsValue, value::Numeric};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    for (name, function) in UNARY {
        super::method(&math, name, 1, *function, context)?;
    }
    super::method(&math, "atan2", 2, atan2, context)?;
    super::method(&math, "hypot", 2, hypot, context)?;
    super::method(&math, "pow", 2, math_pow, context)?;
    Ok(())
}

macro_rules! unary {
    ($($name:ident: $function:path),* $(,)?) => {
        $(fn $name(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
            Ok(JsValue::from($function(args.get_or_undefined(0).to_number(context)?)))
        })*
        const UNARY: &[(&str, boa_engine::native_function::NativeFunctionPointer)] = &[$((stringify!($name), $name)),*];
    };
}

unary! {
    acos: libm::acos, acosh: libm::acosh, asin: libm::asin, asinh: libm::asinh, atan: libm::atan, atanh: libm::atanh,
    cbrt: cube_root, cos: libm::cos, cosh: hyperbolic_cosine, exp: exponential, expm1: libm::expm1, log: libm::log, log10: log_10,
    log1p: libm::log1p, log2: libm::log2, sin: libm::sin, sinh: libm::sinh, tan: libm::tan, tanh: hyperbolic_tangent,
}

/// `Math.atan2 ( y, x )`
fn atan2(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let y = args.get_or_undefined(0).to_number(context)?;
    let x = args.get_or_undefined(1).to_number(context)?;
    Ok(JsValue::from(libm::atan2(y, x)))
}

/// `Math.hypot ( ...args )`
fn hypot(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let numbers: Vec<f64> = args.iter().map(|a| a.to_number(context).map(f64::abs)).collect::<JsResult<_>>()?;
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    if largest.is_infinite() {
        return Ok(JsValue::from(f64::INFINITY));
    }
    if numbers.iter().any(|n| n.is_nan()) {
        return Ok(JsValue::nan());
    }
    if largest == 0.0 {
        return Ok(JsValue::from(0));
    }
    // Kahan's sum of the squares, scaled so that none overflows.
    let (mut sum, mut lost) = (0.0, 0.0);
    for number in numbers {
        let scaled = number / largest;
        let summand = scaled * scaled - lost;
        let next = sum + summand;
        lost = (next - sum) - summand;
        sum = next;
    }
    Ok(JsValue::from(sum.sqrt() * largest))
}

/// `Math.pow ( base, exponent )`
fn math_pow(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let base = args.get_or_undefined(0).to_number(context)?;
    let exponent = args.get_or_undefined(1).to_number(context)?;
    Ok(JsValue::from(number_power(base, exponent)))
}

/// `base ** exponent`, which the printer writes as a call of this: ECMA-262 section 13.6.1.
pub(crate) fn power(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let base = args.get_or_undefined(0).to_numeric(context)?;
    let exponent = args.get_or_undefined(1).to_numeric(context)?;
    match (base, exponent) {
        (Numeric::Number(base), Numeric::Number(exponent)) => Ok(JsValue::from(number_power(base, exponent))),
        (Numeric::BigInt(base), Numeric::BigInt(exponent)) => JsBigInt::pow(&base, &exponent).map(JsValue::from),
        _ => {
            Err(JsNativeError::typ().with_message("cannot mix BigInt and other types, use explicit conversions").into())
        }
    }
}

/// Number::exponentiate (ECMA-262 section 6.1.6.1.3), with Node's exact results where it takes a shorter way.
#[expect(clippy::float_cmp, reason = "the standard compares exactly")]
fn number_power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || base.abs() == 1.0 && exponent.is_infinite() {
        f64::NAN
    } else if exponent == 2.0 {
        base * base
    } else if exponent == 0.5 && base.is_finite() {
        // Not -0 for -0.
        (base + 0.0).sqrt()
    } else {
        // Rounded to the nearest but for one in a thousand, as in Node from 22 on and in Python. `libm::pow` is not: there
        // `10 ** -11` is not 1e-11.
        base.powf(exponent)
    }
}

/// The logarithm to base 10: that of the mantissa, and the exponent times log10(2) in two parts, so that powers of ten are exact.
fn log_10(x: f64) -> f64 {
    const HIGH: f64 = 3.010_299_956_636_117_7e-1;
    const LOW: f64 = 3.694_239_077_158_931e-13;
    if !(x > 0.0 && x.is_finite()) {
        return libm::log10(x);
    }
    let (mantissa, exponent) = libm::frexp(x);
    // In [1, 2) above one and in [0.5, 1) below.
    let (mantissa, exponent) = if exponent >= 1 { (mantissa * 2.0, exponent - 1) } else { (mantissa, exponent) };
    let exponent = f64::from(exponent);
    (exponent * LOW + std::f64::consts::LOG10_E * libm::log(mantissa)) + exponent * HIGH
}

/// `Math.exp(1)` is `Math.E`.
#[expect(clippy::float_cmp, reason = "one number has an exact answer")]
fn exponential(x: f64) -> f64 {
    if x == 1.0 { std::f64::consts::E } else { libm::exp(x) }
}

/// By `exp`, and near zero by `expm1`.
fn hyperbolic_cosine(x: f64) -> f64 {
    let size = x.abs();
    if size < std::f64::consts::LN_2 / 2.0 {
        let t = libm::expm1(size);
        1.0 + t * t / (2.0 * (1.0 + t))
    } else if size < 22.0 {
        let t = exponential(size);
        0.5 * t + 0.5 / t
    } else {
        libm::cosh(x)
    }
}

/// One step of Newton's method from a root of 23 bits, as in V8: its last bit is not always that of the nearest number.
fn cube_root(x: f64) -> f64 {
    let root = libm::cbrt(x);
    if root == 0.0 || !root.is_finite() {
        return root;
    }
    let rough = f64::from_bits((root.to_bits() + (1 << 31)) & !((1 << 30) - 1));
    let quotient = x / (rough * rough);
    rough + rough * ((quotient - rough) / (2.0 * rough + quotient))
}

/// By `expm1`, which is exact where the result is small.
fn hyperbolic_tangent(x: f64) -> f64 {
    let size = x.abs();
    if size >= 22.0 {
        return 1_f64.copysign(x);
    }
    // Below 2**-28 it is its own tangent, -0 too; NaN stays.
    if size < 3.725_290_298_461_914e-9 || x.is_nan() {
        return x;
    }
    let tangent = if size >= 1.0 {
        1.0 - 2.0 / (libm::expm1(2.0 * size) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * size);
        -t / (t + 2.0)
    };
    tangent.copysign(x)
}
