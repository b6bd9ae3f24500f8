"""That docs/papers.md, the list of what Weft takes from the papers, names what there is.

    list_test.py

Every row has a test, or says why none; every test, file and option that it names exists; and whatever
cites a paper in the tree cites one that the list has.
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "docs" / "papers.md"
SOURCES = ("framework", "translator", "functors", "editor", "plugins", "tests")
#: Where `folder/file.h` of the list may begin.
FOLDERS = ("", "framework", "translator", "translator/emit")


def rows(text):
    """The cells of each row of every table but its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for k, row in enumerate(cells)
            if not set(row[0]) <= set("-") and (k + 1 == len(cells) or not set(cells[k + 1][0]) <= set("-"))]


def sources():
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".py") and path != Path(__file__).resolve():
                yield path, path.read_text(encoding="utf-8", errors="replace")


class ListOfPapers(unittest.TestCase):
    text = LIST.read_text(encoding="utf-8")
    papers = {row[0] for row in rows(text) if len(row) == 2}
    mechanisms = [row for row in rows(text) if len(row) == 3]

    def test_has_five_papers_with_a_section_each(self):
        self.assertEqual(len(self.papers), 5)
        for paper in self.papers:
            self.assertIn(f"\n## {paper}\n", self.text)
        self.assertGreater(len(self.mechanisms), 40)

    def test_every_row_has_a_test_or_a_reason(self):
        for what, where, proof in self.mechanisms:
            with self.subTest(what):
                self.assertTrue(where)
                self.assertGreater(len(proof), 20, "a test, or a reason in words")

    def test_names_tests_that_exist(self):
        tests = set()
        for _, text in sources():
            tests |= {".".join(t) for t in re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", text, re.M)}
        named = [name for row in self.mechanisms for name in re.findall(r"`([A-Z]\w+\.\w+)`", row[2])]
        self.assertGreater(len(named), 50)
        for name in named:
            with self.subTest(name):
                self.assertIn(name, tests)

    def test_names_files_that_exist(self):
        for row in self.mechanisms:
            for name in re.findall(r"`([a-z_]+(?:/[a-z_0-9.]+)+)`", row[1]):
                with self.subTest(name):
                    self.assertTrue(any((ROOT / folder / name).exists() for folder in FOLDERS))

    def test_every_citation_names_one_of_them(self):
        cited = set()
        for path, text in sources():
            for paper in re.findall(r"(?:^|[\s(])[Pp]aper: ([a-z]+-[a-z]+)", text):
                cited.add(paper)
                with self.subTest(str(path.relative_to(ROOT))):
                    self.assertIn(paper, self.papers)
        self.assertEqual(cited, self.papers)


if __name__ == "__main__":
    unittest.main()
