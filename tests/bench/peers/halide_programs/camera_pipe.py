"""A camera's pipeline: hot pixels, demosaicing, a matrix of colours, a tone curve, and sharpening, in 16-bit
whole numbers and then bytes."""
import halide as hl

from halide_program import Program

KELVIN, GAMMA, CONTRAST, SHARPEN = 3700.0, 2.0, 50.0, 1.0
BLACK, WHITE = 25, 1023
LEFT, TOP, WIDTH, HEIGHT = 16, 12, 2560, 1920  # of the result, without what a border decides
WARM = [[1.6697, -0.2693, -0.4004, -42.4346], [-0.3576, 1.0615, 1.5949, -37.1158],
        [-0.2175, -1.8751, 6.9640, -26.6970]]
COOL = [[2.2997, -0.4478, 0.1706, -39.0923], [-0.3826, 1.5906, -0.2080, -25.4311],
        [-0.0888, -0.7344, 2.2832, -20.0826]]


def mean(a, b):
    """Of two whole numbers, a half rounded up."""
    return hl.rounding_halving_add(a, b)


def colour_matrix():
    """In 256ths, between that of warm and that of cool light."""
    share = (1 / KELVIN - 1 / 3200) / (1 / 7000 - 1 / 3200)
    return [[int((w * share + k * (1 - share)) * 256) for w, k in zip(*rows)]
            for rows in zip(WARM, COOL)]


def program():
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    source = hl.ImageParam(hl.UInt(16), 2, "source")
    clean, quarters = hl.Func("clean"), hl.Func("quarters")
    clean[x, y] = hl.clamp(source[x, y], hl.u16(0),
                           hl.max(source[x - 2, y], source[x + 2, y], source[x, y - 2],
                                  source[x, y + 2]))
    quarters[x, y, c] = hl.mux(c, [clean[2 * x, 2 * y], clean[2 * x + 1, 2 * y],
                                   clean[2 * x, 2 * y + 1], clean[2 * x + 1, 2 * y + 1]])

    # Greens lie beside reds (gr) and beside blues (gb); each quarter is told by its place.
    def gr(i=0, j=0):
        return quarters[x + i, y + j, 0]

    def red(i=0, j=0):
        return quarters[x + i, y + j, 1]

    def blue(i=0, j=0):
        return quarters[x + i, y + j, 2]

    def gb(i=0, j=0):
        return quarters[x + i, y + j, 3]

    def flatter(first, second):
        """The mean of the pair that differs less; of pairs that differ alike, the second's."""
        return hl.select(hl.absd(*first) < hl.absd(*second), mean(*first), mean(*second))

    green_at_red, green_at_blue = hl.Func("green_at_red"), hl.Func("green_at_blue")
    green_at_red[x, y] = flatter((gr(1), gr()), (gb(0, -1), gb()))
    green_at_blue[x, y] = flatter((gb(-1), gb()), (gr(0, 1), gr()))

    def g_red(i=0, j=0):
        return green_at_red[x + i, y + j]

    def g_blue(i=0, j=0):
        return green_at_blue[x + i, y + j]

    def corrected_mean(green, greens, values):
        """The mean of two values, moved by how green differs from the mean green of their places."""
        return green - mean(*greens) + mean(*values)

    def better_diagonal(green, one, other):
        return hl.select(hl.absd(*one[1]) < hl.absd(*other[1]),
                         corrected_mean(green, *one), corrected_mean(green, *other))

    red_at_gr = corrected_mean(gr(), (g_red(), g_red(-1)), (red(-1), red()))
    blue_at_gr = corrected_mean(gr(), (g_blue(), g_blue(0, -1)), (blue(), blue(0, -1)))
    red_at_gb = corrected_mean(gb(), (g_red(), g_red(0, 1)), (red(), red(0, 1)))
    blue_at_gb = corrected_mean(gb(), (g_blue(), g_blue(1)), (blue(), blue(1)))
    red_at_blue = better_diagonal(g_blue(), ((g_red(), g_red(-1, 1)), (red(), red(-1, 1))),
                                  ((g_red(-1), g_red(0, 1)), (red(-1), red(0, 1))))
    blue_at_red = better_diagonal(g_red(), ((g_blue(), g_blue(1, -1)), (blue(), blue(1, -1))),
                                  ((g_blue(1), g_blue(0, -1)), (blue(1), blue(0, -1))))

    def placed(name, gr_value, red_value, blue_value, gb_value):
        """The four quarters put together again."""
        parts = [hl.Func(f"{name}{i}") for i in range(4)]
        for part, value in zip(parts, (gr_value, red_value, blue_value, gb_value)):
            part[x, y] = value
        upper, lower, whole = (hl.Func(f"{name}_{n}") for n in ("upper", "lower", "whole"))
        upper[x, y] = hl.select(x % 2 == 0, parts[0][x / 2, y], parts[1][x / 2, y])
        lower[x, y] = hl.select(x % 2 == 0, parts[2][x / 2, y], parts[3][x / 2, y])
        whole[x, y] = hl.select(y % 2 == 0, upper[x, y / 2], lower[x, y / 2])
        return whole[x, y]

    planes = [placed("r", red_at_gr, red(), red_at_blue, red_at_gb),
              placed("g", gr(), g_red(), g_blue(), gb()),
              placed("b", blue_at_gr, blue_at_red, blue(), blue_at_gb)]
    colours, graded = hl.Func("colours"), hl.Func("graded")
    colours[x, y, c] = hl.mux(c, [hl.i16(plane) for plane in planes])
    matrix = colour_matrix()
    wide = [hl.cast(hl.Int(32), colours[x, y, p]) for p in range(3)]
    graded[x, y, c] = hl.mux(c, [
        hl.i16((row[3] + row[0] * wide[0] + row[1] * wide[1] + row[2] * wide[2]) / 256)
        for row in matrix])

    curve, toned = hl.Func("curve"), hl.Func("toned")
    b = 2 - 2 ** (CONTRAST / 100)
    a = 2 - 2 * b
    share = hl.clamp(hl.f32(x - BLACK) * hl.f32(1 / (WHITE - BLACK)), hl.f32(0), hl.f32(1))
    g = hl.pow(share, hl.f32(1 / GAMMA))
    shaped = hl.select(g > hl.f32(0.5),
                       hl.f32(1) - (hl.f32(a) * (1 - g) * (1 - g) + hl.f32(b) * (1 - g)),
                       hl.f32(a) * g * g + hl.f32(b) * g)
    byte = hl.u8(hl.clamp(shaped * hl.f32(255) + hl.f32(0.5), hl.f32(0), hl.f32(255)))
    curve[x] = hl.select(x <= BLACK, hl.u8(0), x > WHITE, hl.u8(255), byte)
    toned[x, y, c] = curve[hl.cast(hl.Int(32), hl.clamp(graded[x, y, c], hl.i16(0), hl.i16(1023)))]

    def smooth(before, here, after):
        return mean(mean(before, after), here)

    soft_down, soft, output = hl.Func("soft_down"), hl.Func("soft"), hl.Func("output")
    soft_down[x, y, c] = smooth(toned[x, y - 1, c], toned[x, y, c], toned[x, y + 1, c])
    soft[x, y, c] = smooth(soft_down[x - 1, y, c], soft_down[x, y, c], soft_down[x + 1, y, c])
    detail = hl.i16(toned[x, y, c]) - hl.i16(soft[x, y, c])
    strength = hl.i16(int(min(max(SHARPEN * 32, 0), 255)))
    output[x, y, c] = hl.u8_sat(hl.i16(toned[x, y, c]) + detail * strength / hl.i16(32))

    def by_hand():
        # Strips of rows to a thread, two rows at a time, which all stages keep to in rings of a few
        # rows; 16-bit vectors, and the matrix in one with the curve.
        lanes = hl.get_host_target().natural_vector_size(hl.UInt(16))
        up = hl.TailStrategy.RoundUp
        pair, strip, row, i, j = (hl.Var(n) for n in ("pair", "strip", "row", "i", "j"))
        output.compute_root().reorder(c, x, y).split(y, pair, row, 2, up)
        output.split(pair, strip, pair, 16).vectorize(x, 2 * lanes, up).unroll(c).parallel(strip)
        output.bound(c, 0, 3).bound(x, LEFT, WIDTH).bound(y, TOP, HEIGHT)

        def with_rows(stage):
            return stage.compute_at(output, pair).store_at(output, strip)

        with_rows(clean).fold_storage(y, 4).tile(x, y, x, y, i, j, 2 * lanes, 2)
        clean.vectorize(i).unroll(j)
        with_rows(quarters).fold_storage(y, 4).reorder(c, x, y).vectorize(x, 2 * lanes, up)
        quarters.unroll(c)
        with_rows(toned).reorder(c, x, y).tile(x, y, x, y, i, j, 2 * lanes, 2, up)
        toned.vectorize(i).unroll(j).unroll(c)
        graded.compute_at(toned, x).reorder(c, x, y).vectorize(x).unroll(c)
        for stage in (green_at_red, green_at_blue):
            with_rows(stage).fold_storage(y, 4).vectorize(x, 2 * lanes, up)
        green_at_blue.compute_with(green_at_red, x, [(x, hl.LoopAlignStrategy.AlignStart),
                                                     (y, hl.LoopAlignStrategy.AlignStart)])
        colours.compute_at(toned, x).vectorize(x).unroll(y).reorder(c, x, y).unroll(c)
        curve.compute_root()

    return Program([source], output, by_hand)
