"""The way from a functor's header to pixels: what each part of Weft hands to the next."""

import pathlib
import re
import tempfile
import textwrap

from plans import found, group_kernels
from svg import (BLUE, GREEN, INK, MUTED, ORANGE, PALE_BLUE, PALE_GREEN, PALE_ORANGE, Drawing)

EFFECT, FUNCTOR, HEADER = "unsharp-halide", "UnsharpMask", "functors/pixel/unsharp_mask.h"
PLAN = [EFFECT, "--target", "sm_90", "--fusion", "dp", "--tile", "block", "--disable", "shape"]

LEFT, BOX, WIDTH, LINE, GAP = 24, 232, 760, 16, 30
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def draw(weft):
    plan, text = weft("explain", *PLAN), weft("emit", *PLAN)
    (kernel,) = group_kernels(plan)
    steps = [
        ("1", "A header", HEADER, "plain C++; compiled as it", "stands it is the reference",
         body_of(FUNCTOR), PALE_GREEN, GREEN),
        ("2", "Facts and kernel text", "translator/frontend", "what it reads and costs, and",
         "the body with names replaced", [*facts(weft), "", *kernel_text(text)], PALE_BLUE, BLUE),
        ("3", "A plan", "translator/passes", "which stages are one kernel,", "and where values lie",
         loops_of(plan, kernel), PALE_BLUE, BLUE),
        ("4", "A kernel", "translator/emit, compile", "accessors stand in for pictures;",
         "the compiler inlines them away", call_of(text), PALE_ORANGE, ORANGE),
    ]
    pictures = before_and_after(weft)
    cell = 11
    picture_width, picture_height = (len(pictures[0][0]) * cell, len(pictures[0]) * cell)
    heights = [max(len(step[5]) * LINE + 18, 78) for step in steps]
    height = 56 + sum(heights) + len(heights) * GAP + picture_height + 24 + 40
    d = Drawing(BOX + WIDTH + 24, height,
                f"The way from {HEADER} to pixels: facts and kernel text, a plan, a kernel, pixels")
    d.text(LEFT, 32, f"{FUNCTOR}, a functor of the effect '{EFFECT}', on its way", 16, INK, bold=True)
    y = 56
    for (place, name, folder, one, two, lines, pale, dark), box in zip(steps, heights):
        legend(d, y, place, name, folder, (one, two), dark)
        d.rectangle(BOX, y, WIDTH, box, pale, dark, 1.2, 6)
        for i, line in enumerate(lines):
            d.text(BOX + 14, y + 21 + i * LINE, line, 11.5, INK, mono=True)
        d.arrow([(BOX + 40, y + box + 3), (BOX + 40, y + box + GAP - 3)], dark, 2)
        y += box + GAP
    legend(d, y, "5", "Pixels", "framework/runtime",
           ("the same bits on every device,", "here a picture before and after"), GREEN)
    for i, picture in enumerate(pictures):
        x = BOX + i * (picture_width + 60)
        for row, colours in enumerate(picture):
            for column, colour in enumerate(colours):
                d.rectangle(x + column * cell, y + row * cell, cell, cell, colour, colour, 0.5)
        d.rectangle(x, y, picture_width, picture_height, "none", GREEN, 1.2)
    middle = y + picture_height / 2
    d.arrow([(BOX + picture_width + 10, middle), (BOX + picture_width + 50, middle)], GREEN, 2)
    d.text(LEFT, height - 18, "weft explain, weft emit " + " ".join(PLAN), 11, MUTED, mono=True)
    return d


def legend(d, y, place, name, folder, lines, colour):
    d.rectangle(LEFT, y + 4, 22, 22, colour, round=11)
    d.text(LEFT + 11, y + 20, place, 13, "white", "middle", bold=True)
    d.text(LEFT + 30, y + 20, name, 14, INK, bold=True)
    d.text(LEFT, y + 42, folder, 11, colour, mono=True)
    for i, line in enumerate(lines):
        d.text(LEFT, y + 60 + i * 16, line, 12, MUTED)


def body_of(functor):
    """`void Kernel()` of a built-in functor, to its closing brace."""
    text = (ROOT / HEADER).read_text(encoding="utf-8")
    lines = re.search(r"^    void Kernel\(\) \{\n.*?^    \}\n", text, re.M | re.S)[0].splitlines()
    return [f"class {functor} {{ ..."] + lines


def facts(weft):
    told = weft("info", FUNCTOR)
    return [f"{name:6} " + found(rf"\n  {name} +(.*)", told)[0] for name in ("takes", "reads", "costs")]


def kernel_text(text):
    """The lines of the body that differ from the header's, and those around them."""
    struct = text[text.index(f"struct {FUNCTOR}_scalar {{"):]
    body = struct[struct.index("{\n        const"):].split("\n")[1:4]
    return [f"struct {FUNCTOR}_scalar {{ ..."] + body + ["        ..."]


def loops_of(plan, kernel):
    lines = [plan.split("\n")[0].split(" (")[0], f"kernel {kernel.name}"]
    for line in kernel.text.split("\n"):
        if re.match(r"  (tile|loop) |              \w+ +reads", line):
            line = re.sub(r", border \w+|; [\d.]+ evaluations for each element of the tile", "", line)
            lines += textwrap.wrap(line, 102, subsequent_indent=" " * 34, drop_whitespace=True,
                                   replace_whitespace=False)
    return lines


def call_of(text):
    """How the kernel calls the functor's text."""
    start = text.index(f"        {FUNCTOR}_scalar::Kernel<")
    lines = text[start:text.index(";", start) + 1].split("\n")
    return ["// One element of gaussian2, unsharpmask1.", *(line[8:] for line in lines)]


def before_and_after(weft):
    """A small picture, and what the effect makes of it, as rows of colours."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = f"{folder}/before.ppm", f"{folder}/after.ppm"
        weft("render", "Noise", "-o", before, "--device", "reference", "-s", "width=24",
             "-s", "height=13", "-s", "channels=3", "-s", "size=12", "-s", "contrast=2")
        weft("render", EFFECT, "-i", before, "-o", after, "--device", "reference")
        return [colours_of(pathlib.Path(path).read_bytes()) for path in (before, after)]


def colours_of(data):
    """The pixels of a binary PPM."""
    match = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    width, height = int(match[1]), int(match[2])
    samples = data[match.end():]
    return [["#" + samples[3 * (y * width + x):3 * (y * width + x) + 3].hex() for x in range(width)]
            for y in range(height)]
