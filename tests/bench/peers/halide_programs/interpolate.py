"""Fills what is transparent with the colours around it: ten levels of a pyramid, down and up."""
import halide as hl

from halide_program import Program

LEVELS = 10


def program():
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    source = hl.ImageParam(hl.Float(32), 3, "source")
    source.dim(2).set_bounds(0, 4)
    edge = hl.BoundaryConditions.repeat_edge(source)

    def three(at):
        return (at(-1) + hl.f32(2) * at(0) + at(1)) * hl.f32(0.25)

    down, rows = [hl.Func("down0")], [None]
    down[0][x, y, c] = hl.select(c < 3, edge[x, y, c] * edge[x, y, 3], edge[x, y, 3])
    for level in range(1, LEVELS):
        finer = down[-1]
        if level == 4:  # keeps what each level reads from growing
            kept = hl.Func("kept")
            kept[x, y, c] = finer[hl.clamp(x, 0, source.width() / 8),
                                  hl.clamp(y, 0, source.height() / 8), c]
            finer = kept
        rows.append(hl.Func(f"rows{level}"))
        down.append(hl.Func(f"down{level}"))
        rows[-1][x, y, c] = three(lambda i: finer[2 * x + i, y, c])
        down[-1][x, y, c] = three(lambda i: rows[level][x, 2 * y + i, c])

    filled = [hl.Func(f"filled{level}") for level in range(LEVELS)]
    filled[-1][x, y, c] = down[-1][x, y, c]
    for level in reversed(range(LEVELS - 1)):
        across, coarser = hl.Func(f"across{level}"), hl.Func(f"coarser{level}")
        below = filled[level + 1]
        across[x, y, c] = (below[x / 2, y, c] + below[(x + 1) / 2, y, c]) / hl.f32(2)
        coarser[x, y, c] = (across[x, y / 2, c] + across[x, (y + 1) / 2, c]) / hl.f32(2)
        filled[level][x, y, c] = (down[level][x, y, c] +
                                  (hl.f32(1) - down[level][x, y, 3]) * coarser[x, y, c])
    output = hl.Func("output")
    output[x, y, c] = filled[0][x, y, c] / filled[0][x, y, 3]

    def by_hand():
        # Down by whole levels, the first made with the premultiplied rows it needs; up in one pass of
        # strips, all levels' rows together.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        strip, row, block, i = (hl.Var(n) for n in ("strip", "row", "block", "i"))
        for level in range(1, LEVELS - 1):
            down[level].compute_root().reorder(x, c, y).split(y, strip, row, 8)
            down[level].parallel(strip).vectorize(x, lanes).never_partition([x])
        again = down[0].clone_in(rows[1])
        again.store_at(down[1], strip).compute_at(down[1], row).reorder(c, x, y)
        again.unroll(c).vectorize(x, lanes).never_partition([y])
        output.bound(x, 0, source.width()).bound(y, 0, source.height()).bound(c, 0, 3)
        output.never_partition([y]).split(x, block, i, lanes).split(y, strip, row, 32)
        output.reorder(i, c, block, row, strip).unroll(c).vectorize(i).parallel(strip)
        for level in range(1, LEVELS):
            filled[level].store_at(output, strip).compute_at(output, row)
            filled[level].vectorize(x, lanes).never_partition_all()

    return Program([source], output, by_hand)
