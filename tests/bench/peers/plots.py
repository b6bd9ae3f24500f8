#!/usr/bin/env python3
"""Draws what run wrote: bars of ratios with a line at 1, and a roofline."""
import argparse
import json
import pathlib

import matplotlib
import matplotlib.pyplot as plot

matplotlib.use("svg")
OURS, THEIRS, UNCOUNTED = "#2a6f97", "#c8553d", "#b9b9b9"


def ratio_bars(rows, title, path):
    """A bar of each program: how long its best peer takes for each of Weft's milliseconds."""
    rows = sorted((r for r in rows if r["best"]), key=lambda r: -r["best"]["ratio"]["median"])
    figure, axes = plot.subplots(figsize=(9, 0.9 + 0.36 * len(rows)), layout="constrained")
    for y, row in enumerate(rows):
        ratio = row["best"]["ratio"]
        colour = UNCOUNTED if row["why_not"] else OURS if ratio["median"] >= 1 else THEIRS
        axes.barh(y, ratio["median"] - 1, left=1, color=colour)
        axes.plot([ratio["least"], ratio["most"]], [y, y], color="#333", linewidth=1)
        axes.annotate(f"{ratio['median']:.2f}  {row['best']['schedule']}", (max(ratio["most"], 1), y),
                      xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
    axes.axvline(1, color="#333", linewidth=1)
    axes.set_yticks(range(len(rows)), [r["name"] for r in rows])
    axes.invert_yaxis()
    axes.set_xscale("log")
    least = min([r["best"]["ratio"]["least"] for r in rows] + [0.5])
    most = max([r["best"]["ratio"]["most"] for r in rows] + [2])
    axes.set_xlim(least / 1.2, most * 2.2)
    ticks = [t for t in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if least / 1.2 < t < most * 2.2]
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.minorticks_off()
    axes.set_xlabel("the best peer's time / Weft's (above 1, Weft is faster)")
    axes.set_title(title, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)
    plot.close(figure)


def roofline(results, rows, roof, title, path):
    """Operations a second over operations a byte: what the definitions ask for, not what is executed."""
    figure, axes = plot.subplots(figsize=(9, 5.5), layout="constrained")
    known = {r["name"]: r for r in rows}
    points = []
    for result in results:
        row = known[result["name"]]
        if not result["operations"]:
            continue
        x = result["operations"] / result["bytes"]
        points.append(x)
        ours = result["operations"] / row["weft_ms"] / 1e6
        axes.plot(x, ours, "o", color=OURS)
        axes.annotate(result["name"], (x, ours), xytext=(5, -3), textcoords="offset points",
                      fontsize=7)
        if row["best"]:
            theirs = result["operations"] / row["best"]["ms"] / 1e6
            axes.plot(x, theirs, "_", color=THEIRS, markersize=12, markeredgewidth=2)
            axes.plot([x, x], [ours, theirs], color="#999", linewidth=0.7, zorder=0)
    least, most = min(points) / 2, max(points) * 4
    corner = roof["operations_per_second"] / roof["bytes_per_second"]
    axes.plot([least, corner, most],
              [least * roof["bytes_per_second"] / 1e9] + [roof["operations_per_second"] / 1e9] * 2,
              color="#333", linewidth=1)
    axes.plot([], [], "o", color=OURS, label="Weft")
    axes.plot([], [], "_", color=THEIRS, markersize=12, markeredgewidth=2, label="its best peer")
    axes.plot([], [], color="#333", linewidth=1, label=roof["of"])
    axes.legend(fontsize=8, loc="lower right")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("operations of the definition for each byte of the pictures")
    axes.set_ylabel("1e9 operations / s")
    axes.set_title(title, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)
    plot.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", help="the JSON that run wrote")
    parser.add_argument("folder")
    parser.add_argument("--stem", default="peers")
    options = parser.parse_args()
    record = json.loads(pathlib.Path(options.record).read_text())
    machine = record["machine"]
    for group in record["groups"]:
        title = (f"{group['peer']} beside Weft, {group['threads']} threads: {machine['processor']}, "
                 f"vectors of {machine['vector_bits']} bits, {machine['date']}")
        stem = f"{options.stem}-{group['peer'].lower()}-{group['threads']}"
        folder = pathlib.Path(options.folder)
        folder.mkdir(parents=True, exist_ok=True)
        ratio_bars(group["rows"], title, folder / f"{stem}.svg")
        if record.get("roof") and group["peer"] == "Halide":
            roofline(group["results"], group["rows"], record["roof"], title,
                     folder / f"{stem}-roofline.svg")
