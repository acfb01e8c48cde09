#!/usr/bin/env python3
"""Compiles the kernels of examples/tensors for sm_90. Needs a build with LLVM 22,
and CUDA, but no GPU.

    bench/tensor-kernels/build.py [--out build-tensor-kernels] [--only REGEX]

writes cubin/<case>.<threads>.cubin with its remarks and PTX, cases.json, and the
scripts that a machine with a GPU needs.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from cases import cases

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ARCH = "sm_90"


def run(command, output=None):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr[-2000:]}")
    if output:
        output.write_text(done.stdout)
    return done.stderr


def build(case, threads, options):
    base = options.out / "cubin" / f"{case.name}.{threads}"
    source, module, ptx = (base.with_name(base.name + s) for s in (".ll", ".o.ll", ".ptx"))
    tool = options.build / "bin/f2layout-tensors"
    run([tool, ARCH, case.specification(threads)], source)
    remarks = run([
        options.llvm / "opt", f"-load-pass-plugin={options.build}/lib/F2Layout.so",
        "-passes=default<O3>", "-pass-remarks=f2layout.*", "-pass-remarks-missed=f2layout.*",
        "-pass-remarks-analysis=f2layout-assign", source, "-S", "-o", module,
    ])  # fmt: skip
    run([options.llvm / "llc", f"-mcpu={ARCH}", "-mattr=+ptx83", module, "-o", ptx])
    used = run([
        options.cuda / "bin/ptxas", f"-arch={ARCH}", "-O3", "-v", ptx,
        "-o", base.with_name(base.name + ".cubin"),
    ])  # fmt: skip
    base.with_name(base.name + ".log").write_text(remarks + used)
    shared = re.search(r'"f2layout-dynamic-shared"="(\d+)"', module.read_text())
    source.unlink()
    module.unlink()
    registers = re.search(r"Used (\d+) registers", used)
    spills = re.search(r"(\d+) bytes spill stores", used)
    return {"registers": int(registers[1]), "spilled": int(spills[1]),
            "shared": int(shared[1]) if shared else 0}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build-tensor-kernels")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--llvm", type=pathlib.Path, default="/usr/lib/llvm-22/bin")
    parser.add_argument("--cuda", type=pathlib.Path,
                        default=os.environ.get("CUDA_HOME", "/usr/local/cuda"))  # fmt: skip
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    (options.out / "cubin").mkdir(parents=True, exist_ok=True)
    built = []
    for case in cases():
        if not re.search(options.only, case.name):
            continue
        used = {t: build(case, t, options) for t in case.threads}
        print(case.name, used, flush=True)
        built.append({"kernel": case.kernel, "sizes": case.sizes, "tile": case.tile,
                      "threads": case.threads, "used": used})  # fmt: skip
    (options.out / "cases.json").write_text(json.dumps(built, indent=1) + "\n")
    for script in ("cases.py", "data.py", "run.py", "triton_kernels.py"):
        shutil.copy(HERE / script, options.out)
    shutil.copy(HERE.parent / "driver.py", options.out)


if __name__ == "__main__":
    main()
