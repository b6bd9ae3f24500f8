# shellcheck shell=bash disable=SC2154
# The suite of effects: every effect and functor at an odd size, to see on a GPU that all of them give
# the reference's bits. Sourced by make_bundles.sh.

# What `weft list` lists under this heading.
listed() { "$build/bin/weft" list "$1" | awk 'NR > 1 && NF { print $1 }'; }

# checks EFFECT WAYS: bundles by the ways of checks.tsv, strict ones first.
checks() {
    local effect=$1 name math flags path why strict=
    local shape=(--size "${WEFT_BENCH_SIZE:-331x257}" --channels 3 --target "$target")
    reference "$effect" "${shape[1]}" 3 > /dev/null || return
    while IFS=$'\t' read -r name math flags; do
        [[ $math == fast ]] || flags+=" --check-like $output/reference-$effect"
        # shellcheck disable=SC2086  # flags are words
        compiled "$effect" check "$name" "${shape[@]}" $flags || return
        [[ -n $strict ]] || strict=$path
        line "$effect" "$math" check "$name" "$path" "$strict" '' "$why" no
    done
    rm -rf "$output/reference-$effect"
}

make_effects() {
    local name
    for name in $(listed effects); do
        ! wanted "$name" || checks "$name" < <(table checks.tsv)
    done
    for name in $(listed functors); do
        ! wanted "$name" || checks "$name" < <(table checks.tsv | sed -n '1p;$p')
    done
}
