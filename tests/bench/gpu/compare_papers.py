"""All strategies of fusion and kinds of tiles for the papers' programs on the papers' cards.

compare_papers.py WEFT OUTPUT.txt [PATTERN]: the table of `weft explain --compare` for each program,
in the size that its paper gives it, on each card that the paper has results for and Weft a target.
PATTERN chooses results as papers.py does. Needs no GPU; takes up to a minute a table the first
time, and says on standard error which it is at.
"""

import os
import sys
import tempfile

import papers
from explained import Weft


def tables(results, programs, targets):
    """(paper, program, card) of each, in the order of the programs and the cards."""
    asked = {}
    for result in results:
        for case in result.cases:
            program = programs.get((result.paper, case.program))
            if program and program["effect"] != "-" and case.card in targets:
                asked.setdefault((result.paper, case.program), {})[case.card] = None
    return [(paper, program, card) for paper, program in programs if (paper, program) in asked
            for card in asked[paper, program]]


def rows_of(text):
    """The table without what explains its columns."""
    end = text.find("\nfused ")
    return text[:end].strip("\n") if end >= 0 else text.strip("\n")


def main(command, path, pattern=""):
    programs = papers.read_programs()
    with tempfile.TemporaryDirectory() as folder, open(path + ".tmp", "w") as file:
        weft = Weft(command, folder)
        wanted = tables(papers.read_results(pattern=pattern), programs, weft.targets())
        for k, (paper, name, card) in enumerate(wanted):
            print(f"{k + 1} of {len(wanted)}: {name} on {card}", file=sys.stderr)
            program = programs[paper, name]
            text, why = weft.said("explain", program["effect"], "--compare", "--target", card,
                                  "--size", program["size"], "--channels", program["planes"])
            print(f"{paper}: {name}, {program['effect']} of {program['size']} with "
                  f"{program['planes']} planes, {card}\n\n{rows_of(text) if text else why}\n\n",
                  file=file, flush=True)
    os.replace(path + ".tmp", path)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("compare_papers.py WEFT OUTPUT.txt [PATTERN]")
    main(*sys.argv[1:])
