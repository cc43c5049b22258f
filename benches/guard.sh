#!/usr/bin/env bash
# Fails when the same work takes more instructions than it did. Instructions are counted by callgrind, not timed, so that a busy
# machine changes nothing; hash seeds and the like move them by a percent or so.
#
#   benches/guard.sh             compare with benches/guard.txt
#   benches/guard.sh --update    write it anew, after a change that is worth its price
#
# The figures are those of the dev profile, which CI has built anyway, with the toolchain that guard.txt names; with another one
# they are shown and not judged.
set -euo pipefail
cd "$(dirname "$0")/.."

# Percent above the noted figure that fail.
tolerance=10
noted=benches/guard.txt

command -v valgrind >/dev/null || { apt-get update -q && apt-get install -qy valgrind; } >/dev/null
cargo build -q --workspace --locked
counted=$(cargo metadata --format-version 1 --no-deps --locked | sed -E 's/.*"target_directory":"([^"]*)".*/\1/')/debug/counted
toolchain="$(rustc --version | cut -d' ' -f2) $(uname -m)"

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$counted" "$1" 2>&1 | sed -n 's/.*Collected : //p'
}

start=$(count nothing)
declare -A now
for work in analysis programs; do
    now[$work]=$(($(count "$work") - start))
done

if [[ ${1-} == --update ]]; then
    {
        echo "# Instructions of \`counted\`, without its start. Written by benches/guard.sh --update."
        echo "toolchain $toolchain"
        for work in analysis programs; do echo "$work ${now[$work]}"; done
    } >"$noted"
    cat "$noted"
    exit
fi

judged=1
if [[ $(sed -n 's/^toolchain //p' "$noted") != "$toolchain" ]]; then
    echo "guard: $noted is of another toolchain than $toolchain: shown, not judged"
    judged=0
fi
failed=0
for work in analysis programs; do
    before=$(sed -n "s/^$work //p" "$noted")
    percent=$(((${now[$work]} - before) * 100 / before))
    echo "guard: $work: ${now[$work]} instructions, $percent% from the $before noted"
    ((percent <= tolerance)) || failed=$judged
done
((failed == 0)) || echo "guard: more than $tolerance% above what is noted: find out why, or note it with benches/guard.sh --update"
exit "$failed"
