"""What runs each test: it passes things on, ends what no longer gets on, and leaves slow tests alone."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cmake/run_test.py")

# work(SECONDS) uses so many seconds of processor time, however long it takes to get them.
WORK = """
import os, subprocess, sys, time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""


os.environ.pop("WEFT_TIMES", None)  # what runs here is no test of the run that this one is of


def words(script, *options):
    return [sys.executable, "-I", "-S", LAUNCHER, "some_test", "--every", "0.1", *options, "--",
            sys.executable, "-u", "-c", WORK + script]


def run(script, *options, times=None):
    environment = dict(os.environ, WEFT_TIMES=times or "")
    return subprocess.run(words(script, *options), text=True, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class PassesOn(unittest.TestCase):
    def test_output_as_it_is(self):
        done = run("sys.stdout.write('a\\nb'); sys.stderr.write('c')")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "a\nb", "c"))

    def test_order_of_output_that_goes_to_one_place(self):
        script = "for i in range(200): print(i, file=sys.stderr if i % 2 else sys.stdout)"
        done = subprocess.run(words(script), text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.stdout.split(), [str(i) for i in range(200)])

    def test_much_output(self):
        done = run("sys.stdout.write('0123456789\\n' * 300000)")
        self.assertEqual(done.stdout, "0123456789\n" * 300000)

    def test_a_report_of_its_own(self):
        for output in ("xml:/some/folder/", "xml:/some/file.xml", ""):
            done = subprocess.run(words("print(os.environ['GTEST_OUTPUT'])"), text=True,
                                  env=dict(os.environ, GTEST_OUTPUT=output), stdout=subprocess.PIPE)
            named = output + "some_test.xml" if output.endswith("/") else output
            self.assertEqual(done.stdout, f"{named}\n")

    def test_exit_codes(self):
        for code in (0, 1, 77, 124):
            self.assertEqual(run(f"sys.exit({code})").returncode, code)

    def test_the_signal_that_ended_it(self):
        self.assertEqual(run("os.abort()").returncode, -signal.SIGABRT)

    def test_signals_that_python_ignores_end_the_test(self):
        done = subprocess.run([*words("")[:-4], "sh", "-c", "kill -PIPE $$"])
        self.assertEqual(done.returncode, -signal.SIGPIPE)

    def test_that_there_is_no_such_program(self):
        done = subprocess.run([*words("")[:-4], "/no/such/program"], text=True, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 127)
        self.assertIn("some_test: cannot run /no/such/program: ", done.stderr)

    def test_an_interrupt(self):
        with subprocess.Popen(words("print(os.getpid())\ntime.sleep(1000)"), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as launcher:
            pid = int(launcher.stdout.readline())
            launcher.send_signal(signal.SIGINT)
            launcher.wait()
            self.assertEqual(launcher.returncode, -signal.SIGINT)
            self.assertTrue(is_gone(pid))


class TellsWhatFailed(unittest.TestCase):
    def told(self, script, *options):
        with tempfile.TemporaryDirectory() as times:
            run(script, *options, times=times)
            path = pathlib.Path(times, "failed")
            return path.read_text() if path.exists() else None

    def test_nothing_of_what_went_well(self):
        self.assertIsNone(self.told("print('[ RUN      ] A.B\\nhm\\n[       OK ] A.B (1 ms)')"))
        self.assertIsNone(self.told("print('not here'); sys.exit(77)"))

    def test_what_no_good_case_said(self):
        said = self.told("print('[----------] 3 tests\\n[ RUN      ] A.B\\nfine\\n[       OK ] A.B (1 ms)')\n"
                         "print('[ RUN      ] A.C\\nwrong\\n[  FAILED  ] A.C (1 ms)')\n"
                         "print('a report of leaks'); print('[ RUN      ] A.D\\nat', end='')\n"
                         "os.kill(os.getpid(), 6)")
        self.assertEqual(said, "some_test ended with -6\n[ RUN      ] A.C\nwrong\n"
                               "[  FAILED  ] A.C (1 ms)\na report of leaks\n[ RUN      ] A.D\nat\n\n")

    def test_the_ends_of_much(self):
        said = self.told("for i in range(1000): print(i)\nsys.exit(3)").splitlines()
        self.assertEqual(said[0], "some_test ended with 3")
        self.assertEqual((said[1], said[60:63], said[-2]), ("0", ["59", "... 880 lines ...", "940"], "999"))

    def test_why_it_was_stopped(self):
        said = self.told("work(1e9)", "--loop", "0.3")
        self.assertIn("some_test ended with 124\nstopped: no line of output came", said)


class Ends(unittest.TestCase):
    def expect_stopped(self, done, *texts):
        self.assertEqual(done.returncode, 124, done.stderr)
        for text in ("some_test: stopped: ", *texts):
            self.assertIn(text, done.stderr)

    def test_an_endless_loop(self):
        done = run("print('[ RUN      ] A.Case')\nwork(1e9)", "--loop", "0.3")
        self.expect_stopped(done, "no line of output came while one thread, or every core, used",
                            "Its last line: [ RUN      ] A.Case")

    def test_an_endless_loop_of_a_child_that_the_test_waits_for(self):
        done = run("subprocess.run(['sh', '-c', 'while :; do :; done'])", "--loop", "0.3")
        self.expect_stopped(done, "no line of output came")

    def test_an_endless_row_of_short_processes(self):
        done = run("while True: subprocess.run(['true'])", "--loop", "0.2")
        self.expect_stopped(done, "no line of output came")

    def test_a_deadlock(self):
        done = run("print('[ RUN      ] A.Case')\ntime.sleep(1e6)", "--still", "1")
        self.expect_stopped(done, "no thread of it ran and no line of output came",
                            "Its last line: [ RUN      ] A.Case", "1 threads", "state S")

    def test_what_does_not_listen_to_being_asked(self):
        script = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1e6)"
        self.expect_stopped(run(script, "--still", "1"))

    def test_output_without_end(self):
        done = run("while True: print('x' * 1000)")
        self.expect_stopped(done, "it wrote more than 64 MB")

    def test_processes_that_the_test_left(self):
        done = run("child = subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
                   "print(child.pid)")
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"ends what the test left running: sleep ({done.stdout.strip()})", done.stderr)
        self.assertTrue(is_gone(int(done.stdout)))


class LeavesAlone(unittest.TestCase):
    def test_work_with_lines_in_between(self):
        done = run("for i in range(8): work(0.2); print(i)", "--loop", "0.9")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_waiting_with_lines_in_between(self):
        done = run("for i in range(8): time.sleep(0.5); print(i)", "--still", "3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_many_threads_that_work_at_once(self):
        """Each uses less than one thread may, all together more."""
        done = run("children = []\n"
                   "for i in range(min(8, 2 * len(os.sched_getaffinity(0)))):\n"
                   "    children.append(os.fork())\n"
                   "    if children[-1] == 0:\n"
                   "        work(0.2)\n"
                   "        os._exit(0)\n"
                   "for child in children: os.waitpid(child, 0)", "--loop", "0.6")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_helpers_that_end_by_themselves(self):
        done = run("subprocess.Popen(['sh', '-c', 'read line'], stdin=subprocess.PIPE)")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Tells(unittest.TestCase):
    def test_what_a_test_took(self):
        script = ("for case in 'ab':\n"
                  "    print('[ RUN      ] A.' + case)\n"
                  "    work(0.6)\n"
                  "    print('[       OK ] A.' + case + ' (600 ms)')\n"
                  # What nobody waits for counts too.
                  "if os.fork() == 0: work(0.3)\n"
                  "memory = bytearray(100 << 20)\n"
                  "sys.exit(3)")
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            run(script, times=folder)
            wall = time.monotonic() - began
            with open(f"{folder}/tests") as file:
                (test,) = [line.rstrip("\n").split("\t") for line in file]
            with open(f"{folder}/cases") as file:
                cases = [line.rstrip("\n").split("\t") for line in file]
        self.assertEqual((test[0], test[5]), ("some_test", "3"))
        seconds, processor, memory, stretch = map(float, test[1:5])
        self.assertTrue(1.2 <= seconds <= wall, test)
        self.assertGreaterEqual(processor, 1.5)
        self.assertLess(processor, 3.0)
        self.assertGreaterEqual(memory, 100)
        self.assertTrue(0.3 <= stretch < 1.2, test)
        self.assertEqual([case[:2] for case in cases], [["some_test", "A.a"], ["some_test", "A.b"]])
        for case in cases:
            self.assertTrue(0.5 <= float(case[3]) < 1.0, cases)


if __name__ == "__main__":
    unittest.main()
