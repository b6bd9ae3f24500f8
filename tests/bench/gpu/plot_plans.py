"""Draws the suite of plans: for each effect and series a bar for each plan, its time over the time that
the effect's own pictures take to pass through memory once. plot_plans.py RESULTS.json PLOT.svg
"""

import json
import sys

from svg import grid, line, nice_step, picture, rectangle, text

WIDTH, BAR, LEFT, RIGHT, TOP, BOTTOM = 460, 18, 130, 70, 40, 30
BEST, OTHER, WRONG = "#1e8449", "#5d6d7e", "#c0392b"


def panel(experiment, height):
    """The parts of one panel, its corner at the origin."""
    steps = experiment["steps"]
    parts = [text(10, 18, f"{experiment['effect']}: {experiment['series']}", 13)]
    timed = [s for s in steps if "over_picture_floor" in s]
    if not timed:
        return parts + [text(LEFT, TOP + 12, "nothing was measured")]
    best = min(s["over_picture_floor"] for s in timed)
    tick = nice_step(max(s["over_picture_floor"] for s in timed))
    top = tick * (int(max(s["over_picture_floor"] for s in timed) / tick) + 1)
    inner = WIDTH - LEFT - RIGHT

    def place(value):
        return LEFT + inner * value / top

    bottom = TOP + BAR * len(steps)
    for i in range(int(top / tick + 0.5) + 1):
        x = place(i * tick)
        parts.append(line([(x, TOP - 4), (x, bottom)], "#ddd", 0.7))
        parts.append(text(x, bottom + 14, f"{i * tick:g}", 10, "middle"))
    parts.append(line([(place(1), TOP - 4), (place(1), bottom)], "#1b1b1b", 1))
    parts.append(text(place(1), TOP - 8, "floor", 9, "middle"))
    for i, step in enumerate(steps):
        y = TOP + BAR * i
        parts.append(text(LEFT - 6, y + 12, step["step"], 10, "end"))
        if "over_picture_floor" not in step:
            parts.append(text(LEFT + 4, y + 12, step["error"][:48], 9, colour="#999"))
            continue
        colour = WRONG if not step["right"] else BEST if step["over_picture_floor"] == best else OTHER
        parts.append(rectangle(LEFT, y + 2, place(step["over_picture_floor"]) - LEFT, BAR - 5, colour))
        parts.append(text(place(step["over_picture_floor"]) + 4, y + 12,
                          f"{step['frame_seconds'] * 1e6:.1f} us"
                          f"{'' if step['right'] else ' WRONG'}", 10))
    return parts


def main(results_path, plot_path):
    with open(results_path) as file:
        results = json.load(file)
    wanted = [e for e in results["experiments"] if e["series"] not in ("own", "paper", "check")]
    height = TOP + BOTTOM + BAR * max((len(e["steps"]) for e in wanted), default=1)
    title = text(10, 20, f"{results['devices'][0]['name']}: time of a frame over that of its "
                         "pictures' bytes", 13)
    parts, all_height = grid([panel(e, height) for e in wanted], WIDTH, height, 2, 34)
    with open(plot_path, "w") as file:
        file.write(picture(2 * WIDTH, all_height, [title, *parts]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("plot_plans.py RESULTS.json PLOT.svg")
    main(sys.argv[1], sys.argv[2])
