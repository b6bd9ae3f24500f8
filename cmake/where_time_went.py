#!/usr/bin/env python3
"""Where the time of a run of .ci/run went: prints tables, and writes all of it as JSON.

    where_time_went.py FOLDER JSON [NAME=VALUE...]

FOLDER holds a folder for each tree, with what cmake/timed.sh and cmake/run_test.py wrote there; the
names and values go into the JSON as they are. Seconds are those of the clock, processor-seconds those
of all processes in user and in system mode. Steps of a build run side by side, so that their seconds
add up to more than the build took.

The JSON: `trees`, by name, each with `phases` by name; `steps` of its build by kind; `folders` of what
was compiled, by name; and `tests` by name. Then `slowest_steps`, `slowest_tests` and `slowest_cases`,
by processor-seconds, 20 of each. Everything has `seconds` and `processor_seconds`; sums have their
`count`; tests have `peak_mb`, the memory of their largest process, `longest_stretch`, the most
processor-seconds without a line of output, and `exit_code`, negative for a signal.
"""
import json
import os
import re
import sys

STEPS = ("compile", "link", "custom")
SLOWEST = 20


def rows(path, fields):
    """Lines of so many fields between tabs; others are what a killed step left."""
    try:
        with open(path, errors="replace") as file:
            lines = [line.rstrip("\n").split("\t") for line in file]
    except FileNotFoundError:
        return []
    return [line for line in lines if len(line) == fields]


def source_of(step):
    """From dir/CMakeFiles/target.dir/name.cpp.o to dir/name.cpp."""
    found = re.fullmatch(r"(.*?)/?CMakeFiles/[^/]+\.dir/(.*?)(\.o)?", step)
    if not found:
        return step
    inner = found[2].replace("__/", "../")
    return os.path.normpath(os.path.join(found[1], inner))


def output_of(step, tree):
    """From /path/of/tree/dir:name to dir/name."""
    folder, _, name = step.partition(":")
    return os.path.relpath(os.path.join(folder, name), tree) if tree else step


def folder_of(source):
    """Two levels: framework/graph, tests/unit."""
    return "/".join(os.path.dirname(source).split("/")[:2]) or "."


def added(sums, key, seconds, processor):
    entry = sums.setdefault(key, {"count": 0, "seconds": 0.0, "processor_seconds": 0.0})
    entry["count"] += 1
    entry["seconds"] += seconds
    entry["processor_seconds"] += processor


def read_tree(folder):
    phases, kinds, folders, steps, root = {}, {}, {}, {}, ""
    lines = rows(f"{folder}/steps", 5)
    for kind, *_, name in lines:
        if kind == "build":
            root = name
    for kind, seconds, user, system, name in lines:
        seconds, processor = float(seconds), float(user) + float(system)
        if kind not in STEPS:
            added(phases, kind, seconds, processor)
            continue
        name = output_of(name, root) if kind == "custom" else source_of(name)
        added(kinds, kind, seconds, processor)
        added(steps, (kind, name), seconds, processor)
        if kind == "compile":
            added(folders, folder_of(name), seconds, processor)
    tests = {name: {"seconds": float(seconds), "processor_seconds": float(processor),
                    "peak_mb": float(peak), "longest_stretch": float(stretch),
                    "exit_code": int(code)}
             for name, seconds, processor, peak, stretch, code in rows(f"{folder}/tests", 6)}
    cases = [{"test": test, "case": case, "seconds": float(seconds),
              "processor_seconds": float(processor)}
             for test, case, seconds, processor in rows(f"{folder}/cases", 4)]
    return {"phases": phases, "steps": kinds, "folders": folders, "tests": tests}, steps, cases


def slowest(entries):
    return sorted(entries, key=lambda entry: -entry["processor_seconds"])[:SLOWEST]


def collect(folder):
    trees, steps, tests, cases = {}, [], [], []
    names = [name for name in os.listdir(folder) if os.path.isdir(f"{folder}/{name}")]
    for name in sorted(names, key=lambda name: os.stat(f"{folder}/{name}").st_mtime):
        trees[name], tree_steps, tree_cases = read_tree(f"{folder}/{name}")
        steps += [{"tree": name, "kind": kind, "name": step, **entry}
                  for (kind, step), entry in tree_steps.items()]
        tests += [{"tree": name, "test": test, **entry}
                  for test, entry in trees[name]["tests"].items()]
        cases += [{"tree": name, **case} for case in tree_cases]
    return {"trees": trees, "slowest_steps": slowest(steps), "slowest_tests": slowest(tests),
            "slowest_cases": slowest(cases)}


def print_phases(trees):
    print(f"\n{'where time went':44}{'seconds':>10}{'processor-seconds':>20}")
    totals = [0.0, 0.0]

    def line(text, entry):
        print(f"{text:44}{entry['seconds']:10.1f}{entry['processor_seconds']:20.1f}")

    for name, tree in trees.items():
        for phase, entry in tree["phases"].items():
            totals[0] += entry["seconds"]
            totals[1] += entry["processor_seconds"]
            line(f"  {name} {phase}" if name != phase else f"  {name}", entry)
            if phase == "build":
                for kind, sums in tree["steps"].items():
                    line(f"      {kind}: {sums['count']} steps", sums)
    line("  together", {"seconds": totals[0], "processor_seconds": totals[1]})


def print_by_tree(title, trees, part, least):
    """Processor-seconds of each name in each tree; names that take little anywhere share a line."""
    trees = {name: tree[part] for name, tree in trees.items() if tree[part]}
    if not trees:
        return
    sums = {name: {key: entry["processor_seconds"] for key, entry in tree.items()}
            for name, tree in trees.items()}
    keys = sorted({key for tree in sums.values() for key in tree},
                  key=lambda key: -sum(tree.get(key, 0.0) for tree in sums.values()))
    shown = [key for key in keys if max(tree.get(key, 0.0) for tree in sums.values()) >= least]
    others = [key for key in keys if key not in shown]
    print(f"\n{title:44}" + "".join(f"{name:>10}" for name in trees))
    for key in shown:
        line = f"  {key:42}" + "".join(
            f"{tree[key]:10.1f}" if key in tree else f"{'':10}" for tree in sums.values())
        print(line.rstrip())
    if others:
        print(f"  {f'{len(others)} others':42}" + "".join(
            f"{sum(tree.get(key, 0.0) for key in others):10.1f}" for tree in sums.values()))


def print_slowest(title, entries, text):
    if not entries:
        return
    print(f"\n{title}: processor-seconds, seconds")
    for entry in entries:
        print(f"{entry['processor_seconds']:10.1f}{entry['seconds']:10.1f}  "
              f"{entry['tree']} {text(entry)}")


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [rounded(inner) for inner in value]
    return round(value, 3) if isinstance(value, float) else value


def main(folder, path, *facts):
    result = {name: int(value) if value.isdigit() else value
              for name, value in (fact.split("=", 1) for fact in facts)}
    result.update(collect(folder))
    with open(path, "w") as file:
        json.dump(rounded(result), file, indent=1)
        file.write("\n")
    trees = result["trees"]
    print_phases(trees)
    print_by_tree("compiling, processor-seconds by folder", trees, "folders", 1.0)
    print_by_tree("tests, processor-seconds by test", trees, "tests", 1.0)
    print_slowest("the slowest steps of builds", result["slowest_steps"],
                  lambda entry: f"{entry['kind']} {entry['name']}")
    print_slowest("the slowest tests", result["slowest_tests"],
                  lambda entry: f"{entry['test']}, {entry['peak_mb']:.0f} MB")
    print_slowest("the slowest cases", result["slowest_cases"],
                  lambda entry: f"{entry['test']} {entry['case']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
