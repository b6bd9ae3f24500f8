#!/bin/bash
# Makes what run_gpu.sh needs, on a machine that has weft and NVRTC and needs no GPU:
#   make_bundles.sh BUILD_FOLDER OUTPUT_FOLDER [TARGET]
# One bundle for each step of the ablation of paper: active-library, figures 7 and 8; the runner; and
# an index. The hashes that strict results are checked with are the reference's.
#
# Two series of plans, both compiled for TARGET (sm_90):
#   own    as weft decides for TARGET: a pass that does not pay there does nothing
#   paper  as it decides for the paper's first card, where every pass that applies acts
set -euo pipefail

build=$(realpath "$1")
output=$2
target=${3:-sm_90}
here=$(dirname "$(realpath "$0")")
optional="advance transpose cancel split_scans stage realign minimise_blocks"

rm -rf "$output"
mkdir -p "$output/bundles"
cp "$build/bin/weft-run" "$here/run_gpu.sh" "$here/run_gpu.py" "$here/plot_ablation.py" "$output/"
printf 'effect\tmath\tseries\tstep\tpath\tstrict\n' > "$output/index.tsv"

# bundle EFFECT SIZE MATH SERIES NUMBER LABEL ENABLED-PASSES...
bundle() {
    local effect=$1 size=$2 math=$3 series=$4 number=$5 label=$6
    shift 6
    local enabled=" $* " path="bundles/$effect-$math-$series-$number" options=()
    for pass in $optional; do
        [[ $enabled == *" $pass "* ]] || options+=(--disable "$pass")
    done
    [[ $series == own ]] || options+=(--plan-as cc-1.0)
    if [[ $math == strict ]]; then
        if [[ -e "$output/reference-$effect" ]]; then
            options+=(--check-like "$output/reference-$effect")
        fi
    fi
    "$build/bin/weft" compile "$effect" --size "$size" --channels 3 --target "$target" \
        --math "$math" "${options[@]}" -o "$output/$path"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$effect" "$math" "$series" "$label" "$path" \
        "bundles/$effect-strict-own-9" >> "$output/index.tsv"
}

# The reference computes each effect once; its hashes hold for every strict plan.
reference() {
    "$build/bin/weft" compile "$1" --size "$2" --channels 3 --target "$target" \
        --check-by reference -o "$output/reference-$1"
}

reference degrain 2063x1545
reference diffusion 3072x2304
for math in strict fast; do
    # The state of moving averages is rebuilt at every element in the paper's baseline. That gives
    # other bits: in strict arithmetic they advance from the start.
    base=$([[ $math == strict ]] && echo advance || true)
    for series in own paper; do
        # The order of steps is that of the figures: greatest effect first.
        degrain() { bundle degrain 2063x1545 "$math" "$series" "$@"; }
        degrain 0 "syntax-directed" $base
        degrain 1 "staging" $base stage
        degrain 2 "block minimisation" $base stage minimise_blocks
        degrain 3 "realignment" $base stage minimise_blocks realign
        degrain 9 "everything" $optional

        diffusion() { bundle diffusion 3072x2304 "$math" "$series" "$@"; }
        diffusion 0 "syntax-directed" $base
        diffusion 1 "transposition" advance transpose
        diffusion 2 "staging" advance transpose stage
        diffusion 3 "redundant transpositions" advance transpose stage cancel
        diffusion 4 "split columns" advance transpose stage cancel split_scans
        diffusion 9 "everything" $optional
    done
done
rm -rf "$output"/reference-*
du -sh "$output"
