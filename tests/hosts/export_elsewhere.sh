#!/bin/sh
# export_elsewhere.sh WEFT WEFT-CC RENDER_ELSEWHERE FOLDER: exports an effect as a person would, and renders
# it where there is neither Clang nor the kernel compiler.
set -eu
weft=$1 compiler=$2 render=$3 folder=$4

rm -rf "$folder"
mkdir -p "$folder"
"$weft" export-ofx degrain -o "$folder/Degrain.ofx.bundle" --cpu x86-64-v2
"$(dirname "$0")/hidden.sh" "$compiler" -- \
    "$render" "$folder/Degrain.ofx.bundle/Contents/Linux-x86-64/Degrain.ofx" weft.degrain
rm -rf "$folder"
