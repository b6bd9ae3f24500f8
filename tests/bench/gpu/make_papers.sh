# shellcheck shell=bash disable=SC2154
# The suite of papers: the plans that stand for what the papers compare (papers/), and what the
# model says of them. Sourced by make_bundles.sh. WEFT_BENCH_PAPERS is a pattern that chooses results,
# as that of papers.py; WEFT_BENCH_CHECK_BY says who computes the pixels that plans are checked with:
# cpu, whose strict kernels have the reference's bits, or the reference, which may take 75 times as
# long.

# judged GROUP SUBJECT SHAPE...: the bundle that has the pixels of a group, made once; sets `judge`.
judged() {
    judge="$output/reference-$1"
    [[ -e $judge ]] || "$build/bin/weft" compile "${@:2}" --check-by "${WEFT_BENCH_CHECK_BY:-cpu}" \
        -o "$judge" > /dev/null
}

# paper_plan EFFECT SIZE PLANES BORDER FLAGS KEY NUMBER: a bundle and its line of papers/plans.tsv.
paper_plan() {
    local effect=$1 size=${WEFT_BENCH_SIZE:-$2} planes=$3 border=$4 flags=$5 key=$6 number=$7
    local group="$1-$2-$3" subject judge path why math=strict strict='' check=()
    local fields shape=(--size "$size" --channels "$planes" --target "$target")
    [[ $border == - ]] || group+="-$border"
    subject=$(python3 -B "$here/explained.py" "$weft" "$effect" "$border" "$output/papers")
    judged "$group" "$subject" "${shape[@]}"
    if [[ " $flags " == *" --math fast "* ]]; then
        math=fast strict="bundles/$group-strict"
        [[ -e $output/$strict ]] || cp -r "$judge" "$output/$strict"
    else
        check=(--check-like "$judge")
    fi
    # shellcheck disable=SC2086  # flags are words
    compiled "$group" papers "$number" "${shape[@]}" $flags "${check[@]}"
    local IFS=$'\t'
    fields=("$key" "$effect $2 $planes $border" "$path" "$math" "$strict" "$why")
    printf '%s\n' "${fields[*]}" >> "$output/papers/plans.tsv"
}

make_papers() {
    local effect size planes border flags key number=0 pattern=${WEFT_BENCH_PAPERS:-}
    local weft=$build/bin/weft
    mkdir -p "$output/papers"
    cp "$here"/papers/*.tsv "$output/papers/"
    cp "$here"/{papers,papers_table,run_papers}.py "$output/"
    printf '%s\n' "$target" > "$output/papers/target"
    python3 -B "$here/model_papers.py" "$weft" "$output/papers/modelled.tsv" "$target" "$pattern"
    printf 'plan\tgroup\tpath\tmath\tstrict\twhy_not\n' > "$output/papers/plans.tsv"
    while IFS=$'\t' read -r effect size planes border flags key; do
        paper_plan "$effect" "$size" "$planes" "$border" "$flags" "$key" $((number += 1))
    done < <(python3 -B "$here/papers.py" "$pattern")
    rm -f "$output"/papers/*.weft
}
