"""A program in Halide's Python front end: what it reads, what it computes, and how it is scheduled."""
import dataclasses
import typing

import halide as hl

BY_HAND = "by hand"
AUTOSCHEDULERS = {"Mullapudi2016": "mullapudi2016", "Adams2019": "adams2019", "Li2018": "li2018"}
SCHEDULES = [BY_HAND, *AUTOSCHEDULERS]


@dataclasses.dataclass
class Program:
    """by_hand() schedules `output` and what it is made of; without it nothing is scheduled.

    sizes: (minimum, extent) of each dimension of each input, then of the output: what the
    autoschedulers plan for. estimates: bounds of dimensions of other Funcs, which they ask for."""
    inputs: list
    output: hl.Func
    by_hand: typing.Callable[[], None]


def set_sizes(program, sizes):
    """Tells the autoschedulers the sizes at hand."""
    for buffer, size in zip([*program.inputs, program.output], sizes):
        for dimension, (minimum, extent) in enumerate(size):
            if buffer is program.output:
                buffer.set_estimate(buffer.args()[dimension], minimum, extent)
            else:
                buffer.dim(dimension).set_estimate(minimum, extent)


def plugin_path(scheduler):
    """Where the wheel keeps an autoscheduler."""
    import pathlib
    folder = pathlib.Path(hl.__file__).parent
    return str(next(folder.glob(f"lib*/libautoschedule_{scheduler}.so")))


def compile_program(program, schedule, sizes, threads, prefix, name):
    """Writes PREFIX.o, whose function NAME takes the inputs and the output."""
    target = hl.get_host_target()
    if schedule == BY_HAND:
        program.by_hand()
    pipeline = hl.Pipeline(program.output)
    if schedule != BY_HAND:
        scheduler = AUTOSCHEDULERS[schedule]
        set_sizes(program, sizes)
        hl.load_plugin(plugin_path(scheduler))
        options = {"parallelism": str(threads)}
        pipeline.apply_autoscheduler(target, hl.AutoschedulerParams(schedule, options))
    pipeline.compile_to_file(prefix, program.inputs, name, target)
