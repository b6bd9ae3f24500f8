"""A strip: a warp goes down columns, several a lane, with line buffers of rows in registers."""

from plans import found, group_kernels
from svg import (GREEN, INK, MUTED, PALE_BLUE, PALE_GREEN, PALE_ORANGE, Drawing)

COMMAND = ["explain", "unsharp-halide", "--target", "sm_90", "--fusion", "dp", "--tile", "stream",
           "--disable", "shape"]

LEFT, LANE, SIDE, GAP = 84, 27, 19, 44


def draw(weft):
    (kernel,) = group_kernels(weft(*COMMAND))
    columns, margin = found(r"\n  strip +(\d+) columns a lane, (\d+) of margin", kernel.text)
    lanes = kernel.team_u
    top = 74
    d = Drawing(LEFT + lanes * LANE + 24, 560,
                f"A strip of {kernel.tile_u} columns in {kernel.name}: {lanes} lanes of {columns} "
                "columns each, and the rows that a lane keeps in registers")
    d.text(LEFT, 32, f"One warp of {lanes} lanes goes down {kernel.tile_u} columns, {columns} a lane",
           16, INK, bold=True)

    # The warp.
    first, last = margin // columns, (margin + kernel.tile_u) // columns
    shown = lanes // 2
    for lane in range(lanes):
        inside = first <= lane < last
        d.rectangle(LEFT + lane * LANE, top, LANE, 34, PALE_GREEN if inside else "#eceff2", "white")
        d.text(LEFT + (lane + 0.5) * LANE, top + 22, str(lane), 11, INK if inside else MUTED, "middle")
    d.rectangle(LEFT + first * LANE, top, (last - first) * LANE, 34, "none", GREEN, 1.6)
    d.rectangle(LEFT + shown * LANE, top, LANE, 34, "none", INK, 2.4)
    d.text(LEFT, top - 10, f"lanes; those outside of the frame compute the halo of {margin} columns "
           "on either side, and store nothing", 12, MUTED)
    for lane in (first + 3, shown, last - 4):
        x = LEFT + (lane + 0.5) * LANE
        d.arrow([(x, top + 38), (x, top + 62)], GREEN, 2)

    # One of its lanes: rows in registers, the newest at the row that its loop is at.
    made, lowest = rows_of_loops(kernel)
    base = top + 106
    y0 = base + 44

    def y(row):
        return y0 + (row - lowest) * SIDE

    d.text(LEFT, base, f"What lane {shown} holds while it computes row y", 14, INK, bold=True)
    x = LEFT
    highest = 0
    for l, loop in enumerate(kernel.loops):
        names = kernel.tiles[loop.fills[0]].image if loop.fills else loop.stages[-1].name
        own = columns
        if loop.fills:
            tile = kernel.tiles[loop.fills[0]]
            rows, width = tile.body // tile.planes, tile.registers
            beside = (width - own) // 2
        else:
            tile, rows, width, beside = None, 1, own, 0
        highest = max(highest, made[l])
        d.text(x, base + 24, names.split(".")[0], 13, INK, bold=True)
        note = ("stored" if tile is None else f"{rows} row{'s' if rows > 1 else ''} of {width}"
                + (f", {tile.planes} planes" if tile.planes > 1 else ""))
        for row in range(made[l] - rows + 1, made[l] + 1):
            for i in range(width):
                of_others = not beside <= i < beside + own
                fill = PALE_ORANGE if of_others else PALE_GREEN if tile is None else PALE_BLUE
                d.rectangle(x + i * SIDE, y(row), SIDE, SIDE, fill, "white")
        d.rectangle(x + beside * SIDE, y(made[l]), own * SIDE, SIDE, "none", INK, 2)
        d.text(x, y(made[l]) + SIDE + 16, note, 12, MUTED)
        d.text(x, y(made[l]) + SIDE + 32, f"loop {l}", 12, MUTED)
        x += max(width * SIDE, 122) + GAP
    for row in range(lowest, highest + 1):
        if row in (0, highest) or row == lowest:
            sign = "row y" if row == 0 else f"y {'+' if row > 0 else '−'} {abs(row)}"
            d.text(LEFT - 12, y(row) + 14, sign, 12, INK if row == 0 else MUTED, "end", bold=row == 0)
    foot = y(highest) + SIDE + 66
    at = LEFT
    for fill, what in [(PALE_BLUE, "its own columns"),
                       (PALE_ORANGE, "its neighbours' columns, which a shuffle brought"),
                       ("none", "the row that was just made")]:
        d.rectangle(at, foot, 22, 13, fill, INK if fill == "none" else "none", 2)
        d.text(at + 30, foot + 11, what, 12, MUTED)
        at += 66 + 6.4 * len(what)
    d.height = foot + 62
    d.text(LEFT, d.height - 18, "weft " + " ".join(COMMAND), 11, MUTED, mono=True)
    return d


def rows_of_loops(kernel):
    """The row that each loop has just made while the last makes row 0, by the halo below its tile;
    and the oldest row that anybody holds."""
    made = [loop.halo[3] for loop in kernel.loops]
    oldest = [0]
    for l, loop in enumerate(kernel.loops):
        for t in loop.fills:
            oldest.append(made[l] - kernel.tiles[t].body // kernel.tiles[t].planes + 1)
    return made, min(oldest)
