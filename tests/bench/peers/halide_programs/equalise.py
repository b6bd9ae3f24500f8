"""Spreads the luma of a picture of bytes evenly, by its histogram."""
import halide as hl

from halide_program import Program


def program():
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    source = hl.ImageParam(hl.UInt(8), 3, "source")
    luma, red, blue = hl.Func("luma"), hl.Func("red"), hl.Func("blue")
    luma[x, y] = (hl.f32(0.299) * source[x, y, 0] + hl.f32(0.587) * source[x, y, 1] +
                  hl.f32(0.114) * source[x, y, 2])
    red[x, y] = (source[x, y, 0] - luma[x, y]) * hl.f32(0.713)
    blue[x, y] = (source[x, y, 2] - luma[x, y]) * hl.f32(0.564)

    by_row, counts, share, even = (hl.Func(n) for n in ("by_row", "counts", "share", "even"))
    across, down = hl.RDom([(0, source.width())]), hl.RDom([(0, source.height())])
    by_row[x, y] = 0
    by_row[hl.i32(hl.clamp(luma[across.x, y], hl.f32(0), hl.f32(255))), y] += 1
    counts[x] = 0
    counts[x] += by_row[x, down.x]
    bins = hl.RDom([(1, 255)])
    share[x] = counts[0]
    share[bins.x] = share[bins.x - 1] + counts[bins.x]
    bin_of = hl.u8(hl.clamp(luma[x, y], hl.f32(0), hl.f32(255)))
    even[x, y] = hl.clamp(share[hl.i32(bin_of)] *
                          (hl.f32(255) / (source.height() * source.width())), hl.f32(0), hl.f32(255))

    def byte(value):
        return hl.u8(hl.clamp(value, hl.f32(0), hl.f32(255)))

    output = hl.Func("output")
    output[x, y, c] = hl.mux(c, [
        byte(even[x, y] + red[x, y] * hl.f32(1.4)),
        byte(even[x, y] - hl.f32(0.343) * blue[x, y] - hl.f32(0.711) * red[x, y]),
        byte(even[x, y] + hl.f32(1.765) * blue[x, y])])

    def by_hand():
        # A histogram of each row, of luma that is made a row at a time; then their sum; then pixels.
        lanes = hl.get_host_target().natural_vector_size(hl.Float(32))
        share.bound(x, 0, 256)
        rows = by_row.in_()
        luma.clone_in(by_row).compute_at(rows, y).vectorize(x, lanes)
        rows.compute_root().vectorize(x, lanes).parallel(y, 4)
        by_row.compute_at(rows, y).vectorize(x, lanes)
        by_row.update().reorder(y, across.x).unroll(y)
        counts.compute_root().vectorize(x, lanes)
        counts.update().reorder(x, down.x).vectorize(x, lanes).unroll(x, 4).parallel(x)
        counts.update().reorder(down.x, x)
        share.compute_root()
        output.reorder(c, x, y).bound(c, 0, 3).unroll(c).parallel(y, 8).vectorize(x, 2 * lanes)

    return Program([source], output, by_hand)
