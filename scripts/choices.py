#!/usr/bin/env python3
"""Lists what the plugin makes of every kernel, to compare two versions of it.

    scripts/choices.py --plugin build/lib/F2Layout.so --out before.txt
    (change what should change no choice, and build)
    scripts/choices.py --plugin build/lib/F2Layout.so --out after.txt
    diff before.txt after.txt

A line is `source target kernel digest`: the digest is that of the kernel's IR
behind `opt -passes=f2layout`, without the names of its values. Two equal lines
mean the same code. The sources are those of test/kernels, for one NVIDIA and two
AMD processors, and the conversions of bench/convert. IR from before the plugin is
kept in --modules, so that both runs begin with the same.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
TARGETS = {"sm_90": "CUDA", "gfx942": "HIP", "gfx1100": "HIP"}
ELEMENTS = ("char", "short", "int", "double")
CONVERT_OPTIONS = "block=128;races-agree"
FUNCTION = re.compile(r"^define .*?@(\S+?|\".*?\")\(.*?^}$", re.MULTILINE | re.DOTALL)
KERNEL = re.compile(r"^define .*\b(?:ptx|amdgpu)_kernel\b")


def toolkits():
    """The assignments that scripts/toolkits.sh prints."""
    text = subprocess.check_output(["sh", ROOT / "scripts/toolkits.sh"], text=True)
    return dict(word.split("=", 1) for word in shlex.split(text))


def convert_sources(folder):
    """Writes the sources of bench/convert, and yields their paths."""
    sys.path.insert(0, str(ROOT / "bench/convert"))
    from layouts import read_pairs
    from sources import source_text

    folder.mkdir(parents=True, exist_ok=True)
    for pair in read_pairs():
        path = folder / f"{pair.name}.cu"
        path.write_text(source_text(pair))
        yield path


def compilations(found, folder):
    """(name, target, clang's arguments, the plugin's options) of every module."""
    kernels = ROOT / "test/kernels"
    for target, kind in TARGETS.items():
        if not found["CUDA" if kind == "CUDA" else "ROCM"]:
            continue
        flags = shlex.split(found[f"{kind}_FLAGS"])
        flags += [f"-I{kernels}", f"-I{ROOT / 'plugin/include'}"]
        cuda = kind == "CUDA"
        flags.append(f"--{'cuda-gpu' if cuda else 'offload'}-arch={target}")
        for source in sorted(kernels.glob("*.cu")):
            yield source.stem, target, [*flags, source], ""
        if not cuda:
            continue
        flags.append(f"-I{found['CUDA']}/include/cccl")
        for source in sorted((kernels / "cub").glob("*.cu")):
            for element in ELEMENTS:
                arguments = [*flags, f"-DELEMENT={element}", source]
                yield f"cub-{source.stem}-{element}", target, arguments, ""
        flags.append(f"-I{ROOT / 'bench/convert'}")
        for source in convert_sources(folder / "convert"):
            name = f"convert-{source.stem}"
            yield name, target, [*flags, source], CONVERT_OPTIONS


def digests(text):
    """(kernel, digest) of every kernel in a module's text."""
    for match in FUNCTION.finditer(text):
        if KERNEL.match(match.group(0)):
            # Numbers of attributes and metadata depend on what else there is.
            body = re.sub(r"[#!]\d+", "", match.group(0))
            yield match.group(1), hashlib.sha256(body.encode()).hexdigest()[:16]


def list_module(job, plugin, folder):
    """The lines of one module, or one that says why there is none."""
    name, target, arguments, options = job
    module = folder / f"{name}.{target}.bc"
    if not module.exists():
        command = [LLVM / "clang++", *arguments, "-O3", "-std=c++17"]
        command += ["-emit-llvm", "-c", "-o", module]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode:
            return [f"{name} {target} does not compile"]
    passes = f"f2layout<{options}>" if options else "f2layout"
    command = [LLVM / "opt", f"-load-pass-plugin={plugin}", f"-passes={passes}"]
    command += ["-discard-value-names", "-S", "-o", "-", module]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        return [f"{name} {target} fails: {made.stderr.splitlines()[-1:]}"]
    return [f"{name} {target} {k} {d}" for k, d in sorted(digests(made.stdout))]


def main():
    parser = argparse.ArgumentParser(description="Lists what becomes of kernels.")
    parser.add_argument("--plugin", default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--modules", type=pathlib.Path, default=ROOT / "build-choices")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.modules.mkdir(parents=True, exist_ok=True)
    jobs = list(compilations(toolkits(), options.modules))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        made = pool.map(
            lambda job: list_module(job, options.plugin, options.modules), jobs
        )
        lines = [line for module in made for line in module]
    options.out.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} kernels of {len(jobs)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
