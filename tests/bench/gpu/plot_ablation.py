"""Draws results.json as the paper draws its figures 7 and 8: the kernels' times added up along the
launches, a line for each step of the suite of passes. plot_ablation.py RESULTS.json PLOT.svg
"""

import json
import sys

from svg import grid, line, nice_step, picture, text

WIDTH, HEIGHT = 460, 300  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 34, 40
COLOURS = ["#1b1b1b", "#c0392b", "#2471a3", "#1e8449", "#8e44ad", "#ca6f1e", "#148f77"]


def panel(experiment):
    """The parts of one panel, its corner at the origin."""
    parts = [text(LEFT, 18, f"{experiment['effect']}, {experiment['math']}, "
                            f"planned as {experiment['series']}", 13)]
    steps = [s for s in experiment["steps"] if s.get("launches")]
    if not steps:
        return parts + [text(LEFT, 60, "nothing was measured")]
    most = max(s["launch_seconds"] for s in steps) * 1e3
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    tick = nice_step(most)
    top = tick * (int(most / tick) + 1)

    def place(fraction, milliseconds):
        return (LEFT + fraction * inner_width,
                TOP + inner_height * (1 - milliseconds / top))

    for i in range(int(top / tick + 0.5) + 1):
        y = place(0, i * tick)[1]
        parts.append(line([(LEFT, y), (WIDTH - RIGHT, y)], "#ddd", 0.7))
        parts.append(text(LEFT - 6, y + 4, f"{i * tick:g}", 10, "end"))
    parts.append(text(14, TOP - 6, "ms"))
    parts.append(text(LEFT + inner_width / 2, HEIGHT - 10, "launches, in order", 11, "middle"))
    for i, step in enumerate(steps):
        colour = COLOURS[i % len(COLOURS)]
        total, points = 0.0, [place(0, 0)]
        for k, launch in enumerate(step["launches"]):
            total += launch["seconds"] * 1e3
            points.append(place((k + 1) / len(step["launches"]), total))
        parts.append(line(points, colour))
        y = TOP + 12 + 14 * i
        parts.append(line([(LEFT + 8, y - 4), (LEFT + 24, y - 4)], colour, 2))
        parts.append(text(LEFT + 29, y, f"{step['step']}: {step['frame_seconds'] * 1e3:.3f} ms"
                                        f"{'' if step['right'] else ' (WRONG)'}", 10))
    return parts


def main(results_path, plot_path):
    with open(results_path) as file:
        results = json.load(file)
    panels = [panel(e) for e in results["experiments"] if e["series"] in ("own", "paper")]
    title = text(LEFT, 20, f"{results['devices'][0]['name']}: device copies "
                           f"{results['copy_bytes_per_second'] / 1e9:.0f} GB/s", 13)
    parts, height = grid(panels, WIDTH, HEIGHT, 2, 30)
    with open(plot_path, "w") as file:
        file.write(picture(2 * WIDTH, height, [title, *parts]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("plot_ablation.py RESULTS.json PLOT.svg")
    main(sys.argv[1], sys.argv[2])
