#!/bin/bash -eu
# Builds every target with the sanitizer that the service asks for, and packs its seeds and dictionary beside it.
cd "$SRC/mikoshi/fuzz"
here=$PWD
# shellcheck source=fuzz/lib.sh
source lib.sh
cargo fuzz build --release
for target in $(all_targets); do
    cp "target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    mapfile -t seeds < <(seeds_of "$target")
    find "${seeds[@]}" -type f -print0 | xargs -0 zip -q -j "$OUT/${target}_seed_corpus.zip"
    dictionary=$(dictionary "$target")
    if [[ -n $dictionary ]]; then cp "${dictionary#-dict=}" "$OUT/$target.dict"; fi
    printf '[libfuzzer]\nmax_len = 8192\ntimeout = 25\n' >"$OUT/$target.options"
done
