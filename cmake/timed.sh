#!/bin/bash
# timed.sh KIND NAME COMMAND...: runs the command. Where WEFT_TIMES names a folder, adds a line to its
# file `steps`: kind, seconds, processor-seconds in user and in system mode (the command's own and those
# of all processes that were waited for), and name, between tabs. Builds run every step through it.
kind=$1 name=$2
shift 2
[ -n "${WEFT_TIMES:-}" ] || exec "$@"
TIMEFORMAT=$kind$'\t%3R\t%3U\t%3S\t'${name//%/%%}
{ time "$@" 2>&3 3>&-; } 3>&2 2>>"$WEFT_TIMES/steps"
