"""What the plots share: text, lines and rectangles of SVG, and round ticks."""

import html


def nice_step(top):
    """A round distance between about five ticks up to `top`."""
    power = 1.0
    while power * 10 <= top / 5:
        power *= 10
    while power > top / 5:
        power /= 10
    return next(power * m for m in (1, 2, 5, 10) if power * m >= top / 5)


def text(x, y, what, size=11, anchor="start", colour="#333"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{colour}">{html.escape(what)}</text>')


def line(points, colour, width=1.5):
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def rectangle(x, y, width, height, colour):
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}" '
            f'fill="{colour}"/>')


def picture(width, height, parts):
    """The parts on white, as a file."""
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      'font-family="sans-serif">',
                      '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def grid(panels, width, height, columns, top):
    """Panels, each a list of parts with its corner at the origin, row by row below `top`."""
    parts = []
    for i, panel in enumerate(panels):
        x, y = i % columns * width, i // columns * height + top
        parts += [f'<g transform="translate({x},{y})">', *panel, "</g>"]
    rows = (len(panels) + columns - 1) // columns
    return parts, rows * height + top
