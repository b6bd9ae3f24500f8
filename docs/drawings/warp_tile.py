"""A hybrid tile: which elements of a warp's tile lie in shared memory, and which in registers."""

from panels import Panels
from plans import found, group_kernels, window
from svg import (BLUE, GREEN, INK, MUTED, ORANGE, PALE_BLUE, PALE_GREEN, PALE_ORANGE, Drawing)

COMMAND = ["explain", "unsharp-halide", "--target", "sm_90", "--fusion", "dp", "--tile", "hybrid",
           "--disable", "shape"]

SIDE, LEFT, TOP, BETWEEN = 13, 30, 92, 82


def draw(weft):
    (kernel,) = group_kernels(weft(*COMMAND))
    parallelograms, shared, registers = found(
        r"hybrid +(\d+) parallelograms along rows: (\d+) in shared memory, (\d+) in registers", kernel.text)
    lanes = kernel.team_u
    panels = Panels(kernel, SIDE, LEFT, TOP, BETWEEN)
    corner = panels.corner
    d = Drawing(panels.right + 30, panels.bottom + 104,
                f"The tile of a warp in {kernel.name}: of {parallelograms} parallelograms of {lanes} lanes "
                f"{shared} in shared memory and {registers} in registers")
    d.text(LEFT, 32, f"One warp of {lanes} lanes, one tile of {kernel.tile_u} x {kernel.tile_v} "
           f"elements in {parallelograms} parallelograms", 16, INK, bold=True)
    for l, loop in enumerate(kernel.loops):
        left, right, above, below = loop.halo
        last, height = l + 1 == len(kernel.loops), panels.heights[l]
        # Parallelogram k of lane i is element k lanes + i + right, for every other loop reads to its left.
        split = shared * lanes + right
        width = kernel.tile_u + left + right
        x, y = corner(l, -left, -above)
        names = " + ".join(stage.name for stage in loop.stages)
        d.text(LEFT, y - 24, f"loop {l}: {names}", 14, INK, bold=True)
        if last:
            d.rectangle(x, y, width * SIDE, height * SIDE, PALE_GREEN)
        else:
            (tile,) = (kernel.tiles[t] for t in loop.fills)
            boundary, _ = corner(l, split, 0)
            d.rectangle(x, y, boundary - x, height * SIDE, PALE_BLUE)
            d.rectangle(boundary, y, x + width * SIDE - boundary, height * SIDE, PALE_ORANGE)
            d.text(boundary - 8, y - 24, f"{left + split} x {height} in shared memory, "
                   f"{tile.body:,} bytes", 12, BLUE, "end")
            d.text(boundary + 8, y - 24, f"{width - left - split} x {height} in registers, "
                   f"{tile.registers} of each lane", 12, ORANGE)
        d.grid(x, y, width, height, SIDE, "white")
        d.rectangle(*corner(l, 0, 0), kernel.tile_u * SIDE, kernel.tile_v * SIDE, "none", INK, 1.4)
        for parallelogram in range(parallelograms):
            lane_marks(d, corner(l, parallelogram * lanes + right, -above), lanes, parallelogram)

    row = kernel.tile_v // 2
    for l in range(len(kernel.loops) - 1, 0, -1):
        for stage in kernel.loops[l].stages:
            for read in map(window, stage.reads):
                if read.tile is None or (read.width, read.height) == (1, 1):
                    continue
                maker = next(m for m in range(l) if read.tile in kernel.loops[m].fills)
                split = shared * lanes + kernel.loops[maker].halo[1]
                # A lane whose window lies on both sides of the split, and one that reads registers.
                half = read.width // 2
                places = [split - half + 1, split + half + 4] if half else [split + lanes * 5 // 8]
                for u in places:
                    reads(d, corner, l, maker, read, split, (u, row))

    foot = d.height - 70
    at = LEFT
    for what, colour in [("read from shared memory", BLUE), ("from a register, another lane's by a "
                         "shuffle", ORANGE), ("the element that asks", GREEN)]:
        d.rectangle(at, foot, 13, 13, colour)
        d.text(at + 21, foot + 11, what, 12, MUTED)
        at += 52 + 6 * len(what)
    d.rectangle(at, foot, 22, 13, "none", INK, 1.4)
    d.text(at + 30, foot + 11, "the tile's own elements", 12, MUTED)
    d.text(LEFT, d.height - 22, "weft " + " ".join(COMMAND), 11, MUTED, mono=True)
    return d


def lane_marks(d, at, lanes, parallelogram):
    """A bracket above the elements that the lanes compute in a parallelogram."""
    x, y = at
    d.line([(x + 2, y - 3), (x + 2, y - 8), (x + lanes * SIDE - 2, y - 8),
            (x + lanes * SIDE - 2, y - 3)], MUTED, 1)
    d.rectangle(x + lanes * SIDE / 2 - 92, y - 15, 184, 12, "white")
    d.text(x + lanes * SIDE / 2, y - 5, f"parallelogram {parallelogram}: lanes 0 to {lanes - 1}", 11, MUTED, "middle")


def reads(d, corner, l, maker, read, split, element):
    """What the element of loop l reads of a picture, and from where."""
    u0, v0 = element[0] - read.width // 2, element[1] - read.height // 2
    for v in range(v0, v0 + read.height):
        for u in range(u0, u0 + read.width):
            x, y = corner(maker, u, v)
            d.rectangle(x + 1, y + 1, SIDE - 2, SIDE - 2, BLUE if u < split else ORANGE)
    x, y = corner(maker, u0, v0)
    d.rectangle(x, y, read.width * SIDE, read.height * SIDE, "none", INK, 1.6)
    to = corner(l, *element)
    d.rectangle(to[0], to[1], SIDE, SIDE, GREEN)
    d.arrow([(x + read.width * SIDE / 2, y + read.height * SIDE + 1), (to[0] + SIDE / 2, to[1] - 1)],
            INK, 1.3)
