#!/usr/bin/env python3
"""Makes a folder for time.py: the kernels of test/kernels/aligned.cu as cubins for
sm_90, without the plugin, with it, and with it but without tests of alignment.

    bench/alignment/build.py [--out build-alignment] [--plugin build/lib/F2Layout.so]

Needs no GPU. The folder is complete: copy it to the machine with the GPU and call
time.py there.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402

SOURCE = HERE.parent.parent / "test/kernels/aligned.cu"
TESTED_OFF = ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-test-align"]



def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n\n")[0], "build-alignment")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    plugin = f"-fpass-plugin={options.plugin}"
    for name, *extra in (("clang",), ("off", plugin, *TESTED_OFF), ("tested", plugin)):
        ptx, cubin = (options.out / f"{name}.{kind}" for kind in ("ptx", "cubin"))
        require(*gpu_build.clang_command(options.clang, options.cuda, SOURCE, ptx, *extra))
        print(name, require(*gpu_build.ptxas_command(options.cuda, ptx, cubin, "-v")))
    shutil.copy(HERE / "time.py", options.out)
    shutil.copy(HERE.parent / "driver.py", options.out)
    print(f"copy {options.out} to a machine with an H100 and run time.py there")


if __name__ == "__main__":
    main()
