# shellcheck shell=bash
# Shell functions behind ./run, ./test and .ci/run: packages, configure, build. Sourced by bash.
# Everything they say goes to standard error, so that the output of the program stays clean.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
trees=${WEFT_TREES:-$root/build}  # the folder of build trees
timed=$root/cmake/timed.sh        # what a step takes, where WEFT_TIMES asks for it

say() { printf 'weft: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# missing_packages [MORE...]: those of cmake/packages.txt, and more, that are not installed, one a line.
missing_packages() {
    local wanted installed
    wanted=$(sed 's/[#[:blank:]].*//; /^$/d' "$root/cmake/packages.txt"; printf '%s\n' "$@")
    # dpkg-query fails where it does not know a package, which is then one that is missing.
    # shellcheck disable=SC2086  # one word per package
    installed=$({ dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null || true; } |
        sed -n 's/^.i *//p')
    comm -23 <(sort -u <<<"$wanted") <(sort -u <<<"$installed")
}

# install_packages [MORE...]: installs what is missing, and says so first. Does nothing on a machine
# that has it all.
install_packages() {
    if ! command -v apt-get >/dev/null; then
        say "there is no apt here, so no package is checked. Weft needs what cmake/packages.txt lists,"
        say "in Debian 12's versions or newer; of Clang and LLVM, version 19.${*:+ And $*.}"
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    # Any C++20 compiler will do: one is installed only where there is none.
    [ -n "${CXX:-}" ] || command -v c++ >/dev/null || missing+=(g++)
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "packages are missing, and this is neither root nor is" \
            "there sudo. Have root run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing with apt: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq >&2 ||
        die "apt-get update failed (see above): is the network up?"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >&2 ||
        die "apt could not install the packages (see above); Weft is developed on Debian 12"
}

# How many compilers to run at once: one per core, each with 1.5 GB of memory to itself.
build_jobs() {
    local cores memory
    cores=$(nproc 2>/dev/null || echo 2)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null)
    memory=${memory:-$cores}
    echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

# configure PRESET [-DNAME=VALUE...]: once, and again for another value; otherwise the build itself
# re-runs CMake when its files change.
configure() {
    local preset=$1 dir=$trees/$1 value known=true
    shift
    for value; do
        sed -n 's/:[A-Z]*=/=/p' "$dir/CMakeCache.txt" 2>/dev/null |
            grep -xF -e "${value#-D}" >/dev/null || known=false
    done
    [ -f "$dir/build.ninja" ] && $known && return
    say "configuring ${dir#"$root"/}"
    (cd "$root" && "$timed" configure "$preset" cmake --preset "$preset" -B "$dir" "$@") >&2 ||
        die "CMake could not configure ${dir#"$root"/} (see above)"
}

# build PRESET [TARGETS...]: says nothing where there is nothing to do, except on a terminal, which
# is left to ninja for its progress line.
build() {
    local preset=$1 dir=$trees/$1
    shift
    local ninja=("$timed" build "$dir" ninja -C "$dir" -j "$(build_jobs)" "$@")
    if [ -t 2 ]; then
        "${ninja[@]}" >&2
    else
        "${ninja[@]}" | sed -u '/no work to do\|Re-checking globbed\|Entering directory/d' >&2
    fi || die "the build failed (see above)"
}

# run_tests PRESET CTEST-ARGUMENTS...: one more at once than there are cores, for some wait.
run_tests() {
    local preset=$1
    shift
    "$timed" test "$preset" ctest --test-dir "$trees/$preset" --output-on-failure \
        --parallel $(($(nproc) + 1)) "$@"
}
