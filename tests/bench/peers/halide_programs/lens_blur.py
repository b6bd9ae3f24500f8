"""Depth of field from a stereo pair: costs of 32 depths, filled where they say little by a pyramid, the least of
them, and random samples of an aperture of the size that its depth asks for."""
import halide as hl

from halide_program import Program
from shared_pyramid import doubled, halved

DEPTHS, FOCUS, SCALE, SAMPLES, LEVELS = 32, 13, 0.5, 32, 8
FARTHEST = int(max(DEPTHS - FOCUS, FOCUS) * SCALE)


def scrambled(bits):
    """Weft's hash of 32 bits (functors/random.h): both programs take the same samples."""
    bits = (bits ^ (bits >> 16)) * hl.u32(0x7feb352d)
    bits = (bits ^ (bits >> 15)) * hl.u32(0x846ca68b)
    return bits ^ (bits >> 16)


def program():
    x, y, z, c = (hl.Var(n) for n in ("x", "y", "z", "c"))
    left, right = (hl.ImageParam(hl.UInt(8), 3, n) for n in ("left", "right"))
    own, other = (hl.BoundaryConditions.repeat_edge(eye) for eye in (left, right))

    def square(value):
        return value * value

    def apart(plane):
        near = hl.min(hl.absd(own[x, y, plane], other[x + 2 * z, y, plane]),
                      hl.absd(own[x, y, plane], other[x + 2 * z + 1, y, plane]))
        return square(hl.f32(near))

    cost, confidence = hl.Func("cost"), hl.Func("confidence")
    cost[x, y, z] = apart(0) + apart(1) + apart(2)
    depths = hl.RDom([(0, DEPTHS)])
    confidence[x, y] = (hl.sum(square(cost[x, y, depths.x])) / hl.f32(DEPTHS) -
                        square(hl.sum(cost[x, y, depths.x] / hl.f32(DEPTHS))))

    first = hl.Func("push0")
    first[x, y, z, c] = hl.mux(c, [cost[x, y, z] * confidence[x, y], confidence[x, y]])
    push, made = [first], [first]
    width, height = left.dim(0).extent(), left.dim(1).extent()
    for level in range(1, LEVELS):
        _, smaller = halved(push[-1], x, y, [z, c], f"push{level}")
        width, height = width / 2, height / 2
        made.append(smaller)
        push.append(hl.BoundaryConditions.repeat_edge(smaller, [(0, width), (0, height)]))
    pull = [hl.Func(f"pull{level}") for level in range(LEVELS)]
    pull[-1][x, y, z, c] = push[-1][x, y, z, c]
    for level in reversed(range(LEVELS - 1)):
        coarser = doubled(pull[level + 1], x, y, [z, c], f"coarser{level}")
        pull[level][x, y, z, c] = hl.f32(0.5) * (coarser[x, y, z, c] + push[level][x, y, z, c])

    filtered, depth, radius = hl.Func("filtered"), hl.Func("depth"), hl.Func("radius")
    filtered[x, y, z] = pull[0][x, y, z, 0] / pull[0][x, y, z, 1]
    depth[x, y] = hl.argmin(filtered[x, y, depths.x])[0]
    radius[x, y] = hl.f32(hl.abs(depth[x, y] - FOCUS)) * hl.f32(SCALE)
    worst_down, worst = hl.Func("worst_down"), hl.Func("worst")
    around = hl.RDom([(-FARTHEST, 2 * FARTHEST + 1)])
    worst_down[x, y] = hl.maximum(radius[x, y + around.x])
    worst[x, y] = hl.maximum(worst_down[x + around.x, y])

    counted, total, output = hl.Func("counted"), hl.Func("total"), hl.Func("output")
    counted[x, y, c] = hl.mux(c, [hl.f32(own[x, y, 0]), hl.f32(own[x, y, 1]),
                                  hl.f32(own[x, y, 2]), hl.f32(255)])
    places, weight = hl.Func("places"), hl.Func("weight")
    bits = scrambled(hl.u32(0x9e3779b9)) ^ (hl.cast(hl.UInt(32), z) * hl.u32(0x85ebca6b))
    bits = scrambled(scrambled(scrambled(bits) + hl.cast(hl.UInt(32), y)) ^
                     hl.cast(hl.UInt(32), x))
    side = hl.f32(2) * worst[x, y]

    def place(sixteen):
        offset = hl.i32((hl.f32(hl.cast(hl.Int(32), sixteen)) * hl.f32(2.0 ** -16) - hl.f32(0.5)) *
                        side)
        return hl.clamp(offset, -FARTHEST, FARTHEST)

    places[x, y, z] = (place(bits >> 16), place(bits & hl.u32(0xffff)))
    u, v = places[x, y, z][0], places[x, y, z][1]
    squares = hl.f32(u * u + v * v)
    seen = (squares < square(radius[x, y])) | (depth[x + u, y + v] < depth[x, y])
    weight[x, y, z] = hl.select(seen & (squares < square(radius[x + u, y + v])),
                                hl.f32(1), hl.f32(0))
    s = hl.RDom([(0, SAMPLES)])
    total[x, y, c] = counted[x, y, c]
    total[x, y, c] += weight[x, y, s.x] * counted[x + places[x, y, s.x][0],
                                                  y + places[x, y, s.x][1], c]
    output[x, y, c] = total[x, y, c] / total[x, y, 3]

    def by_hand():
        # Costs whole; the pyramid depth by depth, all its levels in a cache; then depths; then rows of
        # the picture, whose samples are looked up one at a time.
        first.compute_root().reorder(c, z, x, y).bound(c, 0, 2).unroll(c).vectorize(x, 16)
        first.parallel(y, 4)
        cost.compute_at(first, x).hoist_storage(first, y).vectorize(x)
        confidence.compute_at(first, x).vectorize(x)
        i, j, part = hl.Var("i"), hl.Var("j"), hl.Var("part")
        for level in range(1, LEVELS):
            push[level].compute_at(pull[1], part)
            push[level].vectorize(push[level].args()[0], 8)
            if level > 1:
                pull[level].compute_at(pull[1], part).tile(x, y, i, j, 8, 2)
                pull[level].vectorize(i).unroll(j)
        pull[1].compute_root().fuse(z, c, part).parallel(part).tile(x, y, i, j, 8, 2)
        pull[1].vectorize(i).unroll(j)
        depth.compute_root().tile(x, y, i, j, 8, 2).vectorize(i).unroll(j).parallel(y, 8)
        counted.compute_root().reorder(c, x, y).unroll(c).vectorize(x, 8).parallel(y, 8)
        output.compute_root().reorder(c, x, y).bound(c, 0, 3).unroll(c).vectorize(x, 8)
        output.parallel(y)
        worst_down.compute_at(output, y).vectorize(x, 8)
        worst.compute_at(output, y).vectorize(x, 8)
        total.compute_at(output, x).vectorize(x)
        total.update().reorder(c, x, s.x).vectorize(x).unroll(c)
        weight.compute_at(total, x).unroll(x)
        places.compute_at(total, x).vectorize(x)

    return Program([left, right], output, by_hand)
