# shellcheck shell=bash disable=SC2154,SC2086,SC2015
# The suite of passes: the ablation of paper: active-library, figures 7 and 8. Sourced by
# make_bundles.sh.
optional="advance transpose cancel split_scans stage realign minimise_blocks"

# bundle EFFECT SIZE MATH SERIES NUMBER LABEL ENABLED-PASSES...
bundle() {
    local effect=$1 size=$2 math=$3 series=$4 number=$5 label=$6
    shift 6
    local enabled=" $* " path="bundles/$effect-$math-$series-$number"
    local options=(--disable fuse)  # the figures are of one kernel for each stage
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
    line "$effect" "$math" "$series" "$label" "$path" "bundles/$effect-strict-own-9" '' '' yes
}

make_passes() {
    local math series base
    reference degrain 2063x1545 3
    reference diffusion 3072x2304 3
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
}
