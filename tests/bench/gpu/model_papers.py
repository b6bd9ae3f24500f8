"""Times of the papers' plans by the planner's model, on the papers' cards and on the card at hand.

model_papers.py WEFT OUTPUT.tsv [TARGET [PATTERN]]: a line for each target and plan: its
microseconds and occupancy, or why there are none. TARGET - is no card at hand; PATTERN chooses
results as papers.py does. Needs no GPU. Plans and kernels are kept where weft keeps them, so the
second time is quick.
"""

import concurrent.futures
import os
import sys
import tempfile

import papers
from explained import Weft

FIELDS = ("target", "plan", "microseconds", "occupancy", "why_not")


def wanted(results, here, targets):
    """Each plan with each target that it is modelled for, and those that cannot be."""
    asked = {}
    for result in results:
        for case in result.cases:
            for plan in (case.optimised, case.baseline):
                if plan:
                    asked[case.card, plan] = (case.card in targets or
                                              f"Weft has no target {case.card}")
                    if here != "-" and plan.decided_by == "-":
                        asked[here, plan] = True
    return asked


def model(weft, results, here):
    asked = wanted(results, here, weft.targets())

    def line(item):
        (target, plan), known = item
        if known is not True:
            return (target, plan.key, "", "", known)
        seconds, occupancy, why = weft.explained(plan, target)
        if seconds is None:
            return (target, plan.key, "", "", why)
        return (target, plan.key, f"{seconds * 1e6:.2f}", f"{occupancy:.1f}", "")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(dict.fromkeys(pool.map(line, asked.items())))


def main(command, path, here="-", pattern=""):
    with tempfile.TemporaryDirectory() as folder:
        modelled = model(Weft(command, folder), papers.read_results(pattern=pattern), here)
    with open(path + ".tmp", "w") as file:
        for fields in (FIELDS, *modelled):
            print(*fields, sep="\t", file=file)
    os.replace(path + ".tmp", path)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit("model_papers.py WEFT OUTPUT.tsv [TARGET [PATTERN]]")
    main(*sys.argv[1:])
