"""The papers' printed results (papers/) as pairs of Weft's plans, and what times of the plans make
of each result.

papers.py [PATTERN] prints the plans that are timed, a line each: effect, size, planes, border,
flags, and the key that names the plan elsewhere. PATTERN, a regular expression, chooses results by
the fields of results.tsv that stand before the value.
"""

import csv
import dataclasses
import itertools
import math
import os
import re
import sys

FOLDER = os.path.join(os.path.dirname(os.path.realpath(__file__)), "papers")
RESULT_FIELDS = ("paper", "place", "program", "size", "border", "card", "optimised", "baseline",
                 "of", "quantity", "value")
KINDS = ("one", "mean", "most", "least", "first", "range")
QUANTITIES = ("speedup", "loads", "occupancy")


@dataclasses.dataclass(frozen=True)
class Plan:
    """What `weft compile` plans; `decided_by` is the paper's card where its figures decide."""
    effect: str
    size: str
    planes: str
    border: str
    flags: str
    decided_by: str = "-"

    @property
    def group(self):
        """Plans of one group compute the same pixels, and are timed in turns."""
        return f"{self.effect} {self.size} {self.planes} {self.border}"

    @property
    def compile_flags(self):
        return self.flags + (f" --plan-as {self.decided_by}" if self.decided_by != "-" else "")

    @property
    def key(self):
        return f"{self.group} {self.compile_flags}"


@dataclasses.dataclass(frozen=True)
class Case:
    """One program, size, border and card of a result. Without plans, `why_not` says why."""
    program: str
    size: str
    border: str
    card: str
    optimised: Plan = None
    baseline: Plan = None
    why_not: str = ""


@dataclasses.dataclass(frozen=True)
class Result:
    """A line of results.tsv; a range of several programs and cards is a result for each."""
    paper: str
    place: str
    program: str
    size: str
    border: str
    card: str
    optimised: str
    baseline: str
    of: str
    quantity: str
    value: str
    cases: tuple


def lines(path, fields):
    """The lines of a table, without comments, as dictionaries."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row and not row[0].startswith("#")]
    for row in rows:
        if len(row) != len(fields):
            sys.exit(f"{path}: {len(row)} fields where {len(fields)} are wanted "
                     f"({', '.join(fields)}), parted by tabs: {row}")
    return [dict(zip(fields, row)) for row in rows]


def read_programs(folder=FOLDER):
    rows = lines(os.path.join(folder, "programs.tsv"),
                 ("paper", "program", "effect", "planes", "size", "stages", "note"))
    return {(row["paper"], row["program"]): row for row in rows}


def read_ways(folder=FOLDER):
    rows = lines(os.path.join(folder, "ways.tsv"), ("paper", "way", "flags", "decided_by", "note"))
    return {(row["paper"], row["way"]): row for row in rows}


def found(table, paper, name, path):
    if (paper, name) not in table:
        sys.exit(f"{path} has no '{name}' of {paper}: add its line")
    return table[paper, name]


def case_of(row, program, size, border, card, programs, ways):
    effect = found(programs, row["paper"], program, "programs.tsv")
    both = [found(ways, row["paper"], row[side], "ways.tsv") for side in ("optimised", "baseline")]
    size = effect["size"] if size == "own" else size
    if effect["effect"] == "-":
        return Case(program, size, border, card, why_not=effect["note"])
    for way in both:
        if way["flags"] == "-":
            return Case(program, size, border, card, why_not=f"{way['way']}: {way['note']}")
    plans = [Plan(effect["effect"], size, effect["planes"], border, way["flags"],
                  card if way["decided_by"] == "paper" else "-") for way in both]
    return Case(program, size, border, card, *plans)


def result_of(row, programs, ways):
    parts = [row[field].split(", ") for field in ("program", "size", "border", "card")]
    cases = tuple(case_of(row, *choice, programs, ways) for choice in itertools.product(*parts))
    return Result(**row, cases=cases)


def read_results(folder=FOLDER, pattern=""):
    """The results in their order, those that the pattern matches."""
    programs, ways = read_programs(folder), read_ways(folder)
    results = []
    for row in lines(os.path.join(folder, "results.tsv"), RESULT_FIELDS):
        several = [row]
        if row["of"] == "range":
            several = [{**row, "program": program, "card": card} for program, card in
                       itertools.product(row["program"].split(", "), row["card"].split(", "))]
        results += [result_of(each, programs, ways) for each in several
                    if re.search(pattern, " ".join(each[field] for field in RESULT_FIELDS[:-1]))]
    return results


def plans_of(results):
    """Every plan that a result needs, once."""
    return list(dict.fromkeys(plan for result in results for case in result.cases
                              for plan in (case.optimised, case.baseline) if plan))


def by_importance(results):
    """Groups of plans, the most important first: a printed number counts for one, shared by its
    cases; bars without numbers count only between groups that are otherwise equal."""
    worth = {}
    for result in results:
        for case in result.cases:
            if case.optimised:
                printed, bars = worth.get(case.optimised.group, (0, 0))
                share = 1 / len(result.cases)
                worth[case.optimised.group] = ((printed + share, bars) if result.value != "-" else
                                               (printed, bars + share))
    return sorted(worth, key=worth.get, reverse=True)


@dataclasses.dataclass(frozen=True)
class Figure:
    """A result as our plans give it: a text to print, and a number where there is one to compare.
    Without a text, `why_not` says why."""
    text: str = ""
    number: float = None
    why_not: str = ""


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def first_faster(cases, ratios):
    """The least size at which the optimised one is faster: of squares, their side."""
    for case, ratio in zip(cases, ratios):
        if ratio > 1:
            return float(case.size.split("x")[0])
    return None


def figure(result, ratio_of):
    """What a result's cases come to. `ratio_of(case)` is a number, or a text that says why there is
    none."""
    ratios = [case.why_not or ratio_of(case) for case in result.cases]
    known = [ratio for ratio in ratios if not isinstance(ratio, str)]
    if not known:
        return Figure(why_not=ratios[0])
    few = f" ({len(known)} of {len(ratios)})" if len(known) < len(ratios) else ""
    if result.of == "first":
        if few:
            return Figure(why_not=next(ratio for ratio in ratios if isinstance(ratio, str)))
        size = first_faster(result.cases, ratios)
        return Figure("never" if size is None else f"{size:.0f}", size)
    digits = ".2f" if result.quantity == "speedup" else ".1f"
    if result.of == "range" and len(ratios) > 1:
        return Figure(f"{min(known):{digits}} to {max(known):{digits}}{few}")
    number = {"most": max, "least": min}.get(result.of, mean)(known) if len(known) > 1 else known[0]
    return Figure(f"{number:{digits}}{few}", number)


def main(pattern):
    results = read_results(pattern=pattern)
    for plan in plans_of(results):
        print(plan.effect, plan.size, plan.planes, plan.border, plan.compile_flags, plan.key,
              sep="\t")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
