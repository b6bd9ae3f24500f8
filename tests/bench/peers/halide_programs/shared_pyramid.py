"""Halving and doubling by four and two taps an axis, as two of the programs have them."""
import halide as hl


def halved(picture, x, y, more, name):
    """Funcs: of half the height, then of half the size too, by 1 3 3 1. `more`: Vars after x and y."""
    rows, result = hl.Func(name + "_rows"), hl.Func(name)

    def four(at):
        return (at(-1) + hl.f32(3) * (at(0) + at(1)) + at(2)) / hl.f32(8)

    rows[(x, y, *more)] = four(lambda i: picture[(x, 2 * y + i, *more)])
    result[(x, y, *more)] = four(lambda i: rows[(2 * x + i, y, *more)])
    return rows, result


def doubled(picture, x, y, more, name):
    """A Func of twice the size: three quarters of the nearer sample and a quarter of the farther."""
    across, result = hl.Func(name + "_across"), hl.Func(name)

    def two(at, v):
        return hl.lerp(at((v + 1) / 2), at((v - 1) / 2), hl.f32(v % 2) * hl.f32(0.5) + hl.f32(0.25))

    across[(x, y, *more)] = two(lambda u: picture[(u, y, *more)], x)
    result[(x, y, *more)] = two(lambda v: across[(x, v, *more)], y)
    return result
