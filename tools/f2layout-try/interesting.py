#!/usr/bin/env python3
"""Whether a module still shows what llvm-reduce is to keep.

    interesting.py what.json module.ll

exits with 0 if it does. what.json, which --reduce writes, has the commands and one
of these:

    match   a regular expression that opt prints, remarks included
    fails   how opt fails: the kind of failure and its words
    ratio   clang from this IR to assembly would take so many times as long if it
            also did what opt does with f2layout

The smallest module that was interesting stays beside what.json, so that it is not
lost if llvm-reduce is stopped.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import re
import shutil
import sys

import failures
from process import Runner


def failure(result):
    """[kind, words] of a failure, without numbers; None: it did not fail."""
    if result.good:
        return None
    found = failures.failure_of(result)
    return [found.kind, re.sub(r"\b(0x[0-9a-f]+|\d+)\b", "N", found.text)]


def ratio(what, module, runner):
    """How many times as long clang takes with the seconds that f2layout adds."""
    seconds = []
    for key in ("clang", "nothing", "opt"):
        done = runner.run([*what[key], str(module)], limit=what["limit"])
        if not done.good and not done.timed_out:
            return 0
        seconds.append(done.cpu)
    clang, nothing, opt = seconds
    return (clang + opt - nothing) / clang if clang else 0


def interesting(what, module, runner):
    if "ratio" in what:
        return ratio(what, module, runner) >= what["ratio"]
    done = runner.run([*what["opt"], str(module)], limit=what["limit"])
    if "match" in what:
        return re.search(what["match"], done.err) is not None
    return failure(done) == what["fails"]


def main():
    place, module = map(pathlib.Path, sys.argv[1:3])
    what = json.loads(place.read_text())
    if not interesting(what, module, Runner(what["limit"])):
        return 1
    best = place.with_name("smallest.ll")
    if not best.exists() or module.stat().st_size < best.stat().st_size:
        shutil.copyfile(module, best)
    return 0


if __name__ == "__main__":
    sys.exit(main())
