"""A fused kernel of a GPU: what each loop computes of a tile and the halo around it."""

import re

from panels import Panels
from plans import group_kernels, window
from svg import BLUE, INK, MUTED, ORANGE, PALE_BLUE, PALE_ORANGE, RED, Drawing

# Shapes follow the registers that a compiler tells, where one is installed; plain shapes do not.
COMMAND = ["explain", "unsharp-halide", "--target", "sm_90", "--fusion", "dp", "--tile", "block",
           "--disable", "shape"]

SIDE, LEFT, TOP, BETWEEN = 12, 40, 64, 62


def draw(weft):
    (kernel,) = group_kernels(weft(*COMMAND))
    panels = Panels(kernel, SIDE, LEFT, TOP, BETWEEN)
    corner, right = panels.corner, panels.right + 34
    d = Drawing(right + 452, panels.bottom + 62,
                f"The fused kernel {kernel.name}: a tile of {kernel.tile_u} x {kernel.tile_v} "
                "elements, and the halo that each loop computes around it")
    d.text(LEFT, 32, f"One kernel, one block of {kernel.team_u} x {kernel.team_v} threads, "
           f"one tile of {kernel.tile_u} x {kernel.tile_v} elements", 16, INK, bold=True)

    example = (kernel.tile_u * 3 // 8, kernel.tile_v // 2)
    for l, loop in enumerate(kernel.loops):
        left, to_right, above, below = loop.halo
        width, height = kernel.tile_u + left + to_right, panels.heights[l]
        x, y = corner(l, -left, -above)
        last = l + 1 == len(kernel.loops)
        d.rectangle(x, y, width * SIDE, height * SIDE, PALE_ORANGE if last else PALE_BLUE)
        own_x, own_y = corner(l, 0, 0)
        d.rectangle(own_x, own_y, kernel.tile_u * SIDE, kernel.tile_v * SIDE,
                    "#f9cfa2" if last else "#b9d5f0")
        d.grid(x, y, width, height, SIDE, "white")
        d.rectangle(own_x, own_y, kernel.tile_u * SIDE, kernel.tile_v * SIDE, "none",
                    ORANGE if last else BLUE, 1.6)
        dimensions(d, x, y, width, height)

        facts = y + 13
        names = " + ".join(stage.name for stage in loop.stages)
        d.text(right, facts, f"loop {l}: {names}", 14, INK, bold=True)
        lines = [halo_text(loop.halo),
                 f"{float(loop.evaluations):g} evaluation{'s' if float(loop.evaluations) > 1 else ''} "
                 "for each element of the tile"]
        for stage in loop.stages:
            lines.append(f"{stage.name} reads {', '.join(map(way_of, stage.reads))}")
        for t in loop.fills:
            tile = kernel.tiles[t]
            lines.append(f"fills tile {t}: {tile.width} x {tile.height} floats of shared memory, "
                         f"{tile.bytes:,} bytes")
        for line in lines:
            facts += 19
            d.text(right, facts, line, 12, MUTED)
        if loop.waits:
            at = y - BETWEEN / 2 - 2
            d.line([(LEFT, at), (right + 424, at)], RED, 1.2, dashed=True)
            d.text(right, at - 6, "barrier: all threads have filled the tile", 12, RED)

    # What the example reads, from the last loop back, as long as it goes through tiles.
    for l in range(len(kernel.loops) - 1, 0, -1):
        for stage in kernel.loops[l].stages:
            for read in map(window, stage.reads):
                if read.tile is None or (read.width, read.height) == (1, 1):
                    continue
                maker = next(m for m in range(l) if read.tile in kernel.loops[m].fills)
                x, y = corner(maker, example[0] - read.width // 2, example[1] - read.height // 2)
                d.rectangle(x, y, read.width * SIDE, read.height * SIDE, "none", INK, 2.2)
                x, y = x + read.width * SIDE / 2, y + read.height * SIDE
                to = corner(l, *example)
                d.rectangle(*to, SIDE, SIDE, INK)
                d.arrow([(x, y + 1), (to[0] + SIDE / 2, to[1] - 1)], INK, 1.4)
                d.text(x + 10, y + 15, f"{stage.name} reads {read.width} x {read.height}", 12, INK)

    d.text(LEFT, d.height - 18, "weft " + " ".join(COMMAND), 11, MUTED, mono=True)
    return d


def halo_text(sides):
    left, right, above, below = sides
    if not any(sides):
        return "no halo"
    if left == right == above == below:
        return f"a halo of {left} on every side"
    return (f"a halo of {left} to the left and {right} to the right" if (above, below) == (0, 0) else
            f"a halo of {above} above and {below} below" if (left, right) == (0, 0) else
            f"a halo of {left}, {right}, {above} and {below}")


def way_of(read):
    """A picture that is read, and from where."""
    one = window(read)
    way = re.search(r"\((memory|value|tile \d+)", read)[1]
    return f"{one.picture.split('.')[0]} ({way})"


def dimensions(d, x, y, width, height):
    """How many elements there are, along two sides."""
    d.text(x - 8, y + height * SIDE / 2 + 4, str(height), 12, MUTED, "end")
    d.text(x + width * SIDE / 2, y - 6, str(width), 12, MUTED, "middle")
