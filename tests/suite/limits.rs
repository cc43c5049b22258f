//! The five limits at their edges: just under passes, just over ends with the limit's own status.

use mikoshi_sandbox::{Limits, Status};

use crate::support::{SANDBOX, codes, ends};

fn limited(set: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

#[test]
fn the_defaults_are_the_documented_ones() {
    let Limits { timeout_ms, memory_bytes, code_bytes, stack_frames, output_bytes, ticks, .. } = *SANDBOX.limits();
    assert_eq!((timeout_ms, memory_bytes, code_bytes), (5_000, 32 << 20, 10_240));
    assert_eq!((stack_frames, output_bytes, ticks), (100, 1_024, None));
}

#[test]
fn source_of_10240_bytes_passes_and_of_10241_does_not() {
    let padded = |bytes: usize, filler: &str| {
        let tail = "\ntrue";
        let body = filler.repeat((bytes - tail.len() - 2) / filler.len());
        let rest = " ".repeat(bytes - tail.len() - 2 - body.len());
        format!("//{body}{rest}{tail}")
    };
    // Bytes count, not characters.
    for filler in ["x", "é", "🙂"] {
        let (under, over) = (padded(10_240, filler), padded(10_241, filler));
        assert_eq!((under.len(), over.len()), (10_240, 10_241));
        ends(&under, Status::Passed);
        assert_eq!(codes(&ends(&over, Status::Rejected)), ["MK0001"]);
    }
}

#[test]
fn a_source_over_the_limit_is_not_parsed() {
    let verdict = ends(&"(".repeat(10_241), Status::Rejected);
    assert_eq!(codes(&verdict), ["MK0001"]);
}

#[test]
fn one_hundred_frames_pass_and_101_do_not() {
    for form in ["const f = (n) => n === 0 || f(n - 1);", "function f(n) { return n === 0 || f(n - 1) }"] {
        ends(&format!("{form} f(99)"), Status::Passed);
        assert_eq!(codes(&ends(&format!("{form} f(100)"), Status::StackLimit)), ["MK6003"]);
    }
    // Frames that returned do not count, and no script can catch the limit.
    ends("const f = (n) => n === 0 || f(n - 1); f(99) && f(99) && f(99)", Status::Passed);
    ends("const f = (n) => n === 0 || f(n - 1); try { f(100) } catch {} finally { true } true", Status::StackLimit);
}

#[test]
fn live_heap_under_32_mib_passes_and_over_does_not() {
    let hold =
        |mib: u32| format!("const a = []; while (a.length < {mib}) a.push('x'.repeat(1 << 20)); a.length === {mib}");
    ends(&hold(30), Status::Passed);
    assert_eq!(codes(&ends(&hold(33), Status::MemoryLimit)), ["MK6002"]);
    // Garbage does not count, however much of it there is.
    ends(
        "let n = 0; for (let i = 0; i < 300; i++) n += 'x'.repeat(1 << 20).length; n === 300 * 2 ** 20",
        Status::Passed,
    );
    // One value over the limit is refused whole.
    ends("'x'.repeat(200 * 2 ** 20).length > 0", Status::MemoryLimit);
}

#[test]
fn time_is_up_when_it_is_up() {
    let limits = limited(|l| l.timeout_ms = 300);
    for code in ["for (;;) {}", "try { for (;;) {} } catch {} true", "/^(a+)+$/.test('a'.repeat(40) + 'b')"] {
        let verdict = SANDBOX.execute_with(code, &limits).unwrap();
        assert_eq!(verdict.status, Status::Timeout, "{code}: {verdict:?}");
        assert!(verdict.metrics.wall_us >= 300_000, "{code}: {verdict:?}");
        assert!(verdict.metrics.wall_us < 2_300_000, "{code}: {verdict:?}");
        assert!(codes(&verdict).contains(&"MK6001".to_owned()));
    }
    // Far inside the limit, so that no load on the machine decides.
    ends("const t = Date.now(); while (Date.now() - t < 100) {} true", Status::Passed);
}

#[test]
fn ticks_are_exact() {
    let code = "let n = 0; for (let i = 0; i < 1000; i++) n += i; n === 499500";
    // Only a program whose ticks are limited is counted turn by turn.
    let spent = SANDBOX.execute_with(code, &limited(|l| l.ticks = Some(1_000_000))).unwrap().metrics.ticks;
    assert!(spent >= 1000, "{spent}");
    let status = |ticks| SANDBOX.execute_with(code, &limited(|l| l.ticks = Some(ticks))).unwrap().status;
    assert_eq!((status(spent), status(spent - 1)), (Status::Passed, Status::Timeout));
}

#[test]
fn output_of_1024_bytes_of_json_is_kept_and_of_1025_is_not() {
    // The quotes count.
    let verdict = ends("'x'.repeat(1022)", Status::Failed);
    assert_eq!(verdict.metrics.output_bytes, 1024);
    assert_eq!(verdict.output.unwrap().as_str().unwrap().len(), 1022);
    let verdict = ends("'x'.repeat(1023)", Status::OutputLimit);
    assert_eq!((codes(&verdict), verdict.output), (vec!["MK6004".to_owned()], None));
    ends("Array(512).fill(1)", Status::OutputLimit);
    ends("Array(511).fill(1)", Status::Failed);
}

#[test]
fn limits_of_one_call_are_its_own() {
    let limits = limited(|l| l.stack_frames = 5);
    let code = "const f = (n) => n === 0 || f(n - 1); f(50)";
    assert_eq!(SANDBOX.execute_with(code, &limits).unwrap().status, Status::StackLimit);
    assert_eq!(SANDBOX.execute(code).unwrap().status, Status::Passed);
}

#[test]
fn limits_outside_of_their_range_are_refused() {
    let error = SANDBOX.execute_with("true", &limited(|l| l.timeout_ms = 0)).unwrap_err();
    assert_eq!(error.to_string(), "timeout_ms is 0, but it must be between 1 and 3600000");
    let error = crate::support::builder().workers(0).build().unwrap_err();
    assert_eq!(error.to_string(), "`workers` is 0, but at least one program must be able to run");
}
