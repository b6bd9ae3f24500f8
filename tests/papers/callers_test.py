"""That no function of translator/models or translator/passes is called by tests alone.

    callers_test.py

A model that only its tests call decides nothing.
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("framework", "translator", "editor", "plugins")
HEADERS = ("translator/models", "translator/passes")


def code(path):
    """A source without its comments."""
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


def declared(header):
    """The free functions that a header declares or defines: their lines are not indented."""
    return set(re.findall(r"^[A-Za-z][\w:<>,&* \[\]]*[\s&*>](\w+)\(", header, re.M))


def mentions(name, text):
    """How often a source has the name but where it declares or defines it."""
    own = len(re.findall(rf"^[A-Za-z][\w:<>,&* \[\]]*[\s&*>]{name}\(", text, re.M))
    return len(re.findall(rf"\b{name}\b", text)) - own


class Callers(unittest.TestCase):
    def test_find_what_is_only_declared(self):
        text = "int used(int n);\nint unused(int n) {\n    return used(n);\n}\n"
        self.assertEqual(declared(text), {"used", "unused"})
        self.assertEqual(mentions("used", text), 1)
        self.assertEqual(mentions("unused", text), 0)

    def test_every_function_is_called_by_the_product(self):
        sources = {path: code(path) for folder in PRODUCT for path in (ROOT / folder).rglob("*")
                   if path.suffix in (".h", ".cpp")}
        words = {path: set(re.findall(r"\w+", text)) for path, text in sources.items()}
        functions = {}
        for folder in HEADERS:
            for path in (ROOT / folder).rglob("*.h"):
                for name in declared(sources[path]):
                    functions.setdefault(name, path)
        self.assertGreater(len(functions), 200)
        for name, path in sorted(functions.items()):
            with self.subTest(f"{name}() of {path.relative_to(ROOT)}"):
                self.assertTrue(any(name in words[source] and mentions(name, text) > 0
                                    for source, text in sources.items()),
                                "nothing but tests calls it")


if __name__ == "__main__":
    unittest.main()
