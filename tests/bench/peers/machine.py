"""The machine that numbers are of, read from /proc and /sys."""
import os
import pathlib

# The widest vectors first: the name of the flag in /proc/cpuinfo, and bits.
VECTORS = [("avx512f", 512), ("avx2", 256), ("avx", 256), ("sse2", 128)]


def processor(text):
    """The name and the widest vectors of the processor that /proc/cpuinfo's text describes."""
    fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    flags = set(fields.get("flags", "").split())
    bits = next((bits for flag, bits in VECTORS if flag in flags), 0)
    return {"processor": fields.get("model name", "unknown"), "vector_bits": bits}


def caches():
    """Sizes by level, as the kernel names them: {"1": "48K", "2": "2048K"}."""
    found = {}
    for index in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        try:
            if (index / "type").read_text().strip() != "Instruction":
                found[(index / "level").read_text().strip()] = (index / "size").read_text().strip()
        except OSError:
            continue
    return found


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    return processor(text) | {"cores": len(os.sched_getaffinity(0)), "caches": caches(),
                              "load": os.getloadavg()[0]}
