#!/usr/bin/env python3
"""Makes a folder for run.py: random transposes as cubins for sm_90, without and with
the plugin.

    bench/transposes/build.py --seed 1 --count 200 [--out build-transposes]
        [--plugin build/lib/F2Layout.so]

Needs no GPU. The folder is complete: copy it to the machine with the GPU and call
run.py there.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402
from draw import draw  # noqa: E402


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n\n")[0], "build-transposes")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    kernels = draw(options.seed, options.count)
    source = options.out / "kernels.cu"
    source.write_text("".join(kernel.source() for kernel in kernels))
    rows = [{**dataclasses.asdict(k), "size": k.size} for k in kernels]
    (options.out / "kernels.json").write_text(
        json.dumps({"seed": options.seed, "kernels": rows}, indent=1)
    )
    for name, *extra in (("clang",), ("plugin", f"-fpass-plugin={options.plugin}")):
        ptx, cubin = (options.out / f"{name}.{kind}" for kind in ("ptx", "cubin"))
        require(*gpu_build.clang_command(options.clang, options.cuda, source, ptx, *extra))
        require(*gpu_build.ptxas_command(options.cuda, ptx, cubin))
    shutil.copy(HERE / "run.py", options.out)
    print(f"copy {options.out} to a machine with an H100 or H200 and run run.py there")


if __name__ == "__main__":
    main()
