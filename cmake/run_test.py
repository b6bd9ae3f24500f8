#!/usr/bin/env python3
"""Runs one test of ctest, tells what it took, and stops it when it no longer gets on.

    run_test.py NAME [--loop SECONDS] [--still SECONDS] [--every SECONDS] -- PROGRAM ARGUMENTS...

A test may take as long as the machine needs for it. Two things end it, and neither is a matter of
how busy or slow the machine is:

  an endless loop   since its last line of output, one of its threads has used LOOP seconds of
                    processor time, or all of its processes together as much for every core;
  a deadlock        for STILL seconds no line came, and none of its threads ran, was ready to run,
                    or waited for a disk.

Then it says what it saw, ends every process of the test, and exits with 124. Otherwise output,
signals and exit codes pass through as they are. What a test leaves running ends with it.

Where $WEFT_TIMES names a folder, lines are added to files there. Of fields between tabs:
  tests   name, seconds, processor-seconds, peak MB, longest stretch, how it ended
  cases   name, case, seconds, processor-seconds: of GoogleTest's cases of half a second or more
The longest stretch is the most that LOOP would have been compared with. And of tests that failed:
  failed  the name, how it ended, and what was said, but for what cases said that went well

Where $GTEST_OUTPUT names a folder, GoogleTest's report is NAME.xml there: several tests may run one
program, each a part of its cases.
"""
import collections
import ctypes
import os
import resource
import select
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
TICK = 1.0 / os.sysconf("SC_CLK_TCK")
CORES = len(os.sched_getaffinity(0))
MOST_OUTPUT = 64 << 20  # a loop that writes is a loop: no test says as much
LONG_CASE = 0.5
STOPPED, SKIPPED = 124, 77


def fields_of(path):
    """The fields of a stat file of /proc from the state on, or nothing where it is gone."""
    try:
        with open(path, "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []


def listed(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def children_by_thread(pid):
    found = []
    for thread in listed(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def children_by_parent():
    """The same for every process at once, for kernels that do not list children."""
    found = {}
    for name in listed("/proc"):
        if name.isdigit() and (fields := fields_of(f"/proc/{name}/stat")):
            found.setdefault(int(fields[1]), []).append(int(name))
    return lambda pid: found.get(pid, [])


def descendants():
    """The processes below this one, and theirs."""
    own = os.getpid()
    listed_by_kernel = os.path.exists(f"/proc/{own}/task/{own}/children")
    children = children_by_thread if listed_by_kernel else children_by_parent()
    found, place = [own], 0
    while place < len(found):
        found += children(found[place])
        place += 1
    return found[1:]


class Reading:
    """What the processes of the test have used so far, and whether one of them is doing anything."""

    def __init__(self):
        self.threads, self.busy = {}, False
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = used.ru_utime + used.ru_stime
        for pid in descendants():
            fields = fields_of(f"/proc/{pid}/stat")
            self.processor += TICK * sum(int(ticks) for ticks in fields[11:15])
            for thread in listed(f"/proc/{pid}/task"):
                fields = fields_of(f"/proc/{pid}/task/{thread}/stat")
                if fields:
                    self.threads[thread, fields[19]] = TICK * (int(fields[11]) + int(fields[12]))
                    self.busy |= fields[0] in (b"R", b"D")


class Progress:
    """Seconds of processor time since the last line of output, and since when nothing moves."""

    def __init__(self):
        self.last = self.begin = Reading()
        self.read_at = self.moved_at = time.monotonic()
        self.line_came, self.stretch, self.longest = False, 0.0, 0.0

    def read(self):
        now, reading = time.monotonic(), Reading()
        # A process that ends between two looks at it is seen in neither.
        reading.processor = max(reading.processor, self.last.processor)
        used = reading.processor - self.last.processor
        begin = self.begin.threads
        most = max((spent - begin.get(thread, 0.0) for thread, spent in reading.threads.items()),
                   default=0.0)
        self.stretch = max(most, (reading.processor - self.begin.processor) / CORES)
        self.longest = max(self.longest, self.stretch)
        if self.line_came:
            self.begin, self.stretch, self.line_came = reading, 0.0, False
        if reading.busy or used > 0.01 * (now - self.read_at):
            self.moved_at = now
        self.last, self.read_at = reading, now

    def line(self):
        self.line_came, self.moved_at = True, time.monotonic()


class Cases:
    """What each case of a GoogleTest program took, by the lines that it prints."""

    def __init__(self, progress):
        self.progress, self.begin, self.long = progress, None, []

    def line(self, text):
        now = time.monotonic()
        if text.startswith(b"[ RUN      ] "):
            if now - self.progress.read_at > 0.2:
                self.progress.read()
            self.begin = (now, self.progress.last.processor)
        elif text.startswith((b"[       OK ] ", b"[  FAILED  ] ")) and self.begin:
            began, processor = self.begin
            self.begin = None
            if now - began >= LONG_CASE:
                self.progress.read()
                case = text[13:].split(b" (")[0].split(b",")[0].decode(errors="replace")
                self.long.append((case, now - began, self.progress.last.processor - processor))


class Trouble:
    """What a test said, without what GoogleTest's cases said that went well."""
    MOST = 60  # lines of the beginning, and of the end

    def __init__(self):
        self.first, self.last, self.left_out, self.case = [], collections.deque(), 0, None

    def line(self, text):
        if text.startswith(b"[ RUN      ] "):
            self.case = []
        if self.case is None:
            self.keep(text)
            return
        self.case.append(text)
        if text.startswith(b"[       OK ] ") or text.startswith(b"[  SKIPPED ] "):
            self.case = None
        elif text.startswith(b"[  FAILED  ] ") or len(self.case) > 2 * self.MOST:
            self.keep_case()

    def keep_case(self):
        for text in self.case or []:
            self.keep(text)
        self.case = None

    def keep(self, text):
        if not text or text.startswith((b"[-----", b"[=====")):
            return
        if len(self.first) < self.MOST:
            self.first.append(text)
            return
        self.last.append(text)
        if len(self.last) > self.MOST:
            self.last.popleft()
            self.left_out += 1

    def text(self, unfinished):
        for line in unfinished:
            self.line(line)
        self.keep_case()
        gap = [f"... {self.left_out} lines ...".encode()] if self.left_out else []
        return b"".join(line + b"\n" for line in [*self.first, *gap, *self.last])


class Output:
    """Passes on what comes from the test, unchanged, and looks at it line by line."""

    def __init__(self, progress, cases):
        self.progress, self.cases, self.places = progress, cases, {}
        self.trouble = Trouble()
        self.written, self.last_line, self.rest = 0, b"", {}

    def pipe(self, to):
        source, end = os.pipe()
        os.set_blocking(source, False)
        self.places[source] = to
        self.rest[source] = b""
        return end

    def read(self, source):
        """Whether there was something."""
        try:
            chunk = os.read(source, 1 << 16)
        except BlockingIOError:
            return False
        if not chunk:
            os.close(source)
            del self.places[source]
            return False
        self.written += len(chunk)
        self.pass_on(self.places[source], chunk)
        lines = (self.rest[source] + chunk).split(b"\n")
        self.rest[source] = lines.pop()[-4096:]
        for line in lines:
            self.progress.line()
            self.cases.line(line)
            self.trouble.line(line)
            self.last_line = line or self.last_line
        return True

    @staticmethod
    def pass_on(to, chunk):
        while chunk:
            try:
                chunk = chunk[os.write(to, chunk):]
            except BlockingIOError:
                select.select([], [to], [])

    def drain(self):
        while any([self.read(source) for source in list(self.places)]):
            pass

    def last(self):
        text = next((rest for rest in self.rest.values() if rest), b"") or self.last_line
        return text.decode(errors="replace").strip()


class Test:
    def __init__(self, name, command, loop, still, every):
        self.name, self.loop, self.still, self.every = name, loop, still, every
        self.progress = Progress()
        self.cases = Cases(self.progress)
        self.output = Output(self.progress, self.cases)
        self.status, self.signal, self.began = None, None, time.monotonic()
        # What processes of the test leave behind comes to this one, which collects it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.wake, wake = os.pipe()
        for end in (self.wake, wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(number, self.on_signal)
        self.pid = self.start(command)

    def start(self, command):
        same = os.path.samestat(os.fstat(1), os.fstat(2))
        out = self.output.pipe(1)
        error = out if same else self.output.pipe(2)
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            try:
                os.setpgid(0, 0)
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
                for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
                    signal.signal(number, signal.SIG_DFL)
                os.dup2(out, 1)
                os.dup2(error, 2)
                os.execvp(command[0], command)
            except OSError as problem:
                os.write(2, f"{self.name}: cannot run {command[0]}: {problem}\n".encode())
            os._exit(127)
        for end in {out, error}:
            os.close(end)
        return pid

    def on_signal(self, number, _):
        self.signal = number

    def collect(self):
        """Takes note of processes that ended; whether there are others."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.pid:
                self.status = status

    def wait(self, seconds):
        """Until there is output, a process has ended, a signal has come, or the time is over."""
        ready, _, _ = select.select([self.wake, *self.output.places], [], [], seconds)
        for source in ready:
            if source == self.wake:
                try:
                    os.read(self.wake, 4096)
                except BlockingIOError:
                    pass
            else:
                self.output.read(source)

    def send(self, number):
        for pid in descendants():
            try:
                os.kill(pid, number)
            except OSError:
                pass

    def end_all(self):
        """Ends every process there is: as processes are asked to, then for sure."""
        for number, patience in ((signal.SIGTERM, 5.0), (signal.SIGKILL, 60.0)):
            self.send(number)
            end = time.monotonic() + patience
            while self.collect() and time.monotonic() < end:
                self.wait(0.05)
                if number == signal.SIGKILL:
                    self.send(number)  # to what was started since

    def say(self, text):
        self.output.trouble.keep(text.encode())
        self.output.pass_on(2, f"{self.name}: {text}\n".encode())

    def trouble(self):
        """Why the test has to be stopped, if it has."""
        progress, last = self.progress, f"Its last line: {self.output.last()}"
        if progress.stretch > self.loop:
            return (f"no line of output came while one thread, or every core, used "
                    f"{progress.stretch:.0f} s of processor time. {last}")
        still = progress.read_at - progress.moved_at
        if still > self.still:
            return f"for {still:.0f} s no thread of it ran and no line of output came. {last}"
        if self.output.written > MOST_OUTPUT:
            return f"it wrote more than {MOST_OUTPUT >> 20} MB. {last}"
        return None

    def describe(self):
        for pid in descendants():
            fields = fields_of(f"/proc/{pid}/stat")
            if fields:
                self.say(f"  {command_of(pid)}, process {pid}: {len(listed(f'/proc/{pid}/task'))} "
                         f"threads, {TICK * (int(fields[11]) + int(fields[12])):.1f} s of processor "
                         f"time, state {fields[0].decode()}")

    def watch(self):
        """Until the test has ended, or has to be stopped, for which it gives the reason."""
        while self.collect() and self.status is None:
            self.wait(max(0.0, self.progress.read_at + self.every - time.monotonic()))
            if self.signal:
                self.send(self.signal)
                return None
            if time.monotonic() >= self.progress.read_at + self.every:
                self.progress.read()
                if trouble := self.trouble():
                    return trouble
        return None

    def run(self):
        """The exit code, negative for a signal."""
        reason = self.watch()
        if reason:
            self.say(f"stopped: {reason}")
            self.describe()
        elif not self.signal:
            self.let_rest_end()
        self.end_all()
        self.output.drain()
        if self.signal:
            return -self.signal
        return STOPPED if reason else os.waitstatus_to_exitcode(self.status)

    def let_rest_end(self):
        """Helpers of a test end when they see that it is gone: a second for them to see it."""
        end = time.monotonic() + 1.0
        while self.collect() and time.monotonic() < end:
            self.wait(0.02)
        if self.collect():
            names = ", ".join(f"{command_of(pid)} ({pid})" for pid in descendants())
            if names:
                self.say(f"ends what the test left running: {names}")

    def log(self, code):
        folder = os.environ.get("WEFT_TIMES")
        if not folder:
            return
        if code not in (0, SKIPPED):
            append(f"{folder}/failed", b"%s ended with %d\n%s\n" % (
                self.name.encode(), code, self.output.trouble.text(self.output.rest.values())))
        self.progress.read()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        append_rows(f"{folder}/cases", [(self.name, *case) for case in self.cases.long])
        append_rows(f"{folder}/tests", [(self.name, time.monotonic() - self.began,
                                         used.ru_utime + used.ru_stime, used.ru_maxrss / 1024.0,
                                         self.progress.longest, code)])


def name_report(name):
    """Of GoogleTest, which would name it after its program."""
    if os.environ.get("GTEST_OUTPUT", "").endswith("/"):
        os.environ["GTEST_OUTPUT"] += f"{name}.xml"


def command_of(pid):
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().strip()
    except OSError:
        return "?"


def append(path, text):
    """In one write, so that lines of tests that run at once do not mix."""
    if text:
        with open(path, "ab", buffering=0) as file:
            file.write(text)


def append_rows(path, rows):
    append(path, "".join("\t".join(f"{field:.3f}" if isinstance(field, float) else str(field)
                                   for field in row) + "\n" for row in rows).encode())


def main(words):
    limits = {"--loop": 600.0, "--still": 600.0, "--every": 1.0}
    split = words.index("--") if "--" in words else len(words)
    own, command = words[:split], words[split + 1:]
    if not own or not command or len(own) % 2 == 0:
        sys.exit(__doc__.split("\n\n")[1])
    for option, value in zip(own[1::2], own[2::2]):
        if option not in limits:
            sys.exit(f"run_test.py: unknown option {option}")
        limits[option] = float(value)
    name_report(own[0])
    test = Test(own[0], command, *limits.values())
    try:
        code = test.run()
    except BrokenPipeError:  # nobody listens any more
        test.output.places.clear()
        test.end_all()
        code = 1
    test.log(code)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
