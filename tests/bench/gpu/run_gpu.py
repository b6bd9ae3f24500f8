"""Runs every bundle of an index with weft-run, checks its result and takes its times.

run_gpu.py FOLDER RESULTS.json: FOLDER is what make_bundles.sh made. Strict results are compared with
the bundle's hashes, band by band; fast ones with a strict result of the same device, within the
tolerance that the bundle states. A bundle that several lines of the index name runs once. Lines that
are not to be timed are run first, several at a time. Needs the standard library alone.
"""

import concurrent.futures
import csv
import json
import math
import os
import subprocess
import sys
import time

from rank_correlation import rank_correlation

ROUNDS = int(os.environ.get("WEFT_BENCH_ROUNDS", "20"))
COPY_MEGABYTES = int(os.environ.get("WEFT_BENCH_COPY_MB", "512"))
SECONDS_ALLOWED = float(os.environ.get("WEFT_BENCH_SECONDS", "540"))
SECONDS_A_BUNDLE = float(os.environ.get("WEFT_BENCH_BUNDLE_SECONDS", "30"))
CHECKS_AT_A_TIME = int(os.environ.get("WEFT_BENCH_JOBS", str(min(8, os.cpu_count() or 1))))


class Runner:
    """weft-run, until the time of a bundle or of all of them runs out."""

    def __init__(self, folder):
        self.folder = folder
        self.deadline = time.monotonic() + SECONDS_ALLOWED

    def left(self):
        """Seconds."""
        return self.deadline - time.monotonic()

    def run(self, *arguments):
        """Its report, or {"error": why}."""
        left = self.left()
        if left <= 0:
            return {"error": "no time was left"}
        command = [os.path.join(self.folder, "weft-run"), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=min(left, SECONDS_A_BUNDLE), cwd=self.folder)
        except subprocess.TimeoutExpired:
            return {"error": "it was stopped: no time was left" if left <= SECONDS_A_BUNDLE else
                    f"it was stopped after {SECONDS_A_BUNDLE:g} s"}
        except OSError as error:
            return {"error": f"weft-run does not start: {error}"}
        if done.returncode not in (0, 1) or not done.stdout:
            return {"error": done.stderr.strip() or f"weft-run ended with {done.returncode}"}
        return json.loads(done.stdout)


def arguments_of(row):
    """What weft-run is called with for a line of the index."""
    judge = ["--check"] if row["math"] == "strict" else ["--compare", row["strict"]]
    return (row["path"], *judge, *(["--time", ROUNDS] if row["timed"] != "no" else []))


def run_all(runner, rows):
    """The report of each bundle that the lines name, by its arguments: those that are timed alone on
    the device, after the others."""
    every = dict.fromkeys(arguments_of(row) for row in rows if row["path"])
    timed = [arguments for arguments in every if "--time" in arguments]
    checked = [arguments for arguments in every if "--time" not in arguments]
    with concurrent.futures.ThreadPoolExecutor(CHECKS_AT_A_TIME) as pool:
        reports = dict(zip(checked, pool.map(lambda arguments: runner.run(*arguments), checked)))
    for arguments in timed:
        reports[arguments] = runner.run(*arguments)
    return reports


def step_of(row, reports):
    """One line of the index: whether its result is right, and its times."""
    step = {"step": row["step"], "bundle": row["path"]}
    if row.get("modelled_ms"):
        step["modelled_seconds"] = float(row["modelled_ms"]) / 1e3
    if not row["path"]:
        return {**step, "planned": False, "right": True, "error": row["why_not"]}
    report = reports[arguments_of(row)]
    if "error" in report:
        return {**step, "right": False, "error": report["error"]}
    verdict = report.get("check") or report["compare"]
    return {**step, "right": verdict["agrees"], "verdict": verdict,
            "picture_bytes": report["bundle"]["picture_bytes"], **report.get("times", {})}


def add_ratios(steps, bandwidth):
    """Each step against the one before it, the first, and the times that its bytes alone take: those
    that its kernels move, and those of the effect's own pictures."""
    timed = [step for step in steps if "frame_seconds" in step]
    for before, step in zip([None] + timed, timed):
        step["speedup_of_step"] = before["frame_seconds"] / step["frame_seconds"] if before else 1
        step["speedup"] = timed[0]["frame_seconds"] / step["frame_seconds"]
        if bandwidth:
            step["floor_seconds"] = step["bytes_moved"] / bandwidth
            step["over_floor"] = step["frame_seconds"] / step["floor_seconds"]
            step["picture_floor_seconds"] = step["picture_bytes"] / bandwidth
            step["over_picture_floor"] = step["frame_seconds"] / step["picture_floor_seconds"]


def auto_over_fastest(steps):
    """How much longer the planner's own choice takes than the fastest right step; None where it was
    not measured."""
    times = {s["step"]: s["frame_seconds"] for s in steps if s["right"] and "frame_seconds" in s}
    return times["auto"] / min(times.values()) if "auto" in times else None


def model_ranks(experiments):
    """Rank correlation of the model's times with those of frames, over distinct plans: of each effect,
    of all, and of all in units of their effect's (geometric) mean. None where there is no order."""
    by_effect = {}
    for e in experiments:
        for s in e["steps"]:
            if "modelled_seconds" in s and "frame_seconds" in s:
                plans = by_effect.setdefault(e["effect"], {})
                plans[s["bundle"]] = (s["frame_seconds"], s["modelled_seconds"])

    def scaled(pairs):
        means = [math.exp(sum(map(math.log, column)) / len(column)) for column in zip(*pairs)]
        return [tuple(value / mean for value, mean in zip(pair, means)) for pair in pairs]

    def correlation(pairs):
        return rank_correlation(*zip(*pairs)) if pairs else None

    pairs = {effect: list(plans.values()) for effect, plans in by_effect.items()}
    return {"plans": sum(map(len, pairs.values())),
            "all plans": correlation([p for of in pairs.values() for p in of]),
            "within effects": correlation([p for of in pairs.values() for p in scaled(of)]),
            "effects": {effect: correlation(of) for effect, of in pairs.items()}}


def print_series(series):
    """Times of a series; of one that was only checked, what is wrong."""
    timed = [step for step in series["steps"] if "frame_seconds" in step]
    wrong = [step for step in series["steps"] if not step["right"]]
    if not timed and not wrong:
        return
    print(f"{series['effect']}, {series['math']}, {series['series']}")
    for step in series["steps"]:
        if "frame_seconds" not in step:
            if timed or not step["right"]:
                print(f"  {step['step']:<26} {step.get('error', 'WRONG')}")
            continue
        floor = (f"{step['over_floor']:6.2f} times its bytes, {step['over_picture_floor']:6.2f} "
                 "times its pictures'" if "over_floor" in step else "")
        print(f"  {step['step']:<26} {1e3 * step['frame_seconds']:8.3f} ms"
              f" {step['speedup_of_step']:6.2f}x {step['speedup']:6.2f}x in all {floor}"
              f"{'' if step['right'] else '  WRONG'}")
    if series["auto_over_fastest"] is not None:
        print(f"  auto takes {series['auto_over_fastest']:.3f} times as long as the fastest")


def print_ranks(ranks):
    def shown(value):
        return "no order" if value is None else f"{value:.3f}"
    if ranks["plans"]:
        print(f"the model's order of {ranks['plans']} plans and the measured one: rank correlation "
              f"{shown(ranks['all plans'])}, within effects {shown(ranks['within effects'])}")


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

    reports = run_all(runner, rows)
    all_series = {}
    for row in rows:
        key = (row["effect"], row["math"], row["series"])
        all_series.setdefault(key, []).append(step_of(row, reports))
    experiments = []
    for (effect, arithmetic, series), steps in all_series.items():
        add_ratios(steps, bandwidth)
        experiments.append({"effect": effect, "math": arithmetic, "series": series, "steps": steps,
                            "auto_over_fastest": auto_over_fastest(steps)})
        print_series(experiments[-1])
    ranks = model_ranks(experiments)
    print_ranks(ranks)
    results = {"format": "weft gpu ablation", "version": 3, "rounds": ROUNDS, **device,
               "rank_correlation": ranks, "experiments": experiments}
    beside = results_path + ".tmp"
    with open(beside, "w") as file:
        json.dump(results, file, indent=1)
    os.replace(beside, results_path)
    wrong = [step["bundle"] for e in experiments for step in e["steps"] if not step["right"]]
    print(f"{len(rows) - len(wrong)} of {len(rows)} results are right"
          + (f"; wrong: {', '.join(dict.fromkeys(wrong))}" if wrong else ""))
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("run_gpu.py FOLDER RESULTS.json")
    sys.exit(main(sys.argv[1], sys.argv[2]))
