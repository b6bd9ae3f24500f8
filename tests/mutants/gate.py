"""The tests of a build, as ctest lists them: which libraries they link, and running them under limits."""
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

OUTPUT_KEPT = 1 << 20  # bytes of the end of a test's output that are looked at
FILE_LIMIT = 8 << 30  # bytes that a test may write to one file

# Properties that are heeded, or decide nothing: one test runs after another, and limits are our own.
KNOWN = {"COST", "DEPENDS", "PROCESSORS", "TIMEOUT", "WORKING_DIRECTORY", "ENVIRONMENT", "LABELS", "DISABLED",
         "PASS_REGULAR_EXPRESSION", "FAIL_REGULAR_EXPRESSION", "SKIP_REGULAR_EXPRESSION", "SKIP_RETURN_CODE",
         "WILL_FAIL", "RUN_SERIAL", "RESOURCE_LOCK", "ATTACHED_FILES", "ATTACHED_FILES_ON_FAIL", "MEASUREMENT"}


@dataclass
class Test:
    name: str
    command: list  # empty: not built
    folder: str = "."
    environment: dict = field(default_factory=dict)
    labels: list = field(default_factory=list)
    passes: list = field(default_factory=list)  # expressions of which the output must match one
    fails: list = field(default_factory=list)  # ... none
    skips: list = field(default_factory=list)
    skip_code: int = None
    will_fail: bool = False
    alone: bool = False  # nothing else may run meanwhile
    disabled: bool = False
    unknown: list = field(default_factory=list)  # properties that mean something which is not known here


def tests_of(listing):
    """The tests of `ctest --show-only=json-v1`."""
    tests = []
    for entry in listing["tests"]:
        p = {q["name"]: q["value"] for q in entry.get("properties", [])}
        tests.append(Test(
            entry["name"], entry.get("command", []), p.get("WORKING_DIRECTORY", "."),
            dict(variable.split("=", 1) for variable in p.get("ENVIRONMENT", [])), p.get("LABELS", []),
            p.get("PASS_REGULAR_EXPRESSION", []), p.get("FAIL_REGULAR_EXPRESSION", []),
            p.get("SKIP_REGULAR_EXPRESSION", []), p.get("SKIP_RETURN_CODE"), bool(p.get("WILL_FAIL")),
            bool(p.get("RUN_SERIAL") or p.get("RESOURCE_LOCK")), bool(p.get("DISABLED")),
            sorted(set(p) - KNOWN)))
    return tests


def read_tests(build):
    listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True)
    return tests_of(json.loads(listing.stdout))


# Links.

class Links:
    """What the programs of tests are built from, by the build's own graph."""

    def __init__(self, build):
        self.build = os.path.realpath(build)
        self.targets = {line.split(": ")[0] for line in self.ninja("targets", "all")}
        self.inputs_of = {}

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.build, "-t", *arguments], check=True, capture_output=True,
                              text=True).stdout.splitlines()

    def programs(self, test):
        """Files of the build that the test runs or loads, as its command and its environment name them."""
        found = []
        for word in test.command + list(test.environment.values()):
            path = os.path.realpath(word.split("=", 1)[-1]) if os.sep in word else ""
            if path.startswith(self.build + os.sep) and os.path.isfile(path):
                name = os.path.relpath(path, self.build)
                if name in self.targets:
                    found.append(name)
        return found

    def linked(self, test):
        """All files that its programs are made from, and the programs; None where no program is known: a script
        that may run anything."""
        files = set()
        for program in self.programs(test):
            if program not in self.inputs_of:
                self.inputs_of[program] = {program, *self.ninja("inputs", program)}
            files |= self.inputs_of[program]
        return files or None


def stamp_of(build, files):
    """Changes when a program or library among the files does."""
    digest = hashlib.sha256()
    for name in sorted(files):
        path = os.path.join(build, name)
        if re.search(r"(\.a|\.so[.\d]*|/[\w-]+|\.ofx)$", "/" + name) and os.path.isfile(path):
            seen = os.stat(path)
            digest.update(f"{name} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


# Running.

@dataclass
class Limits:
    cpu: float  # seconds of one process
    wall: float
    memory: int  # bytes of one process


@dataclass
class Outcome:
    test: str
    how: str  # passed, skipped, failed, crashed, hung
    cpu: float
    wall: float
    cases: list
    output: str  # its end

    @property
    def killed(self):
        return self.how in ("failed", "crashed", "hung")


def judged(test, code, output, over):
    """How a test ended: as ctest has it, but for what went over a limit."""
    def matches(expressions):
        return any(re.search(e, output, re.DOTALL) for e in expressions)  # a dot of CMake's is any character
    if over or code == -signal.SIGXCPU:
        return "hung"
    if (test.skip_code is not None and code == test.skip_code) or matches(test.skips):
        return "skipped"
    passed = matches(test.passes) if test.passes else code == 0
    passed = passed and not matches(test.fails)
    if passed != test.will_fail:
        return "passed"
    return "crashed" if code < 0 else "failed"


def failed_cases(output, crashed):
    """Of GoogleTest: the cases that failed; where the program ended within one, that one."""
    cases = list(dict.fromkeys(re.findall(r"^\[  FAILED  \] ([\w/]+\.[\w/<>]+)", output, re.MULTILINE)))
    begun = re.findall(r"^\[ RUN      \] (\S+)", output, re.MULTILINE)
    if crashed and begun and not re.search(r"^\[       OK \] " + re.escape(begun[-1]), output, re.MULTILINE):
        cases.append(begun[-1])
    return list(dict.fromkeys(cases))


class Run:
    """One test as a process group of its own, with a folder for temporary files."""

    def __init__(self, test, environment, limits):
        self.test, self.limits, self.over = test, limits, False
        self.folder = tempfile.mkdtemp(prefix="weft-mutant-")
        self.output = open(os.path.join(self.folder, "output"), "w+b")
        scratch = os.path.join(self.folder, "tmp")
        os.mkdir(scratch)
        everything = {**os.environ, **test.environment, **environment, "TMPDIR": scratch}
        self.begin = time.monotonic()
        self.process = subprocess.Popen(test.command, cwd=test.folder, env=everything, stdin=subprocess.DEVNULL,
                                        stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True)
        cpu = int(limits.cpu) + 1
        for what, soft, hard in ((resource.RLIMIT_CPU, cpu, cpu + 5),  # first SIGXCPU, which tells why
                                 (resource.RLIMIT_DATA, limits.memory, limits.memory),
                                 (resource.RLIMIT_FSIZE, FILE_LIMIT, FILE_LIMIT), (resource.RLIMIT_CORE, 0, 0)):
            try:
                resource.prlimit(self.process.pid, what, (soft, hard))
            except (ProcessLookupError, PermissionError):  # it has ended already, or may not be limited
                pass

    def poll(self):
        """The outcome, once there is one."""
        pid, status, used = os.wait4(self.process.pid, os.WNOHANG)
        wall = time.monotonic() - self.begin
        if pid == 0:
            if wall > self.limits.wall:
                self.over = True
                self.end()
            return None
        code = self.process.returncode = os.waitstatus_to_exitcode(status)
        cpu = used.ru_utime + used.ru_stime
        self.output.seek(max(0, self.output.seek(0, os.SEEK_END) - OUTPUT_KEPT))
        text = self.output.read().decode(errors="replace")
        how = judged(self.test, code, text, self.over)
        cases = failed_cases(text, how != "failed") if how in ("failed", "crashed", "hung") else []
        self.clean()
        return Outcome(self.test.name, how, cpu, wall, cases, "\n".join(text.splitlines()[-40:]))

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self):
        """Ends it where it stands; there is no outcome."""
        self.end()
        if self.process.returncode is None:
            _, status = os.waitpid(self.process.pid, 0)
            self.process.returncode = os.waitstatus_to_exitcode(status)
        self.clean()

    def clean(self):
        self.end()  # whatever it left running
        self.output.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def run_tests(tests, jobs, begin, ended):
    """Runs tests in their order, `jobs` at once: begin(test) makes a Run, ended(outcome) says whether to go on. What
    still runs when it says no is ended."""
    waiting, running = list(tests), []
    try:
        while waiting or running:
            while waiting and len(running) < jobs and not any(r.test.alone for r in running) and \
                    not (running and waiting[0].alone):
                running.append(begin(waiting.pop(0)))
            time.sleep(0.01)
            for run in list(running):
                outcome = run.poll()
                if outcome is None:
                    continue
                running.remove(run)
                if not ended(outcome):
                    return
    finally:
        for run in running:
            run.stop()
