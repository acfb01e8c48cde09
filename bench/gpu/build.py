#!/usr/bin/env python3
# Compiles every measured kernel in every compared way, and the host program
# that runs them. Needs no GPU.
#
#   bench/gpu/build.py [--out build-bench] [--plugin build/lib/F2Layout.so]
#
# makes, below the output folder:
#
#   f2bench                      the host program
#   f2gbench                     the same kernels under Google Benchmark
#   cubin/support.cubin          what it asks of the GPU itself
#   cubin/<variant>/<source>.cubin, .ptx, .log
#   resources.txt, .json         registers, shared memory, spills by ptxas -v,
#                                shared accesses, shuffles, barriers in PTX
#
# Variants: clang -O3; nvcc -O3; clang -O3 with the plugin; the same without its
# shared-memory route. What cannot be built is named and left out, and the exit
# code is then not 0.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ARCH = "sm_90"
PLUGIN_OPTIONS = {
    "f2layout": [],
    "f2layout-noshared": ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-shared"],
}
REMARKS = ["-Rpass=f2layout", "-Rpass-missed=f2layout"]


def find_cuda():
    """The toolkit that scripts/toolkits.sh names, or None."""
    said = subprocess.run(
        ["sh", ROOT / "scripts/toolkits.sh"], stdout=subprocess.PIPE, text=True
    ).stdout
    found = re.search(r"\bCUDA='([^']*)'", said)
    return Path(found.group(1)) if found and found.group(1) else None


def find_clang():
    names = ("clang++-22", "/usr/lib/llvm-22/bin/clang++")
    return next((path for path in map(shutil.which, names) if path), None)


def clang_command(clang, cuda, source, ptx, *more, arch=ARCH):
    """CUDA source to PTX, or, with -emit-llvm or -E among more, to what they say."""
    return [
        clang, "-x", "cuda", source, f"--cuda-path={cuda}", f"--cuda-gpu-arch={arch}",
        "--cuda-device-only", "-O3", "-std=c++17", "-Wno-unknown-cuda-version",
        "-I", cuda / "include/cccl", "-S", "-o", ptx, *more,
    ]  # fmt: skip


def ptxas_command(cuda, ptx, cubin, *more):
    return [cuda / "bin/ptxas", f"-arch={ARCH}", "-O3", *more, ptx, "-o", cubin]


def nvcc_command(cuda, source, cubin, *more):
    return [
        cuda / "bin/nvcc", "-O3", f"-arch={ARCH}", "-std=c++17", "-cubin", *more,
        "-o", cubin, source,
    ]  # fmt: skip


def require(*command):
    """Runs a command that must succeed; what it prints."""
    words = list(map(str, command))
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(words)}\n{done.stderr[:3000]}")
    return done.stdout + done.stderr


def absolute(path):
    return Path(path).resolve()


def option_parser(description, out):
    """The options of every build: where its results go, and the plugin."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=absolute, default=ROOT / out)
    plugin = ROOT / "build/lib/F2Layout.so"
    parser.add_argument("--plugin", type=absolute, default=plugin)
    return parser


def named_tools_parser(description, out):
    """And, of a build that does not look for them, clang and the toolkit."""
    parser = option_parser(description, out)
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang++")
    parser.add_argument("--cuda", type=Path, default=Path("/usr/local/cuda"))
    return parser


class Builder:
    def __init__(self, options, cuda, clang):
        self.out = options.out
        self.plugin = options.plugin
        self.cuda = cuda
        self.clang = clang
        self.only = options.only
        self.headers = [*HERE.glob("*.cuh"), *HERE.glob("*.def")]
        self.include = []

    def run(self, target, commands, inputs):
        """Runs the commands unless target is newer than all inputs and was made
        by the same commands. Returns an error message, or None."""
        log, made_by = target.with_suffix(".log"), target.with_suffix(".cmd")
        script = "\n".join(shlex.join(map(str, words)) for words in commands)
        if (
            target.exists()
            and made_by.exists()
            and made_by.read_text() == script
            and all(i.stat().st_mtime <= target.stat().st_mtime for i in inputs)
        ):
            return None
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        with log.open("w") as output:
            for words in commands:
                if subprocess.run(words, stdout=output, stderr=output).returncode:
                    target.unlink(missing_ok=True)
                    return f"failed: {target.relative_to(self.out)}, see {log}"
        made_by.write_text(script)
        return None

    def clang_commands(self, source, cubin, extra):
        ptx = cubin.with_suffix(".ptx")
        return [
            clang_command(self.clang, self.cuda, source, ptx, *self.include, *extra),
            ptxas_command(self.cuda, ptx, cubin, "-v"),
        ]

    def nvcc_commands(self, source, cubin):
        # --keep is only needed for the PTX; its other files go to a separate
        # folder.
        kept = cubin.parent / f".{cubin.stem}"
        compile_cubin = nvcc_command(
            self.cuda, source, cubin, "-Xptxas", "-v", "--keep", "--keep-dir", kept,
            *self.include,
        )  # fmt: skip
        return [
            ["mkdir", "-p", kept],
            compile_cubin,
            ["cp", kept / f"{source.stem}.ptx", cubin.with_suffix(".ptx")],
            ["rm", "-r", kept],
        ]

    def promises(self, variant, source):
        """Options of the plugin."""
        return PLUGIN_OPTIONS[variant]

    def variants(self):
        names = ["clang"]
        if (self.cuda / "bin/nvcc").exists():
            names.append("nvcc")
        if self.plugin.exists():
            names += PLUGIN_OPTIONS
        return names

    def remove_stale(self):
        """A variant that is not built now must not be measured."""
        for folder in (self.out / "cubin").glob("*/"):
            if folder.is_dir() and folder.name not in self.variants():
                shutil.rmtree(folder)

    def cubin(self, variant, source):
        target = self.out / "cubin" / variant / f"{source.stem}.cubin"
        inputs = [source, *self.headers]
        if variant == "nvcc":
            commands = self.nvcc_commands(source, target)
        elif variant == "clang":
            commands = self.clang_commands(source, target, [])
        else:
            load = [f"-fpass-plugin={self.plugin}", *self.promises(variant, source)]
            commands = self.clang_commands(source, target, load + REMARKS)
            inputs.append(self.plugin)
        return self.run(target, commands, inputs)

    def support(self):
        source, target = HERE / "support.cu", self.out / "cubin/support.cubin"
        return self.run(target, self.clang_commands(source, target, []), [source])

    def host(self):
        sources = sorted((HERE / "host").glob("*.cpp"))
        inputs = [*sources, *(HERE / "host").glob("*.h"), HERE / "kernels.def"]
        command = [
            "c++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-I", self.cuda / "include",
            *sources, "-static-libstdc++", "-static-libgcc", "-ldl", "-pthread",
            "-o", self.out / "f2bench",
        ]  # fmt: skip
        return self.run(self.out / "f2bench", [command], inputs)

    def google(self):
        """The same kernels under Google Benchmark, where that is installed. Its
        library is put beside the program: where the GPU is it may be missing."""
        libraries = list(Path("/usr/lib").glob("*/libbenchmark.so.*"))
        if not libraries:
            return None
        main = HERE / "benchmark/Main.cpp"
        sources = [p for p in sorted((HERE / "host").glob("*.cpp")) if p.stem != "Main"]
        inputs = [main, *sources, *(HERE / "host").glob("*.h"), HERE / "kernels.def"]
        for library in libraries:
            shutil.copy(library, self.out / library.name)
        command = [
            "c++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-I", self.cuda / "include",
            main, *sources, "-lbenchmark", "-Wl,-rpath,$ORIGIN", "-ldl", "-pthread",
            "-o", self.out / "f2gbench",
        ]  # fmt: skip
        return self.run(self.out / "f2gbench", [command], inputs)

    def sources(self):
        every = sorted(p for p in HERE.glob("*.cu") if p.stem != "support")
        return [p for p in every if not self.only or p.stem in self.only]

    def jobs(self):
        yield self.host
        yield self.google
        yield self.support
        for source in self.sources():
            for variant in self.variants():
                yield lambda v=variant, s=source: self.cubin(v, s)


def ptxas_resources(log):
    """Kernel -> registers, shared bytes, stack bytes, spilled bytes."""
    result = {}
    kernel = None
    for line in log.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            kernel = result.setdefault(found.group(1), {"shared": 0})
        elif kernel is None:
            continue
        elif found := re.search(
            r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+)", line
        ):
            kernel["stack"] = int(found.group(1))
            kernel["spilled"] = int(found.group(2)) + int(found.group(3))
        elif found := re.search(r"Used (\d+) registers", line):
            kernel["registers"] = int(found.group(1))
            if found := re.search(r"(\d+) bytes smem", line):
                kernel["shared"] = int(found.group(1))
    return result


PTX_COUNTS = {
    "loads": r"\bld(?:\.volatile)?\.shared|\bldmatrix\b",
    "stores": r"\bst(?:\.volatile)?\.shared|\bstmatrix\b",
    "shuffles": r"\bshfl\.|\bmovmatrix\b",
    "barriers": r"\bbar(?:rier)?(?:\.cta)?\.sync",
    "warp_barriers": r"\bbar\.warp\.sync",
}


def ptx_counts(ptx):
    """Kernel -> the number of instructions of each kind in its PTX."""
    # Inline assembly may have a line with a brace alone, so a kernel ends where
    # the next one begins.
    parts = re.split(r"\.entry (\w+)\(", ptx)
    return {
        name: {
            kind: len(re.findall(pattern, body)) for kind, pattern in PTX_COUNTS.items()
        }
        for name, body in zip(parts[1::2], parts[2::2])
    }


def collect_resources(builder):
    """Kernel -> variant -> all that is known of it before it runs."""
    result = {}
    for variant in builder.variants():
        for source in builder.sources():
            cubin = builder.out / "cubin" / variant / f"{source.stem}.cubin"
            if not cubin.exists():
                continue
            counts = ptx_counts(cubin.with_suffix(".ptx").read_text())
            known = ptxas_resources(cubin.with_suffix(".log").read_text())
            for kernel, resources in known.items():
                resources.update(counts.get(kernel, {}))
                result.setdefault(kernel, {})[variant] = resources
    return result


def build_all(builder, jobs):
    """Runs the builder's jobs; what failed, and the resources of what is there, which
    are also written beside it."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        errors = [e for e in pool.map(lambda job: job(), builder.jobs()) if e]
    resources = collect_resources(builder)
    (builder.out / "resources.txt").write_text(resource_table(resources))
    (builder.out / "resources.json").write_text(json.dumps(resources, indent=1))
    return errors, resources


def resource_table(resources):
    lines = [
        f"{'kernel':36} {'variant':18} {'regs':>4} {'shared':>6} {'stack':>5} "
        f"{'spill':>5} {'ld.s':>5} {'st.s':>5} {'shfl':>5} {'bar':>4} {'warp':>4}"
    ]
    for kernel, variants in sorted(resources.items()):
        for variant, r in variants.items():
            lines.append(
                f"{kernel:36} {variant:18} {r['registers']:4} {r['shared']:6} "
                f"{r['stack']:5} {r['spilled']:5} {r['loads']:5} {r['stores']:5} "
                f"{r['shuffles']:5} {r['barriers']:4} {r['warp_barriers']:4}"
            )
    return "\n".join(lines) + "\n"


def find_tools():
    """The toolkit and clang++-22; None if one is missing, which this says."""
    cuda, clang = find_cuda(), find_clang()
    if cuda and clang:
        return cuda, clang
    print("skipped: no CUDA toolkit" if not cuda else "skipped: no clang++-22")
    return None


def main():
    parser = option_parser("Builds the GPU benchmark.", "build-bench")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="sources, without .cu")
    parser.add_argument("--table", action="store_true", help="print all resources")
    options = parser.parse_args()

    tools = find_tools()
    if not tools:
        return 0
    cuda, clang = tools
    builder = Builder(options, cuda, clang)
    for name, there in (("nvcc", cuda / "bin/nvcc"), ("f2layout", options.plugin)):
        if not there.exists():
            print(f"build: no {there}: variant {name} is left out")

    builder.remove_stale()
    errors, resources = build_all(builder, options.jobs)
    if options.table:
        print(resource_table(resources), end="")

    spilled = [
        f"{kernel}, {variant}: {r['spilled']} bytes spilled, {r['stack']} of stack"
        for kernel, variants in sorted(resources.items())
        for variant, r in variants.items()
        if r["spilled"] or r["stack"]
    ]
    for line in spilled + errors:
        print(line)
    print(
        f"build: {len(resources)} kernels as {', '.join(builder.variants())} "
        f"in {options.out}; {len(spilled)} with spills, {len(errors)} failures"
    )
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
