#!/usr/bin/env bash
# How much of the analyzer and the runtime the corpora reach, by file and in percent of regions: the committed seeds, and what
# campaigns have left in fuzz/corpus/. The oracles run on the stable toolchain, without libFuzzer, and only this workspace's
# crates are instrumented, so it takes minutes.
#
#   fuzz/coverage.sh [TARGET...]     all targets by default
#   UNCOVERED=1 fuzz/coverage.sh ...     also writes coverage/uncovered.txt: the lines that nothing reached
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=fuzz/lib.sh
source lib.sh

rustup component add llvm-tools >/dev/null 2>&1
llvm=$(rustc --print sysroot)/lib/rustlib/$triple/bin
out=$PWD/coverage
rm -rf "$out"
mkdir -p "$out"

# Called by cargo in front of rustc, for this workspace's crates alone.
export RUSTC_WORKSPACE_WRAPPER=$PWD/instrument.sh
export LLVM_PROFILE_FILE=/dev/null
target_dir=$(stable_target_dir)
cargo build -q --manifest-path ../Cargo.toml --workspace --example hunt --locked
hunt=$target_dir/debug/examples/hunt

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(all_targets)
for target in "${targets[@]}"; do
    mapfile -t folders < <(seeds_of "$target")
    [[ -d corpus/$target ]] && folders+=("corpus/$target")
    echo "coverage: $target: $(find "${folders[@]}" -type f | wc -l) inputs" >&2
    # A fault is for the campaign to report; here it only covers what it covers.
    find "${folders[@]}" -type f -print0 |
        LLVM_PROFILE_FILE="$out/$target-%p.profraw" xargs -0 -n 200 -P "$(nproc)" "$hunt" "$(oracle_of "$target")" >/dev/null || true
done

"$llvm/llvm-profdata" merge -sparse "$out"/*.profraw -o "$out/all.profdata"
rm -f "$out"/*.profraw
files=("$here/../crates/analyzer/src" "$here/../crates/runtime/src")
"$llvm/llvm-cov" report "$hunt" -instr-profile="$out/all.profdata" "${files[@]}" |
    awk 'NF > 4 { print $1, $2, $3, $4 }' | column -t
if [[ ${UNCOVERED-} == 1 ]]; then
    "$llvm/llvm-cov" show "$hunt" -instr-profile="$out/all.profdata" "${files[@]}" |
        grep -E '^/|^ +[0-9]+\| +0\|' >"$out/uncovered.txt"
fi
