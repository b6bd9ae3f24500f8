# shellcheck shell=bash disable=SC2154
# The suite of kernels by hand: hand/kernels.tsv, beside the planner's own choice. Sourced by
# make_bundles.sh after make_plans.sh. Needs nvcc: of $CUDA_HOME, or of /usr/local/cuda.

# by_hand EFFECT SOURCE ROWS: a bundle and its line of the index, after reference().
by_hand() {
    local effect=$1 source=$2 rows=$3 path="bundles/$1-hand-$3-rows"
    # Arithmetic as in Weft's strict kernels.
    "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" -cubin -arch="$target" -std=c++20 -O3 -fmad=false -ftz=false \
        -prec-div=true -prec-sqrt=true -DWEFT_HAND_ROWS="$rows" -o "$output/hand.cubin" "$here/hand/$source"
    "$build/bin/weft_hand_bundle" "$output/reference-$effect" "$output/hand.cubin" "$rows" "$output/$path"
    rm "$output/hand.cubin"
    line "$effect" strict hand "by hand, $rows rows" "$path" "$path" '' '' yes
}

make_hand() {
    local effect size planes source rows all_rows
    while IFS=$'\t' read -r effect source all_rows; do
        wanted "$effect" || continue
        IFS=$'\t' read -r _ size planes < <(table effects.tsv | awk -v effect="$effect" '$1 == effect')
        size=${WEFT_BENCH_SIZE:-$size}
        reference "$effect" "$size" "$planes"
        plan "$effect" "$size" "$planes" hand "fusion auto" --fusion auto
        for rows in $all_rows; do
            by_hand "$effect" "$source" "$rows"
        done
    done < <(table hand/kernels.tsv)
}
