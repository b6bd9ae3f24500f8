"""The product of two matrices of floats whose rows are a picture's: 1024 by 1024."""
import halide as hl

from halide_program import Program

SIZE = 1024


def program():
    x, y = hl.Var("x"), hl.Var("y")
    a, b = hl.ImageParam(hl.Float(32), 2, "a"), hl.ImageParam(hl.Float(32), 2, "b")
    product, output = hl.Func("product"), hl.Func("output")
    k = hl.RDom([(0, SIZE)])
    product[x, y] = hl.f32(0)
    product[x, y] += a[k.x, y] * b[x, k.x]
    output[x, y] = product[x, y]
    for buffer in (a, b, output.output_buffer()):
        buffer.dim(0).set_bounds(0, SIZE).set_stride(1)
        buffer.dim(1).set_bounds(0, SIZE).set_stride(SIZE)

    def by_hand():
        # Blocks of the result to a thread, whose columns of b are packed once; in registers two
        # vectors by twelve rows, all of k before the next.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        wide, high = 2 * lanes, 8
        across, down, i, j, block = (hl.Var(n) for n in ("across", "down", "i", "j", "block"))
        left, top = hl.Var("left"), hl.Var("top")
        output.tile(x, y, across, down, i, j, 4 * wide, 128)
        output.tile(i, j, left, top, i, j, wide, high)
        output.reorder(i, j, top, left, down, across)
        output.fuse(down, across, block).parallel(block)
        output.vectorize(i, lanes).unroll(i).unroll(j)
        product.compute_at(output, top).vectorize(x, lanes).unroll(x).unroll(y)
        product.update().reorder(x, y, k.x).vectorize(x, lanes).unroll(x).unroll(y)
        product.update().unroll(k.x, 2)
        packed = b.in_()
        packed.compute_at(output, left).vectorize(packed.args()[0], lanes)
        packed.unroll(packed.args()[0]).unroll(packed.args()[1], 4)

    return Program([a, b], output, by_hand)
