# shellcheck shell=bash disable=SC2154
# The suite of plans: each way of plans.tsv for each effect of effects.tsv. Sourced by make_bundles.sh.

# plan EFFECT SIZE PLANES SERIES NAME FLAGS...: a bundle and its line of the index.
plan() {
    local effect=$1 size=$2 planes=$3 series=$4 name=$5
    shift 5
    local shape=(--size "$size" --channels "$planes" --target "$target") path why modelled=''
    compiled "$effect" "$series" "$name" "${shape[@]}" "$@" --check-like "$output/reference-$effect"
    # Kernel by kernel, whose times have more digits than their sum.
    [[ -z $path ]] || modelled=$("$build/bin/weft" explain "$effect" "${shape[@]}" "$@" |
        awk '/^  time .* us by the model/ { us += $2 + $(NF - 3) } END { print us / 1000 }')
    line "$effect" strict "$series" "$name" "$path" "$path" "$modelled" "$why" yes
}

make_plans() {
    local effect size planes series name flags
    while IFS=$'\t' read -r effect size planes; do
        wanted "$effect" || continue
        size=${WEFT_BENCH_SIZE:-$size}
        reference "$effect" "$size" "$planes"
        while IFS=$'\t' read -r series name flags; do
            # shellcheck disable=SC2086  # flags are words
            plan "$effect" "$size" "$planes" "$series" "$name" $flags
        done < <(table plans.tsv)
    done < <(table effects.tsv)
}
