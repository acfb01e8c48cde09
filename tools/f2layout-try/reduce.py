"""--reduce: the smallest module that still fails, or is slow, in opt.

The module is what clang -O3 makes of the source without the plugin; opt runs
f2layout on it, where the plugin runs in clang. First it is cut down to one kernel
and what that calls, by llvm-extract, then by llvm-reduce. The folder of --out gets

    input.ll     the whole module
    kernel.ll    the kernel alone
    reduced.ll   what llvm-reduce left
    command.txt  the command that shows it
    what.json    what had to stay, for interesting.py

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import re
import shlex
import sys

import entries
import interesting

KERNEL = re.compile(
    r"^define [^@\n]*(?:ptx_kernel|amdgpu_kernel) [^@\n]*@(\"[^\"]+\"|[\w$.]+)\(", re.M
)
REMARKS = [f"-pass-remarks{kind}=f2layout" for kind in ("", "-missed", "-analysis")]
HERE = pathlib.Path(__file__).resolve().parent


class Reducer:
    def __init__(self, examiner, options, runner):
        self.examiner = examiner
        self.tools = examiner.tools
        self.options = options
        self.runner = runner
        self.out = options.out.resolve()
        self.plugin = [
            str(self.tools.tool("opt")),
            f"-load-pass-plugin={self.tools.plugin}",
        ]
        self.plugin_options = options.plugin_arg

    def module(self, job):
        """input.ll of a job; None if it does not compile without the plugin."""
        path = self.out / "input.ll"
        self.plugin_options = self.examiner.plugin_options(job)
        done = self.examiner.compile(job, path, False, ["-emit-llvm"])
        if done.good:
            return path
        print(f"{job.source}: {interesting.failure(done)[1]}", file=sys.stderr)
        return None

    def opt(self, *more):
        return [*self.plugin, *self.plugin_options, *more, "-passes=f2layout", "-disable-output"]

    def what_to_keep(self, module):
        """What of this module is worth reducing; None: nothing."""
        remarks = REMARKS if self.options.reduce_match else []
        what = {"limit": self.options.limit, "opt": self.opt("-verify-each", *remarks)}
        if self.options.reduce_match:
            what["match"] = self.options.reduce_match
            return what if interesting.interesting(what, module, self.runner) else None
        done = self.runner.run([*what["opt"], module])
        if not done.good:
            return {**what, "fails": interesting.failure(done)}
        triple = re.search(r'^target triple = "([^"]+)"', module.read_text(), re.M)
        clang = [str(self.tools.clang), "-x", "ir", "-O3", "-S", "-w", "-o", "/dev/null"]
        clang += [f"--target={triple.group(1)}", "-nogpulib"] if triple else []
        nothing = [*self.plugin, "-passes=no-op-module", "-disable-output"]
        what |= {"clang": clang, "nothing": nothing, "opt": self.opt()}
        what["ratio"] = self.options.reduce_ratio
        return what if interesting.interesting(what, module, self.runner) else None

    def kernels(self, module):
        """Symbols of the module's kernels that --reduce names, or all."""
        symbols = [s.strip('"') for s in KERNEL.findall(module.read_text())]
        wanted = self.options.reduce
        names = self.runner.run([self.tools.tool("llvm-cxxfilt"), *symbols]).out
        named = dict(zip(symbols, names.splitlines())) if symbols else {}
        exact = [s for s in symbols if wanted in (s, named[s].partition("(")[0])]
        return exact or [s for s in symbols if wanted in named[s]], symbols

    def extract(self, module, symbol):
        """The module of one kernel and of what it calls and accesses."""
        path = self.out / "kernel.ll"
        words = [self.tools.tool("llvm-extract"), "-S", "--recursive", "--rglob=.*"]
        done = self.runner.run([*words, f"--func={symbol}", "-o", path, module])
        # llvm-extract makes everything external, and the plugin leaves arrays
        # alone that other modules may know.
        words = [self.tools.tool("opt"), "-S", "-passes=internalize,globaldce"]
        words += [f"-internalize-public-api-list={symbol}", path, "-o", path]
        return path if done.good and self.runner.run(words).good else None

    def smallest_part(self, module, symbols, what):
        """The interesting kernel whose module is smallest; else the whole."""
        found = []
        for symbol in symbols:
            part = self.extract(module, symbol)
            if part and interesting.interesting(what, part, self.runner):
                found.append((part.stat().st_size, symbol))
        if not found:
            return module, None
        symbol = min(found)[1]
        return self.extract(module, symbol), symbol

    def reduce(self, part, what):
        """reduced.ll of a part."""
        place = self.out / "what.json"
        place.write_text(json.dumps(what, indent=1) + "\n")
        (self.out / "smallest.ll").unlink(missing_ok=True)
        result = self.out / "reduced.ll"
        words = [self.tools.tool("llvm-reduce"), f"--test={sys.executable}"]
        words += [f"--test-arg={HERE / 'interesting.py'}", f"--test-arg={place}"]
        limit = self.options.reduce_limit
        done = self.runner.run([*words, "-o", result, part], self.out, limit)
        smallest = self.out / "smallest.ll"
        if not done.good and smallest.exists():
            why = f"after {limit:g} s" if done.timed_out else "by a failure"
            print(f"llvm-reduce was ended {why}; this is how far it got")
            smallest.replace(result)
        smallest.unlink(missing_ok=True)
        return result if result.exists() else part

    def command(self, result, what):
        """The words of the command that shows what stayed."""
        if "ratio" in what:
            return [*self.opt("-time-passes"), result]
        return [*what["opt"], result]


def described(what):
    if "match" in what:
        return f"opt prints what matches {what['match']!r}"
    if "fails" in what:
        return "{}: {}".format(*what["fails"])
    return f"clang takes {what['ratio']:g} times as long with the plugin, or longer"


def named(job, text):
    """Whether a job's source is what the user means."""
    return text == job.label or job.path.match(text) or str(job.path) == text


def reduce_job(job, reducer, is_file):
    """Exit status; None if this job does not have the kernel."""
    module = reducer.module(job)
    if not module:
        return None
    chosen, every = reducer.kernels(module)
    if is_file:
        chosen = every
    if not chosen:
        return None
    what = reducer.what_to_keep(module)
    if not what:
        print(
            f"{job.source}: opt -passes=f2layout shows nothing of the kind; "
            "--reduce-ratio and --reduce-match say what to look for"
        )
        return 1
    print(f"{job.source} [{job.arch}]: {described(what)}")
    part, symbol = reducer.smallest_part(module, chosen, what)
    print(f"kernel: {symbol or 'no single one shows it; the whole module is reduced'}")
    result = reducer.reduce(part, what)
    command = shlex.join(map(str, reducer.command(result, what)))
    (reducer.out / "command.txt").write_text(command + "\n")
    sizes = [len(p.read_text().splitlines()) for p in (module, part, result)]
    print("lines: {} in the module, {} with one kernel, {} reduced".format(*sizes))
    print(f"$ {command}")
    return 0


def run(jobs, examiner, options, runner):
    """Exit status of --reduce."""
    reducer = Reducer(examiner, options, runner)
    reducer.out.mkdir(parents=True, exist_ok=True)
    files = [job for job in jobs if named(job, options.reduce)]
    for job in files or jobs:
        status = reduce_job(job, reducer, bool(files))
        if status is not None:
            return status
    raise entries.BadInput(f"no source and no kernel is called {options.reduce}")
