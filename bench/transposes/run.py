#!/usr/bin/env python3
"""Times the kernels of the folder that build.py made, on the first GPU, and compares
the bytes of both results.

    run.py [results.json]

Needs CuPy. A time is the median of nine runs of fifteen launches, clang's and the
plugin's in turn.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import datetime
import json
import math
import pathlib
import statistics
import subprocess
import sys

import cupy

HERE = pathlib.Path(__file__).resolve().parent
DTYPES = {"float": "f4", "double": "f8", "unsigned short": "u2", "int": "i4"}
RUNS, LAUNCHES = 9, 15


def microseconds(launch):
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    for _ in range(LAUNCHES):
        launch()
    end.record()
    end.synchronize()
    return cupy.cuda.get_elapsed_time(begin, end) * 1000 / LAUNCHES


def measure(row, modules):
    """Adds the times to a row, and whether the results are equal."""
    size = row["size"]
    matrix = (cupy.random.rand(size, size) * 100).astype(DTYPES[row["type"]])
    tiles = size // row["side"]
    results, launches = {}, {}
    for name, module in modules.items():
        results[name] = cupy.zeros_like(matrix)
        arguments = (results[name], matrix, cupy.int32(size))
        function = module.get_function(row["name"])
        launches[name] = lambda f=function, a=arguments: f(
            (tiles, tiles), tuple(row["block"]), a
        )
        launches[name]()
    times = {name: [] for name in modules}
    for _ in range(RUNS):
        for name, launch in launches.items():
            times[name].append(microseconds(launch))
    row["us"] = {name: round(statistics.median(t), 2) for name, t in times.items()}
    clang, plugin = (results[name].view("u1") for name in ("clang", "plugin"))
    row["equal"] = bool((clang == plugin).all())


def main():
    data = json.loads((HERE / "kernels.json").read_text())
    modules = {
        name: cupy.RawModule(path=str(HERE / f"{name}.cubin")) for name in ("clang", "plugin")
    }
    for row in data["kernels"]:
        measure(row, modules)
    query = ("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    gpu, driver = subprocess.check_output(query, text=True).splitlines()[0].split(", ")
    ratios = sorted(r["us"]["clang"] / r["us"]["plugin"] for r in data["kernels"])
    data = {
        "date": datetime.date.today().isoformat(),
        "gpu": gpu,
        "driver": driver,
        "mean": round(math.exp(sum(map(math.log, ratios)) / len(ratios)), 3),
        "lowest": round(ratios[0], 3),
        "below 0.985": sum(ratio < 0.985 for ratio in ratios),
        "wrong": sum(not row["equal"] for row in data["kernels"]),
        **data,
    }
    print({key: value for key, value in data.items() if key != "kernels"})
    for row in sorted(data["kernels"], key=lambda r: r["us"]["clang"] / r["us"]["plugin"]):
        print(json.dumps(row))
    if len(sys.argv) > 1:
        text = json.dumps(data).replace('{"name"', '\n{"name"')
        pathlib.Path(sys.argv[1]).write_text(text + "\n")
    return 1 if data["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
