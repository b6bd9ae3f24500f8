"""Local Laplacian filtering: eight levels of eight tones, each of which changes detail about its own grey."""
import halide as hl

from halide_program import Program
from shared_pyramid import doubled, halved

LEVELS, TONES = 8, 8
WHITE = 65535.0
ALPHA = 1.0 / (TONES - 1)


def program():
    x, y, c, k = (hl.Var(n) for n in ("x", "y", "c", "k"))
    source = hl.ImageParam(hl.UInt(16), 3, "source")
    edge = hl.BoundaryConditions.repeat_edge(source)
    last = TONES - 1

    # The curve of detail in a table; its share is what the benchmark's driver passes.
    curve = hl.Func("curve")
    place = hl.f32(x) / 256
    curve[x] = hl.f32(ALPHA) * place * hl.exp(-place * place / 2)
    grey = hl.Func("grey")
    grey[x, y] = sum((hl.f32(w) * (edge[x, y, p] / hl.f32(WHITE))
                      for p, w in enumerate((0.299, 0.587, 0.114))), hl.f32(0))

    tones, plain = [hl.Func("tones0")], [grey]
    level = k * hl.f32(1 / last)
    tone = hl.clamp(hl.i32(grey[x, y] * hl.f32(last * 256)), 0, last * 256)
    tones[0][x, y, k] = (grey[x, y] - level) + level + curve[tone - 256 * k]
    for j in range(1, LEVELS):
        rows, tone_level = halved(tones[-1], x, y, [k], f"tones{j}")
        if j == 1:
            first_rows = rows
        tones.append(tone_level)
        plain.append(halved(plain[-1], x, y, [], f"plain{j}")[1])

    def chosen(j):
        """Between the two tones whose greys surround that of the picture at this level."""
        detail = hl.Func(f"detail{j}")
        if j == LEVELS - 1:
            detail[x, y, k] = tones[j][x, y, k]
        else:
            coarser = doubled(tones[j + 1], x, y, [k], f"coarser{j}")
            detail[x, y, k] = tones[j][x, y, k] - coarser[x, y, k]
        position = plain[j][x, y] * hl.f32(last)
        below = hl.clamp(hl.i32(position), 0, last - 1)
        part = position - hl.f32(below)
        return (hl.f32(1) - part) * detail[x, y, below] + part * detail[x, y, below + 1]

    sums = [hl.Func(f"sum{j}") for j in range(LEVELS)]
    sums[-1][x, y] = chosen(LEVELS - 1)
    for j in reversed(range(LEVELS - 1)):
        sums[j][x, y] = doubled(sums[j + 1], x, y, [], f"up{j}")[x, y] + chosen(j)
    little, output = hl.f32(0.01), hl.Func("output")
    colour = source[x, y, c] * (sums[0][x, y] + little) / (grey[x, y] + little)
    output[x, y, c] = hl.u16(hl.clamp(colour, hl.f32(0), hl.f32(WHITE)))

    def by_hand():
        # The finer levels of the result go down strips with it; those of the input and of the tones
        # are whole, the finest tones made again for the level below them. What is small is simple.
        lanes, fine = 16, 5
        strip = hl.Var("strip")
        curve.compute_root()
        output.reorder(c, x, y).split(y, strip, y, 64).parallel(strip).vectorize(x, lanes)
        grey.compute_root().parallel(y, 32).vectorize(x, lanes)
        for j in range(1, fine):
            plain[j].compute_root().parallel(y, 32).vectorize(x, lanes)
            tones[j].compute_root().reorder_storage(x, k, y).reorder(k, y)
            tones[j].split(y, strip, y, 8).parallel(strip).vectorize(x, lanes)
            sums[j].store_at(output, strip).compute_at(output, y).fold_storage(y, 4)
            sums[j].vectorize(x, lanes, hl.TailStrategy.RoundUp)
        again = tones[0].clone_in(first_rows)
        again.store_at(tones[1], strip).compute_at(tones[1], y).vectorize(x, lanes)
        sums[0].compute_at(output, y).hoist_storage(output, strip)
        sums[0].vectorize(x, lanes, hl.TailStrategy.RoundUp)
        for j in range(fine, LEVELS):
            plain[j].compute_root()
            tones[j].compute_root().parallel(k)
            sums[j].compute_root()

    return Program([source], output, by_hand)
