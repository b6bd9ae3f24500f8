"""Runs every bundle of an index with weft-run, checks its result and takes its times.

run_gpu.py FOLDER RESULTS.json: FOLDER is what make_bundles.sh made. Strict results are compared with
the bundle's hashes, band by band; fast ones with a strict result of the same device, within the
tolerance that the bundle states. Needs the standard library alone.
"""

import csv
import json
import os
import subprocess
import sys
import time

ROUNDS = int(os.environ.get("WEFT_BENCH_ROUNDS", "20"))
COPY_MEGABYTES = int(os.environ.get("WEFT_BENCH_COPY_MB", "512"))
SECONDS_ALLOWED = float(os.environ.get("WEFT_BENCH_SECONDS", "540"))


class Runner:
    """weft-run, until time runs out."""

    def __init__(self, folder):
        self.folder = folder
        self.deadline = time.monotonic() + SECONDS_ALLOWED

    def run(self, *arguments):
        """Its report, or {"error": why}."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            return {"error": "no time was left"}
        command = [os.path.join(self.folder, "weft-run"), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=left,
                                  cwd=self.folder)
        except subprocess.TimeoutExpired:
            return {"error": "it was stopped: no time was left"}
        except OSError as error:
            return {"error": f"weft-run does not start: {error}"}
        if done.returncode not in (0, 1) or not done.stdout:
            return {"error": done.stderr.strip() or f"weft-run ended with {done.returncode}"}
        return json.loads(done.stdout)


def measure(runner, row):
    """One bundle: whether its result is right, and its times."""
    judge = ["--check"] if row["math"] == "strict" else ["--compare", row["strict"]]
    report = runner.run(row["path"], *judge, "--time", ROUNDS)
    step = {"step": row["step"], "bundle": row["path"]}
    if "error" in report:
        return {**step, "right": False, "error": report["error"]}
    verdict = report.get("check") or report["compare"]
    times = report["times"]
    return {**step, "right": verdict["agrees"], "verdict": verdict, **times}


def add_ratios(steps, bandwidth):
    """Each step against the one before it, the first, and the time that its bytes alone take."""
    timed = [step for step in steps if "frame_seconds" in step]
    for before, step in zip([None] + timed, timed):
        step["speedup_of_step"] = before["frame_seconds"] / step["frame_seconds"] if before else 1
        step["speedup"] = timed[0]["frame_seconds"] / step["frame_seconds"]
        if bandwidth:
            step["floor_seconds"] = step["bytes_moved"] / bandwidth
            step["over_floor"] = step["frame_seconds"] / step["floor_seconds"]


def print_series(series):
    print(f"{series['effect']}, {series['math']}, {series['series']}")
    for step in series["steps"]:
        if "frame_seconds" not in step:
            print(f"  {step['step']:<26} {step['error']}")
            continue
        floor = f"{step['over_floor']:6.2f} times its bytes" if "over_floor" in step else ""
        print(f"  {step['step']:<26} {1e3 * step['frame_seconds']:8.3f} ms"
              f" {step['speedup_of_step']:6.2f}x {step['speedup']:6.2f}x in all {floor}"
              f"{'' if step['right'] else '  WRONG'}")


def main(folder, results_path):
    folder = os.path.abspath(folder)
    runner = Runner(folder)
    device = runner.run("--devices", "--bandwidth", COPY_MEGABYTES)
    if "error" in device:
        print(device["error"], file=sys.stderr)
        return 1
    bandwidth = device["copy_bytes_per_second"]
    print(f"{device['devices'][0]['name']}: copies {bandwidth / 1e9:.0f} GB/s")
    with open(os.path.join(folder, "index.tsv"), newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))

    all_series = {}
    for row in rows:
        key = (row["effect"], row["math"], row["series"])
        all_series.setdefault(key, []).append(measure(runner, row))
    experiments = []
    for (effect, math, series), steps in all_series.items():
        add_ratios(steps, bandwidth)
        experiments.append({"effect": effect, "math": math, "series": series, "steps": steps})
        print_series(experiments[-1])
    results = {"format": "weft gpu ablation", "version": 1, "rounds": ROUNDS, **device,
               "experiments": experiments}
    beside = results_path + ".tmp"
    with open(beside, "w") as file:
        json.dump(results, file, indent=1)
    os.replace(beside, results_path)
    wrong = [step["bundle"] for e in experiments for step in e["steps"] if not step["right"]]
    print(f"{len(rows) - len(wrong)} of {len(rows)} results are right"
          + (f"; wrong: {', '.join(wrong)}" if wrong else ""))
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("run_gpu.py FOLDER RESULTS.json")
    sys.exit(main(sys.argv[1], sys.argv[2]))
