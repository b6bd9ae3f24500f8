#!/bin/bash
# setup_test.sh SETUP.SH FOLDER: what cmake/setup.sh finds missing where Debian's dpkg-query knows no package,
# one of them, or all, which it ends with 1, 1 and 0 for. It is asked as ./run asks: errors end the script.
# The last case asks for one package more, as ./test --full does.
set -u
setup=$1 fake=$2
wanted=$(sed 's/[#[:blank:]].*//; /^$/d' "$(dirname "$setup")/packages.txt" | sort -u)
mkdir -p "$fake"

# missing_where STATUS KNOWN...: what is missing where dpkg-query knows these packages.
missing_where() {
    local status=$1
    shift
    { echo '#!/bin/sh'; printf "echo 'ii  %s'\n" "$@"; echo "exit $status"; } >"$fake/dpkg-query"
    chmod +x "$fake/dpkg-query"
    PATH=$fake:$PATH bash -euo pipefail -c 'source "$1"; mapfile -t m < <(missing_packages "${@:2}")
        [ ${#m[@]} -eq 0 ] || printf "%s\n" "${m[@]}"' - "$setup" "${more[@]}"
}

failures=0 more=()
expect() {
    [ "$2" = "$3" ] && return
    printf 'where it knows %s:\n  missing: %s\n  expected: %s\n' "$1" "${2//$'\n'/ }" "${3//$'\n'/ }"
    failures=$((failures + 1))
}
# shellcheck disable=SC2086  # one word per package
{
    expect nothing "$(missing_where 1)" "$wanted"
    expect cmake "$(missing_where 1 cmake)" "$(grep -vx cmake <<<"$wanted")"
    expect everything "$(missing_where 0 $wanted)" ""
    more=(clang-tidy-19)
    expect "all but one more" "$(missing_where 1 $wanted)" clang-tidy-19
}
echo "$((4 - failures)) passed, $failures failed"
exit $((failures > 0))
