"""That the tables of the papers hold together and name what Weft has. test_papers.py WEFT: the
command, which is asked for effects, targets and options, and models two results. Needs no GPU."""

import dataclasses
import os
import re
import sys
import tempfile
import unittest

import compare_papers
import model_papers
import papers
import papers_table
from explained import Weft, figures_of

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
SMALL = "24x16"
SUBJECT = "blur-3x3"  # an effect that is planned at once, whatever the options
VALUE = re.compile(r"-|[~<>]?-?\d+(\.\d+)?( to \d+(\.\d+)?)?")


class WithWeft(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.weft = Weft(sys.argv[1], cls.folder.name)
        cls.results = papers.read_results()


class Comparisons(WithWeft):
    def test_are_of_every_paper_on_its_own_cards(self):
        programs, targets = papers.read_programs(), self.weft.targets()
        wanted = compare_papers.tables(self.results, programs, targets)
        self.assertEqual(len(wanted), len(set(wanted)))
        self.assertEqual({paper for paper, _, _ in wanted}, {paper for paper, _ in programs})
        self.assertIn(("warp-tiling", "Harris Corner", "v100"), wanted)
        self.assertNotIn(("warp-tiling", "Harris Corner", "rtx-2080"), wanted)
        self.assertNotIn("ResNet-50", [program for _, program, _ in wanted])
        self.assertTrue(all(card in targets for _, _, card in wanted))

    def test_have_rows_and_no_legend(self):
        self.assertEqual(compare_papers.rows_of("a  b\n1  2\n\nfused       kernels\n"), "a  b\n1  2")
        self.assertEqual(compare_papers.rows_of("a\n"), "a")


def kept_comparisons():
    """Of the newest table beside docs/performance.md: by program and card, the microseconds of each
    strategy with each kind of tiles."""
    folder = os.path.join(ROOT, "docs", "performance")
    newest = max(name for name in os.listdir(folder) if name.endswith("-compare.txt"))
    comparisons, times = {}, {}
    with open(os.path.join(folder, newest)) as file:
        for line in file:
            if head := re.match(r"([\w-]+): (.+), \S+ of \S+ with \d+ planes, (\S+)$", line):
                times = comparisons[head.groups()] = {}
            elif row := re.match(r"[* ] (\w+) +(\w+|-) +\d+ +\d+ .* (\d+\.\d) +\d+\.\d\d\b", line):
                times[row[1], row[2]] = float(row[3])
    return comparisons


class KeptComparisons(unittest.TestCase):
    """What is claimed of dp, with no kind of tiles asked for, on the programs and cards of its paper:
    estimates of registers are in GpuTiles.OfDpAreTheFasterOnes, here kernels have been compiled."""

    def test_have_dp_near_the_best_of_its_papers_programs(self):
        tables = {at: times for at, times in kept_comparisons().items() if at[0] == "warp-tiling"}
        self.assertEqual(len(tables), 12)
        for card in ("gtx-1080-ti", "v100"):
            near = 0
            for (_, program, on), times in tables.items():
                if on == card:
                    self.assertLessEqual(times["dp", "auto"], times["none", "-"], (program, card))
                    near += times["dp", "auto"] <= 1.1 * min(times.values())
            self.assertGreaterEqual(near, 5, card)


class Tables(WithWeft):
    def test_have_a_fact_in_every_line(self):
        self.assertGreater(len(self.results), 300)
        for result in self.results:
            self.assertIn(result.of, papers.KINDS, result)
            self.assertIn(result.quantity, papers.QUANTITIES, result)
            self.assertRegex(result.value, VALUE)
            self.assertRegex(result.place, r"^(table|figure|section) \S+$")
            if result.of != "one":
                self.assertEqual(result.of == "range", result.value == "-", result)
            if result.of == "one":
                self.assertEqual(len(result.cases), 1, result)
            if result.of in ("mean", "most", "least", "first"):
                self.assertGreater(len(result.cases), 1, result)
        places = [result[:-1] for result in map(dataclasses.astuple, self.results)]
        self.assertEqual(len(places), len(set(places)), "two lines are of one result")

    def test_have_all_five_papers_and_every_program(self):
        used = {(result.paper, program) for result in self.results
                for program in result.program.split(", ")}
        self.assertEqual(used, set(papers.read_programs()))
        self.assertEqual({paper for paper, _ in used},
                         {"active-library", "border-partitioning", "gpu-autoscheduler",
                          "kernel-fusion", "warp-tiling"})
        ways = {(result.paper, way) for result in self.results
                for way in (result.optimised, result.baseline)}
        self.assertEqual(ways, set(papers.read_ways()))

    def test_give_a_reason_for_what_weft_has_not(self):
        for row in papers.read_programs().values():
            self.assertTrue(row["effect"] != "-" or row["note"] != "-", row)
        for row in papers.read_ways().values():
            self.assertTrue(row["flags"] != "-" or row["note"] != "-", row)
            self.assertIn(row["decided_by"], ("here", "paper", "-"), row)

    def test_a_line_that_lacks_a_field_says_which_are_wanted(self):
        path = os.path.join(self.folder.name, "short.tsv")
        with open(path, "w") as file:
            file.write("# a comment\nkernel-fusion\tnone\n")
        with self.assertRaisesRegex(SystemExit, "2 fields where 3 are wanted .paper, way, flags"):
            papers.lines(path, ("paper", "way", "flags"))
        with self.assertRaisesRegex(SystemExit, "ways.tsv has no 'x' of kernel-fusion: add its"):
            papers.found({}, "kernel-fusion", "x", "ways.tsv")


class Names(WithWeft):
    def test_effects_are_wefts(self):
        effects = self.weft.effects()
        for row in papers.read_programs().values():
            if row["effect"] != "-":
                self.assertIn(row["effect"], effects, f"of programs.tsv: {row}")

    def test_options_are_wefts(self):
        targets = self.weft.targets()
        for plan in papers.plans_of(self.results):
            if plan.decided_by != "-":
                self.assertIn(plan.decided_by, targets, plan)
        for flags in sorted({row["flags"] for row in papers.read_ways().values()} - {"-"}):
            plan = papers.Plan(SUBJECT, SMALL, "1", "-", flags)
            seconds, occupancy, why = self.weft.explained(plan, "rtx-2080")
            self.assertEqual(why, "", flags)
            self.assertGreater(seconds, 0, flags)
            self.assertGreater(occupancy, 0, flags)
        with self.assertRaisesRegex(RuntimeError, "--fusion"):
            self.weft.explained(papers.Plan(SUBJECT, SMALL, "1", "-", "--fusion never"), "rtx-2080")

    def test_borders_are_those_of_every_read(self):
        bordered = {(plan.effect, plan.border) for plan in papers.plans_of(self.results)
                    if plan.border != "-"}
        self.assertGreaterEqual(len(bordered), 20)
        for effect, border in sorted(bordered):
            said = self.weft.said("info", self.weft.subject(effect, border))[0]
            self.assertIn(f"; at borders: {border}\n", said)


class Models(WithWeft):
    def test_make_a_table_of_a_few_results(self):
        path = os.path.join(self.folder.name, "modelled.tsv")
        narrow = papers.read_results(pattern="table I Sobel .* gtx-745 optimised baseline|ResNet")
        with open(path, "w") as file:
            for fields in (model_papers.FIELDS, *model_papers.model(self.weft, narrow, "-")):
                print(*fields, sep="\t", file=file)
        times = papers_table.read_times(path)
        drawn = papers_table.tables(narrow, times, papers_table.markdown, "## ").splitlines()
        self.assertIn("## kernel-fusion", drawn)
        line = next(line for line in drawn if "| 1.108 |" in line)
        self.assertRegex(line, r"^\| table I \| Sobel \| 2048x2048 \| gtx-745 \| "
                               r"optimised / baseline \| 1\.108 \| [1-9]\.\d\d \| not measured \|")
        self.assertTrue(any("ResNet-50" in line and "| - | not measured | a network" in line
                            for line in drawn), drawn)
        self.assertEqual([row[1] for row in papers_table.case_lines(narrow, times)],
                         ["program", "Sobel", "ResNet-50"])
        self.assertIn("| kernel-fusion | Sobel | sobel | 3 | - |", papers_table.legend())

    def test_a_card_that_weft_does_not_know_has_no_model(self):
        results = papers.read_results(pattern="figure 8 .* gtx-titan")
        self.assertEqual(len(results), 1)
        modelled = model_papers.model(self.weft, results, "-")
        self.assertEqual({line[-1] for line in modelled}, {"Weft has no target gtx-titan"})

    def test_a_text_without_times_is_no_model(self):
        seconds, occupancy = figures_of("  block     8 registers, 50 % occupancy (2 resident)\n"
                                        "  time      3.0 us by the model; and 2.5 us to launch\n"
                                        "  block     8 registers, 100 % occupancy (2 resident)\n"
                                        "  time      1.0 us by the model; and 2.5 us to launch\n")
        self.assertAlmostEqual(seconds, 9e-6)
        self.assertAlmostEqual(occupancy, (5.5 * 50 + 3.5 * 100) / 9)
        with self.assertRaisesRegex(RuntimeError, "has its text changed"):
            figures_of("nothing of the kind")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("test_papers.py WEFT")
    unittest.main(argv=sys.argv[:1])
