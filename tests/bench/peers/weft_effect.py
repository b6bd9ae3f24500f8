"""Weft's effects by the library weft-bench: prepared once for pictures' shapes, then run on pixels."""
import ctypes
import json
import pathlib


class Picture(ctypes.Structure):
    """The C struct WeftBenchPicture."""
    _fields_ = [("base", ctypes.c_void_p), ("bytes", ctypes.c_int32), ("width", ctypes.c_int32),
                ("height", ctypes.c_int32), ("planes", ctypes.c_int32),
                ("x_stride", ctypes.c_int64), ("y_stride", ctypes.c_int64),
                ("plane_stride", ctypes.c_int64), ("padded", ctypes.c_int32)]


def library_path(build):
    """Where the library of the build tree `build` is. Ends the program where it is not built."""
    path = pathlib.Path(build) / "lib" / "libweft-bench.so"
    if not path.exists():
        raise SystemExit(f"there is no {path}; build it: cmake --build {build} -t weft_bench_library")
    return path


def load_library(build):
    """The library of the build tree `build`, which also has the compiler of kernels."""
    library = ctypes.CDLL(str(library_path(build)))
    library.weft_bench_prepare.restype = ctypes.c_void_p
    library.weft_bench_prepare.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    library.weft_bench_shape.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32)]
    library.weft_bench_run.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(Picture), ctypes.c_size_t, ctypes.POINTER(Picture),
        ctypes.c_char_p, ctypes.c_size_t]
    library.weft_bench_release.argtypes = [ctypes.c_void_p]
    return library


class Effect:
    """An effect that is ready to run. RuntimeError where Weft refuses it, with Weft's words."""

    def __init__(self, library, effect, shapes, threads=0, settings=(), region=None,
                 math="strict", planar=None, planar_output=True):
        """shapes: (width, height, planes) of each input. region: x0, y0, x1, y1 of the output, which
        is otherwise all of it. planar: of each input, whether it is padded planes of floats."""
        self.library = library
        self.error = ctypes.create_string_buffer(1000)
        request = {"effect": effect, "settings": list(settings), "inputs": [list(s) for s in shapes],
                   "region": region, "planar": list(planar or [True] * len(shapes)),
                   "planar_outputs": [planar_output], "threads": threads, "math": math}
        self.run = library.weft_bench_prepare(json.dumps(request).encode(), self.error,
                                              len(self.error))
        if not self.run:
            raise RuntimeError(f"{effect}: {self.error.value.decode()}")
        shape = (ctypes.c_int32 * 5)()
        library.weft_bench_shape(self.run, shape)
        self.width, self.height, self.planes, self.x, self.y = shape

    def __del__(self):
        if getattr(self, "run", None):
            self.library.weft_bench_release(self.run)

    def call(self, inputs, output):
        """A function without arguments that runs the effect on these Pictures, whose pixels must
        stay where they are."""
        pictures = (Picture * len(inputs))(*inputs)

        def run():
            if self.library.weft_bench_run(self.run, pictures, len(inputs), ctypes.byref(output),
                                           self.error, len(self.error)) != 0:
                raise RuntimeError(self.error.value.decode())
        return run


def copying(library, target, source, threads):
    """A function without arguments that copies one numpy array's bytes over another's."""
    size = ctypes.c_size_t(source.nbytes)
    to, of = ctypes.c_void_p(target.ctypes.data), ctypes.c_void_p(source.ctypes.data)

    def run(kept=(target, source)):
        library.weft_bench_copy(to, of, size, threads)
        return kept
    return run
