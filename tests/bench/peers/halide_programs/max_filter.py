"""The largest value of a disc of radius 26: maxima of columns whose height doubles, two of which make any
height, then the largest over the disc's columns."""
import math

import halide as hl

from halide_program import Program

RADIUS = 26
STEPS = 6  # columns of 1, 2, 4, ... 32 rows


def program():
    x, y, c, t = (hl.Var(n) for n in ("x", "y", "c", "t"))
    tile, part = hl.Var("tile"), hl.Var("part")
    source = hl.ImageParam(hl.Float(32), 3, "source")
    edge = hl.BoundaryConditions.repeat_edge(
        source, [(source.dim(0).min(), source.dim(0).extent()),
                 (source.dim(1).min(), source.dim(1).extent())])

    doubled, tall, height, output = (hl.Func(n) for n in ("doubled", "tall", "height", "output"))
    doubled[x, y, c, t] = edge[x, y, c]
    rows = hl.RDom([(-RADIUS, source.height() + RADIUS), (1, STEPS - 1)])
    below = hl.clamp(1 << (rows.y - 1), 0, 2 * RADIUS)
    doubled[x, rows.x, c, rows.y] = hl.max(doubled[x, rows.x, c, rows.y - 1],
                                           doubled[x, rows.x + below, c, rows.y - 1])
    step = hl.clamp(hl.i32(hl.floor(hl.log(hl.f32(2 * t + 1)) / hl.f32(math.log(2)))), 0, STEPS - 1)
    steps = hl.Func("steps")
    steps[t] = step
    which = hl.clamp(steps[t], 0, STEPS - 1)
    tall[x, y, c, t] = hl.max(doubled[x, y - t, c, which],
                              doubled[x, y + t + 1 - hl.clamp(1 << which, 0, 2 * RADIUS), c, which])
    column = hl.RDom([(0, RADIUS + 1)])
    inside = x * x + column.x * column.x < hl.f32((RADIUS + 0.25) ** 2)
    height[x] = hl.sum(hl.select(inside, 1, 0))
    across = hl.RDom([(-RADIUS, 2 * RADIUS + 1)])
    output[x, y, c] = hl.maximum(
        tall[x + across.x, y, c, hl.clamp(height[across.x], 0, RADIUS + 1)])

    def by_hand():
        # Tiles of full height: a tile's columns are made for all of it, then it goes down row by row.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        steps.compute_root()
        height.compute_root()
        output.split(x, tile, x, 256).reorder(x, y, c, tile).fuse(c, tile, part)
        output.parallel(part).vectorize(x, lanes)
        doubled.compute_at(output, part).vectorize(x, lanes)
        doubled.update().reorder(x, rows.x, rows.y, c).vectorize(x, lanes)
        tall.compute_at(output, y).vectorize(x, lanes)

    return Program([source], output, by_hand)
