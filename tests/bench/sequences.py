#!/usr/bin/env python3
"""Times a shot through degrain, beside oiiotool and beside Weft with one frame at a time.

    tests/bench/sequences.py --weft build/release/bin/weft --out docs/performance/DATE-sequences.json

The shot is 48 frames of noise over a ramp, 1920x1080, half, zip. The contenders take turns; of each
the median is kept, with the processor time it took as a share of all cores, and of Weft the time per
stage. Needs openimageio-tools.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from record import machine, table

SECONDS = {"ms": 1e-3, "s": 1.0, "min": 60.0}


def run(command):
    """Wall seconds, processor seconds and what was printed."""
    start = time.monotonic()
    before = os.times()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    after = os.times()
    busy = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return time.monotonic() - start, busy, done.stdout


def make_shot(weft, folder, frames):
    subprocess.run([weft, "render", "Noise", "-o", f"{folder}/noise.exr", "--set", "width=1920",
                    "--set", "height=1080", "--format", "half", "-q"], check=True)
    subprocess.run([weft, "render", "Gain", "-i", f"{folder}/noise.exr", "-o", f"{folder}/in.####.exr",
                    "-F", f"1-{frames}", "--set", f"gain=1:0.5,{frames}:1.5", "-q",
                    "--compression", "zip"], check=True)


def stages(text):
    """Of "work: read 736 ms, prepare 353 ms, ..." the seconds of each stage."""
    found = re.findall(r"(read|prepare|compute|write) ([0-9.]+) (ms|s|min)", text)
    return {name: float(number) * SECONDS[unit] for name, number, unit in found}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True)
    parser.add_argument("--out")
    parser.add_argument("--frames", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not shutil.which("oiiotool"):
        sys.exit("oiiotool is not installed: it is what Weft is timed beside; install openimageio-tools")
    weft = os.path.abspath(options.weft)
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        make_shot(weft, folder, options.frames)
        shot = ["-i", f"{folder}/in.####.exr", "-o", f"{folder}/out.####.exr", "-F",
                f"1-{options.frames}"]
        one = "; ".join(f"{weft} render degrain -q -i {folder}/in.{f:04}.exr -o {folder}/out.{f:04}.exr"
                        for f in range(1, options.frames + 1))
        # A # of oiiotool stands for four digits.
        source, target = f"{folder}/in.#.exr", f"{folder}/oiio.#.exr"
        oiiotool = ["oiiotool", "--frames", f"1-{options.frames}", source]
        contenders = {
            "weft": [weft, "render", "degrain", *shot],
            "weft, one frame at a time": ["sh", "-ec", one],
            "oiiotool, box blur 5x5": [*oiiotool, "--blur", "5x5", "-o", target],
            "oiiotool, read and write": [*oiiotool, "-o", target],
        }
        run(contenders["weft"])  # compiles
        times = {name: [] for name in contenders}
        for _ in range(options.rounds):
            for name, command in contenders.items():
                times[name].append(run(command))
    result = {"machine": machine(), "frames": options.frames, "rounds": options.rounds, "contenders": {}}
    for name, runs in times.items():
        wall, busy, text = sorted(runs, key=lambda r: r[0])[len(runs) // 2]
        result["contenders"][name] = {"seconds": statistics.median(r[0] for r in runs),
                                      "all": [r[0] for r in runs],
                                      "busy": busy / (wall * cores), "stages": stages(text)}
    ours = result["contenders"]["weft"]["seconds"]
    table([[name, f"{c['seconds']:.2f}", f"{c['seconds'] / ours:.2f}", f"{100 * c['busy']:.0f} %",
            ", ".join(f"{s} {t:.2f}" for s, t in c["stages"].items())]
           for name, c in result["contenders"].items()],
          ["", "s", "of weft", "of all cores", "work of stages, s"])
    if options.out:
        with open(options.out, "w") as f:
            json.dump(result, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
