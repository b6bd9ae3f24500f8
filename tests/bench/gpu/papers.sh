#!/bin/bash
# Writes each printed result of the papers beside ours, where there is no GPU too:
#   papers.sh BUILD_FOLDER OUTPUT_FOLDER [PAPERS.json]
# papers.md has a line for each result: the paper's ratio, that of the planner's model for the paper's
# card, and the measured one, of PAPERS.json, which run_gpu.sh wrote on a card; without it nothing is
# measured. DATE-papers.tsv has every program, size, border and card by itself. Takes a quarter of an
# hour the first time, for about a thousand plans; weft keeps them. WEFT_BENCH_DATE is the date, today's
# if not set.
set -euo pipefail

if [[ $# -lt 2 || $1 == -* ]]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 2
fi
weft=$(realpath "$1")/bin/weft
output=$2
measured=("${@:3:1}")
here=$(dirname "$(realpath "$0")")
date=${WEFT_BENCH_DATE:-$(date -u +%F)}
modelled=$(mktemp)
trap 'rm -f "$modelled" "$output"/*.tmp' EXIT

mkdir -p "$output"
python3 -B "$here/model_papers.py" "$weft" "$modelled"
head="# The papers' results beside ours

As of $date. Made by \`tests/bench/gpu/papers.sh BUILD docs/performance\` from the tables in
\`tests/bench/gpu/papers\`; not edited by hand. *model* is the ratio of two plans' times by the planner's
model for the paper's card, *measured* the same on the card that is named below, if any. Which effects
and options stand for the papers' programs and ways, and how near they come, is [at the
end](#what-stands-for-what). *bar* is a result that a figure shows without a number. A range, mean, most
or least is of all that the line lists; *first* is the least size at which the optimised way is faster;
*(n of m)* says that some of it has no number. Every program, size, border and card by itself:
[$date-papers.tsv]($date-papers.tsv)."
python3 -B "$here/papers_table.py" "$modelled" "${measured[@]}" --markdown "$head" \
    > "$output/papers.md.tmp"
python3 -B "$here/papers_table.py" "$modelled" "${measured[@]}" --cases > "$output/papers.tsv.tmp"
mv "$output/papers.md.tmp" "$output/papers.md"
mv "$output/papers.tsv.tmp" "$output/$date-papers.tsv"
