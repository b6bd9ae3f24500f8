#!/usr/bin/env python3
"""Has clang-tidy read every source file: tidy.py [FOLDER OR FILE...] prints what it finds, and a count.

Each finding is printed once, however many files include the header it is in. Ends with 1 where there
are findings. The files are read as Clang compiles them, in a build tree of this script's own, build/tidy,
which is configured and never built.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(os.environ.get("WEFT_TREES", f"{ROOT}/build"), "tidy")
FINDING = re.compile(r"^(/[^:\n]+:\d+:\d+: (?:error|warning): .*)$", re.MULTILINE)


def say(text):
    print(f"weft: clang-tidy: {text}", file=sys.stderr, flush=True)


def configure():
    done = subprocess.run(
        ["cmake", "--preset", "clang", "-B", TREE, "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\nCMake could not configure {TREE} (see above)")


def sources(wanted):
    """The source files of the project: what was generated has its own style."""
    with open(f"{TREE}/compile_commands.json") as file:
        files = sorted({entry["file"] for entry in json.load(file)})
    places = [os.path.abspath(place) for place in wanted] or [ROOT]
    return [name for name in files
            if not name.startswith((f"{ROOT}/build/", f"{TREE}/"))
            and any(name == place or name.startswith(f"{place}/") for place in places)]


def read(name):
    """What clang-tidy says of one file: findings, each with its notes; and trouble of its own."""
    done = subprocess.run(["clang-tidy-19", "-p", TREE, "--quiet", name], cwd=ROOT, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = FINDING.split(done.stdout)
    findings = list(zip(parts[1::2], parts[2::2]))
    if done.returncode != 0 and not findings:
        return [(f"{name}: clang-tidy-19 ended with {done.returncode}", f"\n{done.stderr}")]
    return findings


def main(wanted):
    configure()
    files = sources(wanted)
    if not files:
        sys.exit(f"there is no source file in {' '.join(wanted)}")
    found, told = set(), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done, findings in enumerate(pool.map(read, files), 1):
            for first, rest in findings:
                if first not in found:
                    print(first.replace(f"{ROOT}/", "", 1) + rest.rstrip(), flush=True)
                found.add(first)
            if time.monotonic() - told > 30 or done == len(files):
                told = time.monotonic()
                say(f"{done} of {len(files)} files read, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
