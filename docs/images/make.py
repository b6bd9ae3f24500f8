#!/usr/bin/env python3
"""The pictures of README.md and docs/editor.md, from the program itself.

    cmake --build build/release -t weft weft-editor-screenshots
    docs/images/make.py build/release/bin        makes all anew; a person looks at them then

Windows are drawn without a screen, by tests/editor/screenshots; degrain-before-after.png is what
`weft render degrain` makes of the sample plate, a part of it at three times its size.
"""

import argparse
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
PLATE = ROOT / "samples/pictures/plate.exr"
PART = (500, 190, 180, 150)  # of the plate: left, top, width, height
ENLARGED, GAP = 3, 12


def shown():
    """The names of the pictures that the documents show."""
    pages = [ROOT / "README.md", ROOT / "docs/editor.md"]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    return sorted(set(re.findall(r"\(?:?(?:docs/)?images/([\w.-]+)\)", text)))


def windows(bin_folder, folder):
    """The window in all its states, as FOLDER/*.jpg, and one at twice the scale."""
    program = [bin_folder / "weft-editor-screenshots", ROOT / "samples/documents", PLATE]
    subprocess.run([*program, folder], check=True, stderr=subprocess.DEVNULL)
    twice = folder / "twice"
    subprocess.run([*program, twice], check=True, stderr=subprocess.DEVNULL,
                   env={**os.environ, "QT_SCALE_FACTOR": "2"})
    shutil.copyfile(twice / "editor-start.jpg", folder / "editor-twice.jpg")


def part(weft, picture, folder):
    """Rows of the part, each of bytes, as a screen shows them."""
    left, top, width, height = PART
    sides = {"left": left, "top": top, "right": 960 - left - width, "bottom": 540 - top - height,
             "reformat": "true"}
    file = folder / "part.ppm"
    settings = [word for name, value in sides.items() for word in ("--set", f"{name}={value}")]
    subprocess.run([weft, "render", "Crop", "-i", picture, "-o", file, *settings], check=True,
                   stdout=subprocess.DEVNULL)
    header, pixels = re.match(rb"(P6\s+\d+\s+\d+\s+255\s)(.*)", file.read_bytes(), re.S).groups()
    if [int(word) for word in header.split()[1:3]] != [width, height]:
        sys.exit(f"{file} is not {width}x{height}")
    return [pixels[3 * width * y:3 * width * (y + 1)] for y in range(height)]


def enlarged(row):
    return b"".join(row[x:x + 3] * ENLARGED for x in range(0, len(row), 3))


def write_png(file, rows):
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data +
                struct.pack(">I", zlib.crc32(kind + data)))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    up = [b"\0" + rows[0]]  # each row by how it differs from the one above
    up += [b"\2" + bytes((a - b) & 255 for a, b in zip(rows[y], rows[y - 1]))
           for y in range(1, len(rows))]
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                     chunk(b"IDAT", zlib.compress(b"".join(up), 9)) + chunk(b"IEND", b""))


def before_and_after(bin_folder, folder):
    weft = bin_folder / "weft"
    after = folder / "after.exr"
    subprocess.run([weft, "render", "degrain", "-i", PLATE, "-o", after], check=True,
                   stdout=subprocess.DEVNULL)
    rows = [enlarged(left) + bytes(3 * GAP) + enlarged(right)
            for left, right in zip(part(weft, PLATE, folder), part(weft, after, folder))]
    write_png(folder / "degrain-before-after.png", [row for row in rows for _ in range(ENLARGED)])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="the folder of weft and weft-editor-screenshots")
    parser.add_argument("--only", help="make those alone whose names begin so")
    options = parser.parse_args()
    bin_folder = pathlib.Path(options.bin).resolve()
    wanted = [name for name in shown() if name.startswith(options.only or "")]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if any(name.startswith("degrain-") for name in wanted):
            before_and_after(bin_folder, folder)
        if any(name.startswith("editor-") for name in wanted):
            windows(bin_folder, folder)
        for name in wanted:
            shutil.copyfile(folder / name, FOLDER / name)
            print(f"{name}: {(FOLDER / name).stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
