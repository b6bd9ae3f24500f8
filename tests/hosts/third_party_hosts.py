#!/usr/bin/env python3
"""Every plug-in in a host that somebody else wrote, against `weft render`.

    third_party_hosts.py support|mlt SOURCES WEFT BUNDLE FOLDER

The host is where an environment variable says that it has been built:

  support  WEFT_OPENFX_HOST_SUPPORT, a checkout of the openfx repository with HostSupport's static library
           somewhere in it: the reference host's library
  mlt      WEFT_MLT, the folder where MLT is installed, its modules core and openfx among it

Compiles the host's driver from SOURCES with $CXX or $CC and $CXXFLAGS or $CFLAGS, which say what the host was
built with, into FOLDER. Has it render by all plug-ins of BUNDLE at 8, 16 and, where the host has that, 32 bits,
and prints what is not the picture that WEFT writes. Ends with 0 where nothing is,
and with 77 where the variable is not set.
"""
import array
import os
import random
import shutil
import struct
import subprocess
import sys

WIDTH, HEIGHT = 97, 64
CODES = {8: "B", 16: "H", 32: "f"}
VARIABLES = {"support": "WEFT_OPENFX_HOST_SUPPORT", "mlt": "WEFT_MLT"}
FLAGS = {"support": "CXXFLAGS", "mlt": "CFLAGS"}  # what a driver is compiled with
# What each host is asked for: bits of a sample, and the field to render. MLT chooses the field, and has no floats.
KINDS = {"support": [(8, "None"), (16, "None"), (32, "None"), (32, "Both")], "mlt": [(8, "-"), (16, "-")]}


def picture(seed, bits):
    """RGBA samples of smooth ramps with noise, and alpha."""
    chance = random.Random(seed)
    values = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            values += [x / WIDTH, y / HEIGHT, (x + y) % 23 / 22, 0.25 + 0.75 * x / WIDTH]
    values = [min(max(v + chance.uniform(-0.1, 0.1), 0), 1) for v in values]
    if bits == 32:
        return array.array("f", values)
    return array.array(CODES[bits], (round(v * (2**bits - 1)) for v in values))


def write_tiff(path, samples, bits):
    """RGBA in one strip; alpha is called associated, for what is not is multiplied by it when it is read."""
    data = samples.tobytes()
    extra = struct.pack("<4H", *[bits] * 4) + struct.pack("<4H", *[3 if bits == 32 else 1] * 4)
    at = 8 + len(extra)
    entries = [(256, 3, 1, WIDTH), (257, 3, 1, HEIGHT), (258, 3, 4, 8), (259, 3, 1, 1), (262, 3, 1, 2),
               (273, 4, 1, at), (277, 3, 1, 4), (278, 3, 1, HEIGHT), (279, 4, 1, len(data)), (284, 3, 1, 1),
               (338, 3, 1, 1), (339, 3, 4, 16)]
    directory = struct.pack("<H", len(entries)) + b"".join(
        struct.pack("<HHII", *entry) for entry in entries) + struct.pack("<I", 0)
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHI", b"II", 42, at + len(data)) + extra + data + directory)


def read_tiff(path):
    """Width, height, channels and samples of an uncompressed TIFF with interleaved channels."""
    with open(path, "rb") as file:
        data = file.read()
    order = "<" if data[:2] == b"II" else ">"
    at, = struct.unpack_from(order + "I", data, 4)
    count, = struct.unpack_from(order + "H", data, at)
    tags = {}
    for i in range(count):
        tag, kind, number, _ = struct.unpack_from(order + "HHII", data, at + 2 + 12 * i)
        code = {3: "H", 4: "I"}.get(kind)
        if code is None:
            continue
        place = at + 2 + 12 * i + 8
        if number * struct.calcsize(code) > 4:
            place, = struct.unpack_from(order + "I", data, place)
        tags[tag] = struct.unpack_from(order + code * number, data, place)
    if tags.get(259, (1,)) != (1,) or tags.get(284, (1,)) != (1,):
        raise ValueError(f"{path}: expected an uncompressed TIFF with interleaved channels")
    samples = array.array(CODES[tags[258][0]])
    samples.frombytes(b"".join(data[a:a + n] for a, n in zip(tags[273], tags[279])))
    return tags[256][0], tags[257][0], tags.get(277, (1,))[0], samples


def effect_names(weft):
    """By identifier of a plug-in, what `weft render` calls it."""
    listed = subprocess.run([weft, "list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = {}
    for line in listed.splitlines():
        for word in line.split()[:1]:
            names.setdefault(word.replace("-", "").lower(), word)
    return names


def rendered(weft, names, identifier, clips, folder, bits):
    """The picture that WEFT writes, or why there is none."""
    name = names.get(identifier.removeprefix("weft.").replace("-", ""))
    if name is None:
        return f"weft list does not name {identifier}"
    target = os.path.join(folder, "rendered.tif")
    command = [weft, "render", name, "-o", target, "--colour", "raw", "--compression", "none",
               "--roi", f"0,0,{WIDTH},{HEIGHT}"]
    for i in range(len(clips)):
        command += ["-i", os.path.join(folder, "first.tif" if i == 0 else "second.tif")]
    if not clips:
        command += ["--format", {8: "u8", 16: "u16", 32: "float"}[bits],
                    "-s", f"width={WIDTH}", "-s", f"height={HEIGHT}", "-s", "channels=4"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return read_tiff(target) if run.returncode == 0 else run.stdout.strip()


def difference(given, components, wanted, bits):
    """What is not equal, in words, or nothing."""
    if isinstance(wanted, str):
        return wanted
    width, height, channels, samples = wanted
    if (width, height) != (WIDTH, HEIGHT):
        return f"weft render wrote {width}x{height} pixels"
    if channels == 1 and components == 4:
        given = given[3::4]  # a matte
    elif channels != components:
        return f"{components} components for {channels}"
    if given.tobytes() == samples.tobytes():
        return ""
    apart = [abs(a - b) for a, b in zip(given, samples) if a != b and (a == a or b == b)]
    if not apart:
        return ""
    unit = "" if bits == 32 else f"/{2**bits - 1}"
    most = max(apart)
    return f"{most:.3g}{unit} apart at most, in {100 * len(apart) / len(samples):.2f} % of samples"


def flags_of(host):
    return os.environ.get(FLAGS[host], "")


def compile_driver(host, sources, folder):
    """The driver's path."""
    place = os.environ[VARIABLES[host]]
    driver = os.path.join(folder, "driver")
    if host == "support":
        archives = [os.path.join(at, name) for at, _, names in os.walk(place) for name in names
                    if name in ("libOfxHost.a", "libofxHost.a")]
        if not archives:
            sys.exit(f"{place}: expected HostSupport's static library, libOfxHost.a, somewhere in it; build it, "
                     f"or unset {VARIABLES[host]}")
        command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-w", *flags_of(host).split(),
                   f"-I{place}/include", f"-I{place}/HostSupport/include", f"{sources}/third_party_host_support.cpp",
                   archives[0], "-lexpat", "-ldl"]
    else:
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "mlt-framework-7"], stdout=subprocess.PIPE, text=True, check=True,
            env={**os.environ, "PKG_CONFIG_PATH": f"{place}/lib/pkgconfig"}).stdout.split()
        command = [os.environ.get("CC", "cc"), "-O1", *flags_of(host).split(),
                   f"{sources}/third_party_mlt.c", *flags, f"-Wl,-rpath,{place}/lib"]
    subprocess.run([*command, "-o", driver], check=True)
    return driver


def run_host(driver, plugins, folder, bits, field):
    """The driver's lines, as words, and its exit code."""
    run = subprocess.run([driver, folder, str(WIDTH), str(HEIGHT), str(bits), field], stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "OFX_PLUGIN_PATH": plugins})
    lines = [line.split() for line in run.stdout.splitlines() if line.startswith("weft.")]
    return lines, run.returncode


def main(host, sources, weft, bundle, folder):
    if not os.environ.get(VARIABLES[host]):
        print(f"[  SKIPPED ] {VARIABLES[host]} does not say where the host is")
        return 77
    shutil.rmtree(folder, ignore_errors=True)
    plugins = os.path.join(folder, "plugins")
    os.makedirs(plugins)
    os.symlink(bundle, os.path.join(plugins, os.path.basename(bundle)))
    driver = compile_driver(host, sources, folder)
    names = effect_names(weft)
    wrong = 0
    for bits, field in KINDS[host]:
        for seed, name in enumerate(["first", "second"]):
            samples = picture(seed, bits)
            write_tiff(os.path.join(folder, name + ".tif"), samples, bits)
            with open(os.path.join(folder, name), "wb") as file:
                samples.tofile(file)
        lines, code = run_host(driver, plugins, folder, bits, field)
        equal = 0
        for identifier, status, components, *clips in lines:
            why = status
            if status == "ok":
                given = array.array(CODES[bits])
                with open(os.path.join(folder, identifier), "rb") as file:
                    given.frombytes(file.read())
                why = difference(given, int(components), rendered(weft, names, identifier, clips, folder, bits), bits)
            equal += not why
            wrong += bool(why)
            if why:
                print(f"{bits} bits, field {field}: {identifier}: {why}", flush=True)
        print(f"{bits} bits, field {field}: {equal} of {len(lines)} plug-ins equal in every bit, and the host ended "
              f"with {code}", flush=True)
        if code < 0 and not lines:
            print(f"It crashed before the first plug-in. Its driver is compiled with ${FLAGS[host]}, here "
                  f"'{flags_of(host)}': was the host built with other definitions?", flush=True)
        wrong += code != 0 or not lines
    shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 6 or sys.argv[1] not in VARIABLES:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
