# Compiles the conversions for an AMD GPU, with and without the plugin, runs
# both in f2sim, and counts.
#
#   rows = Chunk(tools, cpu, pairs, widths, out).rows()
#
# A chunk is a list of pairs in one source file: one clang run for all its
# kernels. The IR, the assembly (llc) and the wavefronts of a kernel are of the
# same compilation.
#
#   clang -O3 -emit-llvm             before.ll   generic
#   the same, -fpass-plugin          after.ll    the plugin's, -verify-each
#   f2sim --equal before.ll after.ll             all kernels, random input
#   llc -O3                          .s          instructions: isa.py
#   opt load-store-vectorizer, f2sim --json      wavefronts of one round
#
# llc joins neighbouring accesses with the same pass before it selects
# instructions, so the assembly moves the bytes that f2sim sees; this is
# checked. Selection may split an access, which is then counted as one, and it
# may add some: it sometimes loads two of eight loaded bytes again. Those are
# counted as free of conflicts.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "convert"))

import isa  # noqa: E402
import model  # noqa: E402
from sources import kernel_text  # noqa: E402

PRELUDE = """\
#if defined(__GFX9__)
#define __AMDGCN_WAVEFRONT_SIZE 64
#else
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#include <hip/hip_runtime.h>
#include "convert.cuh"
"""
FORMS = ("before", "after")
# The plugin gets the same promises as in bench/convert.
WAVES = 4


class Failure(Exception):
    """A command that failed, or counts that contradict each other."""


def hip_flags():
    """clang's flags for HIP, or None without a toolkit: scripts/toolkits.sh."""
    said = subprocess.run(
        ["sh", ROOT / "scripts/toolkits.sh"], stdout=subprocess.PIPE, text=True
    ).stdout
    flags = re.search(r"^HIP_FLAGS='([^']*)'", said, re.MULTILINE).group(1)
    return shlex.split(flags) or None


class Tools:
    def __init__(self, llvm, plugin, f2sim, calculator, flags, costs=None):
        self.llvm, self.plugin, self.f2sim = llvm, plugin, f2sim
        self.calculator, self.flags, self.costs = calculator, flags, costs

    def table(self, cpu):
        text = output([self.calculator, "target", cpu, "--json"])
        return json.loads(text)


def output(command):
    words = list(map(str, command))
    ran = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if ran.returncode:
        raise Failure(f"{shlex.join(words)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def json_objects(text):
    """The JSON objects that follow each other in a text."""
    decoder, text = json.JSONDecoder(), text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        yield value
        text = text[end:].lstrip()


def bytes_of(accesses):
    return sum(size * number for size, number in accesses.items())


def buffer_bytes(pairs, widths):
    """The size of the larger buffer: two tiles."""
    return 2 * max(pair.source.elements() for pair in pairs) * max(widths) // 8


class Chunk:
    """The conversions of some pairs for one GPU."""

    def __init__(self, tools, cpu, table, pairs, widths, out):
        self.tools, self.cpu, self.table = tools, cpu, table
        self.pairs, self.widths, self.out = pairs, widths, out
        self.block = WAVES * table["lanes"]
        self.size = buffer_bytes(pairs, widths)

    def file(self, name):
        return self.out / name

    def rows(self):
        self.out.mkdir(parents=True, exist_ok=True)
        self.compile()
        self.compare()
        remarks = self.remarks()
        counts = {form: self.count(form) for form in FORMS}
        return [
            self.row(pair, bits, counts, remarks[pair.kernel(bits)])
            for pair in self.pairs
            for bits in self.widths
        ]

    def compile(self):
        texts = [kernel_text(p, bits) for p in self.pairs for bits in self.widths]
        source = self.file("kernels.hip")
        source.write_text(PRELUDE + "\n" + "\n\n".join(texts) + "\n")
        clang = [self.tools.llvm / "clang++", *self.tools.flags, "-O3", "-std=c++17"]
        clang += [f"--offload-arch={self.cpu}", "-I", HERE.parent / "convert"]
        clang += ["-S", "-emit-llvm", source, "-o"]
        options = [f"-f2layout-block={self.block}", "-f2layout-races-agree"]
        options.append("-f2layout-all-remarks")
        if self.tools.costs:
            options.append(f"-f2layout-costs={self.tools.costs}")
        plugin = [f"-fpass-plugin={self.tools.plugin}", "-fsave-optimization-record"]
        plugin += [f"-foptimization-record-file={self.file('remarks.yml')}"]
        plugin += ["-foptimization-record-passes=f2layout-reroute"]
        plugin += ["-Xclang", "-llvm-verify-each"]
        for option in options:
            plugin += ["-Xclang", "-mllvm", "-Xclang", option]
        output([*clang, self.file("before.ll")])
        output([*clang, self.file("after.ll"), *plugin])
        for form in FORMS:
            module, assembly = self.file(f"{form}.ll"), self.file(f"{form}.s")
            output([self.tools.llvm / "llc", "-O3", module, "-o", assembly])

    def launch(self, rounds):
        return [
            *("--kernels", "all", "--block", self.block, "--fill", "0=random"),
            *("--arg", f"2={rounds}", "--buffer-bytes", self.size),
        ]

    def compare(self):
        """Runs two iterations, so that the backward branch is taken."""
        modules = [self.file(f"{form}.ll") for form in FORMS]
        output([self.tools.f2sim, "--equal", *modules, *self.launch(2)])

    def remarks(self):
        """Per kernel: conversions replaced, and the plans' own figures."""
        found = {
            pair.kernel(bits): {"replaced": 0, "planned": 0.0, "bound": 0.0}
            for pair in self.pairs
            for bits in self.widths
        }
        for remark in self.file("remarks.yml").read_text().split("\n--- "):
            if not re.search(r"^Name: +ExchangeReplaced$", remark, re.M):
                continue
            known = found[re.search(r"^Function: +(\S+)", remark, re.M).group(1)]
            known["replaced"] += 1
            for name, field in (("planned", "ClocksAfter"), ("bound", "ClocksBound")):
                figure = re.search(rf"- {field}: +'([\d.]+)'", remark)
                known[name] += float(figure.group(1)) if figure else 0
        return found

    def count(self, form):
        """Per kernel: counts of the loop, and its wavefronts a wave."""
        joined = self.file(f"{form}.joined.ll")
        opt = [self.tools.llvm / "opt", "-S", "-passes=load-store-vectorizer"]
        output([*opt, self.file(f"{form}.ll"), "-o", joined])
        counts = isa.loop_counts(self.file(f"{form}.s"))
        said = output([self.tools.f2sim, joined, "--json", *self.launch(1)])
        for ran in json_objects(said):
            own, waves = counts[ran["kernel"]], ran["warps"]
            added = self.added_wavefronts(own.pop("accesses"), ran, form)
            own["wavefronts"] = ran["wavefronts"] / waves + added
        return counts

    def added_wavefronts(self, assembly, ran, form):
        """Of one wave, for accesses that the assembly holds and f2sim has not
        seen. What selection splits or joins moves the same bytes and is none."""
        seen = Counter()
        for access in ran["shared"]:
            kind = access["store"], access["bytes"]
            seen[kind] += access["accesses"] // ran["warps"]
        result = 0
        for store in (False, True):
            more, left = (
                {size: n for (s, size), n in accesses.items() if s == store}
                for accesses in (assembly - seen, seen - assembly)
            )
            added = bytes_of(more) - bytes_of(left)
            for size in sorted(more):
                number = min(more[size], max(added, 0) // size)
                result += number * self.least_wavefronts(store, size)
                added -= number * size
            if added:
                raise Failure(
                    f"{ran['kernel']}, {form}: the assembly's accesses (bytes: how "
                    f"many) {more} are not those that f2sim saw, {left}"
                )
        return result

    def least_wavefronts(self, store, size):
        """One for each phase of the wave."""
        shapes = self.table["sharedMemory"]["accesses"]
        shape = next(shape for shape in shapes if shape["bytes"] >= size)
        phase = shape["storePhase" if store else "loadPhase"]
        return self.table["lanes"] >> len(phase)

    def row(self, pair, bits, counts, remark):
        name = pair.kernel(bits)
        row = {"target": self.cpu, "pair": pair.name, "class": pair.kind}
        row.update(bits=bits, **remark)
        for form, title in zip(FORMS, ("generic", "f2layout")):
            own = dict(counts[form][name])
            own["clocks"] = model.clocks(own, own["wavefronts"], self.table)
            row[title] = own
        return row
