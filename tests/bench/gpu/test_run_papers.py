"""What the papers' results come to, and how their plans share the time of a device: with made-up
plans, times and clock."""

import unittest

import papers
import papers_table
import run_papers
from papers import Case, Plan, Result


CONTRADICTION = "contradiction: the other one is faster"


def plan(name, size="8x8", path=None, math="strict", strict=""):
    """A line of papers/plans.tsv."""
    return {"plan": name, "group": f"{name[0]} {size} 1 -", "path": path or name, "math": math,
            "strict": strict, "why_not": ""}


class FakeRunner:
    """weft-run, of which every call takes a second; times and verdicts are made up."""

    def __init__(self, seconds, times=None, wrong=(), errors=()):
        self.seconds, self.times, self.wrong = seconds, times or {}, wrong
        self.errors, self.calls = dict(errors), []

    def left(self):
        return self.seconds

    def run(self, path, *arguments):
        self.seconds -= 1
        self.calls.append(path)
        if path in self.errors:
            return {"error": self.errors[path]}
        verdict = {"agrees": path not in self.wrong}
        judged = {"check": verdict} if "--check" in arguments else {}
        judged = {"compare": verdict} if "--compare" in arguments else judged
        times = self.times.get(path, [1.0])
        return {**judged, "times": {"frame_seconds": times.pop(0) if len(times) > 1 else times[0]}}


def case(optimised="x", baseline="y", size="8x8", card="c"):
    return Case("p", size, "-", card, Plan("e", size, "1", "-", optimised),
                Plan("e", size, "1", "-", baseline))


def result(cases, of="one", value="2.0", quantity="speedup"):
    return Result("paper", "table", "p", "8x8", "-", "c", "x", "y", of, quantity, value,
                  tuple(cases))


class Turns(unittest.TestCase):
    def test_plans_of_a_group_alternate_and_keep_their_best(self):
        runner = FakeRunner(100, {"a1": [3.0, 2.0], "a2": [5.0, 6.0]})
        times = run_papers.measure(runner, [[plan("a1"), plan("a2")]], turns=2)
        self.assertEqual(runner.calls, ["a1", "a2", "a2", "a1"])
        self.assertEqual(times["a1"], {"frame_seconds": 2.0, "turns": 2})
        self.assertEqual(times["a2"], {"frame_seconds": 5.0, "turns": 2})

    def test_every_group_has_a_turn_before_any_has_another(self):
        runner = FakeRunner(3)
        times = run_papers.measure(runner, [[plan("a1")], [plan("b1")]], turns=3)
        self.assertEqual(runner.calls, ["a1", "b1", "a1"])
        self.assertEqual(times["b1"]["turns"], 1)

    def test_without_time_a_plan_is_not_measured_and_not_at_fault(self):
        runner = FakeRunner(1)
        times = run_papers.measure(runner, [[plan("a1")], [plan("b1")]])
        self.assertEqual(runner.calls, ["a1"])
        self.assertEqual(times["b1"], {"error": "no time was left"})
        self.assertEqual(run_papers.failures(times), {})

    def test_wrong_pixels_have_no_time(self):
        times = run_papers.measure(FakeRunner(100, wrong=["a2"]), [[plan("a1"), plan("a2")]])
        self.assertIn("frame_seconds", times["a1"])
        self.assertIn("WRONG", times["a2"]["error"])
        self.assertEqual(list(run_papers.failures(times)), ["a2"])

    def test_fast_plans_are_held_against_a_strict_one_that_is_right(self):
        fast = [plan("a1", math="fast", strict="s"), plan("a2", math="fast", strict="s")]
        runner = FakeRunner(100)
        self.assertIn("frame_seconds", run_papers.measure(runner, [fast], turns=1)["a2"])
        self.assertEqual(runner.calls, ["s", "a1", "a2"])
        times = run_papers.measure(FakeRunner(100, wrong=["s"]), [fast], turns=1)
        self.assertIn("of the strict plan: WRONG", times["a1"]["error"])

    def test_a_turn_that_fails_leaves_the_one_before(self):
        runner = FakeRunner(100, {"a1": [3.0]})
        time = {"frame_seconds": 3.0, "turns": 1}
        runner.errors["a1"] = "it was stopped"
        run_papers.another_turn(runner, plan("a1"), time)
        self.assertEqual(time, {"frame_seconds": 3.0, "turns": 1})

    def test_plans_that_came_out_the_same_are_measured_once(self):
        plans = [plan("a1"), plan("a2", path="a1"),
                 {**plan("a3"), "path": "", "why_not": "too large"}]
        groups = run_papers.groups_of(plans, ["a 8x8 1 -"])
        runner = FakeRunner(100)
        times = run_papers.measure(runner, groups, turns=1)
        self.assertEqual(runner.calls, ["a1"])
        made = run_papers.by_plan(plans, times)
        self.assertEqual(made["a2"], made["a1"])
        self.assertEqual(made["a3"], {"error": "too large"})


class Importance(unittest.TestCase):
    def test_numbers_go_before_bars_and_shares_before_none(self):
        alone, first, second, bar = (case(size=s) for s in ("1x1", "2x2", "3x3", "4x4"))
        order = papers.by_importance([result([bar], value="-"), result([first, second], of="mean"),
                                      result([alone]), result([second], value="-")])
        self.assertEqual([name.split()[1] for name in order], ["1x1", "3x3", "2x2", "4x4"])


class Figures(unittest.TestCase):
    def figure(self, ratios, of, quantity="speedup"):
        cases = [case(size=f"{8 * (i + 1)}x8") for i in range(len(ratios))]
        known = dict(zip(cases, ratios))
        return papers.figure(result(cases, of, quantity=quantity), known.get)

    def test_are_of_their_cases(self):
        self.assertEqual(self.figure([3.0], "one").text, "3.00")
        self.assertEqual(self.figure([1.0, 4.0], "mean").text, "2.00")
        self.assertEqual(self.figure([1.0, 4.0], "most").number, 4)
        self.assertEqual(self.figure([1.0, 4.0], "least").number, 1)
        self.assertEqual(self.figure([1.5, 0.5], "range").text, "0.50 to 1.50")
        self.assertEqual(self.figure([-5.0], "one", "occupancy").text, "-5.0")

    def test_first_is_the_least_size_that_is_faster(self):
        self.assertEqual(self.figure([0.9, 1.0, 1.1], "first").text, "24")
        self.assertEqual(self.figure([0.9, 1.0], "first").text, "never")
        self.assertEqual(self.figure([0.9, "no time"], "first").why_not, "no time")

    def test_say_how_many_cases_are_known(self):
        self.assertEqual(self.figure([2.0, "no time", 2.0], "mean").text, "2.00 (2 of 3)")
        self.assertEqual(self.figure(["no time"], "one").why_not, "no time")


class Table(unittest.TestCase):
    def cells(self, paper, modelled, measured):
        it = case()
        times = papers_table.Times({("c", it.optimised.key): modelled, ("c", it.baseline.key): 4.0},
                                   {it.optimised.key: measured, it.baseline.key: 3.0}
                                   if measured else {}, {})
        row = papers_table.cells(result([it], value=paper), times)
        return tuple(row[name] for name in ("paper", "model", "measured", "remark"))

    def test_has_the_papers_ratio_the_models_and_ours(self):
        self.assertEqual(self.cells("2.0", 2.0, 1.5), ("2.0", "2.00", "2.00", ""))
        self.assertEqual(self.cells("2.0", 2.0, None), ("2.0", "2.00", "not measured", ""))
        self.assertEqual(self.cells("2.0", "no such target", None),
                         ("2.0", "-", "not measured", "no such target"))
        self.assertEqual(self.cells("2.0", 2.0, "no time was left"),
                         ("2.0", "2.00", "not measured", "no time was left"))

    def test_says_where_they_contradict_each_other(self):
        self.assertEqual(self.cells("2.0", 8.0, None)[-1], CONTRADICTION)
        self.assertEqual(self.cells("2.0", 0.5, None)[-1], "over 2 times apart")
        self.assertEqual(self.cells("2.0", 2.0, 12.0)[-1], CONTRADICTION)
        self.assertEqual(self.cells("1.0", 2.0, 12.0)[-1], "over 2 times apart")
        self.assertEqual(self.cells("1.02", 4.4, None)[-1], "")

    def test_bounds_contradict_what_is_beyond_them(self):
        self.assertEqual(self.cells(">1", 0.5, None)[-1], "")
        self.assertEqual(self.cells(">1", 5.0, None)[-1], CONTRADICTION)
        self.assertEqual(self.cells("<1", 2.0, None)[-1], CONTRADICTION)
        self.assertEqual(self.cells("<1", 16.0, None)[-1], "")
        self.assertEqual(self.cells(">5.0", 2.0, None)[-1], "over 2 times apart")

    def test_has_the_models_ratio_for_the_card_at_hand(self):
        it = case()
        modelled = {("h", it.optimised.key): 1.0, ("h", it.baseline.key): 5.0}
        times = papers_table.Times(modelled, {}, {})
        drawn = papers_table.tables([result([it])], times, papers_table.markdown, "## ")
        self.assertNotIn("model here", drawn)
        times.target = "h"
        drawn = papers_table.tables([result([it])], times, papers_table.markdown, "## ")
        self.assertIn("| model here |", drawn)
        self.assertIn("| 2.0 | - | 5.00 | not measured |", drawn)

    def test_reads_what_is_printed(self):
        self.assertEqual(papers_table.number_of("~1.75"), 1.75)
        self.assertEqual(papers_table.number_of("1.70 to 2.30"), 2.0)
        self.assertEqual(papers_table.number_of(">2"), 2)
        self.assertIsNone(papers_table.number_of("-"))


if __name__ == "__main__":
    unittest.main()
