# What the tables of this folder share: the programs that they run, layouts from
# the calculator, and how instructions are counted.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import concurrent.futures
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
for folder in ("tensors", "gpu"):  # Both have a build.py; the GPU's is meant.
    sys.path.insert(0, str(HERE.parent / folder))

import build as gpu_build  # noqa: E402

#: Accesses of shared memory in IR, a vector or a matrix counting once.
SHARED_IN_IR = re.compile(
    r"\b(?:load|store) [^\n]*ptr addrspace\(3\)|@llvm\.nvvm\.(?:ld|st)matrix[^\n]*\(ptr"
)


def shared_in_ir(text):
    lines = (line for line in text.splitlines() if not line.startswith("declare"))
    return sum(bool(SHARED_IN_IR.search(line)) for line in lines)


def shared_in_ptx(text):
    """Of the only kernel of a module: loads and stores, a vector or a matrix once."""
    (counts,) = gpu_build.ptx_counts(text).values()
    return counts["loads"] + counts["stores"]


class Tools:
    """The programs, and the folder of what they make."""

    def __init__(self, options):
        self.out = options.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.llvm, self.jobs = Path(options.llvm), options.jobs
        self.plugin, self.f2sim = options.plugin, options.f2sim
        self.calculator, self.cuda = options.calculator, gpu_build.find_cuda()
        self.known = {}

    def run(self, *command):
        return subprocess.run([str(w) for w in command], capture_output=True, text=True)

    def must(self, *command):
        done = self.run(*command)
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
        return done.stdout + done.stderr

    def images(self, attribute, shape):
        """What the bits of registers, lanes and warps of one of Triton's attributes,
        or of a layout's text, add to the coordinates."""
        key = attribute, tuple(shape)
        if key not in self.known:
            size = "x".join(map(str, shape))
            text = self.must(
                self.calculator, "translate", attribute, "--shape", size, "--to", "json"
            )
            inputs = {i["name"]: i["bases"] for i in json.loads(text)["inputs"]}
            self.known[key] = {
                name: inputs.get(name, []) for name in ("register", "lane", "warp")
            }
        return self.known[key]

    def write(self, name, text):
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def lower(self, source, options=""):
        """The module with its layout calls lowered, and the remarks."""
        lowered = source.with_suffix(".lowered.ll")
        said = self.must(
            self.llvm / "opt", f"-load-pass-plugin={self.plugin}",
            f"-passes=f2layout-lower{options}", "-pass-remarks=f2layout-lower",
            "-pass-remarks-missed=f2layout-lower", "-S", source, "-o", lowered,
        )  # fmt: skip
        return lowered, said

    def ptx(self, source, name):
        """PTX of sm_90 behind the usual optimisation, in a file of that name."""
        ptx = self.out / f"{name}.ptx"
        ptx.parent.mkdir(parents=True, exist_ok=True)
        module = ptx.with_suffix(".bc")
        self.must(self.llvm / "opt", "-passes=default<O3>", source, "-o", module)
        self.must(self.llvm / "llc", f"-mcpu={gpu_build.ARCH}", module, "-o", ptx)
        return ptx

    def assembles(self, ptx):
        """What ptxas has against it, or nothing; nothing without a toolkit."""
        if not self.cuda:
            return ""
        command = gpu_build.ptxas_command(self.cuda, ptx, ptx.with_suffix(".cubin"))
        done = self.run(*command)
        return done.stderr if done.returncode else ""

    def differs(self, before, after, threads, *options):
        """What f2sim has against the equality of two kernels, or nothing."""
        done = self.run(
            self.f2sim, "--equal", before, after, "--block", threads, "--kernels", "all",
            "--arg", "2=1", "--buffer-bytes", 1 << 17, "--schedules", "forward,random:1",
            *options,
        )  # fmt: skip
        return done.stdout + done.stderr if done.returncode else ""

    def each(self, function, cases):
        """The results of a function, of several cases at once."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(function, cases))


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"
