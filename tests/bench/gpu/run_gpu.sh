#!/bin/bash
# Runs the bundles beside this script on the GPU at hand, checks and times them:
#   run_gpu.sh [RESULT_FOLDER]
# Writes results.json, plans.svg and ablation.svg, and maths.txt where the suite of maths is there.
# Needs the GPU's driver and Python 3. Stays under twelve minutes: WEFT_BENCH_MATHS_SECONDS (120) are for
# maths, WEFT_BENCH_SECONDS (540) are shared by all bundles, no bundle may take more than
# WEFT_BENCH_BUNDLE_SECONDS (30), and what is under way at the end is stopped. Exit code 0: every result
# was right; 1: some were not, or time ran out.
set -euo pipefail

if [[ "${1:-}" == -* ]]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 0
fi
here=$(dirname "$(realpath "$0")")
results=${1:-$here/results}
mkdir -p "$results"
status=0
if [[ -e "$here/maths/sweep" ]]; then
    timeout "${WEFT_BENCH_MATHS_SECONDS:-120}" "$here/maths/sweep" | tee "$results/maths.txt" || status=1
fi
python3 "$here/run_gpu.py" "$here" "$results/results.json" || status=1
if [[ -e "$results/results.json" ]]; then
    python3 "$here/plot_plans.py" "$results/results.json" "$results/plans.svg"
    python3 "$here/plot_ablation.py" "$results/results.json" "$results/ablation.svg"
fi
exit "$status"
