#!/usr/bin/env python3
"""The arithmetic and the table of run, on times and agreements made here; needs no package and no clock."""
import pathlib
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

import halide_objects  # noqa: E402  of this folder
import machine  # noqa: E402
import measure_oiiotool  # noqa: E402
import summary  # noqa: E402
import table  # noqa: E402
import turns  # noqa: E402
from cases import CASES, case_named  # noqa: E402
from filters import FILTERS, filter_named  # noqa: E402

AGREES = {"agreement": {"agree": True}}
DIFFERS = {"agreement": {"agree": False, "beyond": 0.5, "allowed": 1.0, "largest": 7.0}}


def result(name="unsharp", weft=(0.002, 0.004), copy=(0.001, 0.001), is_picture=True, **schedules):
    """A measurement: of each schedule its agreement and its times in seconds."""
    times = {"weft": weft, "copy": copy} | {n: s[1] for n, s in schedules.items()}
    return {"name": name, "type": "float32", "threads": 2, "is_picture": is_picture,
            "schedules": {n: s[0] for n, s in schedules.items()},
            "times": {n: {"wall": list(t), "processor": list(t)} for n, t in times.items()}}


class Ratios(unittest.TestCase):
    def test_are_of_the_same_round(self):
        found = turns.ratio([2.0, 30.0, 3.0], [1.0, 10.0, 6.0])
        self.assertEqual(found, {"median": 2.0, "least": 0.5, "most": 3.0})

    def test_a_mean_of_ratios_is_geometric(self):
        self.assertAlmostEqual(summary.geometric_mean([4.0, 0.25]), 1.0)
        self.assertIsNone(summary.geometric_mean([]))


class Rows(unittest.TestCase):
    def test_the_best_peer_is_the_quickest_that_agrees(self):
        row = summary.row_of(result(hand=(AGREES, (0.006, 0.006)), quick=(DIFFERS, (1e-6, 1e-6)),
                                    adams=(AGREES, (0.004, 0.004))), {})
        self.assertEqual(row["best"]["schedule"], "adams")
        self.assertEqual(row["best"]["ratio"]["median"], 1.5)
        self.assertIn("50 % of samples differ by more than 1, at most by 7",
                      row["peers"][1]["why_not"])
        self.assertEqual(row["why_not"], "")

    def test_without_a_peer_that_agrees_there_is_no_ratio(self):
        row = summary.row_of(result(hand=(DIFFERS, (1.0, 1.0)), li=({"refused": "no"}, ())), {})
        self.assertIsNone(row["best"])
        self.assertIn("li: no", row["why_not"])

    def test_a_weak_peer_does_not_count(self):
        measured = result(hand=(AGREES, (0.0112, 0.0115)))  # 11.2 copies
        self.assertIn("weak peer", summary.row_of(measured, {"unsharp": 10.0})["why_not"])
        self.assertEqual(summary.row_of(measured, {"unsharp": 10.2})["why_not"], "")

    def test_means_leave_out_what_does_not_count(self):
        rows = [summary.row_of(result(hand=(AGREES, (0.008, 0.016))), {}),
                summary.row_of(result("other", hand=(AGREES, (0.5, 0.5))), {"other": 1.0}),
                summary.row_of(result("matrix", is_picture=False, hand=(AGREES, (0.002, 0.004))), {})]
        means = summary.means(rows)
        self.assertAlmostEqual(means["all that count"], 2.0)
        self.assertEqual((means["counted"], means["rows"]), (2, 3))
        self.assertGreater(means["picture effects"], 4.0)


class Tables(unittest.TestCase):
    MACHINE = {"processor": "Some CPU", "cores": 2, "vector_bits": 256, "date": "2026-01-02",
               "load": 0.5}

    def test_says_what_it_is_of_and_why_a_peer_does_not_count(self):
        rows = [summary.row_of(result(hand=(AGREES, (0.006, 0.006)), li=({"refused": "no taste"}, ())),
                               {"unsharp": 10.0})]
        text = table.markdown(rows, summary.means(rows), self.MACHINE, "Halide", 2)
        self.assertIn("Some CPU, 2 cores, vectors of 256 bits, 2026-01-02", text)
        self.assertIn("| unsharp | float32 | 3.00 |  | 1.00 | 6.00 | none [1] | "
                      "1.50 / **2.25** / 3.00 | 0.60 |", text)
        self.assertIn("[1] unsharp, li: no taste.", text)

    def test_marks_a_row_that_does_not_count(self):
        rows = [summary.row_of(result(hand=(AGREES, (0.006, 0.006))), {"unsharp": 1.0})]
        text = table.markdown(rows, summary.means(rows), self.MACHINE, "Halide", 2)
        self.assertIn("**2.25** / 3.00 [1]", text)
        self.assertIn("[1] unsharp does not count: takes 6.00 times", text)


class Machines(unittest.TestCase):
    def test_widest_vectors_count(self):
        found = machine.processor("model name\t: A\nflags\t\t: sse2 avx avx2\n\nmodel name\t: A\n")
        self.assertEqual(found, {"processor": "A", "vector_bits": 256})


class Commands(unittest.TestCase):
    def test_have_a_reason_where_they_differ(self):
        for name, _, effect, allowed, percent, why in measure_oiiotool.read_commands(
                (FOLDER / "commands.tsv").read_text()):
            with self.subTest(name):
                self.assertTrue(effect)
                self.assertEqual(bool(why), allowed > 0 or percent > 0)

    def test_a_difference_is_read_from_what_oiiotool_says(self):
        said = ("  Max error  = 0.25 @ (1, 2, R)\n"
                "  3 pixels (1.5%) over 0.1\nFAILURE\n")
        self.assertEqual(measure_oiiotool.agreement(said, 1, 0.1, 1),
                         {"agree": False, "largest": 0.25, "beyond": 0.015, "allowed": 0.1,
                          "outliers": 0.01, "margin": 0})


class Refusals(unittest.TestCase):
    def test_are_kept_until_more_time_is_given(self):
        with tempfile.TemporaryDirectory() as folder:
            base = pathlib.Path(folder) / "a-b"
            (base.parent / "a-b.20s.refused").write_text("not finished after 20 s")
            self.assertEqual(halide_objects.refusal_kept(base, 10), "not finished after 20 s")
            self.assertIsNone(halide_objects.refusal_kept(base, 30))
            (base.parent / "a-b.20s.refused").write_text("Halide says: no")
            self.assertEqual(halide_objects.refusal_kept(base, 30), "Halide says: no")


class Cases(unittest.TestCase):
    def test_each_has_a_program_and_a_time_of_its_authors(self):
        authors = summary.read_authors((FOLDER / "authors.tsv").read_text())
        for case in CASES:
            with self.subTest(case.name):
                program = case.name.replace("-", "_") + ".py"
                self.assertTrue((FOLDER / "halide_programs" / program).exists())
                self.assertIn(case.name, authors)
                self.assertTrue(case.operations > 0)

    def test_a_tolerance_has_a_reason(self):
        for case in [*CASES, *FILTERS]:
            with self.subTest(case.name):
                self.assertEqual(bool(case.why), case.allowed > 0)

    def test_each_filter_has_a_call(self):
        calls = (FOLDER / "opencv_filters.py").read_text()
        for one in FILTERS:
            with self.subTest(one.name):
                self.assertIn(f"\ndef {one.call}(source, target):", calls)

    def test_an_unknown_name_is_told_the_known_ones(self):
        with self.assertRaisesRegex(ValueError, "'sharp' is no program; there are .*unsharp"):
            case_named("sharp")
        with self.assertRaisesRegex(ValueError, "'sharp' is no filter; there are .*median-5"):
            filter_named("sharp")


if __name__ == "__main__":
    unittest.main()
