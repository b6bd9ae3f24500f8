"""Sharpens colours by the detail of their grey picture."""
import math

import halide as hl

from halide_program import Program


def program():
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    strip, row = hl.Var("strip"), hl.Var("row")
    source = hl.ImageParam(hl.Float(32), 3, "source")
    edge = hl.BoundaryConditions.repeat_edge(source)

    sigma = 1.5
    taps = [math.exp(-i * i / (2 * sigma * sigma)) / (math.sqrt(2 * math.pi) * sigma)
            for i in range(4)]

    def blurred(at):
        return sum((hl.f32(taps[i]) * (at(-i) + at(i)) for i in range(1, 4)),
                   hl.f32(taps[0]) * at(0))

    grey, columns, gain, output = (hl.Func(n) for n in ("grey", "columns", "gain", "output"))
    grey[x, y] = (hl.f32(0.299) * edge[x, y, 0] + hl.f32(0.587) * edge[x, y, 1] +
                  hl.f32(0.114) * edge[x, y, 2])
    columns[x, y] = blurred(lambda i: grey[x, y + i])
    rows = blurred(lambda i: columns[x + i, y])
    gain[x, y] = (2 * grey[x, y] - rows) / grey[x, y]
    output[x, y, c] = gain[x, y] * source[x, y, c]

    def by_hand():
        # Strips of rows to a thread, in which each row of grey and of its blur is made once.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        output.split(y, strip, row, 32).reorder(x, c, row, strip).vectorize(x, lanes)
        output.parallel(strip)
        for stage in (grey, columns, gain):
            stage.store_at(output, strip).compute_at(output, row).vectorize(x, lanes)

    return Program([source], output, by_hand)
