#!/usr/bin/env bash
# The short form for every change: builds all targets, and runs each for a bounded number of inputs, and of seconds, from the
# committed seeds. Any fault that an oracle finds fails it. `fuzz/run.sh` is the long form.
#
#   fuzz/ci.sh [SECONDS [RUNS]]     for each target, 15 and 3,000 by default
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=fuzz/lib.sh
source lib.sh

seconds=${1:-15}
runs=${2:-3000}
build none
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

run() {
    local target=$1 log=$scratch/$1.log
    mkdir -p "$scratch/$target"
    mapfile -t seeds < <(seeds_of "$target")
    # The same inputs each time, as far as the seconds last: what a change breaks, it breaks again, and a faster machine does
    # not go where this change was never tried. That is what campaigns are for.
    if ! "$(binary "$target")" "$scratch/$target" "${seeds[@]}" -seed=1 -runs="$runs" -max_total_time="$seconds" "${common[@]}" \
        -artifact_prefix="$scratch/$target-" $(dictionary "$target") >"$log" 2>&1; then
        echo "fuzz: $target found a fault:"
        grep -A40 -E 'FAULT|panicked at|ERROR: libFuzzer' "$log" | grep -vE '^ +[0-9]+:|^ +at ' | head -60
        return 1
    fi
    echo "fuzz: $target: $(grep -E '^#[0-9]+.*DONE|^Done' "$log" | tail -1)"
}

failed=0
for target in $(all_targets); do
    run "$target" || failed=1
done
exit $failed
