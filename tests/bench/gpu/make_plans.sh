# shellcheck shell=bash disable=SC2154
# The suite of plans: each way of plans.tsv for each effect of effects.tsv. Sourced by make_bundles.sh.

# Lines of a table, without comments.
table() { sed '/^#/d; /^$/d' "$here/$1"; }

# plan EFFECT SIZE PLANES SERIES NAME FLAGS...: a bundle and its line of the index. Plans that come out
# the same share a bundle, which is measured once. A plan that does not fit the device says why.
plan() {
    local effect=$1 size=$2 planes=$3 series=$4 name=$5
    shift 5
    local shape=(--size "$size" --channels "$planes" --target "$target") path why='' modelled='' status=0
    path="bundles/$effect-$series-$(tr -cs 'a-z0-9' '-' <<< "$name")"
    path=${path%-}
    why=$("$build/bin/weft" compile "$effect" "${shape[@]}" "$@" \
        --check-like "$output/reference-$effect" -o "$output/$path" 2>&1 > /dev/null) || status=$?
    if ((status != 0 && status != 8)); then
        printf '%s\n' "$why" >&2  # 8 is a plan that does not fit; 2 a flag that weft does not know
        return 1
    elif ((status == 8)); then
        rm -rf "${output:?}/$path"
        path=
        why=$(tr -s '\t\n' ' ' <<< "$why")
    else
        why=
        # Kernel by kernel, whose times have more digits than their sum.
        modelled=$("$build/bin/weft" explain "$effect" "${shape[@]}" "$@" |
            awk '/^  time .* us by the model/ { us += $2 + $(NF - 3) } END { print us / 1000 }')
        local hash same
        hash=$(sha256sum < "$output/$path/plan.json")
        same=${made[$effect $hash]:-}
        if [[ -n $same ]]; then
            rm -rf "${output:?}/$path"
            path=$same
        fi
        made[$effect $hash]=$path
    fi
    printf '%s\tstrict\t%s\t%s\t%s\t%s\t%s\t%s\n' "$effect" "$series" "$name" "$path" "$path" \
        "$modelled" "$why" >> "$output/index.tsv"
}

make_plans() {
    declare -A made=()
    local effect size planes series name flags
    while IFS=$'\t' read -r effect size planes; do
        [[ -z ${WEFT_BENCH_EFFECTS:-} || " $WEFT_BENCH_EFFECTS " == *" $effect "* ]] || continue
        size=${WEFT_BENCH_SIZE:-$size}
        reference "$effect" "$size" "$planes"
        while IFS=$'\t' read -r series name flags; do
            # shellcheck disable=SC2086  # flags are words
            plan "$effect" "$size" "$planes" "$series" "$name" $flags
        done < <(table plans.tsv)
    done < <(table effects.tsv)
}
