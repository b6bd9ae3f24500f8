#!/bin/sh
# check_bundle.sh WEFT.OFX: what a host's process gets with the bundle: three symbols, no LLVM, no
# CUDA, and no library that is neither the system's nor beside it.
set -eu
bundle=$1
folder=$(dirname "$bundle")

exported=$(nm -D --defined-only "$bundle" | awk '{print $3}' | sort | tr '\n' ' ')
if [ "$exported" != "OfxGetNumberOfPlugins OfxGetPlugin OfxSetHost " ]; then
    echo "exported: $exported; expected OfxGetNumberOfPlugins OfxGetPlugin OfxSetHost alone"
    exit 1
fi

for library in $(objdump -p "$bundle" | awk '$1 == "NEEDED" {print $2}'); do
    case $library in
        libc.so.*|libm.so.*|libstdc++.so.*|libgcc_s.so.*|ld-linux*) ;;
        libLLVM*|libclang*|libcuda*|libnvrtc*) echo "needs $library"; exit 1 ;;
        *) [ -e "$folder/$library" ] || { echo "needs $library, which is not beside it"; exit 1; } ;;
    esac
done
