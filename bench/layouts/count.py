#!/usr/bin/env python3
"""Counts the instructions of operations on layouts, and holds them to limits.

    bench/layouts/count.py build/bin/f2layout-count [OPERATION[:LIMIT] ...]

Each operation is done a few times and then more often, under callgrind; what
the second run takes more, divided by the additional times, is one operation.
Start-up cancels out and there is no noise: the figures are exactly reproducible
with one compiler and C++ library. The exit code is 1 if a count is above its limit.
"""

import argparse
import re
import shutil
import subprocess
import sys

OPERATIONS = [
    "compose",
    "invert",
    "invert-and-compose",
    "holder",
    "divide",
    "swizzle",
    "plan",
]


def collected(program, operation, times, bits):
    """Instructions of one whole run."""
    run = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            program,
            operation,
            str(times),
            str(bits),
        ],
        capture_output=True,
        text=True,
    )
    if run.returncode:
        sys.exit(run.stderr)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if not found:
        sys.exit("callgrind printed no count:\n" + run.stderr)
    return int(found[1])


def count(program, operation, bits):
    # The first call costs more: symbols are bound, memory is allocated.
    few, more = (1, 3) if operation == "plan" else (10, 110)
    less = collected(program, operation, few, bits)
    return round((collected(program, operation, more, bits) - less) / (more - few))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="f2layout-count")
    parser.add_argument("operations", nargs="*", metavar="OPERATION[:LIMIT]")
    parser.add_argument("--bits", type=int, default=7, help="of each side")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return 0
    failed = False
    for text in args.operations or OPERATIONS:
        operation, _, limit = text.partition(":")
        instructions = count(args.program, operation, args.bits)
        above = bool(limit) and instructions > int(limit)
        failed |= above
        print(
            f"{operation}: {instructions:,} instructions"
            + (f", at most {int(limit):,}" if limit else "")
            + (" EXCEEDED" if above else ""),
            flush=True,
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
