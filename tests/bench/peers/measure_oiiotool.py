#!/usr/bin/env python3
"""Measures whole commands of oiiotool and of weft on the same file, in turn. Prints JSON. Processor time counts: the
two leave other work to threads. Needs oiiotool (Debian: openimageio-tools), and no package of Python."""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import time

import turns

FOLDER = pathlib.Path(__file__).resolve().parent
PLATE = FOLDER.parents[2] / "samples" / "pictures" / "plate.exr"


def read_commands(text):
    """[(name, operations, effect and settings, allowed, percent, why)] of commands.tsv's text."""
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, shown.split(), effect.split(), float(allowed), float(percent), why)
            for name, shown, effect, allowed, percent, why in rows]


def agreement(said, code, allowed, percent):
    """What `oiiotool --diff` printed and ended with, as agreement.compare() tells it."""
    largest = re.search(r"Max error\s*=\s*([0-9.eE+-]+)", said)
    beyond = re.search(r"\(([0-9.eE+-]+)%\) over", said)
    return {"agree": code == 0, "largest": float(largest.group(1)) if largest else 0.0,
            "beyond": float(beyond.group(1)) / 100 if beyond else 0.0, "allowed": allowed,
            "outliers": percent / 100, "margin": 0}


def child_seconds(command, surroundings):
    """(by the clock, of processors) that a command takes, with all that it starts and waits for."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=surroundings, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def measure(command, weft, folder, options):
    name, operations, effect, allowed, percent, why = command
    surroundings = dict(os.environ, WEFT_CACHE_DIR=str(folder / "cache"))
    source, ours, theirs = (str(folder / n) for n in ("in.exr", "ours.exr", "theirs.exr"))
    contenders = {
        "weft": [weft, "render", *effect, "-i", source, "-o", ours, "--quiet",
                 "--threads", str(options.threads)],
        "oiiotool": ["oiiotool", "--threads", str(options.threads), source, *operations, "-d", "half",
                     "-o", theirs]}
    for contender in contenders.values():  # fills caches
        child_seconds(contender, surroundings)
    said = subprocess.run(["oiiotool", "--fail", str(allowed), "--failpercent", str(percent),
                           "--warn", str(allowed), ours, theirs, "--diff"], capture_output=True, text=True)
    found = agreement(said.stdout, said.returncode, allowed, percent)
    result = {"name": name, "type": "half", "threads": options.threads, "why": why,
              "schedules": {"oiiotool": {"agreement": found, "agreements": {"weft": found}}},
              "times": {n: turns.Times() for n in contenders}}
    for _ in range(0 if options.check else options.repeats):
        for who, contender in contenders.items():
            wall, processor = child_seconds(contender, surroundings)
            result["times"][who].wall.append(wall)
            result["times"][who].processor.append(processor)
    result["times"] = {n: vars(t) for n, t in result["times"].items()}
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    program = pathlib.Path(given.build).resolve() / "bin" / "weft"
    if not program.exists() or not shutil.which("oiiotool"):
        raise SystemExit(f"oiiotool was not measured: {program} and oiiotool (Debian: "
                         "openimageio-tools) must be there")
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["oiiotool", PLATE, "--resize", "1920x1080", "-d", "half", "-o",
                        f"{made}/in.exr"], check=True)
        texts = (FOLDER / "commands.tsv").read_text()
        print(json.dumps([measure(c, str(program), pathlib.Path(made), given)
                          for c in read_commands(texts)]))
