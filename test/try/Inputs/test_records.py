"""Tests of remarks, times, failures and their reports."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import types
import unittest

import paths  # noqa: F401  isort: skip
import diff_html
import failures
import passtimes
import remarks
from process import Result, Runner

RECORD = """\
--- !Missed
Pass:            f2layout-reroute
Name:            NoBarrier
DebugLoc:        { File: 'a ''b''.cu', Line: 19, 
                   Column: 3 }
Function:        kernel
Args:
  - String:          'load from '
  - Array:           tile
  - String:          "\\ttwo\\x3A "
  - Text:            |
      lines
      of it
    DebugLoc:        { File: other.cu, Line: 1, Column: 1 }
  - String:          ' stays'
...
--- !Passed
Pass:            inline
Name:            Inlined
Function:        kernel
...
--- !Missed
Pass:            f2layout-reroute
Name:            NoBarrier
Function:        other
Args:
  - String:          again
...
--- !Passed
Pass:            f2layout-relax
Name:            BarrierRemoved
Function:        other
...
"""

REPORT = """\
===-------------------------------------------------------------------------===
                          Pass execution timing report
===-------------------------------------------------------------------------===
  Total Execution Time: 0.0108 seconds (0.0197 wall clock)

   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   0.0023 ( 28.5%)   0.0010 (  0.0%)   0.0033 ( 21.7%)   0.0104 ( 52.6%)  f2layout::passes::ReroutePass
   0.0001 (  1.0%)   0.0000 (  0.0%)   0.0001 (  0.8%)   0.0001 (  0.4%)  InstCombinePass
   0.0083 (100.0%)   0.0026 (100.0%)   0.0108 (100.0%)   0.0197 (100.0%)  Total

   ---User Time---   ---Wall Time---  --- Name ---
   0.5000 ( 20.0%)   0.7000 ( 20.0%)  f2layout::ReroutePass
   0.2500 ( 10.0%)   0.3000 ( 10.0%)  f2layout::NewPass
"""


def side(lines):
    return types.SimpleNamespace(header=[], lines=lines, resources={})


class Remarks(unittest.TestCase):
    def test_read(self):
        found = remarks.read(RECORD, pathlib.Path("/src"))
        self.assertEqual(len(found), 3)
        first = found[0]
        self.assertEqual(first.reason, ("Missed", "f2layout-reroute", "NoBarrier"))
        self.assertEqual((first.file, first.line, first.column), ("/src/a 'b'.cu", 19, 3))
        self.assertEqual(first.text, "load from tile\ttwo: lines\nof it stays")

    def test_reasons(self):
        rows = remarks.by_reason(remarks.read(RECORD))
        self.assertEqual([(r[2], n) for r, n, _ in rows], [("BarrierRemoved", 1), ("NoBarrier", 2)])
        self.assertEqual(rows[1][2].function, "kernel")


class Times(unittest.TestCase):
    def test_read(self):
        found = passtimes.read(REPORT, {"ReroutePass": "f2layout-reroute"})
        self.assertAlmostEqual(found["f2layout-reroute"], 0.5033)
        self.assertAlmostEqual(found["NewPass"], 0.25)
        self.assertEqual(len(found), 2)

    def test_names(self):
        names = passtimes.pipeline_names()
        self.assertEqual(names["ReroutePass"], "f2layout-reroute")
        self.assertEqual(names["LaunchShapeAnalysis"], "f2layout-launch")


class Failures(unittest.TestCase):
    @staticmethod
    def result(status, err, timed_out=False):
        return Result(status, timed_out, "", err, 1, 1, 1)

    def test_kinds(self):
        for status, err, kind in (
            (1, "k.cu:3:1: error: no", "error"),
            (-11, "", "crash"),
            (1, "PLEASE submit a bug report to", "crash"),
            (1, "Bad!\nerror: Broken module found, compilation aborted!", "verifier"),
        ):
            self.assertEqual(failures.kind_of(self.result(status, err)), kind, err)
        self.assertEqual(failures.kind_of(self.result(-9, "", True)), "time limit")

    def test_words(self):
        stack = (
            "clang: X.cpp:3: void f(): Assertion `a' failed.\nStack dump:\n"
            '0.\tProgram arguments: x\n1.\tRunning pass "f2layout-relax" on function "k"'
        )
        found = failures.failure_of(self.result(-6, stack))
        self.assertEqual(found.kind, "crash")
        self.assertEqual(found.text, "Assertion `a' failed. (in f2layout-relax)")

    def kernel(self, before, after):
        return types.SimpleNamespace(
            symbol="k",
            before=types.SimpleNamespace(resources=before),
            after=types.SimpleNamespace(resources=after),
        )

    def test_worse(self):
        before = {"spill_stores": 0, "stack_bytes": 0, "blocks": 4, "registers": 40}
        after = {"spill_stores": 8, "stack_bytes": 16, "blocks": 3, "registers": 60}
        found = failures.worse(self.kernel(before, after))
        self.assertEqual(
            [(f.kind, f.text) for f in found],
            [
                ("more spills", "0 -> 8 spilled"),
                ("more stack", "0 -> 16 bytes of stack"),
                ("fewer blocks", "4 -> 3 resident blocks"),
            ],
        )
        self.assertEqual(failures.worse(self.kernel(after, before)), [])
        found = failures.worse(self.kernel({"launchable": 1024}, {"launchable": 896}))
        self.assertEqual(found[0].kind, "fewer threads")
        self.assertEqual(failures.worse(self.kernel({}, after)), [])


class Programs(unittest.TestCase):
    def test_seconds_and_streams(self):
        done = Runner(60).run(["sh", "-c", "echo out; echo err >&2; exit 3"])
        self.assertEqual((done.status, done.out, done.err), (3, "out\n", "err\n"))
        self.assertFalse(done.timed_out)
        self.assertGreater(done.megabytes, 0)

    def test_limit_ends_children_too(self):
        done = Runner(0.5).run(["sh", "-c", "sleep 100 & wait"])
        self.assertTrue(done.timed_out)
        self.assertLess(done.wall, 50)

    def test_no_such_program(self):
        self.assertEqual(Runner(5).run(["/no/such/program"]).status, 127)


class Differences(unittest.TestCase):
    def test_marks_and_escapes(self):
        text = diff_html.side_by_side(
            side(["mov %r1, <a>", "bar.sync 0", "ret"]), side(["mov %r2, <a>", "ret"])
        )
        self.assertIn("mov %r2, &lt;a&gt;", text)
        self.assertIn('<pre class="out">bar.sync 0\n', text)
        self.assertEqual(text.count('class="out"'), 1)
        self.assertEqual(text.count('class="in"'), 0)

    def test_folds(self):
        lines = [f"add {name}" for name in "abcdefghijklmnopqrstuvwxyz"]
        text = diff_html.side_by_side(side(lines), side(lines + ["ret"]))
        self.assertIn("<summary>14 lines that correspond</summary>", text)

    def test_too_long(self):
        lines = ["x"] * diff_html.MOST_LINES
        self.assertIn("too many", diff_html.side_by_side(side(lines), side(lines)))


if __name__ == "__main__":
    unittest.main()
