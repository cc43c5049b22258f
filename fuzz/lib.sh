# What run.sh, ci.sh and coverage.sh share. Sourced from the folder fuzz/.
here=${here:-$PWD}
triple=$(rustc -vV | sed -n 's/^host: //p')
binaries=${binaries:-${CARGO_TARGET_DIR:-$here/target}/$triple/release}
# A program of 8 KiB is larger than any that a person would send; a run that takes 25 s is stuck in native code, where only
# the process layer could end it.
common=(-max_len=8192 -timeout=25 -rss_limit_mb=3000)

all_targets() {
    sed -n '/^\[\[bin\]\]/{n;s/name = "\(.*\)"/\1/p}' "$here/Cargo.toml"
}

binary() {
    echo "$binaries/$1"
}

# The oracle behind a target, by its name in mikoshi-testkit.
oracle_of() {
    case $1 in
    analyze) echo analysis ;;
    verdict) echo differential ;;
    *) echo "$1" ;;
    esac
}

# The programs of the runtime's tests, which stand many to a file, one to a file.
sections() {
    local out=$here/target/sections
    rm -rf "$out"
    mkdir -p "$out"
    awk -v out="$out" '
        FNR == 1 { n = split(FILENAME, path, "/"); name = path[n]; sub(/\.js$/, "", name); count = 0 }
        /^\/\/# / { if (file) close(file); file = out "/" name "-" ++count ".js"; next }
        file { print > file }
    ' "$here"/../crates/runtime/tests/programs/*.js
    echo "$out"
}

# Where a target's inputs begin: the cases of the test suite, by shape, and what campaigns have left for all time.
seeds_of() {
    local cases=$here/../tests/fixtures/cases mistakes=$here/../tests/fixtures/mistakes fixed=$here/../crates/testkit/tests/corpus
    case $1 in
    analyze | roundtrip)
        printf '%s\n' "$cases"/{escapes,semantics,falsepositives,resources} "$mistakes" "$fixed"/{analysis,roundtrip}
        ;;
    escape) printf '%s\n' "$cases"/{escapes,semantics,falsepositives} "$(sections)" "$fixed/escape" ;;
    # Bombs take their whole time limit in every run, here and in the other engine.
    verdict) printf '%s\n' "$cases"/{semantics,falsepositives} "$fixed/differential" ;;
    *) printf '%s\n' "$here/seeds/$1" ;;
    esac | while read -r folder; do [[ -d $folder ]] && echo "$folder"; done
}

dictionary() {
    case $1 in
    analyze | roundtrip | escape | verdict) echo "-dict=$here/dict/javascript.dict" ;;
    policy) echo "-dict=$here/dict/policy.dict" ;;
    esac
}

stable_target_dir() {
    cargo metadata --format-version 1 --no-deps --manifest-path "$here/../Cargo.toml" | sed -E 's/.*"target_directory":"([^"]*)".*/\1/'
}

# A sanitizer needs nightly; coverage feedback alone does not.
toolchain_for() {
    echo "${TOOLCHAIN:-$([[ $1 == none ]] || echo nightly)}"
}

install_tools() {
    local toolchain=$1
    command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
    [[ -z $toolchain ]] || rustup toolchain list | grep -q "^$toolchain" || rustup toolchain install "$toolchain" --profile minimal
}

# Builds every target. cargo-fuzz asks for one code generation unit, which leaves cores idle and gains nothing here; what
# stands in RUSTFLAGS comes last and wins.
build() {
    local toolchain
    toolchain=$(toolchain_for "$1")
    install_tools "$toolchain"
    RUSTFLAGS="${RUSTFLAGS:-} -Ccodegen-units=16" cargo ${toolchain:++"$toolchain"} fuzz build --fuzz-dir "$here" --sanitizer "$1"
}
