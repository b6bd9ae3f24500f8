"""OpenCV's filters beside Weft's: grey pictures, whose memory is the same for both. Needs no package."""
import dataclasses
import typing

WIDTH, HEIGHT = 2560, 1536


def resize(filter_name):
    """Settings of the effect resize."""
    return (f"width={WIDTH}", f"height={HEIGHT}", f"filter={filter_name}")


@dataclasses.dataclass(frozen=True)
class Filter:
    """`call` is a function's name in opencv_filters.py; the rest is as of cases.Case."""
    name: str
    effect: typing.Union[str, dict]
    call: str
    settings: tuple = ()
    type: str = "float32"
    size: tuple = (WIDTH, HEIGHT)
    allowed: float = 0.0
    outliers: float = 0.0
    margin: int = 0
    why: str = ""
    operations: int = 0


SMALL = (1920, 1152)  # three quarters
PLACES = "places are reckoned in another order"

FILTERS = [
    Filter("gaussian", "gaussian-blur", "gaussian", ("sigma=3",), allowed=1e-5,
           why="sums in another order", operations=76),
    Filter("box", "box-blur", "box", ("radius=4",), allowed=1e-4,
           why="sums in another order", operations=36),
    Filter("median-3", "median", "median_3", ("radius=1",), operations=38),
    Filter("median-5", "median", "median_5", ("radius=2",), operations=198),
    Filter("bilateral", "BilateralFilter", "bilateral", type="uint8", allowed=1,
           why="OpenCV's window is a disc, Weft's a square", operations=1800),
    Filter("sobel", "EdgeDetect", "sobel", allowed=1e-5, why="sums in another order",
           operations=16),
    Filter("dilate", "erode-dilate", "dilate", ("radius=3",), operations=14),
    Filter("resize-linear", "resize", "resize_linear", resize("triangle"), size=SMALL,
           allowed=1e-4, why="sums in another order", operations=6),
    Filter("resize-cubic", "resize", "resize_cubic", resize("cubic"), size=SMALL,
           allowed=0.05, outliers=1e-4, operations=14,
           why="OpenCV's cubic overshoots more than Catmull and Rom's"),
    Filter("resize-lanczos", "resize", "resize_lanczos", resize("lanczos"), size=SMALL,
           allowed=0.05, why="OpenCV's has four lobes, Weft's three",
           operations=24),
    Filter("warp-affine", "Transform", "warp_affine",
           ("transform1.angle=10", "transform1.filter=bilinear"), allowed=2e-3, why=PLACES,
           operations=14),
    Filter("warp-perspective", "CornerPin", "warp_perspective",
           ("cornerpin1.right-top-x=0.8", "cornerpin1.right-top-y=0.1",
            "cornerpin1.filter=bilinear"), allowed=2e-3, why=PLACES, operations=20),
    Filter("median-3 of bytes", "median", "median_3", ("radius=1",), type="uint8", operations=38),
    Filter("median-5 of bytes", "median", "median_5", ("radius=2",), type="uint8", operations=198),
    Filter("dilate of bytes", "erode-dilate", "dilate", ("radius=3",), type="uint8", operations=14),
    Filter("gaussian of bytes", "gaussian-blur", "gaussian", ("sigma=3",), type="uint8", allowed=1,
           why="rounded once or twice", operations=76),
]


def filter_named(name):
    """ValueError where there is none of that name."""
    for one in FILTERS:
        if one.name == name:
            return one
    raise ValueError(f"'{name}' is no filter; there are {', '.join(f.name for f in FILTERS)}")
