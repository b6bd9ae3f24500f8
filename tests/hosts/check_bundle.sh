#!/bin/sh
# check_bundle.sh WEFT.OFX: what a host's process gets with the bundle: three symbols, for as long as the
# process runs, no LLVM, no CUDA, and no library that is neither the system's nor in the bundle; nor does
# the compiler's process get any other, where the bundle has one.
set -eu
bundle=$1
folder=$(cd "$(dirname "$bundle")" && pwd)

exported=$(nm -D --defined-only "$bundle" | awk '{print $3}' | sort | tr '\n' ' ')
if [ "$exported" != "OfxGetNumberOfPlugins OfxGetPlugin OfxSetHost " ]; then
    echo "exported: $exported; expected OfxGetNumberOfPlugins OfxGetPlugin OfxSetHost alone"
    exit 1
fi

if ! readelf -d "$bundle" | grep NODELETE >/dev/null; then
    echo "$bundle would be unmapped while threads run in it: expected a link with -z nodelete"
    exit 1
fi

for library in $(objdump -p "$bundle" | awk '$1 == "NEEDED" {print $2}'); do
    case $library in
        libLLVM*|libclang*|libcuda*|libnvrtc*) echo "needs $library"; exit 1 ;;
    esac
done

for program in "$folder/$(basename "$bundle")" "$folder/weft-cc"; do
    [ -e "$program" ] || continue
    ldd "$program" | awk '{print $1, $3}' | while read -r library path; do
        case $library in
            linux-vdso.so.*|*/ld-linux*|libc.so.*|libm.so.*|libstdc++.so.*|libgcc_s.so.*) ;;
            *) case $path in
                   "$folder"/*) ;;
                   *) echo "$program needs $library, and gets $path, which is not in the bundle"; exit 1 ;;
               esac ;;
        esac
    done
done
