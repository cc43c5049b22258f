#!/usr/bin/env bash
# How much of the analyzer and the runtime a target's corpus reaches, by file and in percent of regions.
#
#   fuzz/coverage.sh TARGET
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=fuzz/lib.sh
source lib.sh

target=${1:?usage: fuzz/coverage.sh TARGET}
toolchain=${TOOLCHAIN:-nightly}
install_tools "$toolchain"
rustup component add --toolchain "$toolchain" llvm-tools >/dev/null
mapfile -t seeds < <(seeds_of "$target")
mkdir -p "corpus/$target"
cargo "+$toolchain" fuzz coverage "$target" "corpus/$target" "${seeds[@]}" -- "${common[@]}" >/dev/null
llvm=$(rustc "+$toolchain" --print sysroot)/lib/rustlib/$triple/bin
"$llvm/llvm-cov" report "target/$triple/coverage/$triple/release/$target" \
    -instr-profile="coverage/$target/coverage.profdata" -ignore-filename-regex='/.cargo/|/rustc/|testkit|fuzz_targets' |
    awk '{print $1, $2, $3, $4}' | column -t
