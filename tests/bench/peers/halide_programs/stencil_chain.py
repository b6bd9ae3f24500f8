"""Thirty-two stencils of five by five over 16-bit numbers, whose sums wrap, one after another."""
import halide as hl

from halide_program import Program

STENCILS = 32
TOGETHER = 11  # stencils between pictures that are stored whole
WIDTH, HEIGHT = 2560, 1536


def program():
    x, y = hl.Var("x"), hl.Var("y")
    source = hl.ImageParam(hl.UInt(16), 2, "source")
    stages = [hl.BoundaryConditions.repeat_edge(source)]
    for number in range(STENCILS):
        stage, before = hl.Func(f"stencil{number}"), stages[-1]
        stage[x, y] = sum((hl.u16((i + 3) * (j + 3)) * before[x + i, y + j]
                           for i in range(-2, 3) for j in range(-2, 3)), hl.u16(0))
        stages.append(stage)
    output = hl.Func("output")
    output[x, y] = stages[-1][x, y]

    def by_hand():
        # Groups of stencils go down tiles of the picture row by row: four by four tiles, larger by what
        # the stencils after them read.
        lanes = hl.get_host_target().natural_vector_size(hl.UInt(16))
        last = len(stages) - 1
        for end in range(last, 0, -TOGETHER):
            stored = output if end == last else stages[end]
            u, v = stored.args()
            grown = 4 * (last - end)
            across, down, i, j, tile = (hl.Var(n) for n in ("across", "down", "i", "j", "tile"))
            stored.compute_root().tile(u, v, across, down, i, j, (WIDTH + grown) // 4,
                                       (HEIGHT + grown) // 4)
            stored.fuse(across, down, tile).parallel(tile).vectorize(i, lanes)
            for number in range(max(0, end - TOGETHER + 1), end):
                stage = stages[number]
                stage.store_at(stored, tile).compute_at(stored, j)
                stage.vectorize(stage.args()[0], lanes)

    return Program([source], output, by_hand)
