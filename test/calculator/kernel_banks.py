"""Compares `f2layout banks` of the index expressions of kernels with f2sim.

    kernel_banks.py F2LAYOUT F2SIM TARGET COMPILER... -- KERNEL.cu...

Of every kernel the accesses of shared arrays whose places follow from the numbers
of the threads (c_accesses.py) are given to the calculator, as they stand in the
source. The kernel is compiled without optimisation, so that each access remains
one, and f2sim counts the wavefronts of each line when it runs. Both must find the
same number of wavefronts and the same ideal, and of accesses by warps, unless
lanes of one warp reach the access in different rounds of a loop: f2sim counts
their first accesses as one.

A line is compared if all its loads (or all its stores) of shared memory are such
accesses.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import fnmatch
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import c_accesses


def launches_of(source):
    return re.findall(r"^// LAUNCH (\S+):(.*)$", source, re.M)


def option(words, name, default):
    return words[words.index(name) + 1] if name in words else default


def simulate(f2sim, module, kernel, words):
    """Wavefronts by (line, store): accesses, wavefronts, ideal; the sizes, too."""
    command = [f2sim, module, "--kernel", kernel, "--report", "--json", *words]
    result = subprocess.run(command, text=True, capture_output=True, check=False)
    # Some kernels race on purpose, and have run to their end all the same.
    if not result.stdout.startswith("{") or not json.loads(result.stdout)["ran"]:
        return None
    rows = collections.defaultdict(lambda: [0, 0, 0])
    for row in json.loads(result.stdout)["shared"]:
        line = re.match(r"line (\d+):", row["instruction"])
        key = (int(line.group(1)) if line else 0, row["store"])
        for part, value in enumerate((row["accesses"], row["wavefronts"], row["ideal"])):
            rows[key][part] += value
    return rows


def calculate(f2layout, target, access, block):
    side = "store" if access.store else "load"
    command = [f2layout, "banks", access.text, "--json", "--only", side]
    command += ["--target", target, "--block", block, "--bits", str(8 * access.bytes)]
    command += ["--registers", str(access.repeats)]
    command += ["--shape", "x".join(map(str, access.shape))]
    if access.condition:
        command += ["--if", access.condition]
    result = subprocess.run(command, text=True, capture_output=True, check=False)
    if result.returncode != 0:
        return None, shlex.join(command), result.stderr
    found = json.loads(result.stdout)[side]
    return (len(found["accesses"]), found["wavefronts"], found["ideal"]), shlex.join(command), ""


def main():
    tool, f2sim, target, *rest = sys.argv[1:]
    split = rest.index("--")
    compiler, sources = rest[:split], rest[split + 1 :]
    warp = 64 if target.startswith("gfx9") else 32
    compared = lines = wrong = conflicts = kernels = 0
    reasons = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        module = str(pathlib.Path(folder) / "kernel.ll")
        for path in sources:
            source = pathlib.Path(path).read_text()
            if not any(c_accesses.accesses_of(source, warp, {}).values()):
                continue
            built = subprocess.run(
                [*compiler, path, "-o", module], capture_output=True, text=True, check=False
            )
            if built.returncode != 0:
                reasons["a file is not for this target"] += 1
                continue
            done = set()
            for glob, options in launches_of(source):
                words = []
                for word in options.split():  # One value of each argument.
                    words.append(word.partition(",")[0] if "=" in word else word)
                given = dict(word.split("=") for word in words if "=" in word)
                found = c_accesses.accesses_of(source, warp, given)
                block = option(words, "--block", "32")
                for kernel in fnmatch.filter(found, glob):
                    if (kernel, block) in done or not found[kernel]:
                        continue
                    done.add((kernel, block))
                    rows = simulate(f2sim, module, kernel, words)
                    if rows is None:
                        reasons["f2sim does not run it"] += len(found[kernel])
                        continue
                    blocks = 1
                    for size in option(words, "--grid", "1").split(","):
                        blocks *= int(size)
                    kernels += 1
                    by_line = collections.defaultdict(list)
                    for access in found[kernel]:
                        by_line[access.line, access.store].append(access)
                    for key, group in sorted(by_line.items()):
                        skipped = [a.skipped for a in group if a.skipped]
                        if skipped:
                            for why in skipped:
                                reasons[re.sub(r"^\w+ is not", "a value is not", why)] += 1
                            continue
                        total, said = [0, 0, 0], []
                        for access in group:
                            counts, command, error = calculate(tool, target, access, block)
                            said.append(command)
                            if counts is None:
                                said.append(error)
                                total = None
                                break
                            total = [t + c * blocks for t, c in zip(total, counts)]
                        lines += 1
                        compared += len(group)
                        counted = list(rows[key])
                        if total and any(a.condition for a in group):
                            counted[0] = total[0]
                        if total != counted:
                            wrong += 1
                            print(f"{path}:{key[0]}: {kernel} --block {block}:",
                                  f"f2layout {total}, f2sim {rows[key]}", *said, sep="\n  ")
                        elif total[1] > total[2]:
                            conflicts += 1
    for why, count in reasons.most_common():
        print(f"not read: {count}: {why}")
    print(f"{compared} accesses on {lines} lines in {kernels} launches, {conflicts} lines with conflicts, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
