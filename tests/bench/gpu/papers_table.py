"""Prints each printed result of the papers beside ours: by the planner's model, and as measured.

papers_table.py MODELLED.tsv [MEASURED.json] [--markdown HEAD | --cases]
MODELLED.tsv is model_papers.py's, MEASURED.json run_papers.py's; without it nothing is measured.
--markdown HEAD draws tables below that text; --cases prints every pair of plans that a result needs,
parted by tabs.
"""

import argparse
import csv
import dataclasses
import json
import re

import papers

HEADINGS = ("place", "program", "size, border", "card", "compared", "paper", "model", "model here",
            "measured", "remark")
NOT_MEASURED = "not measured"
APART = 2.0  # times that the model and a paper may differ before the table says so
LEVEL = 0.05  # about one: neither of two plans is faster


@dataclasses.dataclass
class Times:
    """Seconds by plan: of the model by target too. A text says why there are none."""
    modelled: dict
    measured: dict
    occupancy: dict
    device: str = ""
    target: str = ""

    def ratio(self, case, seconds_of):
        both = [seconds_of(case.baseline), seconds_of(case.optimised)]
        return next((value for value in both if isinstance(value, str)), None) or both[0] / both[1]

    def model(self, result, target=None):
        """By the planner's model, for each case's card or for this target."""
        def ratio_of(case):
            if result.quantity == "loads":
                return "the model does not count loads"
            if result.quantity == "occupancy":
                return self.more_occupied(case, target or case.card)
            return self.ratio(case, lambda plan: self.modelled.get((target or case.card, plan.key),
                                                              "not planned"))
        return papers.figure(result, ratio_of)

    def more_occupied(self, case, target):
        both = [self.occupancy.get((target, plan.key)) for plan in (case.baseline, case.optimised)]
        return "not planned" if None in both else 100 * (both[1] / both[0] - 1)

    def measure(self, result):
        if result.quantity != "speedup":
            return papers.Figure(why_not="it takes a profiler's counters")
        return papers.figure(result, lambda case: self.ratio(
            case, lambda plan: self.measured.get(plan.key, NOT_MEASURED)))


def read_times(modelled_path, measured_path=None):
    modelled, occupancy = {}, {}
    with open(modelled_path, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            key = (row["target"], row["plan"])
            modelled[key] = row["why_not"] or float(row["microseconds"]) / 1e6
            if not row["why_not"]:
                occupancy[key] = float(row["occupancy"])
    if not measured_path:
        return Times(modelled, {}, occupancy)
    with open(measured_path) as file:
        measured = json.load(file)
    plans = {key: plan.get("error") or plan["frame_seconds"]
             for key, plan in measured["plans"].items()}
    return Times(modelled, plans, occupancy, measured["devices"][0]["name"], measured["target"])


def number_of(value):
    """The number that a printed value states, of a range its middle; None of a bar."""
    found = [float(number) for number in re.findall(r"-?[\d.]+", value)]
    return sum(found) / len(found) if found else None


def faster(ratio, level=LEVEL):
    """Which of two plans is: 1 the optimised one, -1 the baseline, 0 neither."""
    return (ratio > 1 + level) - (ratio < 1 - level)


def remark(result, ours):
    """Where our number and the paper's contradict each other."""
    theirs = number_of(result.value)
    if result.quantity != "speedup" or result.of == "first" or None in (theirs, ours.number):
        return ""
    bound = {">": 1, "<": -1}.get(result.value[0], 0)
    sense = faster(theirs) or (bound if theirs == 1 else 0)
    if sense * faster(ours.number) < 0:
        return "contradiction: the other one is faster"
    apart = faster(ours.number / theirs, 0) if not 1 / APART <= ours.number / theirs <= APART else 0
    return f"over {APART:g} times apart" if apart and apart != bound else ""


def several(values):
    """A list in one cell: the first to the last of many."""
    values = values.split(", ")
    return ", ".join(values) if len(values) < 3 else f"{values[0]} to {values[-1]} ({len(values)})"


def remarks(result, model, measured):
    """Why a program or a way is not here, what contradicts what, or why there is no number."""
    missing = dict.fromkeys(case.why_not for case in result.cases if case.why_not)
    if missing:
        return "; ".join(missing)
    if contradiction := remark(result, measured if measured.text else model):
        return contradiction
    reasons = [figure.why_not for figure in (model, measured) if not figure.text]
    return next((why for why in reasons if why != NOT_MEASURED), "")


def cells(result, times):
    """A line of a table, by its headings."""
    border = "" if result.border == "-" else f", {result.border.replace(', ', '/')}"
    sizes = list(dict.fromkeys(case.size for case in result.cases))
    own = sizes[0] if len(sizes) == 1 else "their own"
    kind = "" if result.of in ("one", "range") else f"{result.of}: "
    unit = "" if result.quantity == "speedup" else f" % {result.quantity}"
    model, measured = times.model(result), times.measure(result)
    here = times.model(result, times.target).text if times.target else ""
    return dict(zip(HEADINGS, (
        result.place, several(result.program),
        (own if result.size == "own" else several(result.size)) + border, several(result.card),
        f"{result.optimised} / {result.baseline}",
        kind + ("bar" if result.value == "-" else result.value) + unit,
        model.text or "-", here or "-", measured.text or NOT_MEASURED,
        remarks(result, model, measured))))


def text(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                     for row in rows)


def markdown(rows):
    drawn = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join("| " + " | ".join(row) + " |" for row in drawn)


def tables(results, times, draw, heading):
    """A table for each paper. The model's ratios for the card at hand stand where there is one."""
    headings = [name for name in HEADINGS if name != "model here" or times.target]
    parts = [f"Measured on {times.device}; model here: of {times.target}."] if times.device else []
    for paper in dict.fromkeys(result.paper for result in results):
        rows = [cells(result, times) for result in results if result.paper == paper]
        parts.append(f"{heading}{paper}\n\n"
                     + draw([headings] + [[row[name] for name in headings] for row in rows]))
    return "\n\n".join(parts)


def case_lines(results, times):
    """Every program, size, border and card by which two ways are compared, once."""
    yield ("paper", "program", "size", "border", "card", "optimised", "baseline", "model", "measured")
    known = {}
    for result in results:
        for case in result.cases:
            one = dataclasses.replace(result, cases=(case,), of="one", quantity="speedup")
            cell = [figure.text or "-" for figure in (times.model(one), times.measure(one))]
            known[(result.paper, case.program, case.size, case.border, case.card, result.optimised,
                   result.baseline)] = tuple(cell)
    yield from (key + cell for key, cell in known.items())


def legend():
    """Which effects and options stand for the papers' programs and ways."""
    programs = [("paper", "program", "effect", "the paper's stages", "note")]
    programs += [(row["paper"], row["program"], row["effect"], row["stages"], row["note"])
                 for row in papers.read_programs().values()]
    ways = [("paper", "way", "options", "note")]
    ways += [(row["paper"], row["way"], row["flags"] if row["flags"] == "-" else f"`{row['flags']}`",
              "by the figures of the paper's card" if row["decided_by"] == "paper" else row["note"])
             for row in papers.read_ways().values()]
    return f"## What stands for what\n\n{markdown(programs)}\n\n{markdown(ways)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("modelled")
    parser.add_argument("measured", nargs="?")
    parser.add_argument("--markdown")
    parser.add_argument("--cases", action="store_true")
    options = parser.parse_args()
    times = read_times(options.modelled, options.measured)
    results = papers.read_results()
    if options.cases:
        print("\n".join(map("\t".join, case_lines(results, times))))
    elif options.markdown:
        print("\n\n".join([options.markdown, tables(results, times, markdown, "## "), legend()]))
    else:
        print(tables(results, times, text, ""))


if __name__ == "__main__":
    main()
