//! Lets children inherit the fork server's code instead of faulting it in again. Linux only.
#![expect(unsafe_code, reason = "remaps the program's own text")]
//!
//! A fork copies the page tables of anonymous memory alone: a child begins without those of files, and so with a fault for
//! every sixteen pages of code that it comes to, 85 of them in a small program. With a copy of the code in anonymous memory on
//! huge pages in place of the file's, it begins with all of them, for the copy of a dozen entries.

use std::path::Path;
use std::{fs, ptr};

use libc::{
    MAP_ANONYMOUS, MAP_FAILED, MAP_NORESERVE, MAP_PRIVATE, MREMAP_FIXED, MREMAP_MAYMOVE, PROT_EXEC, PROT_READ,
    PROT_WRITE,
};

/// The size of a huge page on the architectures whose base page is 4 KiB.
const HUGE: usize = 2 << 20;

/// A mapping of the program's file that nothing writes to.
#[derive(Debug, PartialEq)]
struct Mapping {
    start: usize,
    end: usize,
    executable: bool,
}

/// Moves what code and constants of this program stand on whole huge pages. Answers how many bytes that were. A kernel that
/// refuses leaves things as they were; it is a matter of speed only. The process must have one thread.
pub(crate) fn make_inheritable() -> usize {
    let (Ok(maps), Ok(program)) = (fs::read_to_string("/proc/self/maps"), fs::read_link("/proc/self/exe")) else {
        return 0;
    };
    let mappings = maps.lines().filter_map(|line| parse(line, &program));
    mappings.map(|mapping| if move_to_huge_pages(&mapping).is_some() { mapping.end - mapping.start } else { 0 }).sum()
}

/// The part of a mapping on whole huge pages, from a line of `/proc/self/maps`.
fn parse(line: &str, program: &Path) -> Option<Mapping> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let executable = match fields.next()? {
        "r-xp" => true,
        "r--p" => false,
        _ => return None,
    };
    // It may hold spaces.
    let path = line.get(line.find('/')?..)?;
    if Path::new(path) != program {
        return None;
    }
    let address = |text| usize::from_str_radix(text, 16).ok();
    let start = address(start)?.next_multiple_of(HUGE);
    let end = address(end)? / HUGE * HUGE;
    (start < end).then_some(Mapping { start, end, executable })
}

fn move_to_huge_pages(mapping: &Mapping) -> Option<()> {
    let length = mapping.end - mapping.start;
    let reserved = length + HUGE;
    // SAFETY: a new mapping wherever the kernel likes touches nothing that exists.
    let area = unsafe {
        libc::mmap(
            ptr::null_mut(),
            reserved,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0,
        )
    };
    if area == MAP_FAILED {
        return None;
    }
    let skip = area.addr().next_multiple_of(HUGE) - area.addr();
    let copy = area.wrapping_byte_add(skip);
    let original = ptr::with_exposed_provenance_mut::<libc::c_void>(mapping.start);
    let protection = PROT_READ | if mapping.executable { PROT_EXEC } else { 0 };
    // SAFETY: `copy` is the aligned part of the new mapping, `length` bytes of which lie in it; nothing else knows of it.
    // `original` is a readable mapping of this length, as the kernel has just said, and no other thread is there to unmap it.
    // The copy has the same contents and rights before it takes the original's place, in one call, so code that runs there,
    // and every reference to constants, finds what it found before.
    let moved = unsafe {
        libc::madvise(copy, length, libc::MADV_HUGEPAGE);
        ptr::copy_nonoverlapping(original.cast::<u8>(), copy.cast::<u8>(), length);
        libc::mprotect(copy, length, protection) == 0
            && libc::mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, original) != MAP_FAILED
    };
    let (left, right) = if moved { (skip, HUGE - skip) } else { (reserved, 0) };
    // SAFETY: what is left of the new mapping on both sides of the copy, or all of it, is nobody's.
    unsafe {
        if left > 0 {
            libc::munmap(area, left);
        }
        if right > 0 {
            libc::munmap(copy.wrapping_byte_add(length), right);
        }
    }
    moved.then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_huge_pages_of_a_mapping() {
        let program = Path::new("/opt/a program");
        let line = "55d836f00000-55d837a00000 r-xp 005a5000 fe:00 7                          /opt/a program";
        let whole = Mapping { start: 0x55d8_3700_0000, end: 0x55d8_37a0_0000, executable: true };
        assert_eq!(parse(line, program), Some(whole));
        assert_eq!(parse(line, Path::new("/opt/another")), None);
        assert_eq!(parse(&line.replace("r-xp", "rw-p"), program), None);
        assert_eq!(parse(&line.replace("55d837a00000", "55d837100000"), program), None);
        assert_eq!(parse("7f00-8f00 r-xp 00000000 00:00 0 [vdso]", program), None);
        assert_eq!(parse("", program), None);
    }
}
