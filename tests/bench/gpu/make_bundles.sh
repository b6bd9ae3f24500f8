#!/bin/bash
# Makes what run_gpu.sh needs, on a machine that has weft and NVRTC and needs no GPU:
#   make_bundles.sh BUILD_FOLDER OUTPUT_FOLDER [TARGET]
# Bundles for TARGET (sm_90), the runner, and an index. Hashes that strict results are checked with
# are the reference's.
#
#   plans   every plan of plans.tsv for every effect of effects.tsv
#   passes  the ablation of paper: active-library, figures 7 and 8, pass by pass, in two series:
#           own    as weft decides for TARGET: a pass that does not pay there does nothing
#           paper  as it decides for the paper's first card, where every pass that applies acts
#
# WEFT_BENCH_SUITES names the suites to make ("plans passes"), WEFT_BENCH_EFFECTS the effects of
# plans (all), WEFT_BENCH_SIZE their size instead of the table's: small ones try the scripts.
set -euo pipefail

build=$(realpath "$1")
output=$2
target=${3:-sm_90}
here=$(dirname "$(realpath "$0")")
suites=${WEFT_BENCH_SUITES:-plans passes}
# shellcheck source=make_plans.sh
. "$here/make_plans.sh"
# shellcheck source=make_passes.sh
. "$here/make_passes.sh"

rm -rf "$output"
mkdir -p "$output/bundles"
cp "$build/bin/weft-run" "$here"/run_gpu.{sh,py} "$here"/{rank_correlation,svg,plot_ablation,plot_plans}.py \
    "$output/"
printf 'effect\tmath\tseries\tstep\tpath\tstrict\tmodelled_ms\twhy_not\n' > "$output/index.tsv"

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
