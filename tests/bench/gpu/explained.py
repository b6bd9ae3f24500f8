"""What `weft explain` says of a plan: its time by the planner's model, and its occupancy.

explained.py WEFT EFFECT BORDER FOLDER prints what to name to weft for the effect with this border,
a document that it writes into the folder; border - is the effect's own.
"""

import json
import os
import re
import subprocess
import sys
import threading

DOES_NOT_FIT = 8  # exit code of weft: no device, or a plan that the device cannot take


class Weft:
    """The command, and documents of effects with other borders than their own."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.writing = threading.Lock()

    def said(self, *arguments):
        """What it prints, and a reason where the plan does not fit the device."""
        done = subprocess.run([self.command, *arguments], capture_output=True, text=True)
        if done.returncode == DOES_NOT_FIT:
            return None, " ".join(done.stderr.split())
        if done.returncode != 0:
            raise RuntimeError(f"weft {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout, ""

    def targets(self):
        return {line.split()[0] for line in self.said("list", "targets")[0].splitlines() if line}

    def effects(self):
        return {line.split()[0] for line in self.said("list", "effects")[0].splitlines() if line}

    def subject(self, effect, border):
        """What to name to weft: the effect, or a document of it, every read with this border."""
        if border == "-":
            return effect
        path = os.path.join(self.folder, f"{effect}-{border}.weft")
        with self.writing:
            if not os.path.exists(path):
                document = json.loads(self.said("info", effect, "--document")[0])
                with open(path, "w") as file:
                    json.dump(with_border(document, border), file, indent=2)
        return path

    def explained(self, plan, target):
        """(seconds, occupancy in percent, "") of a plan on a target, or why there is no plan."""
        subject = self.subject(plan.effect, plan.border)
        text, why = self.said("explain", subject, "--size", plan.size, "--channels", plan.planes,
                              "--target", target, *plan.flags.split())
        return (*figures_of(text), "") if text else (None, None, why)


def with_border(document, border):
    for node in document["nodes"]:
        for read in node.get("inputs", {}).values():
            read["border"] = border
            read.pop("value", None)
    return document


def figures_of(text):
    """Seconds, launches included, and the occupancy of all kernels by their times. Kernel by
    kernel: these times have more digits than their sum."""
    seconds, weighed, occupancy = 0.0, 0.0, 0.0
    for line in text.splitlines():
        if found := re.match(r"  block .* (\d+) % occupancy", line):
            occupancy = float(found[1])
        elif found := re.match(r"  time +([\d.]+) us by the model.* ([\d.]+) us to launch", line):
            time = (float(found[1]) + float(found[2])) / 1e6
            seconds += time
            weighed += time * occupancy
    if not seconds:
        raise RuntimeError("`weft explain` printed no kernel's time: has its text changed?")
    return seconds, weighed / seconds


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("explained.py WEFT EFFECT BORDER FOLDER")
    print(Weft(sys.argv[1], sys.argv[4]).subject(sys.argv[2], sys.argv[3]))
