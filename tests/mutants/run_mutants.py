#!/usr/bin/env python3
"""Runs the tests of a build against each of its mutants, and tells which test kills which.

  cmake --preset mutants && cmake --build --preset mutants
  tests/mutants/run_mutants.py build/mutants --gate new --jobs 2
  tests/mutants/run_mutants.py --compare old.json new.json > table.md
  tests/mutants/run_mutants.py build/mutants --only 105,211 --again

A mutant is a seed of tests/mutants/seeds that $WEFT_MUTANT turns on (docs/mutants.md). First every test runs with
none on: it has to pass, and is watched for the time it takes and the seeded places it comes by. Then each mutant
gets the tests that link its library and come by its place, the cheapest first, until one fails, crashes or takes
much longer than it did: that one has killed the mutant. A test that does not come by the place would do what it did
before, so it is not run; --all runs those too.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time

import caches
import gate
import seeds
import table

SURE = {"WEFT_TEST_SEED": "20261121", "WEFT_SEED": "20240229", "GTEST_FAIL_FAST": "1"}  # the same cases in every run
NONE = "no mutant"


def say(text):
    print(text, file=sys.stderr, flush=True)


def load(path, otherwise):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except FileNotFoundError:
        return otherwise


def save(path, value):
    with open(path + ".new", "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1)
    os.replace(path + ".new", path)


def digest_of(seed):
    return hashlib.sha256(json.dumps([seed.file, seed.blocks], sort_keys=True).encode()).hexdigest()[:16]


class Build:
    def __init__(self, folder, options):
        self.folder, self.options = os.path.realpath(folder), options
        manifest = load(self.path("manifest.json"), None)
        if manifest is None:
            sys.exit(f"{folder} is no build with WEFT_MUTANTS=ON: cmake --preset mutants makes one")
        self.seeds = seeds.read_folder(manifest["seeds"])
        self.library = {s["file"]: s["library"] for s in manifest["sources"]}
        self.archive = {s["library"]: os.path.relpath(s["archive"], self.folder) for s in manifest["sources"]}
        self.source = manifest["source"]
        self.links = gate.Links(self.folder)
        self.tests = self.choose_tests(gate.read_tests(self.folder))
        self.caches = caches.Caches(caches.cache_folders(self.folder, self.tests) + options.cache,
                                    self.path("kept-caches"))
        self.known = load(self.path("unmutated.json"), {})
        self.cost = {}
        self.starts = {}  # of tests that run: time.time()

    def path(self, name):
        return os.path.join(self.folder, "mutants", name)

    def choose_tests(self, tests):
        o = self.options
        # What a full run alone has; an older gate calls it `soak`.
        tests = [t for t in tests if not t.disabled and not {"full", "soak"} & set(t.labels)]
        if o.tests:
            tests = [t for t in tests if re.search(o.tests, t.name)]
        if o.exclude:
            tests = [t for t in tests if not re.search(o.exclude, t.name)]
        missing = [t.name for t in tests if not t.command or not os.path.exists(t.command[0])]
        if missing:
            more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""
            sys.exit(f"not built: {', '.join(missing[:8])}{more}; cmake --build {self.folder} builds all, --tests and "
                     "--exclude choose some")
        unknown = [f"{t.name}: {', '.join(t.unknown)}" for t in tests if t.unknown]
        if unknown:
            sys.exit("tests have properties that tests/mutants/gate.py does not know: " + "; ".join(unknown))
        archives = set(self.archive.values())
        self.linked, chosen = {}, []
        for t in tests:
            files = self.links.linked(t)
            self.linked[t.name] = archives if files is None else files & archives
            if self.linked[t.name]:
                t.stamp = gate.stamp_of(self.folder, files or archives)
                chosen.append(t)
        return chosen

    def environment(self, number, reached=None):
        result = {**SURE, "XDG_CACHE_HOME": self.path("home")}
        for name in ("WEFT_TEST_SEED", "WEFT_SEED"):
            result[name] = os.environ.get(name, result[name])
        if self.options.keep_going:
            result["GTEST_FAIL_FAST"] = "0"
        result["WEFT_MUTANT"] = str(number)
        result["WEFT_MUTANTS_REACHED"] = reached or ""
        return result

    # Without a mutant.

    def run_unmutated(self):
        """Every test that is not known as it is now."""
        todo = [t for t in self.tests if self.known.get(t.name, {}).get("stamp") != t.stamp]
        if todo:
            say(f"{NONE}: {len(todo)} of {len(self.tests)} tests have to run")
            todo.sort(key=lambda t: self.known.get(t.name, {}).get("cpu", 1e9), reverse=True)
            self.run_each(todo)
        self.cost = {t.name: self.known[t.name]["cpu"] for t in self.tests}
        self.caches.save()

    def first_start(self, test):
        """Notes that the test begins; when the first of those began that run now."""
        self.starts[test.name] = time.time()
        return min(self.starts.values())

    def run_each(self, todo):
        wall = self.options.wall
        stamps, failed, left = {t.name: t.stamp for t in todo}, [], len(todo)

        def begin(test):
            folder = self.path(f"reached/{test.name}")
            os.makedirs(folder, exist_ok=True)
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
            self.caches.forget_answers(self.first_start(test))
            return gate.Run(test, self.environment(0, folder), gate.Limits(wall, wall, self.options.memory << 30))

        def ended(outcome):
            nonlocal left
            left -= 1
            del self.starts[outcome.test]
            reached = sorted(int(n) for n in os.listdir(self.path(f"reached/{outcome.test}")))
            say(f"  {outcome.how:8}{outcome.cpu:9.1f} s  {outcome.test}, by {len(reached)} places; {left} left")
            if outcome.killed:
                failed.append(outcome)
                return False
            self.known[outcome.test] = {"stamp": stamps[outcome.test], "how": outcome.how, "cpu": outcome.cpu,
                                        "wall": outcome.wall, "reached": reached}
            save(self.path("unmutated.json"), self.known)
            return True

        gate.run_tests(todo, self.options.jobs, begin, ended)
        if failed:
            sys.exit(f"{failed[0].output}\n\n{failed[0].test} {failed[0].how} with {NONE}. It says nothing of mutants: "
                     "mend it, or leave it out by --exclude")

    # With one.

    def tests_for(self, seed):
        """Those that link its library, and of them those to run, in order."""
        archive = self.archive[self.library[seed.file]]
        linking = [t for t in self.tests if archive in self.linked[t.name] and
                   self.known[t.name]["how"] == "passed"]
        to_run = [t for t in linking if self.options.all or seed.number in self.known[t.name]["reached"]]
        if self.options.order == "cost":  # what does not come by the place comes last
            to_run.sort(key=lambda t: (seed.number not in self.known[t.name]["reached"], self.cost[t.name]))
        return linking, to_run

    def limits(self, test):
        o, known = self.options, self.known[test.name]
        return gate.Limits(o.times * known["cpu"] + o.grace, o.times * known["wall"] + 2 * o.grace, o.memory << 30)

    def run_mutant(self, seed):
        linking, to_run = self.tests_for(seed)
        result = {"name": seed.name, "library": self.library[seed.file], "file": seed.file, "defect": seed.defect,
                  "seed": digest_of(seed), "linking": len(linking), "reaching": len(to_run), "tests_run": 0,
                  "cpu": 0.0, "by": None, "how": None, "cases": [], "output": "", "also": []}
        started = time.monotonic()

        def begin(test):
            self.caches.forget_answers(self.first_start(test))
            return gate.Run(test, self.environment(seed.number), self.limits(test))

        def ended(outcome):
            del self.starts[outcome.test]
            result["tests_run"] += 1
            result["cpu"] += outcome.cpu
            if not outcome.killed:
                self.cost[outcome.test] = min(self.cost[outcome.test], outcome.cpu)
                return True
            if result["by"] is None:
                result.update(by=outcome.test, how=outcome.how, cases=outcome.cases, output=outcome.output)
            else:
                result["also"].append(outcome.test)
            return self.options.keep_going

        try:
            gate.run_tests(to_run, self.options.jobs, begin, ended)
        finally:
            self.starts.clear()  # of those that were stopped
            self.caches.restore()
        result["wall"] = time.monotonic() - started
        result["verdict"] = ("killed" if result["by"] else "survived" if to_run else
                             "no test comes by" if linking else "no test links it")
        return result


def version_of(folder):
    seen = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty", "--abbrev=12"],
                          capture_output=True, text=True)
    return seen.stdout.strip() or "unknown"


def run(options):
    build = Build(options.build, options)
    path = options.json or build.path(f"{options.gate}.json")
    results = load(path, {"gate": options.gate, "mutants": {}})
    results.update(gate=options.gate, source=version_of(build.source))
    chosen = [s for s in build.seeds if not options.only or s.number in options.only]
    unknown = (options.only or set()) - {s.number for s in chosen}
    if unknown:
        sys.exit(f"no seed has the number {', '.join(map(str, sorted(unknown)))}")
    build.caches.restore()  # after a run that was ended by force
    build.run_unmutated()
    for i, seed in enumerate(chosen, 1):
        before = results["mutants"].get(str(seed.number))
        if before and before["seed"] == digest_of(seed) and not options.again:
            continue
        say(f"[{i}/{len(chosen)}] {seed.number} {seed.name}: {seed.defect}")
        result = build.run_mutant(seed)
        say(f"    {table.cell(result)}, of {result['reaching']} that come by it, {result['linking']} that link it; "
            f"{result['wall']:.0f} s passed")
        results["mutants"][str(seed.number)] = result
        save(path, results)
    say(table.summary(options.gate, results["mutants"]) + f"; {path}")


def numbers(text):
    return {int(n) for n in text.split(",")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", help="a build tree with WEFT_MUTANTS=ON, its tests built")
    parser.add_argument("--gate", default="gate", help="what the tests are called in tables; results go to "
                        "BUILD/mutants/GATE.json")
    parser.add_argument("--json", metavar="FILE", help="results go there instead; what it has is not run again")
    parser.add_argument("--only", type=numbers, metavar="N,N", help="these mutants alone")
    parser.add_argument("--again", action="store_true", help="also those that the results have already")
    parser.add_argument("--tests", metavar="REGEX", help="of all tests those whose names match")
    parser.add_argument("--exclude", metavar="REGEX", help="none whose names match")
    parser.add_argument("--order", choices=("cost", "ctest"), default="cost",
                        help="which test first: the cheapest, or as ctest lists them")
    parser.add_argument("--all", action="store_true", help="also tests that do not come by a mutant's place")
    parser.add_argument("--keep-going", action="store_true", help="go on after the first failure, and name all")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="tests of a mutant at once [2]")
    parser.add_argument("--times", type=float, default=5, metavar="X",
                        help="a test hangs that takes X times what it took unmutated, and --grace seconds [5]")
    parser.add_argument("--grace", type=float, default=60, metavar="S", help="for compiling other kernels [60]")
    parser.add_argument("--wall", type=float, default=7200, metavar="S", help="the most of an unmutated test [7200]")
    parser.add_argument("--memory", type=int, default=8, metavar="GIB", help="the most of a process [8]")
    parser.add_argument("--cache", action="append", default=[], metavar="DIR",
                        help="one more folder of compiled kernels that tests share")
    parser.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"), help="print the table of two files of results")
    parser.add_argument("--table", metavar="FILE", help="print the table of one")
    o = parser.parse_args()
    try:
        if o.compare:
            print(table.comparison(load(o.compare[0], None), load(o.compare[1], None)), end="")
        elif o.table:
            print(table.table([load(o.table, None)]), end="")
        elif o.build:
            run(o)
        else:
            parser.error("name a build tree, or files to --compare")
    except seeds.SeedError as e:
        sys.exit(f"seeds: {e}")
    except KeyboardInterrupt:
        say("stopped; what was found is kept, and the next run goes on from there")
        sys.exit(130)


if __name__ == "__main__":
    main()
