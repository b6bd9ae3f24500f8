"""The bilateral grid: values summed into cells of 8 by 8 pixels by a tenth of brightness, blurred, and looked
up between cells."""
import halide as hl

from halide_program import Program

CELL, RANGE = 8, 0.1


def program():
    x, y, z, c = (hl.Var(n) for n in ("x", "y", "z", "c"))
    source = hl.ImageParam(hl.Float(32), 2, "source")
    edge = hl.BoundaryConditions.repeat_edge(source)
    steps = hl.f32(1 / RANGE)

    inside = hl.RDom([(0, CELL), (0, CELL)])
    sample = hl.clamp(edge[x * CELL + inside.x - CELL // 2, y * CELL + inside.y - CELL // 2],
                      hl.f32(0), hl.f32(1))
    cells, deep, across, down = (hl.Func(n) for n in ("cells", "deep", "across", "down"))
    cells[x, y, z, c] = hl.f32(0)
    cells[x, y, hl.i32(sample * steps + hl.f32(0.5)), c] += hl.mux(c, [sample, hl.f32(1)])

    def five(at):
        return at(-2) + at(2) + 4 * (at(-1) + at(1)) + 6 * at(0)

    deep[x, y, z, c] = five(lambda i: cells[x, y, z + i, c])
    across[x, y, z, c] = five(lambda i: deep[x + i, y, z, c])
    down[x, y, z, c] = five(lambda i: across[x, y + i, z, c])

    value = hl.clamp(source[x, y], hl.f32(0), hl.f32(1)) * steps
    k = hl.i32(value)
    between = [hl.f32(x % CELL) / CELL, hl.f32(y % CELL) / CELL, value - k]
    i, j = x / CELL, y / CELL

    def along_x(v, w):
        return hl.lerp(down[i, v, w, c], down[i + 1, v, w, c], between[0])

    def along_y(w):
        return hl.lerp(along_x(j, w), along_x(j + 1, w), between[1])

    looked_up, output = hl.Func("looked_up"), hl.Func("output")
    looked_up[x, y, c] = hl.lerp(along_y(k), along_y(k + 1), between[2])
    output[x, y] = looked_up[x, y, 0] / looked_up[x, y, 1]
    # What the autoschedulers cannot know, for it depends on values.
    cells.set_estimate(z, -2, 16)
    for blurred in (deep, across, down):
        blurred.set_estimate(z, 0, 12)

    def by_hand():
        # The grid in one pass of its rows, then a row of pixels at a time with the grid's row blurred
        # for it on the stack. Half vectors: looking up is gathers.
        lanes = 8
        deep.compute_at(across, y).reorder(c, z, x, y).vectorize(x, lanes).unroll(c)
        cells.compute_at(deep, y)
        cells.update().reorder(c, inside.x, inside.y, x, y).unroll(c)
        across.compute_root().reorder(c, x, z, y).parallel(y).vectorize(x, lanes).unroll(c)
        down.compute_at(output, y).store_in(hl.MemoryType.Stack).reorder(c, x, y, z)
        down.reorder_storage(c, z, x, y).vectorize(x, lanes).unroll(c)
        output.parallel(y, 8).vectorize(x, lanes)

    return Program([source], output, by_hand)
