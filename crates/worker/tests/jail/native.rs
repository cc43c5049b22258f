//! Native code that runs in a confined child, as if a program had broken out of the engine.
#![expect(unsafe_code, reason = "it does what the language forbids")]

use mikoshi_analyzer::Program;

/// Exit code of an attack that worked.
pub(crate) const DONE: i32 = 100;
/// Exit code of an attack that the kernel answered with an error.
pub(crate) const REFUSED: i32 = 101;

/// What the tests want done in a child, by the name behind `native:`.
pub(crate) fn run(program: &Program) {
    let Some(name) = program.text.strip_prefix("native:") else { return };
    #[cfg(target_os = "linux")]
    if let Some((_, attack, _)) = crate::calls::ATTACKS.iter().find(|(n, ..)| *n == name) {
        exit(if attack() >= 0 { DONE } else { REFUSED });
    }
    match name {
        "nothing" => exit(7),
        "abort" => std::process::abort(),
        "panic" => panic!("a panic with its message"),
        "panic_in_panic" => {
            let _second = PanicsWhenDropped;
            panic!("the first of two")
        }
        "panic_that_cannot_unwind" => without_unwinding(),
        "wild_pointer" => {
            // SAFETY: none; the point is to die of it.
            unsafe { std::ptr::without_provenance_mut::<u8>(0x10).write_volatile(1) }
        }
        "illegal" => std::process::exit(descend(u64::MAX, true)),
        "overflow" => {
            std::hint::black_box(descend(u64::MAX, false));
        }
        "spin" => loop {
            std::hint::spin_loop();
        },
        "allocate_much" => drop(std::hint::black_box(vec![0_u8; 1 << 40])),
        "allocate_twice_the_limit" => drop(std::hint::black_box(vec![1_u8; 65 << 20])),
        "allocate_bit_by_bit" => {
            let mut kept = Vec::new();
            loop {
                kept.push(std::hint::black_box(Box::new([1_u8; 40])));
            }
        }
        "map_without_end" => {
            // As code would that has taken over: past the allocator, to the kernel's own limit.
            let mut total = 0_u64;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: new memory harms nobody.
            while unsafe { libc::mmap(std::ptr::null_mut(), 1 << 20, protection, flags, -1, 0) } != libc::MAP_FAILED {
                total += 1;
            }
            exit(if total < 512 { REFUSED } else { DONE })
        }
        "grow_and_shrink" => workout(),
        "exit_silently" => exit(0),
        other => {
            if let Some(name) = other.strip_prefix("frame:") {
                crate::frames::speak(name);
            }
            crate::portable::act(other);
        }
    }
}

/// Uses every way in which the worker's own code asks the kernel for memory.
fn workout() {
    let mut grown = vec![1_u8; 1 << 20];
    for size in 1..20_usize {
        grown.reserve_exact(size << 20);
    }
    drop(std::hint::black_box(grown));
    let small: Vec<_> = (0..20_000).map(|i| vec![1_u8; 100 + i % 50]).collect();
    drop(std::hint::black_box(small));
}

/// A value whose destructor panics, as one of the engine's might while a panic takes it apart.
struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("the second of two");
    }
}

extern "C" fn without_unwinding() {
    panic!("a panic in foreign hands");
}

fn descend(depth: u64, illegal: bool) -> i32 {
    if illegal {
        // SAFETY: none; the point is to die of it.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        unsafe {
            std::arch::asm!("ud2");
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            std::arch::asm!("udf #0");
        }
    }
    let frame = std::hint::black_box([depth; 64]);
    if depth == 0 { 0 } else { descend(depth - 1, illegal) + i32::from(frame[3] == 1) }
}

pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: no precondition.
    unsafe { libc::_exit(code) }
}

/// Writes to the worker's own socket.
pub(crate) fn say(bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        // SAFETY: `rest` is valid for reads of its length.
        let n = unsafe { libc::write(3, rest.as_ptr().cast(), rest.len()) };
        match usize::try_from(n) {
            Ok(n) if n > 0 => rest = &rest[n..],
            _ => exit(9),
        }
    }
}
