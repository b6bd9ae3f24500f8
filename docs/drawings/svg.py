"""Shapes of SVG, on a white ground of their own, so that a page may be light or dark."""

import html

INK, MUTED, GRID = "#1f2933", "#5b6773", "#c9d1d9"
BLUE, PALE_BLUE = "#2467a8", "#d9e8f7"
ORANGE, PALE_ORANGE = "#b8610a", "#fde5cc"
GREEN, PALE_GREEN = "#2b7a4b", "#d8efe0"
RED = "#b3261e"

SANS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def number(value):
    """As short as it can be: equal drawings are equal files."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Drawing:
    """Shapes in the order in which they are drawn; `title` is what those hear who cannot see."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.shapes = []

    def rectangle(self, x, y, width, height, fill="none", stroke="none", thick=1.0, round=0,
                  dashed=False):
        self._shape("rect", x=x, y=y, width=width, height=height, rx=round or None, fill=fill,
                    stroke=stroke, stroke_width=thick if stroke != "none" else None,
                    stroke_dasharray="5 4" if dashed else None)

    def line(self, points, stroke=INK, thick=1.0, dashed=False):
        joined = " ".join(f"{number(float(x))},{number(float(y))}" for x, y in points)
        self._shape("polyline", points=joined, fill="none", stroke=stroke, stroke_width=thick,
                    stroke_dasharray="5 4" if dashed else None)

    def arrow(self, points, stroke=INK, thick=1.4):
        """A line with a head at its end."""
        (x0, y0), (x, y) = points[-2:]
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        u, v = (x - x0) / length, (y - y0) / length
        back = (x - 8 * u, y - 8 * v)
        self.line([*points[:-1], back], stroke, thick)
        head = [(x, y), (back[0] - 4 * v, back[1] + 4 * u), (back[0] + 4 * v, back[1] - 4 * u)]
        self._shape("polygon", points=" ".join(f"{number(float(a))},{number(float(b))}"
                                               for a, b in head), fill=stroke)

    def text(self, x, y, what, size=13, fill=INK, anchor="start", bold=False, mono=False):
        self._shape("text", html.escape(what, quote=False), x=x, y=y, font_size=size, fill=fill,
                    text_anchor=anchor if anchor != "start" else None,
                    font_weight="bold" if bold else None, font_family=MONO if mono else None,
                    xml__space="preserve" if "  " in what or what.startswith(" ") else None)

    def grid(self, x, y, columns, rows, side, stroke=GRID):
        """Lines between squares, and around them."""
        for i in range(columns + 1):
            self.line([(x + i * side, y), (x + i * side, y + rows * side)], stroke, 0.6)
        for j in range(rows + 1):
            self.line([(x, y + j * side), (x + columns * side, y + j * side)], stroke, 0.6)

    def _shape(self, name, inside=None, **attributes):
        words = [name]
        for key, value in attributes.items():
            if value is None:
                continue
            text = number(value) if isinstance(value, (int, float)) else html.escape(str(value))
            words.append(f'{key.replace("__", ":").replace("_", "-")}="{text}"')
        inner = "/>" if inside is None else f">{inside}</{name}>"
        self.shapes.append("<" + " ".join(words) + inner)

    def file(self):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="{html.escape(SANS)}">',
            f"<title>{html.escape(self.title, quote=False)}</title>",
            f'<rect width="{self.width}" height="{self.height}" fill="white"/>',
            *self.shapes, "</svg>", ""])
