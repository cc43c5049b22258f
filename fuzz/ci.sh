#!/usr/bin/env bash
# The short form for every change: builds all targets, runs each over the committed corpus, and then lets it search from a fixed
# seed for a bounded number of inputs. `fuzz/run.sh` is the long form.
#
#   fuzz/ci.sh [SECONDS]     at the most for each target's search, 90 by default
#
# Any fault on the corpus fails. What the search comes upon hangs on the machine and its speed, not on the change alone: a fault
# of safety fails even so, while a disagreement between engines or an input that takes its time (a builtin of the engine that no
# safepoint interrupts) is printed, to be triaged.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=fuzz/lib.sh
source lib.sh

seconds=${1:-90}
build none
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# How many inputs a target runs, the corpus among them: some 15 s of each. A number, not a time, so that the same change sees
# the same inputs on a slower machine.
runs_of() {
    case $1 in
    roundtrip) echo 1200 ;;
    escape | verdict) echo 700 ;;
    limits) echo 150 ;;
    *) echo 3000 ;;
    esac
}

# The status with which libFuzzer ends on an input that takes longer than `-timeout`.
timed_out=70

# Whether a fault that the search found fails the change.
is_grave() {
    local target=$1 status=$2 log=$3
    case $target in
    roundtrip | verdict) return 1 ;;
    limits) ((status != timed_out)) && ! grep -q 'FAULT oracle limits: ran late' "$log" ;;
    *) ((status != timed_out)) ;;
    esac
}

show_fault() {
    local log=$1
    grep -A40 -E 'FAULT|panicked at|ERROR: libFuzzer' "$log" | grep -vE '^ +[0-9]+:|^ +at ' | head -60
}

run() {
    local target=$1 log=$scratch/$1.log status=0
    local flags=("${common[@]}" "-artifact_prefix=$scratch/$1-")
    mkdir -p "$scratch/$target"
    mapfile -t seeds < <(seeds_of "$target")
    if ! "$(binary "$target")" "${seeds[@]}" -runs=0 "${flags[@]}" >"$log" 2>&1; then
        echo "fuzz: $target: a fault on the committed corpus:"
        show_fault "$log"
        return 1
    fi
    "$(binary "$target")" "$scratch/$target" "${seeds[@]}" -seed=1 -runs="$(runs_of "$target")" -max_total_time="$seconds" "${flags[@]}" \
        $(dictionary "$target") >"$log" 2>&1 || status=$?
    if ((status == 0)); then
        echo "fuzz: $target: $(grep -E '^#[0-9]+.*DONE|^Done' "$log" | tail -1)"
    elif is_grave "$target" "$status" "$log"; then
        echo "fuzz: $target: the search found a fault:"
        show_fault "$log"
        return 1
    else
        echo "fuzz: $target: to be triaged (fuzz/README.md); it does not fail this change:"
        show_fault "$log"
    fi
}

failed=0
for target in $(all_targets); do
    run "$target" || failed=1
done
exit $failed
