#!/usr/bin/env python3
# Measures what the plugin adds to device compilation by clang++ -O3.
#
#   bench/compile-time/compile_time.py --plugin build/lib/F2Layout.so
#
# Each source is compiled to PTX with and without -fpass-plugin, alternately;
# the order is swapped from pair to pair. The CPU time of the compiler, user and
# system, is measured, because other programs on the machine disturb it far less
# than wall time. The report is the median of the paired differences, as a
# fraction of the median time without the plugin, with an interval of at least
# 95% confidence from their order statistics (no distribution is assumed). The
# exit code is 1 if the interval is above a limit.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import math
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Source, how much the plugin may add, and what the source represents.
SOURCES = [
    ("no_shared.cu", 0.02, "no shared memory"),
    ("no_shared_cub.cu", 0.02, "no shared memory, CUB's headers"),
    ("largest_cub.cu", 0.10, "BlockExchange<double, 128, 16>"),
]


def cuda_toolkit():
    """CUDA and CUDA_FLAGS as scripts/toolkits.sh finds them."""
    said = subprocess.run(
        ["sh", ROOT / "scripts/toolkits.sh"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return dict(word.split("=", 1) for word in shlex.split(said))


def compiler():
    names = ("clang++-22", "/usr/lib/llvm-22/bin/clang++")
    return next((path for path in map(shutil.which, names) if path), None)


def device_commands(clang, toolkit, source, arch, plugin):
    """clang's own compiler invocation, without and with the plugin."""

    def invocation(extra):
        driver = [
            clang,
            *shlex.split(toolkit["CUDA_FLAGS"]),
            f"--cuda-gpu-arch={arch}",
            "-I",
            f"{toolkit['CUDA']}/include/cccl",
            *"-std=c++17 -O3 -S -o /dev/null".split(),
            *extra,
            str(source),
        ]
        said = subprocess.run(
            [*driver, "-###"], stderr=subprocess.PIPE, text=True, check=True
        ).stderr
        (line,) = [line for line in said.splitlines() if '"-cc1"' in line]
        return shlex.split(line)

    return invocation([]), invocation([f"-fpass-plugin={plugin}"])


def cpu_seconds(command):
    pid = os.posix_spawn(
        command[0],
        command,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"failed: {shlex.join(command)}")
    return usage.ru_utime + usage.ru_stime


def median_interval(values):
    """Median and the narrowest symmetric order-statistic interval of >= 95%."""
    ordered, n = sorted(values), len(values)

    def confidence(k):  # of [ordered[k], ordered[n - 1 - k]]
        return 1 - 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n

    k = max((k for k in range(n // 2) if confidence(k) >= 0.95), default=0)
    return statistics.median(ordered), ordered[k], ordered[n - 1 - k]


def measure(without, with_plugin, pairs):
    base, added = [], []
    for command in (without, with_plugin):  # warm the file cache
        cpu_seconds(command)
    for pair in range(pairs):
        first, second = (
            (without, with_plugin) if pair % 2 else (with_plugin, without)
        )
        times = cpu_seconds(first), cpu_seconds(second)
        plain, plugged = times if pair % 2 else times[::-1]
        base.append(plain)
        added.append(plugged - plain)
    return statistics.median(base), median_interval(added)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plugin", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=21)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", help="regular expression on the source's name")
    options = parser.parse_args()
    toolkit, clang = cuda_toolkit(), compiler()
    if not toolkit["CUDA"]:
        print("skipped: no CUDA toolkit")
        return 0
    if not clang:
        sys.exit("no clang++-22")

    rows, failed = [], False
    print(f"{'source':20} {'without':>9} {'plugin adds':>24} {'limit':>6}")
    for name, limit, what in SOURCES:
        if options.only and not re.search(options.only, name):
            continue
        without, with_plugin = device_commands(
            clang, toolkit, HERE / name, options.arch, options.plugin.resolve()
        )
        base, interval = measure(without, with_plugin, options.pairs)
        part, low, high = (value / base for value in interval)
        failed |= low > limit
        print(
            f"{name:20} {base:8.3f}s {part:+7.2%} [{low:+.2%}, {high:+.2%}]"
            f" {limit:6.0%}  {what}",
            flush=True,
        )
        rows.append(
            {
                "source": name,
                "what": what,
                "pairs": options.pairs,
                "seconds": base,
                "added": part,
                "interval": [low, high],
                "limit": limit,
            }
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
