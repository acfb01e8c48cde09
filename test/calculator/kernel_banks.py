"""Compares `f2layout banks` of the index expressions of kernels with f2sim.

    kernel_banks.py F2LAYOUT F2SIM TARGET COMPILER... -- KERNEL.cu...

Every access of shared memory in the kernels is found in clang's syntax tree
(kernels_read/), with macros expanded, templates instantiated and functions entered.
Its index becomes an expression of the numbers of a thread and of variables of loops,
which the calculator reads, with the condition under which a thread takes part. The
kernel is compiled without optimisation, so that each access remains one, and f2sim
counts the wavefronts of each when it runs. Both must find the same number of
accesses by warps, the same wavefronts and the same ideal.

Accesses without such an expression are listed by their reason. Every access that
f2sim counts at a line of the kernel must be one of those compared or listed.

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

from kernels_read import symbols
from kernels_read.places import plain_type
from kernels_read.questions import questions
from kernels_read.source import FIRST_LINE, read
from kernels_read.walk import Launch, Walk

# Why an access may be outside, as the kernels have it, and why it is then no index
# expression of the numbers of a thread. Another reason is a fault.
REASONS = (
    # The element is named by a number that was loaded: data[t], then tile[data[t]].
    r"its index: it depends on what memory holds",
    # The index is an expression of t, but whether t takes part is decided by data.
    r"its condition: it depends on what memory holds",
    # The source has the address as an argument of a function whose body, with the access,
    # is in a header or in the compiler: WMMA's fragments, copies to shared memory that
    # libraries make, atomic operations, and the assignment of HIP's vectors.
    r"the function \w+=? of a library accesses it",
    # The source has an address as the operand of an instruction such as ldmatrix.
    r"an instruction of inline assembly accesses it",
)


def launches_of(source):
    return re.findall(r"^// LAUNCH (\S+):(.*)$", source, re.M)


def words_for(kernel, options):
    """The words of a LAUNCH line, with one value of each number that the kernel takes."""
    types = [plain_type(c) for c in kernel["inner"] if c["kind"] == "ParmVarDecl"]
    words = []
    for word in options.split():
        words.append(word.partition(",")[0] if "=" in word else word)
        if len(words) > 1 and words[-2] == "--arg":
            number = int(word.partition("=")[0])
            if number >= len(types) or types[number].endswith("*"):
                del words[-2:]
    return words


def option(words, name, default):
    return words[words.index(name) + 1] if name in words else default


def sizes_of(text):
    return tuple(([*map(int, re.split("[,x]", text)), 1, 1])[:3])


def simulate(f2sim, module, kernel, words):
    """Wavefronts by (line, store): accesses, wavefronts, ideal."""
    command = [f2sim, module, "--kernel", kernel, "--report", "--json", *words]
    result = subprocess.run(command, text=True, capture_output=True, check=False)
    # Some kernels race on purpose, and have run to their end all the same.
    report = json.loads(result.stdout) if result.stdout.startswith("{") else {}
    if not report.get("ran") or report["halted"] or report["error"]:
        return None
    rows = collections.defaultdict(lambda: [0, 0, 0])
    for row in report["shared"]:
        line = re.match(r"line (\d+):", row["instruction"])
        key = (int(line.group(1)) if line else 0, row["store"])
        for part, value in enumerate((row["accesses"], row["wavefronts"], row["ideal"])):
            rows[key][part] += value
    return rows


class Comparison:
    def __init__(self, tool, f2sim, target):
        self.tool, self.f2sim, self.target = tool, f2sim, target
        self.lanes = 64 if target.startswith("gfx9") else 32
        self.known = {}
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.faults = []

    def ask(self, question, launch):
        command = question.command(self.tool, self.target, launch)
        key = tuple(command)
        if key not in self.known:
            result = subprocess.run(command, text=True, capture_output=True, check=False)
            if result.returncode != 0:
                self.faults.append(f"{shlex.join(command)}\n  {result.stderr}")
                self.known[key] = None
            else:
                found = json.loads(result.stdout)["store" if question.store else "load"]
                self.known[key] = (len(found["accesses"]), found["wavefronts"], found["ideal"])
        return self.known[key], command

    def file(self, compiler, path, folder):
        text = pathlib.Path(path).read_text()
        source = read(compiler, path, folder)
        if source is None:
            self.counts["files not for this target"] += 1
            return
        done = set()
        for glob, options in launches_of(text):
            for kernel in sorted(fnmatch.filter(source.kernels(), glob)):
                words = words_for(source.kernels()[kernel], options)
                if (kernel, *words) not in done:
                    done.add((kernel, *words))
                    self.kernel(source, str(pathlib.Path(folder) / "kernel.ll"), kernel, words, path)

    def kernel(self, source, module, kernel, words, path):
        rows = simulate(self.f2sim, module, kernel, words)
        if rows is None:
            self.counts["kernels that f2sim does not run to their end"] += 1
            return
        self.counts["launches"] += 1
        given = {int(k): v for k, v in (w.split("=") for w in words if re.fullmatch(r"\d+=-?\d+", w))}
        grid = sizes_of(option(words, "--grid", "1"))
        block = sizes_of(option(words, "--block", "32"))
        totals, why, said = {}, {}, collections.defaultdict(list)
        for number in range(grid[0] * grid[1] * grid[2]):
            index = number % grid[0], number // grid[0] % grid[1], number // grid[0] // grid[1]
            launch = Launch(block, grid, index, self.lanes, given)
            walk = Walk(source, launch)
            walk.run(kernel)
            groups = collections.defaultdict(list)
            for access in walk.accesses:
                groups[access.line, access.store].append(access)
            for key, accesses in groups.items():
                reason = next((a.why for a in accesses if a.why), "")
                if reason:
                    why[key] = reason
                    continue
                total = totals.setdefault(key, [0, 0, 0])
                for question in questions(accesses):
                    counts, command = self.ask(question, launch)
                    if command not in said[key]:
                        said[key].append(command)
                    for part, count in enumerate(counts or (0, 0, 0)):
                        total[part] += count
            symbols.forget()
        where = f"{path}: {kernel} {' '.join(words)}"
        outside = {line for line, _ in why}
        for key, reason in why.items():
            self.reasons[reason] += 1
            if not any(re.fullmatch(known, reason) for known in REASONS):
                self.faults.append(f"{where}: line {source.original(key[0])}: {reason}")
        for key, total in totals.items():
            if key in why:
                continue
            self.counts["accesses"] += 1
            self.counts["questions"] += len(said[key])
            if total != list(rows[key]):
                self.counts["wrong"] += 1
                commands = "\n  ".join(map(shlex.join, said[key][:3]))
                self.faults.append(f"{where}: line {source.original(key[0])}: "
                                   f"f2layout {total}, f2sim {rows[key]}\n  {commands}")
            elif total[1] > total[2]:
                self.counts["with conflicts"] += 1
        for key in rows:
            if key[0] >= FIRST_LINE and key not in totals and key[0] not in outside:
                self.faults.append(f"{where}: line {source.original(key[0])}: not found")
            if key[0] < FIRST_LINE:
                self.counts["accesses at lines of libraries"] += 1


def main():
    tool, f2sim, target, *rest = sys.argv[1:]
    split = rest.index("--")
    compiler, sources = rest[:split], rest[split + 1 :]
    comparison = Comparison(tool, f2sim, target)
    with tempfile.TemporaryDirectory() as folder:
        for path in sources:
            comparison.file(compiler, path, folder)
    for fault in comparison.faults:
        print("fault:", fault)
    for reason, count in comparison.reasons.most_common():
        print(f"outside: {count}: {reason}")
    counts = comparison.counts
    for name in sorted(counts):
        if name not in ("wrong", "accesses", "launches", "with conflicts", "questions"):
            print(f"not compared: {counts[name]} {name}")
    print(f"{counts['accesses']} accesses in {counts['launches']} launches compared by "
          f"{counts['questions']} questions, {counts['with conflicts']} with conflicts, "
          f"{sum(comparison.reasons.values())} outside, {counts['wrong']} wrong, "
          f"{len(comparison.faults)} faults")
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())
