#!/usr/bin/env python3
"""The library that peers are measured beside: python3 test_weft_library.py BUILD. Needs no package."""
import ctypes
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import weft_effect  # noqa: E402  of this folder

BUILD = sys.argv.pop(1)
WIDTH, HEIGHT = 5, 3


def picture(pixels, kind):
    """WeftBenchPicture of one plane of rows without gaps."""
    size = ctypes.sizeof(kind)
    return weft_effect.Picture(ctypes.addressof(pixels), size, WIDTH, HEIGHT, 1, size, size * WIDTH,
                               size * WIDTH * HEIGHT, 0)


class Library(unittest.TestCase):
    def setUp(self):
        self.library = weft_effect.load_library(BUILD)

    def effect(self, name, **more):
        return weft_effect.Effect(self.library, name, [(WIDTH, HEIGHT, 1)], threads=1,
                                  planar=[False], planar_output=False, **more)

    def run_on(self, effect, kind, values, width=WIDTH, height=HEIGHT):
        source, target = (kind * (WIDTH * HEIGHT))(*values), (kind * (WIDTH * HEIGHT))()
        result = picture(target, kind)
        result.width, result.height = width, height
        effect.call([picture(source, kind)], result)()
        return [target[y * WIDTH + x] for y in range(height) for x in range(width)]

    def test_runs_on_floats(self):
        gain = self.effect("Gain", settings=["gain1.gain=2"])
        self.assertEqual(self.run_on(gain, ctypes.c_float, range(15)), [2.0 * i for i in range(15)])

    def test_runs_on_whole_numbers(self):
        gain = self.effect("Gain", settings=["gain1.gain=3"])
        self.assertEqual(self.run_on(gain, ctypes.c_uint16, range(15)), [3 * i for i in range(15)])
        self.assertEqual(self.run_on(gain, ctypes.c_uint8, [100] * 15), [255] * 15)

    def test_computes_a_region(self):
        gain = self.effect("Gain", settings=["gain1.gain=1"], region=[1, 1, 4, 3])
        self.assertEqual((gain.width, gain.height, gain.x, gain.y), (3, 2, 1, 1))
        self.assertEqual(self.run_on(gain, ctypes.c_float, range(15), 3, 2), [6, 7, 8, 11, 12, 13])

    def test_says_what_is_wrong(self):
        for name, more, said in (("Gian", {}, "'Gian' is no effect"),
                                 ("Gain", {"settings": ["gain"]}, "'gain' has no value"),
                                 ("Gain", {"settings": ["gain1.gian=1"]}, "it has: gain")):
            with self.subTest(name), self.assertRaisesRegex(RuntimeError, said):
                self.effect(name, **more)

    def test_a_copy_is_whole(self):
        source = (ctypes.c_ubyte * 1001)(*[i % 251 for i in range(1001)])
        target = (ctypes.c_ubyte * 1001)()
        self.library.weft_bench_copy(target, source, ctypes.c_size_t(1001), 2)
        self.assertEqual(list(target), list(source))


if __name__ == "__main__":
    unittest.main()
