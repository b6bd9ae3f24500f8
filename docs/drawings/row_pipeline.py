"""A row pipeline: which rows each line buffer holds while one row of the result is computed."""

from plans import row_kernels
from svg import (BLUE, GREEN, INK, MUTED, ORANGE, PALE_BLUE, PALE_GREEN, PALE_ORANGE, Drawing)

# Strips, rows a call and lanes are the machine's; without these passes the plan is the same on all.
COMMAND = ["explain", "night", "--after", "allocate", "--disable", "batch", "--disable", "tile",
           "--threads", "1"]

ROW, STACK, GAP, LEFT, TOP = 15, 104, 92, 84, 104


def draw(weft):
    (kernel,) = row_kernels(weft(*COMMAND))
    loops = [loop for loop in kernel.loops if loop.kind == "parallel"]
    # Backwards: the last loop computes row 0; each other has just made the last row that is read.
    row = {id(loops[-1]): 0}
    for reader, maker in zip(loops[:0:-1], loops[-2::-1]):
        row[id(maker)] = row[id(reader)] + reader.reads[0].rows[-1]
    first = loops[0]
    lowest = row[id(first)] + first.reads[0].rows[-1]
    highest = loops[-1].reads[0].rows[0] - 1
    d = Drawing(LEFT + len(loops) * (STACK + GAP) + STACK + 24,
                TOP + (lowest - highest + 1) * ROW + 100,
                f"The row pipeline of {kernel.name}: line buffers of "
                + ", ".join(str(b.rows) for b in kernel.buffers)
                + " rows, each loop some rows ahead of the next")

    def y(of_row):
        return TOP + (of_row - highest) * ROW

    def x(column):
        return LEFT + column * (STACK + GAP)

    def stack(column, name, note, rows, read, made, colours):
        dark, pale = colours
        d.text(x(column) + STACK / 2, 68, name, 13, INK, "middle", bold=True)
        d.text(x(column) + STACK / 2, 85, note, 12, MUTED, "middle")
        for r in rows:
            d.rectangle(x(column), y(r), STACK, ROW, dark if r in read else pale, "white")
        if made is not None:
            d.rectangle(x(column), y(made), STACK, ROW, "none", INK, 2)

    for r in range(highest, lowest + 1):
        if r % 4 == 0:
            d.text(LEFT - 12, y(r) + 12, "row y" if r == 0 else f"y {'+' if r > 0 else '−'} {abs(r)}",
                   12, INK if r == 0 else MUTED, "end", bold=r == 0)
            d.line([(LEFT - 6, y(r) + ROW / 2), (d.width - 16, y(r) + ROW / 2)], "#e4e8ec", 0.8)
    d.text(LEFT, 30, "While row y of the result is computed", 16, INK, bold=True)

    base, reads = row[id(first)], first.reads[0].rows
    in_place = kernel.buffers[first.reads[0].buffer]
    stack(0, first.reads[0].image, "in place" if in_place.edges else f"{in_place.rows} rows",
          range(highest, lowest + 1), [base + r for r in reads], None, (GREEN, PALE_GREEN))
    for column, (loop, reader) in enumerate(zip(loops, [*loops[1:], None]), 1):
        made = row[id(loop)]
        if reader is None:
            stack(column, loop.writes[0].image.split(".")[0], "written in place",
                  range(highest, made + 1), [made], made, (ORANGE, PALE_ORANGE))
            break
        buffer = kernel.buffers[loop.writes[0].buffer]
        stack(column, buffer.image.split(".")[0], f"{buffer.rows} rows",
              range(made - buffer.rows + 1, made + 1),
              [row[id(reader)] + r for r in reader.reads[0].rows], made, (BLUE, PALE_BLUE))
    for column, loop in enumerate(loops):
        made = row[id(loop)]
        middle = x(column) + STACK + GAP / 2
        d.text(middle, 68, f"loop {kernel.loops.index(loop)}", 12, MUTED, "middle")
        d.text(middle, 85, " + ".join(loop.stages), 11, MUTED, "middle")
        for r in loop.reads[0].rows:
            start = (x(column) + STACK + 1, y(made + r) + ROW / 2)
            d.arrow([start, (x(column + 1) - 2, y(made) + ROW / 2)], INK, 1.1)

    foot = y(lowest + 1) + 26
    for i, (fill, what) in enumerate([(PALE_BLUE, "in a line buffer"),
                                      (BLUE, "read by the next loop for the row that it makes"),
                                      ("none", "just made")]):
        at = LEFT + [0, 150, 496][i]
        d.rectangle(at, foot, 22, 13, fill, INK if fill == "none" else "none", 2)
        d.text(at + 30, foot + 11, what, 12, MUTED)
    d.text(LEFT, foot + 40,
           f"A thread holds {kernel.bytes:,} bytes, whatever the picture's height: no picture of "
           f"{kernel.width} x {kernel.height} lies between the loops.", 12.5)
    d.text(LEFT, foot + 60, "weft " + " ".join(COMMAND), 11, MUTED, mono=True)
    return d
