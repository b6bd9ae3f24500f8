#!/usr/bin/env python3
"""Seeds of defects: reading them, and writing copies of sources that have them (docs/mutants.md).

    seeds.py files SEEDS                        the files that have seeds, one a line
    seeds.py copy ROOT SEEDS FILE OUT           OUT: FILE of the tree ROOT with its seeds
    seeds.py copy --brackets ROOT SEEDS FILE OUT   the same without defects: brackets alone

SEEDS is a folder; every file *.seeds in it is read. With --brackets each place is what it was, in
brackets: such a copy must compile to the same code as FILE, or some place is not a whole expression.
"""
import argparse
import os
import re
import sys
from dataclasses import dataclass, field

MOST = 1000  # kMost of mutant.h
HELPER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutant.h")


class SeedError(Exception):
    """What is wrong with a seed, for the one who wrote it."""


@dataclass
class Seed:
    number: int
    name: str
    place: str  # of the seed itself: "gpu.seeds:12"
    file: str = ""
    defect: str = ""
    shows: str = ""
    blocks: dict = field(default_factory=dict)  # within, expression or statement, becomes

    @property
    def is_statement(self):
        return "statement" in self.blocks

    @property
    def original(self):
        return self.blocks.get("statement") or self.blocks.get("expression") or ""

    @property
    def replacement(self):
        return " ".join(self.blocks["becomes"].split())

    def fail(self, what):
        raise SeedError(f"{self.place}: mutant {self.number} {self.name}: {what}")


# Reading.

FIELDS = ("file", "defect", "shows")
BLOCKS = ("within", "expression", "statement", "becomes")


def parse(text, source):
    """The seeds of a text, in order. `source` is how it is called in messages."""
    seeds, block = [], None
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{source}:{number}"
        if line.startswith("    ") and block is not None:
            seeds[-1].blocks[block] += line[4:] + "\n"
            continue
        if not line.strip():
            if block is not None:
                seeds[-1].blocks[block] += "\n"
            continue
        block = None
        if line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "mutant":
            head = re.fullmatch(r"(\d+) ([a-z][a-z0-9-]*)", rest)
            if not head:
                raise SeedError(f"{place}: expected 'mutant NUMBER name-in-words', found '{line}'")
            seeds.append(Seed(int(head[1]), head[2], place))
        elif not seeds:
            raise SeedError(f"{place}: expected 'mutant NUMBER name', found '{line}'")
        elif word in FIELDS and rest:
            setattr(seeds[-1], word, rest)
        elif word in BLOCKS and not rest:
            if word in seeds[-1].blocks:
                seeds[-1].fail(f"has two blocks '{word}'")
            seeds[-1].blocks[word] = ""
            block = word
        else:
            raise SeedError(f"{place}: expected one of {', '.join(FIELDS)} with a text, or one of "
                            f"{', '.join(BLOCKS)} alone, found '{line}'")
    for seed in seeds:
        for key in seed.blocks:
            seed.blocks[key] = seed.blocks[key].strip("\n")
        check(seed)
    return seeds


def check(seed):
    for key in FIELDS:
        if not getattr(seed, key):
            seed.fail(f"has no '{key}'")
    if ("expression" in seed.blocks) == ("statement" in seed.blocks):
        seed.fail("needs one of 'expression' and 'statement'")
    if not seed.original.strip() or not seed.blocks.get("becomes", "").strip():
        seed.fail("needs an original, and what it 'becomes' (of a statement that is dropped ';')")
    if not 0 < seed.number < MOST:
        seed.fail(f"its number must lie between 1 and {MOST - 1}")
    if seed.is_statement and seed.original.strip()[-1] not in ";}":
        seed.fail("a statement ends with ; or }")
    for text in (seed.original, seed.blocks["becomes"]):
        if "//" in re.sub(r'"(?:\\.|[^"\\])*"', "", text):
            seed.fail("may not hold comments")
    if tokens(seed.original) == tokens(seed.blocks["becomes"]):
        seed.fail("changes nothing")


def read_folder(folder):
    """The seeds of all files *.seeds of a folder, by number."""
    seeds = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".seeds"):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                seeds += parse(f.read(), name)
    for key in ("number", "name"):
        known = {}
        for seed in seeds:
            other = known.setdefault(getattr(seed, key), seed)
            if other is not seed:
                seed.fail(f"has the {key} of the one at {other.place}")
    return sorted(seeds, key=lambda seed: seed.number)


# Places in a source.

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+|[^\w\s]')


def tokens(text):
    return TOKEN.findall(text)


def pattern_of(text):
    """Matches `text` however it is laid out: blanks may differ wherever they mean nothing."""
    parts, before = [], ""
    for token in tokens(text):
        words = before[-1:].isalnum() or before[-1:] == "_", token[0].isalnum() or token[0] == "_"
        if before:
            parts.append(r"\s+" if all(words) else r"\s*")
        parts.append(re.escape(token))
        before = token
    first, last = text.strip()[0], text.strip()[-1]
    return re.compile((r"(?<!\w)" if re.match(r"\w", first) else "") + "".join(parts) +
                      (r"(?!\w)" if re.match(r"\w", last) else ""))


def only_match(seed, text, source, what, begin=0, end=None):
    end = len(source) if end is None else end
    found = list(pattern_of(text).finditer(source, begin, end))
    if len(found) != 1:
        seed.fail(f"{what} is there {len(found)} times, expected once, in {seed.file}: {' '.join(text.split())}")
    return found[0].span()


def find_place(seed, source):
    """Begin and end of the seed's original in the source."""
    begin, end = 0, len(source)
    if "within" in seed.blocks:
        begin, end = only_match(seed, seed.blocks["within"], source, "the text around it")
    span = only_match(seed, seed.original, source, "its original", begin, end)
    if not seed.is_statement:
        check_whole(seed, source, *span)
    return span


# Whether a place is a whole expression: brackets around a part of one would change what it says.

BINARY = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"],
          ["+", "-"], ["*", "/", "%"]]
STRENGTH = {op: i + 2 for i, level in enumerate(BINARY) for op in level}
STRENGTH.update({"?": 1, ":": 1, "=": 0, ",": 0})
STRENGTH.update({op + "=": 0 for op in ("+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>")})
UNARY, ATOM = 20, 30


def operators(text):
    """Operators of a source that is laid out by clang-format, outside of brackets: (text, strength).
    Binary ones have a blank on either side; template brackets and unary ones have none."""
    found, depth = [], 0
    plain = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', lambda m: "_" * len(m[0]), text)
    for m in re.finditer(r"[()\[\]{}]|(?<=\s)[-+*/%&|^<>=!?:]+(?=\s)|(?<=\w|\)|\])(?:,|:(?=\s))|[!~]", plain):
        if m[0] in "([{":
            depth += 1
        elif m[0] in ")]}":
            depth -= 1
        elif depth == 0:
            found.append((m[0], UNARY if m[0] in "!~" else STRENGTH.get(m[0], 0)))
    return found


def check_whole(seed, source, begin, end):
    """Fails where what stands beside the place binds more strongly than what it is made of."""
    own = operators(source[begin:end])
    weakest = min((strength for _, strength in own), default=ATOM)
    if any(operator == "," for operator, _ in own):
        seed.fail("its original is no whole expression: it has a comma outside of brackets")
    before = re.search(r"(\S+)(\s*)$", source[:begin])
    after = re.match(r"(\s*)(\S+)", source[end:])
    (left, gap), (space, right) = before.groups() if before else ("", " "), after.groups() if after else ("", "")
    sign = r"[-+*/%&|^<>=!?:]+"
    operator = re.fullmatch(sign, left) if gap else None  # a binary one has a blank on either side
    if operator and STRENGTH.get(left, 0) >= max(weakest, 2):
        seed.fail(f"its original is no whole expression: '{left}' before it binds as strongly")
    if re.search(r"(\.|->|::)$", left) or (weakest < ATOM and not gap and re.search(r"[-!~*&]$", left)):
        seed.fail(f"its original is no whole expression: it follows '{left}'")
    operator = re.match(sign + r"(?=$|\s)", right) if space else None
    if operator and STRENGTH.get(operator[0], 0) > weakest:
        seed.fail(f"its original is no whole expression: '{operator[0]}' after it binds more strongly")
    if weakest < ATOM and not space and re.match(r"\.|->|\[|\(", right):
        seed.fail(f"its original is no whole expression: '{right}' follows")


# Writing.

def with_seed(seed, original, brackets):
    if brackets:
        return f"{{ {original} }}" if seed.is_statement else f"({original})"
    if seed.is_statement:
        return f"{{ if (::weft::mutant({seed.number})) {{ {seed.replacement} }} else {{ {original} }} }}"
    return f"(::weft::mutant({seed.number}) ? ({seed.replacement}) : ({original}))"


def apply(source, seeds, brackets=False):
    """The source with each seed at its place; lines keep their numbers."""
    places = sorted((find_place(seed, source), seed.number, seed) for seed in seeds)
    for (one, _, a), (two, _, b) in zip(places, places[1:]):
        if two[0] < one[1]:
            b.fail(f"overlaps mutant {a.number}")
    parts, at = [], 0
    for (begin, end), _, seed in places:
        parts += [source[at:begin], with_seed(seed, source[begin:end], brackets)]
        at = end
    return "".join(parts + [source[at:]])


def with_whole_includes(text, folder):
    """Includes of neighbours, found beside the original, by their whole paths."""
    def whole(m):
        path = os.path.join(folder, m[2])
        return f'{m[1]}"{path}"' if os.path.exists(path) else m[0]
    return re.sub(r'^(#include )"([^"]+)"', whole, text, flags=re.MULTILINE)


def copy_of(root, seeds, file, brackets=False):
    """The text of the copy of `file`, a path below `root`."""
    path = os.path.join(root, file)
    try:
        with open(path, encoding="utf-8") as f:
            source = f.read()
    except OSError as e:
        own = [seed for seed in seeds if seed.file == file]
        (own[0].fail if own else sys.exit)(f"cannot read {file}: {e.strerror}")
    text = apply(source, [seed for seed in seeds if seed.file == file], brackets)
    head = "" if brackets else f'#include "{HELPER}"\n'
    return f'{head}#line 1 "{path}"\n' + with_whole_includes(text, os.path.dirname(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("files").add_argument("seeds")
    copy = commands.add_parser("copy")
    copy.add_argument("--brackets", action="store_true")
    for name in ("root", "seeds", "file", "out"):
        copy.add_argument(name)
    a = parser.parse_args()
    try:
        seeds = read_folder(a.seeds)
        if a.command == "files":
            print("\n".join(sorted({seed.file for seed in seeds})))
            return
        text = copy_of(a.root, seeds, a.file, a.brackets)
    except SeedError as e:
        sys.exit(f"seeds: {e}")
    os.makedirs(os.path.dirname(a.out) or ".", exist_ok=True)
    with open(a.out, "w", encoding="utf-8") as f:
        f.write(text)


if __name__ == "__main__":
    main()
