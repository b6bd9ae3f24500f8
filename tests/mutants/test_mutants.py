"""Seeds, tests under limits, caches and tables of mutants, without a build; and that all seeds fit the tree."""
import argparse
import os
import sys
import tempfile
import time
import unittest

import caches
import gate
import run_mutants
import seeds
import table

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

SEED = """# A comment.
mutant 7 one-row-short
file a/rows.cpp
defect The last row is lost.
shows Any picture.
expression
    rows.size() +
        1
becomes
    rows.size()
"""
SOURCE = """#include "rows.h"
int count(const Rows& rows) {
    return rows.size() + 1;
}
"""


def seed(kind="expression", original="a + b", becomes="a - b", number=7, within=None):
    blocks = {kind: original, "becomes": becomes}
    if within:
        blocks["within"] = within
    return seeds.Seed(number, f"seed-{number}", "x.seeds:1", "a.cpp", "d", "s", blocks)


class Reading(unittest.TestCase):
    def test_has_all_fields(self):
        one = seeds.parse(SEED, "rows.seeds")[0]
        self.assertEqual((one.number, one.name, one.file), (7, "one-row-short", "a/rows.cpp"))
        self.assertEqual((one.original, one.replacement), ("rows.size() +\n    1", "rows.size()"))
        self.assertEqual(one.place, "rows.seeds:2")

    def refused(self, text, message):
        with self.assertRaises(seeds.SeedError) as e:
            seeds.parse(text, "rows.seeds")
        self.assertEqual(str(e.exception), message)

    def test_says_what_is_wrong(self):
        self.refused("mutant seven\n", "rows.seeds:1: expected 'mutant NUMBER name-in-words', found 'mutant seven'")
        self.refused("file a.cpp\n", "rows.seeds:1: expected 'mutant NUMBER name', found 'file a.cpp'")
        self.refused(SEED.replace("shows Any picture.\n", ""),
                     "rows.seeds:2: mutant 7 one-row-short: has no 'shows'")
        self.refused(SEED.replace("    rows.size()\n", ""), "rows.seeds:2: mutant 7 one-row-short: needs an original, "
                     "and what it 'becomes' (of a statement that is dropped ';')")
        self.refused(SEED.replace("    rows.size()\n", "    rows.size() + 1\n"),
                     "rows.seeds:2: mutant 7 one-row-short: changes nothing")
        self.refused(SEED.replace("expression", "statement"),
                     "rows.seeds:2: mutant 7 one-row-short: a statement ends with ; or }")
        self.refused(SEED.replace(" 7 ", " 1000 "),
                     "rows.seeds:2: mutant 1000 one-row-short: its number must lie between 1 and 999")

    def test_numbers_and_names_are_given_once(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a.seeds", SEED), ("b.seeds", SEED.replace("one-row", "two-rows"))):
                with open(os.path.join(folder, name), "w") as f:
                    f.write(text)
            with self.assertRaisesRegex(seeds.SeedError, "two-rows-short: has the number of the one at a.seeds:2"):
                seeds.read_folder(folder)


class Copies(unittest.TestCase):
    def test_an_expression_is_chosen_at_run_time(self):
        copy = seeds.apply(SOURCE, seeds.parse(SEED, "rows.seeds"))
        self.assertIn("return (::weft::mutant(7) ? (rows.size()) : (rows.size() + 1));", copy)

    def test_a_statement_may_be_dropped(self):
        copy = seeds.apply("if (late)\n    wait(a,\n         b);\nelse\n    go();\n",
                           [seed("statement", "wait(a, b);", ";")])
        self.assertEqual(copy, "if (late)\n    { if (::weft::mutant(7)) { ; } else { wait(a,\n         b); } }\n"
                               "else\n    go();\n")

    def test_lines_keep_their_numbers(self):
        source = "int x = a +\n        b;\nint y = c;\n"
        copy = seeds.apply(source, [seed(becomes="a\n - \n b"), seed(original="c", becomes="d", number=8)])
        self.assertEqual(copy.count("\n"), source.count("\n"))

    def test_brackets_alone_change_nothing(self):
        self.assertEqual(seeds.apply("int x = a + b;", [seed()], True), "int x = (a + b);")
        self.assertEqual(seeds.apply("f();", [seed("statement", "f();", ";")], True), "{ f(); }")

    def refused(self, message, source, *many):
        with self.assertRaisesRegex(seeds.SeedError, message):
            seeds.apply(source, list(many))

    def test_the_original_must_be_there_once(self):
        self.refused(r"its original is there 0 times, expected once, in a.cpp: a \+ b", "int x = a + bb;", seed())
        self.refused("is there 2 times", "f(a + b, a + b);", seed())
        self.refused("the text around it is there 0 times", "f(a + b);", seed(within="g(a + b)"))
        self.assertEqual(seeds.apply("f(a + b); g(a + b);", [seed(within="g(a + b)")], True), "f(a + b); g((a + b));")

    def test_places_may_not_overlap(self):
        self.refused("mutant 8 seed-8: overlaps mutant 7", "f(a + b);", seed(),
                     seed(original="b", becomes="c", number=8))

    def test_a_place_is_a_whole_expression(self):
        for source in ("x * a + b;", "x - a + b;", "a + b * x;", "!a + b;", "-a + b;", "x.a + b;", "a + b.x;",
                       "a + b[1];", "a + b(1);"):
            self.refused("no whole expression", source, seed())
        for source in ("x = a + b;", "x + 1 < a + b;", "a + b - x;", "(a + b)(1);", "c ? a + b : d;", "return a + b;",
                       "f<a + b>();", "x && a + b;", "{a + b, c}", "x = !(a + b)"):
            seeds.apply(source, [seed()])
        self.refused("no whole expression", "f(x, y);", seed(original="x, y", becomes="y, x"))
        self.refused("no whole expression", "a || b == c;", seed(original="a || b", becomes="a"))
        self.refused("no whole expression", "x + c ? a : b;", seed(original="c ? a : b", becomes="a"))
        seeds.apply("x = static_cast<int>(a) * b;", [seed(original="static_cast<int>(a)", becomes="0")])

    def test_neighbours_are_included_by_whole_paths(self):
        self.assertEqual(seeds.with_whole_includes('#include "mutant.h"\n#include "else/where.h"\n', HERE),
                         f'#include "{HERE}/mutant.h"\n#include "else/where.h"\n')

    def test_all_seeds_fit_the_tree(self):
        every = seeds.read_folder(os.path.join(HERE, "seeds"))
        self.assertGreaterEqual(len(every), 48)
        for file in {s.file for s in every}:
            self.assertIn("::weft::mutant(", seeds.copy_of(ROOT, every, file))


def shell(text, name="t", **more):
    return gate.Test(name, ["/bin/sh", "-c", text], "/", **more)


class Judging(unittest.TestCase):
    def test_ctest_is_followed(self):
        plain, told = gate.Test("t", ["t"]), gate.Test("t", ["t"], passes=["done"], fails=["wrong"], skip_code=77)
        self.assertEqual([gate.judged(plain, code, "", False) for code in (0, 1, -11)], ["passed", "failed", "crashed"])
        self.assertEqual(gate.judged(told, 3, "all done", False), "passed")
        self.assertEqual(gate.judged(told, 0, "nothing", False), "failed")
        lines = gate.Test("t", ["t"], passes=["one.*two"])
        self.assertEqual(gate.judged(lines, 0, "one\nand two\n", False), "passed")
        self.assertEqual(gate.judged(told, 0, "done, wrong", False), "failed")
        self.assertEqual(gate.judged(told, 77, "", False), "skipped")
        self.assertEqual(gate.judged(plain, 0, "", True), "hung")
        self.assertEqual(gate.judged(gate.Test("t", ["t"], will_fail=True), 1, "", False), "passed")

    def test_cases_are_named(self):
        output = "[ RUN      ] A.One\n[  FAILED  ] A.One (3 ms)\n[ RUN      ] A.Two\n[  FAILED  ] A.One\n"
        self.assertEqual(gate.failed_cases(output, False), ["A.One"])
        self.assertEqual(gate.failed_cases(output, True), ["A.One", "A.Two"])

    def test_properties_are_read(self):
        listing = {"tests": [{"name": "t", "command": ["x"], "properties": [
            {"name": "ENVIRONMENT", "value": ["A=b=c", "D="]}, {"name": "LABELS", "value": ["unit"]},
            {"name": "RUN_SERIAL", "value": True}]}]}
        one = gate.tests_of(listing)[0]
        self.assertEqual((one.environment, one.labels, one.alone), ({"A": "b=c", "D": ""}, ["unit"], True))
        listing["tests"][0]["properties"].append({"name": "FIXTURES_REQUIRED", "value": ["f"]})
        self.assertEqual((one.unknown, gate.tests_of(listing)[0].unknown), ([], ["FIXTURES_REQUIRED"]))


class Running(unittest.TestCase):
    def run_all(self, tests, jobs=1, wall=30, cpu=30, go_on=False):
        outcomes = []

        def ended(outcome):
            outcomes.append(outcome)
            return go_on or not outcome.killed

        gate.run_tests(tests, jobs, lambda t: gate.Run(t, {"MORE": "m"}, gate.Limits(cpu, wall, 1 << 30)), ended)
        return outcomes

    def test_stops_at_the_first_failure(self):
        seen = self.run_all([shell("exit 0", "a"), shell("echo $MORE; exit 1", "b"), shell("exit 0", "c")])
        self.assertEqual([(o.test, o.how) for o in seen], [("a", "passed"), ("b", "failed")])
        self.assertEqual(seen[1].output, "m")

    def test_what_runs_beside_a_failure_is_ended(self):
        begin = time.monotonic()
        seen = self.run_all([shell("sleep 60", "a"), shell("kill -SEGV $$", "b")], 2)
        self.assertEqual([(o.test, o.how) for o in seen], [("b", "crashed")])
        self.assertLess(time.monotonic() - begin, 20)

    def test_waiting_for_ever_is_a_hang(self):
        self.assertEqual(self.run_all([shell("sleep 60")], wall=0.2)[0].how, "hung")

    def test_running_for_ever_is_a_hang(self):
        self.assertEqual(self.run_all([shell("while :; do :; done")], cpu=0)[0].how, "hung")

    def test_temporary_files_go_away(self):
        seen = self.run_all([shell('echo "$TMPDIR"; touch "$TMPDIR/x"')])
        self.assertFalse(os.path.exists(seen[0].output))

    def test_some_run_alone(self):
        text = 'test ! -e "{0}" && touch "{0}" && sleep 0.1 && rm "{0}"'
        with tempfile.TemporaryDirectory() as folder:
            one = shell(text.format(folder + "/x"), alone=True)
            self.assertEqual([o.how for o in self.run_all([one] * 3, 3)], ["passed"] * 3)


class Keeping(unittest.TestCase):
    def test_caches_are_put_back(self):
        with tempfile.TemporaryDirectory() as top:
            folder = os.path.join(top, "cache")
            os.mkdir(folder)
            kernel, plan, new = "0" * 32 + ".so", "1" * 32 + ".plan", "2" * 32 + ".so"

            def write(name, text):
                with open(os.path.join(folder, name + ".new"), "w") as f:
                    f.write(text)
                os.rename(os.path.join(folder, name + ".new"), os.path.join(folder, name))

            for name in (kernel, plan, "other"):
                write(name, "right")
            both = caches.Caches([folder, os.path.join(top, "none")], os.path.join(top, "kept"))
            both.save()
            self.assertEqual(sorted(os.listdir(folder)), [kernel, "other"])
            for name in (kernel, plan, new):
                write(name, "wrong")
            both.forget_answers(unused_since=0)  # all was used since
            self.assertIn(plan, os.listdir(folder))
            both.forget_answers()
            self.assertEqual(sorted(os.listdir(folder)), [kernel, new, "other"])
            both.restore()
            self.assertEqual(sorted(os.listdir(folder)), [kernel, "other"])
            with open(os.path.join(folder, kernel)) as f:
                self.assertEqual(f.read(), "right")
            os.remove(os.path.join(folder, kernel))
            both.restore()
            self.assertTrue(os.path.exists(os.path.join(folder, kernel)))


class Choosing(unittest.TestCase):
    def chosen(self, **options):
        build = run_mutants.Build.__new__(run_mutants.Build)
        build.options = argparse.Namespace(**{"all": False, "order": "cost", **options})
        build.library, build.archive = {"a.cpp": "a"}, {"a": "liba.a"}
        build.tests = [gate.Test(name, ["x"]) for name in ("dear", "cheap", "beside", "apart", "skipped")]
        build.linked = {"dear": {"liba.a"}, "cheap": {"liba.a", "libb.a"}, "beside": {"liba.a"}, "apart": {"libb.a"},
                        "skipped": {"liba.a"}}
        build.known = {t.name: {"how": "passed", "reached": [7]} for t in build.tests}
        build.known["beside"]["reached"] = [8]
        build.known["skipped"]["how"] = "skipped"
        build.cost = {"dear": 9, "cheap": 1, "beside": 0.5, "apart": 0, "skipped": 0}
        linking, to_run = build.tests_for(seed())
        return [t.name for t in linking], [t.name for t in to_run]

    def test_tests_that_link_and_come_by_run_the_cheapest_first(self):
        self.assertEqual(self.chosen(), (["dear", "cheap", "beside"], ["cheap", "dear"]))
        self.assertEqual(self.chosen(order="ctest")[1], ["dear", "cheap"])
        self.assertEqual(self.chosen(all=True)[1], ["cheap", "dear", "beside"])


def result(verdict, **more):
    return {"name": "n", "library": "weft_passes", "defect": "one | short", "seed": "s", "verdict": verdict,
            "tests_run": 2, "cpu": 3.2, "by": None, "how": None, "cases": [], **more}


KILLED = result("killed", by="test_x", how="failed", cases=["A.B", "A.C"])


class Tables(unittest.TestCase):
    def test_a_row_tells_what_each_gate_does(self):
        old = {"gate": "old", "mutants": {"12": KILLED, "7": result("survived")}}
        new = {"gate": "new", "mutants": {"12": result("no test comes by")}}
        self.assertEqual(table.table([old, new]).splitlines(), [
            "| no. | library | defect | killed by old | killed by new |",
            "|---:|---|---|---|---|",
            "| 7 | `weft_passes` | one \\| short | **survived** 2 tests | not run |",
            "| 12 | `weft_passes` | one \\| short | `test_x` `A.B`; 2nd test, 3 s | **no test comes by** |"])

    def test_what_one_alone_kills_is_listed(self):
        old = {"gate": "old", "mutants": {"12": KILLED}}
        new = {"gate": "new", "mutants": {"12": result("survived", seed="other")}}
        text = table.comparison(old, new)
        self.assertIn("old: 1 of 1 killed, 0 minutes of processor time.", text)
        self.assertIn("Killed by old alone:\n\n- 12 n: `test_x`: `A.B`, `A.C`", text)
        self.assertIn("Nothing is killed by new alone.", text)
        self.assertIn("Not the same seeds, so not to be compared: 12.", text)

    def test_numbers_are_told_as_people_do(self):
        self.assertEqual([table.ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)],
                         ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"])


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    unittest.main()
