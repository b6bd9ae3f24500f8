"""A recursive blur down, up, right and left: twice one blur of columns, each followed by a transpose."""
import halide as hl

from halide_program import Program

ALPHA = 0.1
WIDTH, HEIGHT = 2560, 1536


def program():
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    source = hl.ImageParam(hl.Float(32), 3, "source")
    alpha, rest = hl.f32(ALPHA), hl.f32(1 - ALPHA)

    def columns_transposed(picture, height, name):
        """(the blur, its transpose, the rows that it goes along) of a picture's columns."""
        blur, turned = hl.Func(name), hl.Func(name + "_turned")
        blur[x, y, c] = hl.undef(hl.Float(32))
        blur[x, 0, c] = picture[x, 0, c]
        rows = hl.RDom([(1, height - 1)])
        blur[x, rows.x, c] = rest * blur[x, rows.x - 1, c] + alpha * picture[x, rows.x, c]
        back = height - 1 - rows.x
        blur[x, back, c] = rest * blur[x, back + 1, c] + alpha * blur[x, back, c]
        turned[x, y, c] = blur[y, x, c]
        return blur, turned, rows

    first, turned, first_rows = columns_transposed(source, source.height(), "first")
    second, output, second_rows = columns_transposed(turned, source.width(), "second")

    # One size, as the benchmark has it.
    for buffer in (source, output.output_buffer()):
        buffer.dim(0).set_bounds(0, WIDTH).set_stride(1)
        buffer.dim(1).set_bounds(0, HEIGHT).set_stride(WIDTH)
        buffer.dim(2).set_bounds(0, 3).set_stride(WIDTH * HEIGHT)

    def by_hand():
        # A strip of columns, a few vectors wide, goes down and up while it is in the cache, and is
        # then written turned, in squares of a vector's side.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        for blur, transposed, rows in ((first, turned, first_rows), (second, output, second_rows)):
            across, down, i, j, part = (hl.Var(n) for n in ("across", "down", "i", "j", "part"))
            inner = hl.Var("inner")
            transposed.compute_root().tile(x, y, across, down, i, j, lanes, 4 * lanes)
            transposed.split(j, j, inner, lanes).vectorize(inner).vectorize(i)
            transposed.fuse(down, c, part).parallel(part)
            blur.compute_at(transposed, part)
            blur.update(0).vectorize(x, lanes)
            for step in (1, 2):
                blur.update(step).reorder(x, rows.x).vectorize(x, lanes)

    return Program([source], output, by_hand)
