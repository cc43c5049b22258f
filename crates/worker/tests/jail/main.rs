//! The jail from within and from without. The test program is its own worker: programs whose text starts with `native:` run
//! native code of ours in the confined child, just before the engine would get them.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::exit,
    reason = "a test program that has a `main` of its own, so that the lints do not know it for one"
)]

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod death;
#[cfg(unix)]
mod frames;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod native;
#[cfg(unix)]
mod portable;
#[cfg(unix)]
mod support;

#[global_allocator]
static ALLOCATOR: mikoshi_worker::MeteredAlloc = mikoshi_worker::MeteredAlloc;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    mikoshi_worker::testing::set(native::run);
    mikoshi_worker::init();
    // Tests that start further hosts start this program with a role.
    #[cfg(target_os = "linux")]
    if let Ok(role) = std::env::var("MIKOSHI_TEST_ROLE") {
        death::play(&role);
        return;
    }
    let mut trials = Vec::new();
    for kind in support::Kind::ALL {
        trials.extend(frames::trials(*kind));
        trials.extend(limits::trials(*kind));
    }
    trials.extend(portable::trials());
    #[cfg(target_os = "linux")]
    {
        trials.extend(attacks::trials());
        trials.extend(death::trials());
    }
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}
