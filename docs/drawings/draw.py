#!/usr/bin/env python3
"""The drawings of the documents, from the plans that a built `weft` makes.

    docs/drawings/draw.py build/release/bin/weft            draws all anew
    docs/drawings/draw.py build/release/bin/weft --check    ends with 1 where one is out of date
"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True

import fused_group
import header_to_pixels
import row_pipeline
import strip
import warp_tile
from plans import Weft

DRAWINGS = {
    "row-pipeline.svg": row_pipeline.draw,
    "fused-group.svg": fused_group.draw,
    "warp-tile.svg": warp_tile.draw,
    "strip.svg": strip.draw,
    "header-to-pixels.svg": header_to_pixels.draw,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weft", help="the program whose plans are drawn")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args()
    folder = pathlib.Path(__file__).resolve().parent
    weft = Weft(str(pathlib.Path(options.weft).resolve()))
    stale = []
    for name, draw in DRAWINGS.items():
        file, text = folder / name, draw(weft).file()
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not options.check:
            file.write_text(text, encoding="utf-8")
            print(f"drew {name}")
    if options.check and stale:
        sys.exit(f"the plans are no longer those that are drawn: {', '.join(stale)}; "
                 "docs/drawings/draw.py WEFT draws them anew, and a person looks at them")


if __name__ == "__main__":
    main()
