"""What became of mutants, as Markdown: docs/mutants.md keeps the table of two gates."""


def cell(result):
    """What one gate did to a mutant."""
    if result is None:
        return "not run"
    verdict = result["verdict"]
    if verdict == "survived":
        return f"**survived** {counted(result['tests_run'])}"
    if verdict != "killed":
        return f"**{verdict}**"  # no test links it, no test reaches it
    case = f" `{result['cases'][0]}`" if result["cases"] else ""
    how = "" if result["how"] == "failed" else f", {result['how']}"
    return f"`{result['by']}`{case}{how}; {ordinal(result['tests_run'])} test, {result['cpu']:.0f} s"


def counted(tests):
    return f"{tests} test" + ("" if tests == 1 else "s")


def ordinal(n):
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def killed(result):
    return result is not None and result["verdict"] == "killed"


def summary(gate, results):
    dead = [r for r in results.values() if killed(r)]
    cpu = sum(r["cpu"] for r in results.values())
    return f"{gate}: {len(dead)} of {len(results)} killed, {cpu / 60:.0f} minutes of processor time"


def table(gates):
    """Of one or several gates, each as run_mutants.py writes it: {"gate": name, "mutants": {number: result}}."""
    names = [g["gate"] for g in gates]
    lines = ["| no. | library | defect | " + " | ".join(f"killed by {name}" for name in names) + " |",
             "|---:|---|---|" + "---|" * len(names)]
    numbers = sorted({int(n) for g in gates for n in g["mutants"]})
    for n in numbers:
        results = [g["mutants"].get(str(n)) for g in gates]
        own = next(r for r in results if r is not None)
        cells = " | ".join(cell(r) for r in results)
        lines.append(f"| {n} | `{own['library']}` | {own['defect'].replace('|', chr(92) + '|')} | {cells} |")
    return "\n".join(lines) + "\n"


def comparison(old, new):
    """The table of both, how many each kills, and what only one of them does."""
    parts = [table([old, new])]
    for gate in (old, new):
        parts.append(summary(gate["gate"], gate["mutants"]) + ".")
    for one, other in ((old, new), (new, old)):
        only = [n for n in sorted(one["mutants"], key=int)
                if killed(one["mutants"][n]) and n in other["mutants"] and not killed(other["mutants"][n])]
        if not only:
            parts.append(f"Nothing is killed by {one['gate']} alone.")
            continue
        lines = [f"Killed by {one['gate']} alone:", ""]
        for n in only:
            r = one["mutants"][n]
            lines.append(f"- {n} {r['name']}: `{r['by']}`" +
                         (": " + ", ".join(f"`{case}`" for case in r["cases"]) if r["cases"] else ""))
        parts.append("\n".join(lines))
    changed = [n for n in old["mutants"] if n in new["mutants"] and
               old["mutants"][n]["seed"] != new["mutants"][n]["seed"]]
    if changed:
        parts.append("Not the same seeds, so not to be compared: " + ", ".join(sorted(changed, key=int)) + ".")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"
