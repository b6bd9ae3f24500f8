#!/bin/bash
# Runs the bundles beside this script on the GPU at hand, checks and times them:
#   run_gpu.sh [RESULT_FOLDER]
# Writes results.json, plans.svg and ablation.svg; maths.txt where the suite of maths is there, and
# papers.json and papers.txt, each printed result of the papers beside ours, where that of papers
# is. Needs the GPU's driver and Python 3. Stays under ten minutes: WEFT_BENCH_SECONDS (570) are for
# all of it, WEFT_BENCH_MATHS_SECONDS (120) of them for maths at most, no bundle may take more than
# WEFT_BENCH_BUNDLE_SECONDS (30), and what is under way at the end is stopped. Half of what maths
# leaves is kept for the papers. Exit code 0: every result was right; 1: some were not, or time ran
# out for others than those of the papers, which are not measured then and say so.
set -euo pipefail

if [[ "${1:-}" == -* ]]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 0
fi
here=$(dirname "$(realpath "$0")")
results=${1:-$here/results}
mkdir -p "$results"
status=0
total=${WEFT_BENCH_SECONDS:-570}

# left [MOST]: what is left of them, and no more than so many.
left() {
    local seconds=$((total > SECONDS ? total - SECONDS : 0)) most=${1:-$total}
    echo $((seconds < most ? seconds : most))
}

if [[ -e "$here/maths/sweep" && $(left) -gt 0 ]]; then  # timeout 0 is for ever
    timeout "$(left "${WEFT_BENCH_MATHS_SECONDS:-120}")" "$here/maths/sweep" |
        tee "$results/maths.txt" || status=1
fi
papers=0
[[ ! -e "$here/papers/plans.tsv" ]] || papers=1
if [[ $papers == 0 || $(wc -l < "$here/index.tsv") -gt 1 ]]; then
    WEFT_BENCH_SECONDS=$(($(left) / (papers ? 2 : 1))) \
        python3 "$here/run_gpu.py" "$here" "$results/results.json" || status=1
fi
if [[ -e "$results/results.json" ]]; then
    python3 "$here/plot_plans.py" "$results/results.json" "$results/plans.svg"
    python3 "$here/plot_ablation.py" "$results/results.json" "$results/ablation.svg"
fi
if [[ $papers == 1 ]]; then
    WEFT_BENCH_SECONDS=$(left) python3 "$here/run_papers.py" "$here" "$results/papers.json" \
        > "$results/papers.txt" || status=1
    cat "$results/papers.txt"
fi
exit "$status"
