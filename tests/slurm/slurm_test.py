#!/usr/bin/env python3
"""weft submit slurm on a real Slurm: a task is killed, a node is drained, a frame is damaged.

Usage: slurm_test.py WEFT. Exits with 77 where no cluster can be brought up.
"""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

from slurm_cluster import Cluster, NoCluster, why_not

FRAMES = 100
PER_TASK = 10
BAD = 57
KILLED = 4  # the task that is killed in the middle
EFFECT = ["bilateral-13x13", "--device", "cpu", "--threads", "1"]

# In the place of weft: says where a task runs, and kills the first try of one once it has written
# a frame, on the reference: that gives the same bits, but slowly. Other tasks linger, so that there
# is something left when a node is drained.
WRAPPER = """#!/bin/bash
if [ -z "$SLURM_ARRAY_TASK_ID" ]; then exec {weft} "$@"; fi
echo "$SLURM_ARRAY_TASK_ID ${{SLURM_RESTART_COUNT:-0}} $SLURMD_NODENAME" >>{folder}/ran
if [ "$SLURM_ARRAY_TASK_ID" = {killed} ] && [ -z "$SLURM_RESTART_COUNT" ]; then
    {weft} "${{@/--device=cpu/--device=reference}}" &
    until [ -e {first} ]; do sleep 0.002; done
    kill -KILL $!
    ls -A {outputs} >{folder}/at-the-kill
    wait $!
    exit $?
fi
{weft} "$@"
code=$?
sleep 1
exit $code
"""

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def write_input(path, frame):
    """A picture of 64x64 with values of its own."""
    pixels = bytes((x * 3 + y * (frame % 7 + 1) + frame * 11 + c * 40 + (x * y) % 13) % 256
                   for y in range(64) for x in range(64) for c in range(3))
    with open(path, "wb") as file:
        file.write(b"P6\n64 64\n255\n" + pixels)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def picture(path):
    """A file's bytes but for the time of day, which OpenImageIO writes into it."""
    return re.sub(rb"capDate\0string\0....\d{4}:\d\d:\d\d \d\d:\d\d:\d\d", b"", read(path))


def lines(path):
    return read(path).decode().splitlines() if os.path.exists(path) else []


class Farm:
    """The pictures, and the commands that render them in both ways."""

    def __init__(self, weft, folder):
        self.folder = folder
        self.serial, self.outputs = f"{folder}/serial", f"{folder}/it's \"out\""
        self.inputs = f"{folder}/in put"
        for path in (self.serial, self.outputs, self.inputs):
            os.mkdir(path)
        for frame in range(1, FRAMES + 1):
            write_input(f"{self.inputs}/in.{frame:04}.ppm", frame)
        with open(f"{self.inputs}/in.{BAD:04}.ppm", "r+b") as file:
            file.truncate(5000)
        self.weft, self.wrapper = weft, f"{folder}/weft wrapper"
        first = f"{self.outputs}/out.{(KILLED - 1) * PER_TASK + 1:04}.exr"
        with open(self.wrapper, "w") as file:
            file.write(WRAPPER.format(weft=shlex.quote(weft), folder=shlex.quote(folder),
                                      killed=KILLED, first=shlex.quote(first),
                                      outputs=shlex.quote(self.outputs)))
        os.chmod(self.wrapper, 0o755)
        self.job = f"{folder}/job 100%"

    def run(self, *words, environment=None):
        return subprocess.run(words, env=environment, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def sequence(self, outputs):
        return [*EFFECT, "-i", "in put/in.####.ppm", "-o", f"{outputs}/out.####.exr",
                "-F", f"1-{FRAMES}", "--format", "half"]

    def render_serially(self):
        done = self.run(self.weft, "render", *self.sequence(self.serial), "--on-error", "skip",
                        "--cache-dir", f"{self.folder}/serial-cache")
        check(done.returncode == 10, f"the serial render ended with {done.returncode}: {done.stderr}")

    def submit(self, cluster):
        done = self.run(self.weft, "submit", "slurm", *self.sequence(self.outputs), "--job-dir",
                        self.job, "--weft", self.wrapper, "--frames-per-task", str(PER_TASK),
                        "--cpus", "1", environment=cluster.environment)
        print(done.stdout + done.stderr, flush=True)
        if done.returncode != 0:
            raise RuntimeError(f"weft submit ended with {done.returncode}")

    def ran(self):
        """[task, try, node] of every try that was begun."""
        return [line.split() for line in lines(f"{self.folder}/ran")]


def drain_in_the_middle(farm, cluster):
    """Drains n2 while it renders; how many tries it had begun by when it was empty."""
    cluster.wait("a task on n2", lambda: any(t[2] == "n2" for t in farm.ran()))
    subprocess.run(["scontrol", "update", "NodeName=n2", "State=DRAIN", "Reason=test"],
                   env=cluster.environment, check=True)
    cluster.wait("n2 to be empty",
                 lambda: cluster.ask("sinfo", "-h", "-n", "n2", "-o", "%T") == "drained")
    check(cluster.ask("squeue", "-h", "-t", "PD") != "", "nothing was left to do after the drain")
    return sum(t[2] == "n2" for t in farm.ran())


def check_frames(farm):
    good = [f"out.{frame:04}.exr" for frame in range(1, FRAMES + 1) if frame != BAD]
    there = sorted(os.listdir(farm.outputs))
    check(there == good, f"the folder holds {sorted(set(there) ^ set(good))} too much or too little")
    differ = [name for name in good if name in there and
              picture(f"{farm.outputs}/{name}") != picture(f"{farm.serial}/{name}")]
    check(not differ, f"these differ from the serial render: {differ}")


def check_tasks(farm, on_n2):
    ran = farm.ran()
    check(sum(t[2] == "n2" for t in ran) == on_n2, f"n2 was given tasks after it was drained: {ran}")
    check({t[2] for t in ran} == {"n1", "n2"}, f"not all nodes had tasks: {ran}")
    tries = {int(t[0]): 0 for t in ran}
    for task in ran:
        tries[int(task[0])] += 1
    wanted = {task: 2 if task == KILLED else 1 for task in range(1, FRAMES // PER_TASK + 1)}
    check(tries == wanted, f"tries of the tasks: {tries}")
    at_the_kill = [n for n in lines(f"{farm.folder}/at-the-kill")
                   if (KILLED - 1) * PER_TASK < frame_in(n) <= KILLED * PER_TASK]
    check(0 < len(at_the_kill) < PER_TASK, f"it was not in the middle that was killed: {at_the_kill}")

    rendered, compiled = {}, 0
    for task in range(1, FRAMES // PER_TASK + 1):
        for line in lines(f"{farm.job}/task-{task}.events"):
            event = json.loads(line) if line.endswith("}") else {}
            compiled += event.get("compiled", 0)
            if event.get("state") == "rendered":
                rendered[event["frame"]] = rendered.get(event["frame"], 0) + 1
    check(compiled == 0, f"tasks compiled {compiled} kernels")
    twice = [frame for frame, count in rendered.items() if count > 1]
    check(not twice, f"rendered more than once: {twice}")


def frame_in(name):
    return int(name.split(".")[1]) if name.startswith("out.") else 0


def check_report(farm):
    report = "\n".join(lines(f"{farm.job}/report.txt"))
    print(report, flush=True)
    check(f"{FRAMES - 1} of {FRAMES} frames are in place" in report, "the report's count is wrong")
    bad = [line for line in report.splitlines() if line.startswith("  frame")]
    check(len(bad) == 1 and bad[0].startswith(f"  frame {BAD}: missing: cannot read ") and
          f"in.{BAD:04}.ppm" in bad[0], "the report does not name the bad frame, or others too")


def run(weft):
    with tempfile.TemporaryDirectory(prefix="weft-slurm-") as folder:
        os.mkdir(f"{folder}/slurm")
        with Cluster(f"{folder}/slurm") as cluster:
            farm = Farm(weft, folder)
            try:
                farm.submit(cluster)
                farm.render_serially()
                on_n2 = drain_in_the_middle(farm, cluster)
                cluster.wait("the jobs", lambda: cluster.ask("squeue", "-h") == "", 1800)
                check_frames(farm)
                check_tasks(farm, on_n2)
                check_report(farm)
            except Exception as error:  # what follows tells more than a traceback
                failures.append(f"{type(error).__name__}: {error}")
            if failures:
                print(cluster.ask("squeue"), cluster.ask("sinfo", "-N", "-l"), cluster.logs(),
                      *(f"--- task {n}\n" + "\n".join(lines(f"{farm.job}/task-{n}.log"))
                        for n in range(1, FRAMES // PER_TASK + 1)),
                      "--- prepare", *lines(f"{farm.job}/prepare.log"), sep="\n")


def main():
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return 77
    # Ended from outside, it cleans up as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    began = time.monotonic()
    try:
        run(os.path.abspath(sys.argv[1]))
    except NoCluster as error:
        print(f"skipped: Slurm does not come up on this machine: {error}")
        return 77
    for failure in failures:
        print("FAILED:", failure)
    print(f"{len(failures)} failures, in {time.monotonic() - began:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
