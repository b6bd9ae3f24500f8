#!/usr/bin/env python3
"""Compiles one of halide_programs/ by one schedule into an object file; run by halide_objects.py in a
process of its own, for an autoscheduler may take forever."""
import argparse
import importlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "halide_programs"))

from halide_program import SCHEDULES, compile_program  # noqa: E402  of the folder beside it

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the module's name, as unsharp")
    parser.add_argument("schedule", choices=SCHEDULES)
    parser.add_argument("prefix", help="PREFIX.o is written")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--sizes", type=json.loads, required=True,
                        help="[minimum, extent] of the dimensions of each input, then of the output")
    options = parser.parse_args()
    made = importlib.import_module(options.program).program()
    compile_program(made, options.schedule, options.sizes, options.threads, options.prefix,
                    "peer")
