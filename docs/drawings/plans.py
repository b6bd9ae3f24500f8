"""What `weft explain` prints of plans, as values. Numbers of drawings come from here alone."""

import re
import subprocess
from types import SimpleNamespace as Value


class Weft:
    """A built `weft`. Remembers the last command, which stands below a drawing."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments):
        run = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise SystemExit(f"weft {' '.join(arguments)}\n{run.stderr}")
        return run.stdout


def found(expression, text):
    """The groups of the first match: numbers where they are numbers."""
    match = re.search(expression, text)
    if not match:
        raise SystemExit(f"weft prints nothing like '{expression}' any more:\n{text}")
    return [int(g) if g and re.fullmatch(r"-?\d+", g) else g for g in match.groups()]


def row_kernels(text):
    """Kernels of a plan for CPUs, as `--after allocate` prints them."""
    kernels = []
    for part in re.split(r"^  (?=\S+: )", text[text.index("\nkernels\n") + 9:], flags=re.M)[1:]:
        width, height, tile_bytes = found(r"region (\d+)x(\d+) .*, (\d+) bytes a task", part)
        buffers = [Value(image=m[1], loop=int(m[2]), rows=int(m[3]), edges=bool(m[4]))
                   for m in re.finditer(r"line buffer \d+: (\S+) of loop (\d+), (\d+) rows of "
                                        r"\d+ floats(?:, padded: \w+)?(, edges alone)?", part)]
        loops = []
        for loop in re.split(r"^    (?=loop \d+: )", part, flags=re.M)[1:]:
            kind, stages = found(r"loop \d+: (\w+) (.*) over ", loop)
            reads = [Value(image=m[1], buffer=int(m[2]) if m[2] else None,
                           rows=[int(r) for r in m[3].split()])
                     for m in re.finditer(r"reads (\S+) (?:in place|by line buffer (\d+)), "
                                          r"rows ([-\d ]+), columns", loop)]
            writes = [Value(image=m[1], buffer=int(m[2]) if m[2] else None)
                      for m in re.finditer(r"writes (\S+) (?:in place|by line buffer (\d+))", loop)]
            loops.append(Value(kind=kind, stages=stages.split(", ") if stages else [],
                               reads=reads, writes=writes))
        kernels.append(Value(name=part[:part.index(":")], width=width, height=height,
                             bytes=tile_bytes, buffers=buffers, loops=loops))
    return kernels


def halo(text):
    """How far a halo reaches to the left, to the right, upwards and downwards."""
    if text == "no halo":
        return (0, 0, 0, 0)
    if match := re.fullmatch(r"a halo of x (-?\d+)\.\.(-?\d+), y (-?\d+)\.\.(-?\d+)", text):
        x0, x1, y0, y1 = map(int, match.groups())
        return (-x0, x1, -y0, y1)
    reach, axis = found(r"a halo of (\d+)(?: in (\w))?$", text)
    return (reach if axis != "y" else 0,) * 2 + (reach if axis != "x" else 0,) * 2


def group_kernels(text):
    """Fused kernels of a plan for a GPU, as `weft explain` prints them."""
    kernels = []
    for part in re.split(r"^kernel ", text, flags=re.M)[1:]:
        if "\n  tile      " not in part:
            continue
        k = Value(name=part[:part.index(":")], text=part)
        k.tile_u, k.tile_v, k.team, k.team_u, k.team_v = found(
            r"\n  tile      (\d+)x(\d+) elements by a (\w+) of (\d+)x(\d+) threads", part)
        # Of a body in registers: bytes and registers of a hybrid tile, rows and registers of a strip.
        k.tiles = [Value(image=m[1], width=int(m[2]), height=int(m[3]), planes=int(m[4] or 1),
                         halo=halo(m[5]), bytes=int(m[6]), body=int(m[7] or 0),
                         registers=int(m[8] or 0))
                   for m in re.finditer(r"\n  tile \d+ +(\S+)  (\d+)x(\d+)(?:x(\d+))?, (.*), "
                                        r"border .*, (\d+) bytes(?:; of the body (\d+) "
                                        r"(?:bytes and|rows of) (\d+) registers)?", part)]
        k.loops = []
        for loop in re.split(r"\n  loop \d+ +", part)[1:]:
            stages = [Value(name=m[1], reads=re.split(r"(?<=\)), ", m[2]))
                      for m in re.finditer(r"\n {14}(\S+) +\w+(?: \(warp\))? +reads (.*)", loop)]
            line = loop.split("\n")[0].replace("a barrier of the block; ", "")
            line = line.replace("the warp waits for itself; ", "")
            fills = re.search(r"fills tiles? ([\d, ]+)", line)
            k.loops.append(Value(
                waits="a barrier" in loop or "waits for itself" in loop, stages=stages,
                halo=halo(re.split(r", border|; ", line)[0]),
                evaluations=found(r"([\d.]+) evaluations", line)[0],
                fills=[int(t) for t in fills[1].split(", ")] if fills else []))
        kernels.append(k)
    return kernels


def window(read):
    """What a stage reads, "7x1 of p (tile 0)": width, height, picture, the number of the tile."""
    match = re.fullmatch(r"(?:(\d+)x(\d+) of )?(\S+) \((?:tile (\d+)|.*)\)", read)
    width, height, picture, tile = match.groups()
    return Value(width=int(width or 1), height=int(height or 1), picture=picture,
                 tile=None if tile is None else int(tile))
