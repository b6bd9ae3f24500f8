"""Times the plans that stand for what the papers compare, and prints their results beside ours.

run_papers.py FOLDER RESULTS.json: FOLDER is what make_bundles.sh made. Plans that compute the same
pixels are a group and take turns on the device, forwards and backwards, so that what drifts strikes
all of them; a plan's time is its best. Each plan's pixels are checked in its first turn. Every
group has a turn, the most important first, before any has another, as long as there is time
(WEFT_BENCH_SECONDS); what had none is said to be not measured. Exit code 1: some pixels were wrong,
or a plan did not run. Needs the standard library alone.
"""

import csv
import json
import os
import sys

import papers
import papers_table
from run_gpu import ROUNDS, Runner

TURNS = int(os.environ.get("WEFT_BENCH_TURNS", "3"))
NO_TIME = "no time was left"


def read_plans(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def groups_of(plans, order):
    """The distinct bundles of each group, in the order of importance."""
    groups = {}
    for plan in plans:
        if plan["path"]:
            groups.setdefault(plan["group"], {})[plan["path"]] = plan
    return [list(groups[name].values()) for name in order if name in groups]


def judge(runner, plan, judges):
    """Arguments that have a plan's pixels checked, and what is wrong with those it is held against:
    a strict plan has hashes, a fast one is held against a strict one, whose are checked first."""
    if plan["math"] == "strict":
        return ["--check"], ""
    strict = plan["strict"]
    if strict not in judges:
        judges[strict] = wrong(runner.run(strict, "--check"))
    return ["--compare", strict], judges[strict] and f"of the strict plan: {judges[strict]}"


def wrong(report):
    """What is wrong with a checked run, or nothing."""
    if "error" in report:
        return report["error"]
    verdict = report.get("check") or report["compare"]
    return "" if verdict["agrees"] else "WRONG: its pixels are not the reference's"


def first_turn(runner, plan, judges):
    arguments, error = judge(runner, plan, judges)
    if error:
        return {"error": error}
    report = runner.run(plan["path"], *arguments, "--time", ROUNDS)
    error = wrong(report)
    if error:
        return {"error": error}
    return {"frame_seconds": report["times"]["frame_seconds"], "turns": 1}


def another_turn(runner, plan, time):
    """One that fails, for want of time or otherwise, leaves what the turns before it found."""
    report = runner.run(plan["path"], "--time", ROUNDS)
    if "error" not in report:
        time["frame_seconds"] = min(time["frame_seconds"], report["times"]["frame_seconds"])
        time["turns"] += 1


def measure(runner, groups, turns=TURNS):
    """The time of each bundle, or why it has none."""
    times, judges = {}, {}
    for turn in range(turns):
        for group in groups:
            for plan in group if turn % 2 == 0 else reversed(group):
                path = plan["path"]
                if runner.left() <= 0:
                    times.setdefault(path, {"error": NO_TIME})
                elif turn == 0:
                    times[path] = first_turn(runner, plan, judges)
                elif "error" not in times[path]:
                    another_turn(runner, plan, times[path])
    return times


def by_plan(plans, times):
    """What became of each plan, by its key: plans that came out the same share a bundle."""
    return {plan["plan"]: times[plan["path"]] if plan["path"] else {"error": plan["why_not"]}
            for plan in plans}


def failures(times):
    """Bundles that ran and were not right. For want of time is no fault of theirs."""
    return {path: time["error"] for path, time in times.items()
            if "error" in time and NO_TIME not in time["error"]}


def main(folder, path):
    folder = os.path.abspath(folder)
    runner = Runner(folder)
    devices = runner.run("--devices")
    if "error" in devices:
        print(devices["error"], file=sys.stderr)
        return 1
    results = papers.read_results(os.path.join(folder, "papers"))
    plans = read_plans(os.path.join(folder, "papers", "plans.tsv"))
    times = measure(runner, groups_of(plans, papers.by_importance(results)))
    with open(os.path.join(folder, "papers", "target")) as file:
        target = file.read().strip()
    with open(path + ".tmp", "w") as file:
        json.dump({"format": "weft papers", "version": 1, "rounds": ROUNDS, **devices,
                   "target": target, "plans": by_plan(plans, times)}, file, indent=1)
    os.replace(path + ".tmp", path)
    known = papers_table.read_times(os.path.join(folder, "papers", "modelled.tsv"), path)
    print(papers_table.tables(results, known, papers_table.text, ""))
    bad = failures(times)
    late = sum(NO_TIME in time.get("error", "") for time in times.values())
    print(f"\n{len(times) - len(bad) - late} of {len(times)} bundles are measured and right"
          + (f", for {late} no time was left" if late else ""))
    for path, error in bad.items():
        print(f"  {path}: {error}")
    return 1 if bad or not times else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("run_papers.py FOLDER RESULTS.json")
    sys.exit(main(sys.argv[1], sys.argv[2]))
