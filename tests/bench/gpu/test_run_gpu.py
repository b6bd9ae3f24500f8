"""The arithmetic of the benchmark's scripts, against worked values."""

import math
import unittest

from rank_correlation import rank_correlation, ranks
from run_gpu import add_ratios, auto_over_fastest, model_ranks


def step(name, seconds, modelled=None, bundle=None, right=True):
    made = {"step": name, "bundle": bundle or name, "right": right, "frame_seconds": seconds,
            "bytes_moved": 4e6, "picture_bytes": 2e6}
    return made if modelled is None else {**made, "modelled_seconds": modelled}


class RankCorrelation(unittest.TestCase):
    def test_ranks_share_places(self):
        self.assertEqual(ranks([30, 10, 20]), [3, 1, 2])
        self.assertEqual(ranks([5, 1, 5, 5]), [3, 1, 3, 3])

    def test_agrees_with_the_formula_of_differences(self):
        iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
        hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
        self.assertAlmostEqual(rank_correlation(iq, hours), 1 - 6 * 194 / 990)

    def test_allows_for_ties(self):
        self.assertAlmostEqual(rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]),
                               4.5 / math.sqrt(4.5 * 5))

    def test_says_where_there_is_no_order(self):
        self.assertIsNone(rank_correlation([1], [2]))
        self.assertIsNone(rank_correlation([1, 1], [1, 2]))


class Ratios(unittest.TestCase):
    def test_are_to_the_step_before_the_first_and_both_floors(self):
        steps = [step("unfused", 8e-3), {"step": "greedy", "error": "does not fit"},
                 step("auto", 4e-3)]
        add_ratios(steps, 1e9)
        self.assertEqual(steps[2]["speedup"], 2)
        self.assertEqual(steps[2]["speedup_of_step"], 2)
        self.assertEqual(steps[2]["over_floor"], 1)
        self.assertEqual(steps[2]["over_picture_floor"], 2)
        self.assertNotIn("speedup", steps[1])

    def test_auto_is_held_against_the_fastest_right_step(self):
        steps = [step("unfused", 9e-3), step("mincut", 1e-3, right=False), step("dp", 2e-3),
                 step("auto", 3e-3)]
        self.assertEqual(auto_over_fastest(steps), 1.5)
        self.assertIsNone(auto_over_fastest(steps[:3]))
        self.assertIsNone(auto_over_fastest([step("auto", 1e-3, right=False)]))


class ModelRanks(unittest.TestCase):
    def test_are_over_distinct_plans_and_within_effects(self):
        # Within either effect the model is right; one effect it thinks ten times too dear.
        first = [step("a", 1e-3, 10e-3), step("b", 2e-3, 20e-3), step("c", 3e-3, 30e-3)]
        again = [step("a again", 1e-3, 10e-3, bundle="a")]
        second = [step("d", 4e-3, 4e-3), step("e", 8e-3, 8e-3), {"step": "f", "bundle": ""}]
        got = model_ranks([{"effect": "x", "steps": first}, {"effect": "x", "steps": again},
                           {"effect": "y", "steps": second}])
        self.assertEqual(got["plans"], 5)
        self.assertEqual(got["effects"], {"x": 1, "y": 1})
        self.assertAlmostEqual(got["within effects"], 1)
        self.assertAlmostEqual(got["all plans"], rank_correlation([1, 2, 3, 4, 8],
                                                                  [10, 20, 30, 4, 8]))

    def test_nothing_measured_is_no_order(self):
        self.assertIsNone(model_ranks([])["all plans"])


if __name__ == "__main__":
    unittest.main()
