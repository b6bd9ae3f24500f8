"""Compiles CUDA to machine code as Weft compiles its kernels: by NVRTC, strict.

compile_by_nvrtc.py SOURCE.cu OUTPUT.cubin sm_90 [-I FOLDER]...
"""

import ctypes
import glob
import os
import sys


def library():
    """The newest NVRTC of the toolkit, or of the system."""
    home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    found = sorted(glob.glob(os.path.join(home, "lib64", "libnvrtc.so*")))
    return ctypes.CDLL(found[-1] if found else "libnvrtc.so")


def compile_cuda(nvrtc, text, name, options):
    """The machine code; ends the program with NVRTC's words where there is none."""
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    words = [option.encode() for option in options]
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), name.encode(), 0, None, None):
        sys.exit("NVRTC makes no program")
    failed = nvrtc.nvrtcCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
    if failed:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(log.value.decode())
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, code)
    return code.raw


def main(source, output, target, *options):
    with open(source) as file:
        text = file.read()
    strict = ["--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false"]
    code = compile_cuda(library(), text, os.path.basename(source), [
        f"--gpu-architecture={target}", "--std=c++20", "--device-as-default-execution-space",
        *strict, *options])
    with open(output, "wb") as file:
        file.write(code)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
