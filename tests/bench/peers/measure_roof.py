#!/usr/bin/env python3
"""What the machine can do at most, for the roofline: bytes that a copy moves, counting both ways, and the
products and sums of numpy's matrix product, as the largest rate that a library of others reaches. Prints
JSON."""
import argparse
import json

import numpy

import turns
import weft_effect

COPIED, SIDE = 256 << 20, 2048

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    given = parser.parse_args()
    library = weft_effect.load_library(given.build)
    source, target = numpy.ones(COPIED, numpy.uint8), numpy.zeros(COPIED, numpy.uint8)
    a, b, c = (numpy.ones((SIDE, SIDE), numpy.float32) for _ in range(3))
    times = turns.in_turn({"copy": weft_effect.copying(library, target, source, given.threads),
                           "product": lambda: numpy.matmul(a, b, out=c)},
                          given.repeats, given.seconds)
    print(json.dumps({"of": f"a copy, and numpy's matrix product, {given.threads} threads",
                      "bytes_per_second": 2 * COPIED / min(times["copy"].wall),
                      "operations_per_second": 2 * SIDE ** 3 / min(times["product"].wall)}))
