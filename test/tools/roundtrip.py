"""Runs the plugin on a kernel source and checks the result.

    roundtrip.py transpose.cu --cpu sm_90 --out DIR

compiles without the plugin (DIR/before.ll), rewrites with `opt -verify-each`
(DIR/after.ll, remarks in DIR/remarks.txt), lets f2sim compare the two for every
kernel at its launch shapes, and assembles (DIR/after.s, by ptxas or llc). Each
command is printed before it runs, so that a failure can be reproduced.

A source names its launch shapes, as options of f2sim, in comments:

    // LAUNCH transpose_*: --block 32,8 --grid 2,3
    // IN-PLACE transpose_*: --block 32,8 --grid 1     (output is the input)

and, above a kernel, what a Missed remark inside that kernel must match:

    // MISSED volatile|atomic

With --limits FILE, lines of FILE bound the counts per kernel, where I is the
number that a kernel's name ends in; one that names a target, or the beginning
of its name, holds on that target only:

    LIMIT warp_*_int_*: shared=0 shuffles<=I block_barriers=0
    LIMIT block_*: conflicts=0 accesses<=I+1
    LIMIT-GFX mfma_*: warp_barriers>=1
    LIMIT-GFX942 block_*_short_3: conflicts<=2*I
    IF stmatrix LIMIT *_s2b_*_8: accesses<=I+2

and CHANGED names kernels that must not be what f2layout-access alone makes of
them, where the counts do not tell:

    CHANGED mfma_chain

With --limits no kernel tests its arguments, since code that exists twice would
count twice. Counted in the assembly, whether the code runs or not: the
names in scripts/assembly.py, and shared, all loads and stores of shared memory.
Counted by
f2sim when the rewritten kernel runs, after the code generator's
load-store-vectorizer, per warp, rounded up, in the worst of its launches:

    accesses    loads and stores of shared memory
    wavefronts  what they take
    conflicts   wavefronts beyond what accesses of these sizes by these lanes
                take without bank conflicts
    added       instructions of a thread beyond those of the original, as the
                code generator's load-store-vectorizer leaves that

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import fnmatch
import importlib.util
import json
import operator
import os
import pathlib
import re
import shlex
import subprocess
import sys

OPERATORS = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}


def names_array_of(remark, kernel):
    """True if the remark is about a shared array that the kernel declares."""
    found = re.search(r"shared array (\w+)", remark)
    return bool(found) and f" {found.group(1)}[" in kernel.split("{", 1)[1]


class Failure(Exception):
    """An error that the test found."""


def run(command, **kwargs):
    print("+", shlex.join(map(str, command)), flush=True)
    result = subprocess.run(list(map(str, command)), check=False, **kwargs)
    if result.returncode:
        raise Failure(f"exit status {result.returncode}: {shlex.join(map(str, command))}")
    return result


def load_counts(script):
    spec = importlib.util.spec_from_file_location("assembly", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.counts_of


def launches(source, keyword):
    """[(glob, [options])] from the comments of a kernel source."""
    pattern = re.compile(rf"^// {keyword} ([^:]+): (.*)$", re.MULTILINE)
    found = pattern.findall(source.read_text())
    return [(glob, shlex.split(options)) for glob, options in found]


def kernels_of(module):
    """Names of the kernels that a module in text form defines."""
    pattern = r"^define [^@]*(?:ptx_kernel|amdgpu_kernel) [^@]*@(\w+)\("
    return re.findall(pattern, module.read_text(), re.MULTILINE)


def objects(text):
    """The JSON objects that follow each other in a text."""
    decoder = json.JSONDecoder()
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        yield value
        text = text[end:].lstrip()


class Exchange:
    def __init__(self, args):
        self.args = args
        self.source = pathlib.Path(args.source)
        self.out = pathlib.Path(args.out)
        self.nvidia = args.cpu.startswith("sm_")
        self.before = self.out / "before.ll"
        self.after = self.out / "after.ll"
        self.counted = self.out / "counted.ll"
        self.assembly = self.out / "after.s"
        self.llvm = pathlib.Path(args.llvm)
        self.measured = {}
        self.plugin = [
            f"-load-pass-plugin={args.plugin}",
            "-verify-each",
            f"-passes={args.passes}",
        ]
        # Limits are about the code that runs, but the assembly has both sides
        # of a test.
        if args.limits:
            self.plugin[1:1] = ["-f2layout-no-" + test for test in ("test-align", "test-overlap", "coalesce")]

    def compile(self):
        if self.nvidia:
            command = shlex.split(self.args.clang_cuda)
            command.append(f"--cuda-gpu-arch={self.args.cpu}")
        else:
            command = shlex.split(self.args.clang_hip)
            command.append(f"--offload-arch={self.args.cpu}")
        command += [f"-D{macro}" for macro in self.args.define]
        if self.args.in_place:
            command.append("-DMAY_ALIAS")
        # Add lines for the remarks; opt then prints the same text as other
        # tools.
        command += ["-gline-tables-only", "-emit-llvm"]
        run(command + [self.source, "-o", self.out / "clang.ll"])
        self.opt(self.out / "clang.ll", self.before, [])

    def opt(self, module, result, options, **kwargs):
        with open(module, encoding="utf-8") as text:
            command = [self.llvm / "opt", "-S", "-o", result, *options]
            run(command, stdin=text, **kwargs)

    def rewrite(self):
        remarks = [
            f"-pass-remarks{kind}=f2layout" for kind in ("", "-missed", "-analysis")
        ]
        with open(self.out / "remarks.txt", "w", encoding="utf-8") as log:
            self.opt(self.before, self.after, self.plugin + remarks, stderr=log)
        print((self.out / "remarks.txt").read_text(), end="", flush=True)
        if self.args.limits:
            self.opt(self.after, self.counted, ["-passes=load-store-vectorizer"])

    def again(self):
        """Checks that a second run changes nothing."""
        twice = self.out / "twice.ll"
        self.opt(self.after, twice, self.plugin, stderr=subprocess.DEVNULL)
        self.same(self.after, twice, "a second run of the pass changes")

    def missed(self):
        """Each MISSED pattern is matched by a remark on its kernel's lines."""
        remarks = re.findall(
            rf"^remark: [^\n]*{re.escape(self.source.name)}:(\d+):\d+: (.*)$",
            (self.out / "remarks.txt").read_text(),
            re.MULTILINE,
        )
        names = kernels_of(self.before)
        lines = self.source.read_text().splitlines()
        for first, line in enumerate(lines, 1):
            if not line.startswith("// MISSED "):
                continue
            pattern = line[len("// MISSED ") :]
            last = first + lines[first:].index("}") + 1
            text = "\n".join(lines[first:last])
            name = re.search(r"(\w+)\((?:int|float) \*", text).group(1)
            # Remarks on the kernel's lines, or about one of its arrays in a
            # line above it: inlined code has lines of its own.
            mine = [
                why
                for at, why in remarks
                if first < int(at) <= last
                or (int(at) <= first and names_array_of(why, text))
            ]
            found = any(re.search(pattern, why, re.I) for why in mine)
            if name in names and not found:
                raise Failure(f"{name}: no remark matches '{pattern}' in {mine}")

    def same(self, one, two, complaint):
        def code(file):
            # The order of predecessors in comments depends on how the module was
            # made, and reading a file may change it.
            return re.sub(r"; preds = .*", "", file.read_text())

        if code(one) != code(two):
            subprocess.run(["diff", "-u", one, two], check=False)
            raise Failure(f"{complaint} {self.source.name}")

    def stated(self):
        """The module with the alignment that f2layout-access adds to every access,
        and no other change."""
        stated = self.out / "stated.ll"
        passes = [*self.plugin[:-1], "-passes=f2layout-sweep,f2layout-access"]
        self.opt(self.before, stated, passes)
        return stated

    def extract(self, module, name):
        """One kernel of a module."""
        part = self.out / f"{module.stem}.{name}.ll"
        with open(module, encoding="utf-8") as text:
            extract = [self.llvm / "llvm-extract", "-S", f"--func={name}"]
            run(extract + ["-o", part], stdin=text)
        return part

    def unchanged(self):
        """Checks that every kernel that --unchanged names is not changed."""
        names = kernels_of(self.before)
        stated = self.stated()
        chosen = [n for n in names if fnmatch.fnmatch(n, self.args.unchanged)]
        if not chosen:
            raise Failure(f"no kernel is called {self.args.unchanged}")
        if chosen == names:
            self.same(stated, self.after, "the pass changes")
            return
        for name in chosen:
            parts = [self.extract(module, name) for module in (stated, self.after)]
            self.same(*parts, f"the pass changes {name} of")

    def has(self, feature):
        return not feature or feature in self.args.features.split(",")

    def changed(self):
        """Every kernel that a CHANGED line names has been rewritten."""
        text = pathlib.Path(self.args.limits).read_text()
        lines = re.findall(r"^\W*(?:IF (\S+) )?CHANGED (\S+)$", text, re.MULTILINE)
        for feature, glob in lines:
            if not self.has(feature):
                continue
            chosen = fnmatch.filter(kernels_of(self.before), glob)
            if not chosen:
                raise Failure(f"CHANGED {glob} names no kernel")
            stated = self.stated()
            for name in chosen:
                parts = [self.extract(m, name) for m in (stated, self.after)]
                if parts[0].read_text() == parts[1].read_text():
                    raise Failure(f"{name} has not been rewritten")

    def simulate(self):
        names = kernels_of(self.before)
        runs = [(g, o, []) for g, o in launches(self.source, "LAUNCH")]
        if self.args.in_place:
            alias = ["--alias", "0,1"]
            runs += [(g, o, alias) for g, o in launches(self.source, "IN-PLACE")]
        for glob, options, alias in runs:
            chosen = fnmatch.filter(names, glob)
            if not chosen and self.nvidia:
                raise Failure(f"LAUNCH {glob} names no kernel")
            # One process serves all kernels if all of them have the same
            # launches.
            for name in ["all"] if chosen == names and names else chosen:
                which = ["--kernels", "all"] if name == "all" else ["--kernel", name]
                command = [self.args.f2sim, "--equal", self.before, self.after]
                run(command + which + options + alias)
                if self.args.limits:
                    self.measure(which + options + alias)

    def steps_of_original(self, options):
        """Kernel -> instructions of all threads, if a limit asks for them."""
        if "added" not in pathlib.Path(self.args.limits).read_text():
            return {}
        vectorized = self.out / "vectorized.ll"
        self.opt(self.before, vectorized, ["-passes=load-store-vectorizer"])
        command = [self.args.f2sim, vectorized, "--json", *options]
        text = run(command, stdout=subprocess.PIPE, text=True).stdout
        return {ran["kernel"]: ran["steps"] for ran in objects(text)}

    def measure(self, options):
        """The cost of one launch for each warp of the result."""
        originals = self.steps_of_original(options)
        command = [self.args.f2sim, self.counted, "--json", *options]
        text = run(command, stdout=subprocess.PIPE, text=True).stdout
        for ran in objects(text):
            total = {
                "accesses": ran["accesses"],
                "wavefronts": ran["wavefronts"],
                "conflicts": ran["wavefronts"] - ran["ideal_wavefronts"],
            }
            if ran["kernel"] in originals:
                steps = ran["steps"] - originals[ran["kernel"]]
                total["added"] = steps // ran["threads"] * ran["warps"]
            worst = self.measured.setdefault(ran["kernel"], {})
            for what, number in total.items():
                per_warp = -(-number // ran["warps"])
                worst[what] = max(worst.get(what, per_warp), per_warp)

    def assemble(self):
        if not self.nvidia:
            run([self.llvm / "llc", "-O3", self.after, "-o", self.assembly])
            run([self.llvm / "llc", "-O3", "-filetype=obj", self.after]
                + ["-o", self.out / "after.o"])
            return
        cpu = f"-mcpu={self.args.cpu}"
        run([self.llvm / "llc", "-O3", cpu, "-mattr=+ptx80", self.after]
            + ["-o", self.assembly])
        run([self.args.ptxas, f"-arch={self.args.cpu}", self.assembly]
            + ["-o", self.out / "after.cubin"])

    def limits(self):
        """Compares the costs of the result with the LIMIT lines."""
        counts = load_counts(self.args.counts)(self.assembly)
        for kernel, values in counts.items():
            values["shared"] = values["shared_loads"] + values["shared_stores"]
            values.update(self.measured.get(kernel, {}))
            print(f"{kernel}:", *(f"{k}={v}" for k, v in values.items()))
        failures = []
        text = pathlib.Path(self.args.limits).read_text()
        lines = re.findall(
            r"^\W*(?:IF (\S+) )?LIMIT(?:-(\w+))? (\S+):(.*)$", text, re.MULTILINE
        )
        for feature, target, glob, bounds in lines:
            if not self.args.cpu.upper().startswith(target) or not self.has(feature):
                continue
            chosen = fnmatch.filter(counts, glob)
            if not chosen:
                failures.append(f"LIMIT {glob} names no kernel")
            for kernel in chosen:
                for bound in bounds.split():
                    why = self.broken(kernel, counts[kernel], bound)
                    failures += [why] if why else []
        if failures:
            raise Failure("\n".join(failures))

    @staticmethod
    def broken(kernel, values, bound):
        match = re.fullmatch(
            r"(\w+)(<=|>=|=)(?:(\d+)\*)?(I|\d+)(?:\+(\d+))?", bound
        )
        if not match:
            raise Failure(f"cannot read the limit '{bound}'")
        what, comparison, factor, limit, more = match.groups()
        if what not in values:
            raise Failure(f"{kernel}: {what} was not counted, wanted {bound}")
        if limit == "I":
            limit = re.search(r"\d+$", kernel).group()
        limit = int(limit) * int(factor or 1) + int(more or 0)
        if OPERATORS[comparison](values[what], limit):
            return None
        return f"{kernel}: {what} is {values[what]}, wanted {bound}"

    def all(self):
        os.makedirs(self.out, exist_ok=True)
        self.compile()
        self.rewrite()
        if self.args.unchanged:
            self.unchanged()
            self.missed()
        self.simulate()
        if self.args.assemble:
            self.assemble()
        if self.args.limits:
            self.changed()
            self.limits()
        if not self.args.once:
            self.again()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("--cpu", required=True, help="sm_90, gfx942, …")
    parser.add_argument("--out", required=True, help="folder for the results")
    parser.add_argument("--passes", default="f2layout")
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--in-place", action="store_true",
                        help="pointers may alias: compile so, and also run so")
    parser.add_argument("--unchanged", help="glob of kernels to be left alone")
    parser.add_argument("--limits", help="file with LIMIT lines")
    parser.add_argument("--features", default="", help="of LLVM, for IF")
    parser.add_argument(
        "--once",
        action="store_true",
        help="a second run may find better plans for the code that the first leaves",
    )
    parser.add_argument("--no-assemble", dest="assemble", action="store_false")
    for tool in ("llvm", "plugin", "f2sim", "counts"):
        parser.add_argument(f"--{tool}", required=True)
    for tool in ("clang-cuda", "ptxas", "clang-hip"):
        parser.add_argument(f"--{tool}", default="")
    try:
        Exchange(parser.parse_args()).all()
    except Failure as failure:
        print(f"FAILED: {failure}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
