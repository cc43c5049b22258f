#!/usr/bin/env bash
# A campaign: runs targets for some minutes on the cores at hand, merges and minimises their corpora, files each crash as
# a ready case, and prints a summary. See README.md.
#
#   fuzz/run.sh [MINUTES] [TARGET...]        all targets by default; MINUTES is for each target
#
# JOBS=n       targets side by side (default: one a core)
# SANITIZER=x  none (default) or address; see README.md for what each is good for
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=fuzz/lib.sh
source lib.sh

minutes=${1:-5}
shift || true
targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(all_targets)
jobs=${JOBS:-$(nproc)}
sanitizer=${SANITIZER:-none}
stamp=$(date -u +%Y%m%d-%H%M%S)
logs=$here/logs/$stamp
mkdir -p "$logs/counts"

build "$sanitizer"
# The oracles without the fuzzer: they judge crashes again and reduce them.
cargo build --quiet -p mikoshi-testkit --example hunt --manifest-path ../Cargo.toml
hunt=$(stable_target_dir)/debug/examples/hunt

campaign() {
    local target=$1
    mkdir -p "corpus/$target" "artifacts/$target"
    mapfile -t seeds < <(seeds_of "$target")
    MIKOSHI_FUZZ_COUNTS=$logs/counts "$(binary "$target")" "corpus/$target" "${seeds[@]}" \
        -fork=1 -ignore_crashes=1 -ignore_ooms=1 -ignore_timeouts=1 -max_total_time=$((minutes * 60)) \
        "${common[@]}" -artifact_prefix="artifacts/$target/" $(dictionary "$target") >"$logs/$target.log" 2>&1 || true
    # What the campaign kept, without what adds nothing.
    rm -rf "corpus/$target.min" && mkdir "corpus/$target.min"
    if "$(binary "$target")" -merge=1 "corpus/$target.min" "corpus/$target" "${common[@]}" >"$logs/$target.merge.log" 2>&1; then
        rm -rf "corpus/$target" && mv "corpus/$target.min" "corpus/$target"
    else
        rm -rf "corpus/$target.min"
    fi
}
export -f campaign binary seeds_of dictionary
export here binaries minutes logs
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'source lib.sh; campaign {}'

summary() {
    printf '%-10s %11s %9s %9s %9s %8s %8s %8s\n' target executions coverage features new crashes valid corpus
    for target in "${targets[@]}"; do
        local first last
        first=$(grep -oE 'ft: [0-9]+' "$logs/$target.log" | head -1 | cut -d' ' -f2 || true)
        last=$(grep -E '^#[0-9]+: cov' "$logs/$target.log" | tail -1 || true)
        local executions coverage features
        executions=$(sed -nE 's/^#([0-9]+):.*/\1/p' <<<"$last")
        coverage=$(sed -nE 's/.*cov: ([0-9]+).*/\1/p' <<<"$last")
        features=$(sed -nE 's/.*ft: ([0-9]+).*/\1/p' <<<"$last")
        local crashes valid
        crashes=$(find "artifacts/$target" -type f -newer "$logs/counts" | wc -l)
        # Taken, refused, malformed: what parsed is the first two.
        valid=$(cat "$logs/counts/$target-"* 2>/dev/null |
            awk '{t+=$1;r+=$2;m+=$3} END {n=t+r+m; if (n) printf "%.1f%%", 100*(t+r)/n; else print "-"}')
        printf '%-10s %11s %9s %9s %9s %8s %8s %8s\n' "$target" "${executions:-0}" "${coverage:-0}" "${features:-0}" \
            "$((${features:-0} - ${first:-0}))" "$crashes" "$valid" "$(find "corpus/$target" -type f | wc -l)"
    done
}

# Each crash becomes `found/ORACLE/NAME` with the oracle's report beside it. To keep one, move it to
# crates/testkit/tests/corpus/ORACLE/, where `cargo test` runs it for ever.
file_crashes() {
    for target in "${targets[@]}"; do
        local oracle
        oracle=$(oracle_of "$target")
        while IFS= read -r crash; do
            local kept=found/$oracle
            mkdir -p "$kept"
            local name
            name=$(basename "$crash")
            cp "$crash" "$kept/$name"
            timeout 300 "$hunt" "$oracle" "$crash" >"$kept/$name.report" 2>/dev/null || true
            reduced=$(sed -n '/^--- input$/,/^--- end of input$/p' "$kept/$name.report" | sed '1d;$d')
            [[ -n $reduced && $target != limits && $target != protocol && $target != policy ]] && printf '%s\n' "$reduced" >"$kept/$name.js"
            printf '%s: %s\n' "$target" "$(sed -n '1s/.*: oracle/oracle/p' "$kept/$name.report" | cut -c1-200)"
        done < <(find "artifacts/$target" -type f -newer "$logs/counts" | head -50)
    done
}

{
    summary
    echo
    file_crashes
} | tee "$logs/summary.txt"
