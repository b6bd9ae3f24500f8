"""Times contenders in turn, so that what disturbs the machine disturbs all of them alike."""
import dataclasses
import statistics
import time


@dataclasses.dataclass
class Times:
    """Of each round the least time of its calls, by the clock and of all processors, in seconds."""
    wall: list = dataclasses.field(default_factory=list)
    processor: list = dataclasses.field(default_factory=list)


def timed(call):
    processor, wall = time.process_time_ns(), time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - wall) / 1e9, (time.process_time_ns() - processor) / 1e9


def one_round(call, seconds, most=40):
    """One call that does not count, then calls for `seconds`, at least one: the least times."""
    call()
    walls, processors = [], []
    begun = time.perf_counter()
    while not walls or (len(walls) < most and time.perf_counter() - begun < seconds):
        wall, processor = timed(call)
        walls.append(wall)
        processors.append(processor)
    return min(walls), min(processors)


def in_turn(contenders, rounds, seconds):
    """The Times of each of `contenders`, functions by name, over so many rounds."""
    result = {name: Times() for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            wall, processor = one_round(call, seconds)
            result[name].wall.append(wall)
            result[name].processor.append(processor)
    return result


def ratio(peer, ours):
    """The median over rounds of peer / ours, and the least and the largest."""
    ratios = [p / o for p, o in zip(peer, ours)]
    return {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}
