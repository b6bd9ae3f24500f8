"""Rows of summary.py as a Markdown table."""


def ratio_text(ratio):
    return f"{ratio['least']:.2f} / **{ratio['median']:.2f}** / {ratio['most']:.2f}"


def number(value, form="{:.2f}"):
    return "" if value is None else form.format(value)


def machine_text(machine):
    return (f"{machine['processor']}, {machine['cores']} cores, vectors of {machine['vector_bits']} "
            f"bits, {machine['date']}; load {machine['load']:.1f} at the start, "
            f"{machine.get('load_at_end', machine['load']):.1f} at the end")


def markdown(rows, means, machine, peer, threads):
    """The table with what it is of and what it leaves out."""
    names = []
    for row in rows:
        names += [p["schedule"] for p in row["peers"] if p["schedule"] not in names]
    head = ["program", "samples", "Weft, ms", "on floats, ms", "copy, ms", *[f"{n}, ms" for n in names],
            f"best of {peer} / Weft", "beside the authors'"]
    clock = ", processor time of whole commands" if peer == "oiiotool" else ""
    lines = [f"{peer}{clock}: " + machine_text(machine) +
             f"; {threads} thread{'s' if threads > 1 else ''}.", "",
             "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    notes = []
    for row in rows:
        by_name = {p["schedule"]: p for p in row["peers"]}
        cells = [row["name"], row["type"], number(row["weft_ms"]), number(row["floats_ms"]),
                 number(row["copy_ms"])]
        for name in names:
            peer_row = by_name.get(name)
            if not peer_row or peer_row["why_not"] == "not compiled yet":
                cells.append("")
                continue
            mark = ""
            if peer_row["why_not"]:
                notes.append(f"{row['name']}, {name}: {peer_row['why_not']}")
                mark = f" [{len(notes)}]"
            cells.append((number(peer_row.get("ms")) or "none") + mark)
        if row["best"]:
            mark = ""
            if row["why_not"]:
                notes.append(f"{row['name']} does not count: {row['why_not']}")
                mark = f" [{len(notes)}]"
            cells.append(ratio_text(row["best"]["ratio"]) + mark)
        else:
            cells.append("none")
        cells.append(number(row["authors"]))
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", f"Ratios: least, median and most of {peer}'s time over Weft's in the same round; above 1 "
              "Weft is faster."]
    for name in ("picture effects", "all", "all that count"):
        if means[name] is not None and not (name == "picture effects" and
                                            means[name] == means["all"]):
            count = f" ({means['counted']} of {means['rows']})" if name == "all that count" else ""
            lines.append(f"Geometric mean of {name}{count}: {means[name]:.2f}.")
    lines += [f"[{i + 1}] {note}." for i, note in enumerate(notes)]
    return "\n".join(lines) + "\n"
