"""What measurements say: ratios, which of them count, and means. Pure: from measure.py's JSON to rows."""
import math
import statistics

from turns import ratio

COUNTS = 1.1  # times the authors' time over a copy that a program may take and count as a peer


def read_authors(text):
    """{program: the authors' time over that of a copy} of authors.tsv's text."""
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(own) / float(copy) for name, own, copy in lines}


def geometric_mean(values):
    """None of none."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def peer_of(result, schedule, clock="wall"):
    """How a schedule does beside Weft: its time, its ratio, and why it does not count, or ""."""
    known = result["schedules"][schedule]
    if "refused" in known:
        return {"schedule": schedule, "why_not": known["refused"]}
    times = result["times"]
    row = {"schedule": schedule, "ms": 1e3 * statistics.median(times[schedule][clock]),
           "ratio": ratio(times[schedule][clock], times["weft"][clock]), "why_not": ""}
    agreement = known["agreement"]
    if not agreement["agree"]:
        row["why_not"] = "another picture: " + agreement.get(
            "why", f"{100 * agreement.get('beyond', 1):.3g} % of samples differ by more than "
                   f"{agreement.get('allowed'):g}, at most by {agreement.get('largest', 0):.3g}")
    return row


def row_of(result, authors, clock="wall"):
    """One program: all of its peers, the best that counts, and how near it is to the authors'."""
    peers = [peer_of(result, schedule, clock) for schedule in result["schedules"]]
    times = result["times"]
    row = {"name": result["name"], "type": result.get("type", ""), "threads": result["threads"],
           "is_picture": result.get("is_picture", True), "peers": peers, "best": None,
           "weft_ms": 1e3 * statistics.median(times["weft"][clock]),
           "floats_ms": None, "copy_ms": None,
           "authors": None, "why_not": ""}
    if "copy" in times:
        row["copy_ms"] = 1e3 * statistics.median(times["copy"][clock])
    if "weft, floats" in times:
        row["floats_ms"] = 1e3 * statistics.median(times["weft, floats"][clock])
    able = [p for p in peers if not p["why_not"]]
    if not able:
        row["why_not"] = "; ".join(f"{p['schedule']}: {p['why_not']}" for p in peers)
        return row
    best = min(able, key=lambda p: p["ms"])
    row["best"] = best
    if result["name"] in authors:
        beside_copy = min(a / c for a, c in zip(times[best["schedule"]]["wall"],
                                                times["copy"]["wall"]))
        row["authors"] = beside_copy / authors[result["name"]]
        if row["authors"] > COUNTS:
            row["why_not"] = (f"takes {row['authors']:.2f} times as long as the authors' schedule "
                              "beside a copy: a weak peer")
    return row


def means(rows):
    """Geometric means of Weft's ratios to the best peers: of the rows that count, and of all."""
    def of(chosen):
        return geometric_mean(r["best"]["ratio"]["median"] for r in chosen if r["best"])
    counted = [r for r in rows if not r["why_not"]]
    return {"picture effects": of(r for r in rows if r["is_picture"]), "all": of(rows),
            "all that count": of(counted), "counted": len(counted), "rows": len(rows)}
