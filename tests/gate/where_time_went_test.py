"""Where time went: the tables that .ci/run prints, and its JSON, of two small trees."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cmake/where_time_went.py")

STEPS = """\
configure\t4.000\t2.000\t1.000\trelease
compile\t9.000\t8.000\t0.500\tframework/graph/CMakeFiles/weft_graph.dir/bezier.cpp.o
compile\t3.000\t2.000\t0.500\ttests/unit/core/CMakeFiles/test_core.dir/__/frontend/a.cpp.o
cmake/timed.sh: line 9: 14412 Segmentation fault      "$@" 2>&3 3>&-
compile\t0.300\t0.200\t0.100\tCMakeFiles/headers.dir/pch.hxx.gch
link\t0.100\t0.050\t0.000\tframework/graph/libweft_graph.a
link\t0.300\t0.300\t0.100\tframework/graph/libweft_graph.a
custom\t1.000\t0.900\t0.100\t/trees/release/functors:builtin_module.cpp
build\t10.000\t12.000\t1.000\t/trees/release
test\t20.000\t30.000\t2.000\trelease
"""

TABLES = """
where time went                                seconds   processor-seconds
  release configure                                4.0                 3.0
  release build                                   10.0                13.0
      compile: 3 steps                            12.3                11.3
      link: 2 steps                                0.4                 0.5
      custom: 1 steps                              1.0                 1.0
  release test                                    20.0                32.0
  asan build                                       5.0                 6.0
  together                                        39.0                54.0

compiling, processor-seconds by folder         release
  framework/graph                                  8.5
  tests/unit                                       2.5
  1 others                                         0.3

tests, processor-seconds by test               release      asan
  test_plan.2                                     20.0      80.0
  test_core                                        1.5
  test_emit                                                  1.0
  1 others                                         0.1       0.0

the slowest steps of builds: processor-seconds, seconds
       8.5       9.0  release compile framework/graph/bezier.cpp
       2.5       3.0  release compile tests/unit/frontend/a.cpp
       1.0       1.0  release custom functors/builtin_module.cpp
       0.5       0.4  release link framework/graph/libweft_graph.a
       0.3       0.3  release compile pch.hxx.gch

the slowest tests: processor-seconds, seconds
      80.0      50.0  asan test_plan.2, 300 MB
      20.0      15.0  release test_plan.2, 120 MB
       1.5       1.6  release test_core, 8 MB
       1.0       1.1  asan test_emit, 9 MB
       0.1       0.2  release setup, 7 MB

the slowest cases: processor-seconds, seconds
      30.0      20.0  asan test_plan.2 Effects.Agree/degrain
"""


class WhereTimeWent(unittest.TestCase):
    def test_says_where(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(path, text):
                os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
                with open(f"{folder}/{path}", "w") as file:
                    file.write(text)

            write("release/steps", STEPS)
            write("release/tests", "test_plan.2\t15.0\t20.0\t120.4\t3.0\t0\n"
                                   "test_core\t1.6\t1.5\t8.0\t0.1\t0\n"
                                   "setup\t0.2\t0.1\t7.0\t0.1\t0\n")
            write("asan/steps", "build\t5.0\t5.0\t1.0\t/trees/asan\n")
            write("asan/tests", "test_plan.2\t50.0\t80.0\t300.0\t9.0\t-11\n"
                                "test_emit\t1.1\t1.0\t9.0\t0.1\t0\n")
            write("asan/cases", "test_plan.2\tEffects.Agree/degrain\t20.0\t30.0\n")
            for place, tree in enumerate(("release", "asan")):  # the order in which they were written
                os.utime(f"{folder}/{tree}", (place, place))
            tables = subprocess.run(
                [sys.executable, SCRIPT, folder, f"{folder}/times.json", "cores=2", "caches=cold"],
                text=True, stdout=subprocess.PIPE, check=True).stdout
            with open(f"{folder}/times.json") as file:
                result = json.load(file)

        self.maxDiff = None
        self.assertEqual(tables, TABLES)
        self.assertEqual((result["cores"], result["caches"]), (2, "cold"))
        release = result["trees"]["release"]
        self.assertEqual(release["steps"]["link"],
                         {"count": 2, "seconds": 0.4, "processor_seconds": 0.45})
        self.assertEqual(release["folders"]["framework/graph"]["processor_seconds"], 8.5)
        self.assertEqual(result["trees"]["asan"]["tests"]["test_plan.2"],
                         {"seconds": 50.0, "processor_seconds": 80.0, "peak_mb": 300.0,
                          "longest_stretch": 9.0, "exit_code": -11})
        self.assertEqual(result["slowest_cases"], [
            {"tree": "asan", "test": "test_plan.2", "case": "Effects.Agree/degrain",
             "seconds": 20.0, "processor_seconds": 30.0}])


if __name__ == "__main__":
    unittest.main()
