"""Halide's programs as functions: compiled once for each schedule and kept, then called on numpy arrays."""
import ctypes
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


class Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int32), ("extent", ctypes.c_int32), ("stride", ctypes.c_int32),
                ("flags", ctypes.c_uint32)]


class Buffer(ctypes.Structure):
    """The C struct halide_buffer_t."""
    _fields_ = [("device", ctypes.c_uint64), ("device_interface", ctypes.c_void_p),
                ("host", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("dimensions", ctypes.c_int32), ("dim", ctypes.POINTER(Dimension)),
                ("padding", ctypes.c_void_p)]


CODES = {"i": 0, "u": 1, "f": 2}


def buffer_of(array, at=None):
    """Halide's view of an array, whose last dimension is Halide's first. `at`: the coordinates of
    its first sample, in Halide's order."""
    count = array.ndim
    dimensions = (Dimension * count)()
    for i in range(count):
        axis = count - 1 - i
        dimensions[i] = Dimension(at[i] if at else 0, array.shape[axis],
                                  array.strides[axis] // array.itemsize, 0)
    buffer = Buffer(0, None, array.ctypes.data, 0, CODES[array.dtype.kind], 8 * array.itemsize, 1,
                    count, dimensions, None)
    buffer.kept = (array, dimensions)
    return buffer


def sizes_of(buffers):
    return [[[b.dim[i].min, b.dim[i].extent] for i in range(b.dimensions)] for b in buffers]


def object_name(program, schedule, sizes, threads, version):
    """Another text of the program, schedule, size, number of threads or Halide has another name."""
    texts = [(FOLDER / "halide_programs" / f"{program}.py").read_text(),
             *((FOLDER / f).read_text() for f in ("halide_program.py", "compile_program.py"))]
    shared = sorted((FOLDER / "halide_programs").glob("shared_*.py"))
    key = json.dumps([texts, [f.read_text() for f in shared], schedule, sizes, threads, version])
    return hashlib.sha256(key.encode()).hexdigest()[:20]


def refusal_kept(base, seconds):
    """Why Halide refused the program before, or gave up after at least so many seconds; or None."""
    for kept in base.parent.glob(base.name + ".*s.refused"):
        tried = int(kept.name.rsplit(".", 2)[1][:-1])
        why = kept.read_text()
        if tried >= seconds or why.startswith("Halide says"):
            return why
    return None


def compiled(program, schedule, sizes, threads, cache, version, seconds):
    """The shared object, or RuntimeError with the reason: what Halide says, or that its compiling took
    more than so many seconds of processor time. Either is kept; more seconds are another try, and
    none compile nothing."""
    cache = pathlib.Path(cache)
    cache.mkdir(parents=True, exist_ok=True)
    base = cache / f"{program}-{schedule.replace(' ', '-')}-" \
                   f"{object_name(program, schedule, sizes, threads, version)}"
    library = base.with_suffix(".so")
    if library.exists():
        return library
    why = refusal_kept(base, seconds)
    if not why and not seconds:
        why = "not compiled yet"
    if why:
        raise RuntimeError(why)
    command = [sys.executable, "-B", str(FOLDER / "compile_program.py"), program, schedule,
               str(base), "--threads", str(threads), "--sizes", json.dumps(sizes)]
    ran = subprocess.run(
        command, capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
    if ran.returncode != 0:
        said = (ran.stderr.strip().splitlines() or ["nothing"])[-1]
        why = (f"not finished after {seconds} s of processor time"
               if -ran.returncode in (signal.SIGKILL, signal.SIGXCPU) else f"Halide says: {said}")
        base.with_suffix(f".{seconds}s.refused").write_text(why)
        raise RuntimeError(why)
    subprocess.run([os.environ.get("CXX", "c++"), "-shared", "-o", f"{base}.part", f"{base}.o",
                    "-lpthread", "-ldl", "-lm"], check=True)
    os.replace(f"{base}.part", library)
    for left in (".o", ".h"):
        base.with_suffix(left).unlink(missing_ok=True)
    return library


def call(library, buffers):
    """A function without arguments that runs the program on these Buffers, inputs before the output.
    It raises where the program returns an error."""
    function = ctypes.CDLL(str(library)).peer
    arguments = [ctypes.byref(b) for b in buffers]

    def run():
        code = function(*arguments)
        if code != 0:
            raise RuntimeError(f"Halide's program returned the error {code} (see above)")
    return run
