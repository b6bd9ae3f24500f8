#!/usr/bin/env bash
# Lays out every C++ file as .clang-format says; format.sh --check changes none, lists those that
# are laid out otherwise, and then ends with 1.
set -euo pipefail
# shellcheck source=cmake/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

arguments=(-i)
if [ "${1:-}" = --check ]; then
    arguments=(--dry-run -Werror)
fi
command -v clang-format-19 >/dev/null || die "clang-format-19 is not installed; ./test installs it"

# What clang-format finds, and whatever else it complains of.
complaints=$(find framework functors translator plugins editor tests samples \
    \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 -n 40 -P "$(nproc)" clang-format-19 "${arguments[@]}" 2>&1) && exit
files=$(sed -n 's/^\([^:]*\):[0-9:]* error: code should be clang-formatted.*/\1/p' \
    <<<"$complaints" | sort -u)
[ -n "$files" ] || die "clang-format-19 failed: $complaints"
printf '%s\n' "$files"
die "laid out otherwise than .clang-format says: $(wc -l <<<"$files") files. cmake/format.sh mends them"
