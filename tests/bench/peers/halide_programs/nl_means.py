"""Non-local means: each pixel the mean of 49 around it, weighed by how alike their patches of 7 by 7 are."""
import halide as hl

from halide_program import Program

PATCH, SEARCH, SIGMA = 7, 7, 0.12


def program():
    x, y, c, i, j = (hl.Var(n) for n in ("x", "y", "c", "i", "j"))
    source = hl.ImageParam(hl.Float(32), 3, "source")
    edge = hl.BoundaryConditions.repeat_edge(source)
    scale = hl.f32(-1.0 / (SIGMA * SIGMA * PATCH * PATCH))

    def square(value):
        return value * value

    apart, columns, patches = hl.Func("apart"), hl.Func("columns"), hl.Func("patches")
    apart[x, y, i, j] = sum((square(edge[x, y, p] - edge[x + i, y + j, p]) for p in range(3)),
                            hl.f32(0))
    patch = hl.RDom([(-(PATCH // 2), PATCH)])
    columns[x, y, i, j] = hl.sum(apart[x, y + patch.x, i, j])
    patches[x, y, i, j] = hl.sum(columns[x + patch.x, y, i, j])
    weight = hl.fast_exp(patches[x, y, i, j] * scale)
    weights = hl.Func("weights")
    weights[x, y, i, j] = weight
    counted = hl.Func("counted")
    counted[x, y, c] = hl.mux(c, [edge[x, y, 0], edge[x, y, 1], edge[x, y, 2], hl.f32(1)])
    near = hl.RDom([(-(SEARCH // 2), SEARCH), (-(SEARCH // 2), SEARCH)])
    total, output = hl.Func("total"), hl.Func("output")
    total[x, y, c] += weights[x, y, near.x, near.y] * counted[x + near.x, y + near.y, c]
    output[x, y, c] = hl.clamp(total[x, y, c] / total[x, y, 3], hl.f32(0), hl.f32(1))

    def by_hand():
        # Small tiles, for which the distances of all 49 offsets fit a cache.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        across, down = hl.Var("across"), hl.Var("down")
        u, v = hl.Var("u"), hl.Var("v")
        output.bound(c, 0, 3).reorder(c, x, y).tile(x, y, across, down, u, v, 16, 8)
        output.parallel(down).vectorize(u, lanes)
        for stage in (columns, apart):
            stage.compute_at(output, across).hoist_storage(output, down).vectorize(x, lanes)
        columns.reorder(y, x)
        total.compute_at(output, u).reorder(c, x, y).bound(c, 0, 4).unroll(c).vectorize(x, lanes)
        total.update(0).reorder(c, x, y, near.x, near.y).unroll(c).vectorize(x, lanes)
        patches.compute_at(total, x).vectorize(x, lanes)

    return Program([source], output, by_hand)
