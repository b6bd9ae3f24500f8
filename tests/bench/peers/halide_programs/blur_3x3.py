"""Averages three by three 16-bit numbers, rows first, dividing whole numbers twice."""
import halide as hl

from halide_program import Program


def program():
    x, y, strip, row = (hl.Var(n) for n in ("x", "y", "strip", "row"))
    source = hl.ImageParam(hl.UInt(16), 2, "source")
    across, output = hl.Func("across"), hl.Func("output")
    across[x, y] = (source[x - 1, y] + source[x, y] + source[x + 1, y]) / hl.u16(3)
    output[x, y] = (across[x, y - 1] + across[x, y] + across[x, y + 1]) / hl.u16(3)

    def by_hand():
        # The rows of `across` go round in a buffer of a few, a vector at a time.
        lanes = hl.get_host_target().natural_vector_size(hl.UInt(16))
        output.split(y, strip, row, 32).parallel(strip).vectorize(x, lanes)
        across.store_at(output, strip).compute_at(output, x).vectorize(x, lanes)

    return Program([source], output, by_hand)
