#!/usr/bin/env python3
"""Measures Weft on this machine and records the numbers.

    tests/bench/record.py --weft build/release/bin/weft --out docs/performance/DATE.json

Everything is measured side by side: weft bench interleaves its contenders, and whole processes are
run in turn. Medians and ratios are what to quote; single times on a shared machine mean little.
Prints the tables of docs/performance.md.
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

EFFECTS = [("degrain", "strict"), ("diffusion", "strict"), ("unsharp-halide", "fast"), ("unsharp-halide", "strict"),
           ("gaussian-blur", "strict")]
STAGES = {"degrain": ["DWT1D", "SoftThreshold", "Sum"],
          "diffusion": ["HighlightMask", "BoxBlur", "DiscScatter", "MaskedMix"],
          "unsharp-halide": ["Luminance", "Gaussian"]}
SIZES = {"degrain": "2063x1545", "diffusion": "3072x2304", "unsharp-halide": "2560x1536"}


def machine():
    model = "unknown"
    with open("/proc/cpuinfo") as f:
        for line in f:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return {"cpu": model, "cores": len(os.sched_getaffinity(0)), "system": f"{platform.system()} {platform.machine()}"}


def bench(weft, effect, math="strict", size=None, runs=31):
    command = [weft, "bench", effect, "--math", math, "--runs", str(runs), "--json"]
    if size:
        command += ["--size", size]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)[0]


def seconds(command, environment):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=environment)
    return time.monotonic() - start


def processes(weft, runs=9):
    """Whole processes, in turn: a cold and a warm render, reading and writing alone, a listing."""
    plate = os.path.join(os.path.dirname(__file__), "../../samples/pictures/plate.exr")
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.exr"), os.path.join(folder, "out.exr")
        subprocess.run(["oiiotool", plate, "--resize", "1920x1080", "-o", source], check=True)
        render = [weft, "render", "degrain", "-i", source, "-o", target, "--quiet"]
        times = {"cold render": [], "warm render": [], "read and write alone": [], "list": []}
        for _ in range(runs):
            cold = dict(os.environ, WEFT_CACHE_DIR=os.path.join(folder, "cache"))
            shutil.rmtree(cold["WEFT_CACHE_DIR"], ignore_errors=True)
            times["cold render"].append(seconds(render, cold))
            times["warm render"].append(seconds(render, cold))
            times["read and write alone"].append(seconds(["oiiotool", source, "-o", target], cold))
            times["list"].append(seconds([weft, "list"], cold))
        return {name: statistics.median(values) for name, values in times.items()}


def table(rows, header):
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--weft", default="build/release/bin/weft")
    parser.add_argument("--out", help="where to write the numbers as JSON")
    parser.add_argument("--runs", type=int, default=31)
    options = parser.parse_args()

    record = {"date": datetime.date.today().isoformat(), "machine": machine(), "effects": [],
              "stages": []}
    rows = []
    for effect, math in EFFECTS:
        r = bench(options.weft, effect, math, runs=options.runs)
        record["effects"].append(r)
        ms, fused = r["median_ms"], r["median_ms"]["fused"]
        rows.append([f"{effect} {math}", f"{r['width']}x{r['height']}x{r['planes']}", f"{fused:.2f}",
                     f"{ms['one thread'] / fused:.2f}", f"{ms['without fuse'] / fused:.2f}",
                     f"{fused / ms['copy']:.2f}", f"{fused / ms['copy and read']:.2f}",
                     f"{r['scratch_megabytes']['fused']:.1f}"])
    table(rows, ["effect", "picture", "fused, ms", "one thread / fused", "unfused / fused",
                 "fused / copy", "fused / (copy + read)", "scratch, MB"])
    rows = []
    for effect, functors in STAGES.items():
        for functor in functors:
            r = bench(options.weft, functor, size=SIZES[effect], runs=options.runs)
            record["stages"].append(r)
            ms = r["median_ms"]
            rows.append([functor, f"{r['width']}x{r['height']}x{r['planes']}", f"{ms['fused']:.2f}",
                         f"{ms['copy']:.2f}", f"{ms['fused'] / ms['copy']:.2f}"])
    table(rows, ["functor alone", "picture", "ms", "copy of the same planes, ms", "ratio"])
    if shutil.which("oiiotool"):
        record["processes_seconds"] = processes(os.path.abspath(options.weft))
        table([[name, f"{1000 * s:.0f}"] for name, s in record["processes_seconds"].items()],
              ["process, degrain on 1920x1080 half EXR", "ms"])
    else:
        print("oiiotool is not installed: whole processes were not timed", file=sys.stderr)
    if options.out:
        with open(options.out, "w") as f:
            json.dump(record, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
