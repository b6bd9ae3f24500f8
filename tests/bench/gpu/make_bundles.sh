#!/bin/bash
# Makes what run_gpu.sh needs, on a machine that has weft and NVRTC and needs no GPU:
#   make_bundles.sh BUILD_FOLDER OUTPUT_FOLDER [TARGET]
# Bundles for TARGET (sm_90), the runner, and an index. Hashes that strict results are checked with
# are the reference's.
#
#   maths   every function of core/math.h, for all 2^32 floats, against the lanes of a CPU
#   effects every effect by the plans of checks.tsv and every functor, at an odd size: right or not
#   plans   every plan of plans.tsv for every effect of effects.tsv, timed
#   passes  the ablation of paper: active-library, figures 7 and 8, pass by pass, in two series:
#           own    as weft decides for TARGET: a pass that does not pay there does nothing
#           paper  as it decides for the paper's first card, where every pass that applies acts
#   papers  the plans that stand for what the papers compare (papers/), each result beside ours
#   hand    kernels written by hand (hand/), beside the plan that is chosen; needs nvcc
#
# WEFT_BENCH_SUITES names the suites to make ("maths effects plans passes papers hand"),
# WEFT_BENCH_EFFECTS the effects of effects, plans and hand (all), WEFT_BENCH_PAPERS the results of
# papers, WEFT_BENCH_SIZE their size instead of the table's: small ones try the scripts.
set -euo pipefail

build=$(realpath "$1")
output=$2
target=${3:-sm_90}
here=$(dirname "$(realpath "$0")")
suites=${WEFT_BENCH_SUITES:-maths effects plans passes papers hand}
# shellcheck source=make_maths.sh
. "$here/make_maths.sh"
# shellcheck source=make_effects.sh
. "$here/make_effects.sh"
# shellcheck source=make_plans.sh
. "$here/make_plans.sh"
# shellcheck source=make_passes.sh
. "$here/make_passes.sh"
# shellcheck source=make_papers.sh
. "$here/make_papers.sh"
# shellcheck source=make_hand.sh
. "$here/make_hand.sh"

rm -rf "$output"
mkdir -p "$output/bundles"
cp "$build/bin/weft-run" "$here"/run_gpu.{sh,py} "$here"/{rank_correlation,svg,plot_ablation,plot_plans}.py \
    "$output/"
printf 'effect\tmath\tseries\tstep\tpath\tstrict\tmodelled_ms\twhy_not\ttimed\n' > "$output/index.tsv"

# Lines of a table, without comments.
table() { sed '/^#/d; /^$/d' "$here/$1"; }

wanted() { [[ -z ${WEFT_BENCH_EFFECTS:-} || " $WEFT_BENCH_EFFECTS " == *" $1 "* ]]; }

# line EFFECT MATH SERIES STEP PATH STRICT MODELLED_MS WHY_NOT TIMED
line() {
    local IFS=$'\t'
    printf '%s\n' "$*" >> "$output/index.tsv"
}

# compiled EFFECT SERIES NAME FLAGS...: makes a bundle and sets `path` to where it lies. Plans that
# come out the same share a bundle, which is measured once. Where a plan does not fit the device,
# `path` is empty and `why` says why. Where `subject` is set, it is what stands for the effect.
declare -A made=()
compiled() {
    local effect=$1 series=$2 name=$3 status=0 hash
    shift 3
    path="bundles/$effect-$series-$(tr -cs 'a-z0-9' '-' <<< "$name")"
    path=${path%-}
    why=$("$build/bin/weft" compile "${subject:-$effect}" "$@" -o "$output/$path" 2>&1 > /dev/null) || status=$?
    case $status in
    0) why= ;;
    8) # it does not fit
        rm -rf "${output:?}/$path"
        path=
        why=$(tr -s '\t\n' ' ' <<< "$why")
        return
        ;;
    *)
        printf '%s\n' "$why" >&2
        return 1
        ;;
    esac
    hash=$(sha256sum < "$output/$path/plan.json")
    if [[ -n ${made[$effect $hash]:-} ]]; then
        rm -rf "${output:?}/$path"
        path=${made[$effect $hash]}
    fi
    made[$effect $hash]=$path
}

# The reference computes an effect once; its hashes hold for every strict plan.
reference() {  # EFFECT SIZE PLANES
    "$build/bin/weft" compile "$1" --size "$2" --channels "$3" --target "$target" \
        --check-by reference -o "$output/reference-$1"
}

for suite in $suites; do
    "make_$suite"
    rm -rf "$output"/reference-*
done
du -sh "$output"
