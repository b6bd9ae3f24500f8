#!/bin/sh
# bare_rounds.sh WEFT BARE_HOST HOST_TBB.so WEFT.OFX FOLDER: Weft's bundle, and one that `weft export-ofx`
# writes, are loaded and let go in a host that shares nothing with them, in every order that it knows.
# WEFT_TEST_FULL=1 takes a thousand rounds of each.
set -eu
weft=$1 host=$2 module=$3 live=$4 folder=$5

rounds() { # NUMBER: of a usual run
    if [ "${WEFT_TEST_FULL:-}" = 1 ]; then echo 1000; else echo "$1"; fi
}

rm -rf "$folder"
mkdir -p "$folder"
"$weft" export-ofx invert -o "$folder/Invert.ofx.bundle" --cpu x86-64-v2
ahead=$folder/Invert.ofx.bundle/Contents/Linux-x86-64/Invert.ofx

"$host" plain "$(rounds 200)" "$live" "$ahead"
"$host" any "$(rounds 200)" "$live" "$ahead"
for order in nested instance-left not-unloaded not-closed; do
    "$host" $order "$(rounds 20)" "$live" "$ahead"
done
for bundle in "$live" "$ahead"; do
    "$host" plain "$(rounds 20)" "$bundle"
    "$host" exit "$(rounds 4)" "$bundle"
done
"$host" exit "$(rounds 24)" "$ahead" "$live"
"$host" --beside "$module" any "$(rounds 40)" "$live" "$ahead"
"$host" --beside "$module" exit "$(rounds 4)" "$live" "$ahead"
rm -rf "$folder"
