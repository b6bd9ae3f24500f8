"""Corners of the grey picture: the response of gradients' products, summed over three by three."""
import halide as hl

from halide_program import Program


def program():
    x, y, strip, row = (hl.Var(n) for n in ("x", "y", "strip", "row"))
    source = hl.ImageParam(hl.Float(32), 3, "source")
    grey, across, down, output = (hl.Func(n) for n in ("grey", "across", "down", "output"))
    grey[x, y] = (hl.f32(0.299) * source[x, y, 0] + hl.f32(0.587) * source[x, y, 1] +
                  hl.f32(0.114) * source[x, y, 2])

    def gradient(at):
        """Of at(side, along): the differences beside, weighed 1, 2, 1 along the other axis."""
        return sum((at(1, i) * hl.f32(w) - at(-1, i) * hl.f32(w)
                    for i, w in ((-1, 1 / 12), (0, 2 / 12), (1, 1 / 12))), hl.f32(0))

    across[x, y] = gradient(lambda i, j: grey[x + i, y + j])
    down[x, y] = gradient(lambda i, j: grey[x + j, y + i])

    def summed(value):
        return sum((value(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1)), hl.f32(0))

    xx = summed(lambda u, v: across[u, v] * across[u, v])
    yy = summed(lambda u, v: down[u, v] * down[u, v])
    xy = summed(lambda u, v: across[u, v] * down[u, v])
    trace = xx + yy
    output[x, y] = xx * yy - xy * xy - hl.f32(0.04) * trace * trace

    def by_hand():
        # One pass down strips of rows; both gradients in one loop over the rows of grey.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        output.split(y, strip, row, 32).parallel(strip).vectorize(x, lanes)
        for stage in (grey, across, down):
            stage.store_at(output, strip).compute_at(output, row).vectorize(x, lanes)
        across.compute_with(down, x)

    return Program([source], output, by_hand)
