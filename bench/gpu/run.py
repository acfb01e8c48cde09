#!/usr/bin/env python3
# Runs what build.py built, on a machine with a GPU; needs only Python, and
# neither LLVM nor the plugin.
#
#   bench/gpu/run.py [build-bench] [--results bench.json] [--only TEXT]
#
# A kernel that was compiled wrongly may fault or hang, which invalidates its
# process. f2bench names the kernel and ends; this script restarts it after that
# kernel's last result, without the variant that failed.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import analyze

HERE = Path(__file__).resolve().parent
# The same as in host/Device.h.
NO_GPU, KERNEL_FAILED = 2, 3
MOST_RESTARTS = 40


def host_program(program, complaint, sources):
    """The program if it starts here, which its complaint about missing options shows;
    else, where the C library is another one, the same compiled here."""
    try:
        started = subprocess.run([program], capture_output=True, text=True)
        if complaint in started.stderr:
            return program
    except OSError:
        pass
    print(f"run: {program} does not start here; compiling it again")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    include = Path(nvcc).resolve().parent.parent / "include"
    program = Path(tempfile.mkdtemp()) / program.name
    subprocess.run(
        ["c++", "-std=c++17", "-O2", "-I", include, *sources, "-ldl", "-pthread",
         "-o", program],
        check=True,
    )  # fmt: skip
    return program


def bench_program(build):
    sources = sorted((HERE / "host").glob("*.cpp"))
    return host_program(build / "f2bench", "needs --cubins", sources)


def read_lines(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def run_all(program, options):
    """The results' lines, or None without a GPU."""
    lines = Path(tempfile.mkdtemp()) / "results.jsonl"
    arguments = [program, "--cubins", options.build / "cubin", "--results", lines]
    for name in ("repetitions", "iterations", "seed", "only", "kernels"):
        value = getattr(options, name)
        if value is not None:
            arguments += [f"--{name}", str(value)]
    without, after = [], []
    for _ in range(MOST_RESTARTS):
        code = subprocess.run([*arguments, *without, *after]).returncode
        known = read_lines(lines)
        if code == NO_GPU:
            return None
        if code != KERNEL_FAILED:
            if code:
                sys.exit(f"run: f2bench ended with {code}")
            return known
        failed = known[-1]
        done = [line["kernel"] for line in known if "nanoseconds" in line]
        if failed["variant"] == analyze.WHILE_TIMING:
            done.append(failed["kernel"])
        without += ["--without", f"{failed['kernel']}/{failed['variant']}"]
        after = ["--after", done[-1]] if done else []
    sys.exit(f"run: gave up after {MOST_RESTARTS} failures")


def option_parser(description, build):
    """The options of a run of what is in the folder build, if no other is named."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("build", type=Path, nargs="?", default=Path(build))
    parser.add_argument("--results", type=Path, help="default: BUILD/bench.json")
    parser.add_argument("--repetitions", type=int, help="default: 31")
    parser.add_argument("--iterations", type=int, help="default: 1000")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", help="kernels whose name contains this")
    return parser


def main():
    parser = option_parser("Runs the GPU benchmark.", "build-bench")
    parser.add_argument("--kernels", help="a list of kernels (host/KernelTable.h)")
    return measure(parser.parse_args(), analyze.report)


def measure(options, report):
    """Runs everything and evaluates the results."""
    program = bench_program(options.build)
    lines = run_all(program, options)
    if lines is None:
        print("skipped: no GPU. On a machine that has one, with bench/gpu/ and")
        print(f"{options.build} copied to it:")
        print(f"  python3 bench/gpu/run.py {options.build}")
        return 0
    results = {
        "machine": next(line for line in lines if "gpu" in line),
        "kernels": [line for line in lines if "nanoseconds" in line],
        "failures": [line for line in lines if "failure" in line],
    }
    path = options.results or options.build / "bench.json"
    path.write_text(json.dumps(results) + "\n")
    return report(results, markdown=False)


if __name__ == "__main__":
    sys.exit(main())
