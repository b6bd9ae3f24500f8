#!/bin/sh
# hidden.sh PATH... -- PROGRAM ARGUMENT...: runs the program where it can see neither LLVM and Clang nor the
# files and folders given, as on a machine that does not have them. Ends with 77 where a process may have
# no mounts of its own.
set -eu
if [ -z "${WEFT_TEST_HIDES:-}" ]; then
    for apart in "unshare --mount" "unshare --map-root-user --mount"; do
        if $apart true 2>/dev/null; then
            WEFT_TEST_HIDES=yes exec $apart "$0" "$@"
        fi
    done
    echo "[  SKIPPED ] nothing can be hidden here: processes may have no mounts of their own"
    exit 77
fi

hide() {
    if [ -d "$1" ]; then
        mount -t tmpfs none "$1"
    elif [ -e "$1" ]; then
        mount --bind /dev/null "$1"
    fi
}
for path in /usr/lib/llvm-* /usr/lib/*/libLLVM* /usr/lib/*/libclang*; do hide "$path"; done
while [ "$1" != -- ]; do
    hide "$1"
    shift
done
shift
unset WEFT_CC WEFT_TEST_HIDES
exec "$@"
