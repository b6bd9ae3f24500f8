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
    definition asks for in each pixel of the output, all planes together; where is_picture does not hold, in
    each sample."""
    name: str
    effect: str
    pictures: str
    output: tuple
    type: str = "float32"
    drops: bool = False  # the peer drops fractions as it stores whole numbers
    at: tuple = (0, 0)
    white: int = 1
    settings: tuple = ()
    allowed: float = 0.0
    outliers: float = 0.0
    margin: int = 0
    why: str = ""
    operations: int = 0
    is_picture: bool = True  # one of the picture effects, of which the first mean is


FULL = (2560, 1536)
ROUNDING = "Halide contracts products and sums, strict arithmetic does not"

CASES = [
    Case("local-laplacian", "local-laplacian-halide", "colours_u16", (*FULL, 3), "uint16", drops=True,
         white=65535,
         allowed=1, outliers=1e-3, operations=420,
         why="Halide drops fractions, and tones are chosen in 256ths"),
    Case("iir-blur", "iir-blur", "colours", (*FULL, 3), allowed=2e-6, why=ROUNDING, operations=36),
    Case("max-filter", "max-filter", "colours", (*FULL, 3), operations=330),
    Case("lens-blur", "lens-blur", "stereo", (640, 384, 3), allowed=1e-4, outliers=1e-3,
         margin=128, operations=2100,
         why="levels of the pyramid end at different places, and of depths that match alike "
             "either may be found"),
    Case("nl-means", "nl-means-halide", "colours", (*FULL, 3), allowed=1e-5, operations=1500,
         why="Halide's exponential is an approximation"),
    Case("unsharp", "unsharp-halide", "colours", (*FULL, 3), allowed=2e-5, why=ROUNDING, operations=38),
    Case("bilateral-grid", "bilateral-grid-halide", "grey", (*FULL, 1), allowed=1e-5,
         outliers=1e-4, operations=40,
         why=ROUNDING + ", and what lies between two steps of the grid may be rounded to either"),
    Case("harris", "harris-halide", "colours", (2554, 1530, 1), at=(3, 3), allowed=1e-7,
         why=ROUNDING, operations=60),
    Case("stencil-chain", "stencil-chain", "grey_u16", (*FULL, 1), "uint16", white=65535,
         operations=32 * 49),
    Case("interpolate", "interpolate-halide", "holes", (*FULL, 3), allowed=2e-5, operations=110,
         why=ROUNDING),
    Case("camera-pipe", "camera-pipe", "mosaic", (2560, 1920, 3), "uint8", at=(16, 12), white=255,
         settings=("hotpixels1.white=65535",), operations=120),
    Case("equalise", "equalise", "colours_u8", (*FULL, 3), "uint8", white=255, allowed=1,
         outliers=1e-3, operations=40,
         why="luma that is exactly a whole number falls into either bin"),
    Case("conv-layer", "conv-layer", "layer", (100, 80, 64), allowed=1e-3, is_picture=False,
         operations=2 * 9 * 64, why="sums in another order"),
    Case("matrix-product", "matrix-product", "matrices", (1024, 1024, 1), allowed=1e-3,
         is_picture=False, operations=2 * 1024, why="sums in another order"),
    Case("blur-3x3", "blur-3x3", "twelve_bits", (2558, 1534, 1), "uint16", at=(1, 1), white=65535,
         allowed=1, is_picture=False, operations=6, why="Halide divides whole numbers twice"),
]


def case_named(name):
    """ValueError where there is none of that name."""
    for case in CASES:
        if case.name == name:
            return case
    raise ValueError(f"'{name}' is no program; there are {', '.join(c.name for c in CASES)}")
