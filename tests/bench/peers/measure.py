#!/usr/bin/env python3
"""Measures one program: Halide's schedules, Weft and a plain copy, in turn in this process, after
comparing results. Prints JSON. run starts it, in the environment that has the packages."""
import argparse
import importlib.metadata
import json

import numpy

import agreement
import halide_objects
import pictures
import planes
import turns
import weft_effect
from cases import case_named

SCHEDULES = ["by hand", "Mullapudi2016", "Adams2019", "Li2018"]


def weft_contender(library, case, arrays, dtype, options, math="strict"):
    """Weft on pictures of samples of `dtype`, and the picture that it writes."""
    inputs = [planes.padded_copy(a if a.dtype == dtype or a.dtype == numpy.float32
                                 else (a / numpy.iinfo(a.dtype).max).astype(dtype))
              for a in arrays]
    batches = pictures.LAYER["batches"] if case.name == "conv-layer" else 1
    first = inputs[batches - 1:]
    width, height, count = case.output
    region = [*case.at, case.at[0] + width, case.at[1] + height]
    is_float = [a.dtype == numpy.float32 for a in first]
    out_type = numpy.dtype(case.type) if dtype != numpy.float32 else numpy.dtype(numpy.float32)
    effect = weft_effect.Effect(
        library, case.effect, [(a.shape[2], a.shape[1], a.shape[0]) for a in first],
        threads=options.threads, settings=case.settings, region=region, math=math, planar=is_float,
        planar_output=out_type == numpy.float32)
    outputs = [planes.padded(effect.planes, height, width, out_type) for _ in range(batches)]
    calls = [effect.call([planes.picture_of(a) for a in [inputs[i], *inputs[batches:]]],
                         planes.picture_of(outputs[i])) for i in range(batches)]
    # The peers of pictures of four planes write three.
    kept = (inputs, effect)

    def run():
        for one in calls:
            one()
        return kept
    return run, [o[:count] for o in outputs]


def halide_buffers(case, arrays, output):
    """The Buffers of a program, in the order of its inputs and its output."""
    if case.name == "conv-layer":
        n = pictures.LAYER["batches"]
        images = numpy.stack([numpy.pad(a.transpose(1, 2, 0), ((1, 1), (1, 1), (0, 0)))
                              for a in arrays[:n]])
        weights = arrays[n].reshape(arrays[n].shape[0], -1, 3, 3).transpose(1, 2, 3, 0)
        return [halide_objects.buffer_of(numpy.ascontiguousarray(a))
                for a in (images, weights, arrays[n + 1].ravel())] + [
                    halide_objects.buffer_of(output)]
    flat = [a[0] if a.shape[0] == 1 else a for a in arrays]
    place = [*case.at, 0] if output.ndim == 3 else list(case.at)
    return [halide_objects.buffer_of(numpy.ascontiguousarray(a)) for a in flat] + [
        halide_objects.buffer_of(output, place)]


def halide_output(case):
    width, height, count = case.output
    if case.name == "conv-layer":
        return numpy.zeros((pictures.LAYER["batches"], height, width, count), case.type)
    return numpy.zeros((height, width) if count == 1 else (count, height, width), case.type)


def as_planes(case, output):
    """Halide's result as planes of rows; of several pictures, planes of all of them."""
    if case.name == "conv-layer":
        return output.transpose(0, 3, 1, 2).reshape(-1, output.shape[1], output.shape[2])
    return output if output.ndim == 3 else output[None]


def scaled(case, ours):
    """Weft's result in the peer's units, and in its whole numbers where it stores such."""
    ours = numpy.concatenate(ours)
    if ours.dtype != numpy.float32 or case.white == 1:
        return ours
    codes = numpy.clip(ours * case.white, 0, case.white)
    return numpy.floor(codes + 1e-3) if case.drops else numpy.rint(codes)


def measure(case, options):
    library = weft_effect.load_library(options.build)
    arrays = getattr(pictures, case.pictures)()
    dtype = arrays[0].dtype
    result = {"name": case.name, "effect": case.effect, "type": str(dtype), "threads":
              options.threads, "schedules": {}, "why": case.why, "is_picture": case.is_picture}
    contenders, ours = {}, {}
    contenders["weft"], ours["weft"] = weft_contender(library, case, arrays, dtype, options)
    if dtype != numpy.float32:
        name = "weft, floats"
        contenders[name], ours[name] = weft_contender(library, case, arrays, numpy.float32, options)
    if options.fast:
        contenders["weft, fast"], ours["weft, fast"] = weft_contender(
            library, case, arrays, dtype, options, "fast")
    for name in ours:
        contenders[name]()
    weft = {name: scaled(case, pixels) for name, pixels in ours.items()}

    version = importlib.metadata.version("halide")
    for schedule in SCHEDULES if options.autoschedulers else SCHEDULES[:1]:
        output = halide_output(case)
        buffers = halide_buffers(case, arrays, output)
        try:
            binary = halide_objects.compiled(
                case.name.replace("-", "_"), schedule, halide_objects.sizes_of(buffers),
                options.threads, options.cache, version, options.compile_seconds)
            run = halide_objects.call(binary, buffers)
            run()
        except RuntimeError as error:
            result["schedules"][schedule] = {"refused": str(error)}
            continue
        found = {name: agreement.compare(pixels, as_planes(case, output), case.allowed,
                                         case.outliers, case.margin)
                 for name, pixels in weft.items()}
        result["schedules"][schedule] = {"agreement": found["weft"], "agreements": found}
        contenders[schedule] = run
    in_out = [*arrays, output]
    result["bytes"] = sum(a.nbytes for a in in_out)
    result["operations"] = case.operations * output.size // (1 if not case.is_picture
                                                             else case.output[2])
    half = result["bytes"] // 2
    source, target = numpy.ones(half, numpy.uint8), numpy.zeros(half, numpy.uint8)
    contenders["copy"] = weft_effect.copying(library, target, source, options.threads)
    if not options.check:
        times = turns.in_turn(contenders, options.repeats, options.seconds)
        result["times"] = {name: {"wall": t.wall, "processor": t.processor}
                           for name, t in times.items()}
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case")
    parser.add_argument("--build", required=True)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--compile-seconds", type=int, required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--autoschedulers", action="store_true")
    given = parser.parse_args()
    print(json.dumps(measure(case_named(given.case), given)))
