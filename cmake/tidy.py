#!/usr/bin/env python3
"""Has clang-tidy read every source file: tidy.py [FOLDER OR FILE...] prints what it finds, and a count.

What takes long is headers, which are the same for many files. So files that are compiled alike are read
in units of up to 48, each header once a unit. Those of a unit that do not compile there, for a name that
another has as well, are read apart from the others. Each finding is printed once, whether in a source or
in a header. Ends with 1 where there are findings. The files are read as Clang compiles them, in a build
tree of this script's own, build/tidy, which is configured and never built.
"""
import collections
import concurrent.futures
import itertools
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(os.environ.get("WEFT_TREES", f"{ROOT}/build"), "tidy")
ALONE = f"{TREE}/tests/conformance/alone/"  # a source for each header that has none
STRANGE = f"{ROOT}/tests/differential/strangers/"  # functors written to be odd
UNIT = 48
FINDING = re.compile(r"^(/[^:\n]+)(:\d+:\d+: (?:error|warning): .*)$", re.MULTILINE)
ERROR = "[clang-diagnostic-error"  # it does not compile
unit_number = itertools.count()


def say(text):
    print(f"weft: clang-tidy: {text}", file=sys.stderr, flush=True)


def configure():
    done = subprocess.run(
        ["cmake", "--preset", "clang", "-B", TREE, "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DWEFT_UNITY=OFF"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\nCMake could not configure {TREE} (see above)")


def meant(name):
    """The file that a source is read for: itself, or the header that it includes and nothing else."""
    if not name.startswith(ALONE):
        return name
    with open(name) as file:
        header = file.read().split('"')[1]
    return f"{ROOT}/{os.path.basename(name).split('_')[0]}/{header}"


def asked_for(name, places):
    """Whether a file is one of the project's in those places; what was generated has its own style."""
    return (not name.startswith((f"{ROOT}/build/", f"{TREE}/", STRANGE))
            and any(name == place or name.startswith(f"{place}/") for place in places))


def options(entry):
    """What a source is compiled with, but for the compiler, for files, and for how well to optimise."""
    words = shlex.split(entry["command"])
    words = words[next(at for at, word in enumerate(words) if word.startswith("-")):]
    output = words.index("-o")
    del words[output:output + 2]
    return tuple(word for word in words if word not in ("-c", entry["file"]) and not word.startswith("-O"))


def units(places):
    """The sources asked for, as pairs of options and the list of those that have them; the longest first."""
    with open(f"{TREE}/compile_commands.json") as file:
        entries = {entry["file"]: entry for entry in json.load(file)}
    alike = collections.defaultdict(list)
    for name, entry in sorted(entries.items()):
        if asked_for(meant(name), places):
            alike[options(entry)].append(name)
    pieces = [(words, names[at:at + UNIT])
              for words, names in alike.items() for at in range(0, len(names), UNIT)]
    return sorted(pieces, key=lambda piece: -len(piece[1]))


def findings(words, names):
    """What clang-tidy says of files read together: triples of a path, a message, and its notes."""
    source = names[0]
    if len(names) > 1:
        # By that name the static analyser knows that what the file includes is sources, not headers.
        source = f"{TREE}/units/UnifiedSource{next(unit_number)}.cpp"
        with open(source, "w") as file:
            file.writelines(f'#include "{name}"\n' for name in names)
    done = subprocess.run(
        ["clang-tidy-19", "--quiet", f"--config-file={ROOT}/.clang-tidy", "--header-filter=.*", source, "--",
         *words, "-ferror-limit=0"],
        cwd=TREE, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = FINDING.split(done.stdout)
    found = [(os.path.normpath(path), *rest) for path, *rest in zip(parts[1::3], parts[2::3], parts[3::3])]
    if done.returncode != 0 and not found:
        return [(names[0], f": clang-tidy-19 ended with {done.returncode}", f"\n{done.stderr}")]
    return found


def read(unit):
    """What there is to find in a unit, of which each part compiles."""
    words, names = unit
    found = findings(words, names)
    wrong = {path for path, message, _ in found if ERROR in message}
    if not wrong or len(names) == 1:
        return found
    apart = [name for name in names if name in wrong]
    together = [name for name in names if name not in wrong]
    if not apart or len(apart) > len(together):
        parts = [[name] for name in names]
    else:
        parts = [together, apart]
    return [one for part in parts for one in read((words, part))]


def main(wanted):
    configure()
    os.makedirs(f"{TREE}/units", exist_ok=True)
    places = [os.path.abspath(place) for place in wanted] or [ROOT]
    to_read = units(places)
    if not to_read:
        sys.exit(f"there is no source file in {' '.join(wanted)}")
    count, files, told = sum(len(names) for _, names in to_read), 0, time.monotonic()
    printed = set()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        running = {pool.submit(read, unit): unit for unit in to_read}
        for done in concurrent.futures.as_completed(running):
            files += len(running[done][1])
            for path, message, notes in done.result():
                if (asked_for(path, places) or ERROR in message) and (path, message) not in printed:
                    printed.add((path, message))
                    print(f"{path}{message}".replace(f"{ROOT}/", "", 1) + notes.rstrip(), flush=True)
            if time.monotonic() - told > 30 or files == count:
                told = time.monotonic()
                say(f"{files} of {count} files read, {len(printed)} findings")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    say(f"it took {(used.ru_utime + used.ru_stime) / 60:.1f} minutes of processor time")
    return 1 if printed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
