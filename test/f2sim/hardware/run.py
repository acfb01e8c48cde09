#!/usr/bin/env python3
"""Runs the kernels on the GPU of this machine and writes what they computed.

    run.py MODULE.ptx NAMES.txt RESULTS.json

MODULE.ptx is what llc makes of the module of cases.py, for the GPU's architecture.
RESULTS.json has the SHA-256 of each kernel's results. Needs CuPy.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import datetime
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import cupy

BLOCK, GRID = 128, 2


def main():
    module = cupy.RawModule(path=sys.argv[1])
    sums = {}
    for line in Path(sys.argv[2]).read_text().split("\n")[:-1]:
        name, results = line.split()
        words = int(results) * BLOCK * GRID
        out = cupy.zeros(words, dtype=cupy.uint32)
        module.get_function(name)((GRID,), (BLOCK,), (out,))
        cupy.cuda.runtime.deviceSynchronize()
        host = cupy.asnumpy(out).tobytes()
        sums[name] = hashlib.sha256(host).hexdigest()
        if len(sys.argv) > 4:
            (Path(sys.argv[4]) / f"{name}.bin").write_bytes(host)
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu, driver = subprocess.check_output(query, text=True).splitlines()[0].split(", ")
    machine = {"gpu": gpu, "driver": driver, "date": str(datetime.date.today())}
    rows = ",\n".join(f'"{name}": "{value}"' for name, value in sums.items())
    head = json.dumps(machine)[1:-1]
    Path(sys.argv[3]).write_text(f'{{{head},\n"sha256": {{\n{rows}\n}}}}\n')
    print(len(sums), "kernels on", gpu)


if __name__ == "__main__":
    main()
