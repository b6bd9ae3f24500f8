#!/usr/bin/env python3
"""Measures filters of OpenCV beside Weft's, as measure.py does Halide's programs. Prints JSON."""
import argparse
import json

import cv2
import numpy

import agreement
import opencv_filters
import pictures
import planes
import turns
import weft_effect
from filters import FILTERS, HEIGHT, WIDTH, filter_named


def measure(one, library, options):
    dtype = numpy.dtype(one.type)
    values = pictures.photograph(*one.size, planes=1)
    source = planes.padded_copy(values if dtype == numpy.float32 else pictures.coded(values, dtype))
    ours, theirs = (planes.padded(1, HEIGHT, WIDTH, dtype) for _ in range(2))
    planar = dtype == numpy.float32
    effect = weft_effect.Effect(library, one.effect, [(*one.size, 1)], threads=options.threads,
                                settings=one.settings, planar=[planar], planar_output=planar,
                                region=[0, 0, WIDTH, HEIGHT])
    run = effect.call([planes.picture_of(source)], planes.picture_of(ours))
    call = getattr(opencv_filters, one.call)
    contenders = {"weft": run, "OpenCV": lambda: call(source[0], theirs[0])}
    for contender in contenders.values():
        contender()
    found = agreement.compare(ours, theirs, one.allowed, one.outliers, one.margin)
    size = source.nbytes + ours.nbytes
    half = size // 2
    to, of = numpy.zeros(half, numpy.uint8), numpy.ones(half, numpy.uint8)
    contenders["copy"] = weft_effect.copying(library, to, of, options.threads)
    result = {"name": one.name, "type": one.type, "threads": options.threads, "why": one.why,
              "schedules": {"OpenCV": {"agreement": found, "agreements": {"weft": found}}},
              "bytes": size, "operations": one.operations * ours.size}
    if not options.check:
        times = turns.in_turn(contenders, options.repeats, options.seconds)
        result["times"] = {name: {"wall": t.wall, "processor": t.processor}
                           for name, t in times.items()}
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="filters; all unless given")
    parser.add_argument("--build", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(given.threads)
    loaded = weft_effect.load_library(given.build)
    chosen = [filter_named(n) for n in given.names] or FILTERS
    print(json.dumps([measure(one, loaded, given) for one in chosen]))
