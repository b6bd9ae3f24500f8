"""What is compared: Halide's fifteen programs, the effect of Weft's that each is, on which pictures, and
how near the results must be. Needs no package: what makes pixels is named only."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    """A program. `name` is also that of halide_programs/NAME.py, with underscores.

    pictures: a function of pictures.py. white: what a sample of 1 is in the peer's whole numbers.
    output: (width, height, planes) and its type, and `at` its first pixel, where it is not all of
    the picture. allowed: how far samples may differ, in the peer's units, but `outliers` of them,
    and but `margin` pixels on every side; `why` says why they do. operations: arithmetic that the
    definition asks for in each pixel of the output, all planes together, or in each product."""
    name: str
    effect: str
    pictures: str
    output: tuple
    type: str = "float32"
    at: tuple = (0, 0)
    white: int = 1
    settings: tuple = ()
    intermediates: str = ""
    allowed: float = 0.0
    outliers: float = 0.0
    margin: int = 0
    why: str = ""
    operations: int = 0
    is_picture: bool = True  # one of the picture effects, of which the first mean is


FULL = (2560, 1536)
ROUNDING = "Halide contracts products and sums, strict arithmetic does not"

CASES = [
    Case("max-filter", "max-filter", "colours", (*FULL, 3), operations=330),
    Case("unsharp", "unsharp-halide", "colours", (*FULL, 3), allowed=2e-5, why=ROUNDING, operations=38),
    Case("blur-3x3", "blur-3x3", "twelve_bits", (2558, 1534, 1), "uint16", at=(1, 1), white=65535,
         allowed=1, is_picture=False, operations=6, why="Halide divides whole numbers twice"),
]


def case_named(name):
    """ValueError where there is none of that name."""
    for case in CASES:
        if case.name == name:
            return case
    raise ValueError(f"'{name}' is no program; there are {', '.join(c.name for c in CASES)}")
