"""A layer of a neural network: filters of 3 by 3 over 64 planes, a bias, and nothing negative."""
import halide as hl

from halide_program import Program

PLANES, WIDTH, HEIGHT, BATCHES = 64, 100, 80, 5


def fix(buffer, extents):
    """Says all of a buffer's sizes, of which the first dimension is dense."""
    stride = 1
    for dimension, extent in enumerate(extents):
        buffer.dim(dimension).set_bounds(0, extent).set_stride(stride)
        stride *= extent


def program():
    c, x, y, n = (hl.Var(name) for name in ("c", "x", "y", "n"))
    source = hl.ImageParam(hl.Float(32), 4, "source")      # plane, x, y, picture; with a border of 1
    weights = hl.ImageParam(hl.Float(32), 4, "weights")    # plane of the result, x, y, plane
    bias = hl.ImageParam(hl.Float(32), 1, "bias")
    layer, output = hl.Func("layer"), hl.Func("output")
    r = hl.RDom([(0, PLANES), (0, 3), (0, 3)])
    layer[c, x, y, n] = bias[c]
    layer[c, x, y, n] += weights[c, r.y, r.z, r.x] * source[r.x, x + r.y, y + r.z, n]
    output[c, x, y, n] = hl.max(hl.f32(0), layer[c, x, y, n])
    fix(source, [PLANES, WIDTH + 2, HEIGHT + 2, BATCHES])
    fix(weights, [PLANES, 3, 3, PLANES])
    fix(output.output_buffer(), [PLANES, WIDTH, HEIGHT, BATCHES])
    bias.dim(0).set_bounds(0, PLANES)

    def by_hand():
        # In registers four vectors of planes by five pixels where there are 32 registers.
        target = hl.get_host_target()
        lanes = target.natural_vector_size(hl.Float(32))
        vectors, pixels = (4, 5) if lanes == 16 else (3, 4)
        group, inner, block, i = (hl.Var(name) for name in ("group", "inner", "block", "i"))
        output.split(c, group, inner, lanes * vectors).split(x, block, i, pixels)
        output.reorder(inner, i, block, y, n, group).vectorize(inner, lanes).unroll(inner)
        output.unroll(i).parallel(y).parallel(n).parallel(group)
        layer.compute_at(output, block).vectorize(c, lanes).unroll(c).unroll(x).unroll(y)
        layer.update().reorder(c, x, y, r.x, r.y, r.z, n).vectorize(c, lanes)
        layer.update().unroll(c).unroll(x).unroll(y).unroll(r.x, 2)
        loaded, read = weights.in_(), source.in_()
        loaded.compute_at(layer, r.x).vectorize(loaded.args()[0], lanes)
        loaded.unroll(loaded.args()[0]).unroll(loaded.args()[3])
        read.compute_at(layer, x).unroll(read.args()[0])

    return Program([source, weights, bias], output, by_hand)
