#!/usr/bin/env bash
# Checks that the code of Unix systems without Linux's layers compiles, for those whose standard library is installed
# (`rustup target add x86_64-unknown-freebsd x86_64-apple-darwin`). Nothing is linked or run.
set -euo pipefail
cd "$(dirname "$0")/.."

for target in x86_64-unknown-freebsd x86_64-apple-darwin; do
    if [ ! -d "$(rustc --print target-libdir --target "$target")" ]; then
        echo "$target: its standard library is not installed; skipped"
        continue
    fi
    # The only C in the tree is the assembly of `psm`.
    export "CC_${target//-/_}=$PWD/.ci/no-cc"
    cargo clippy --locked --target "$target" -p mikoshi-cli -- -D warnings
    cargo clippy --locked --target "$target" -p mikoshi-worker --test jail -- -D warnings
done
