# Shell functions behind ./run, ./test and .ci/run: packages, configure, build. Sourced by bash.
# Everything they say goes to standard error, so that the output of the program stays clean.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf 'weft: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# The packages of cmake/packages.txt that are not installed, one a line.
missing_packages() {
    local wanted installed
    wanted=$(sed 's/[#[:blank:]].*//; /^$/d' "$root/cmake/packages.txt")
    # shellcheck disable=SC2086  # one word per package
    installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null |
        sed -n 's/^.i *//p')
    comm -23 <(sort -u <<<"$wanted") <(sort -u <<<"$installed")
}

# Installs what is missing, and says so first. Does nothing on a machine that has it all.
install_packages() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || {
        say "this system has no apt: skipping the packages. Weft needs what cmake/packages.txt lists,"
        say "in Debian 12's versions or newer (Clang and LLVM: 19 exactly)."
        return
    }
    local missing
    missing=$(missing_packages)
    # Any C++20 compiler will do: one is installed only where there is none.
    [ -n "${CXX:-}" ] || command -v c++ >/dev/null || missing="$missing g++"
    missing=$(echo $missing)
    [ -n "$missing" ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "missing packages, and neither root nor sudo here. As root: apt-get install $missing"
        as_root=(sudo)
    fi
    say "installing with apt: $missing"
    "${as_root[@]}" apt-get update -qq >&2 ||
        die "apt-get update failed (see above): is the network up?"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing </dev/null >&2 ||
        die "apt could not install the packages (see above); Weft is developed on Debian 12"
}

# How many compilers to run at once: one per core, each with 1.5 GB of memory to itself.
build_jobs() {
    local cores memory
    cores=$(nproc 2>/dev/null || echo 2)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null)
    [ "${memory:-$cores}" -ge "$cores" ] && memory=$cores
    [ "$memory" -ge 1 ] && echo "$memory" || echo 1
}

# configure PRESET: once; afterwards the build itself re-runs CMake when its files change.
configure() {
    local dir=$root/build/$1
    [ -f "$dir/build.ninja" ] && return
    say "configuring build/$1"
    (cd "$root" && cmake --preset "$1") >&2 ||
        die "CMake could not configure build/$1 (see above)"
}

# build PRESET [TARGETS...]: silent where there is nothing to do.
build() {
    local dir=$root/build/$1
    shift
    ninja -C "$dir" -n "$@" 2>/dev/null | grep -q 'no work to do' && return
    ninja -C "$dir" -j "$(build_jobs)" "$@" >&2 || die "the build failed (see above)"
}
