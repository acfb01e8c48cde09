#!/usr/bin/env python3
"""Checks and times the kernels that build.py compiled, and the same in Triton.

    run.py [DIR] [--only REGEX] [--results FILE] [--runs 11] [--no-triton]
    run.py [DIR] --profile [--only REGEX]  launches each way once, for a profiler
    run.py --report FILE [--markdown]

Every result is compared with a reference in double precision (data.py): a number
above 1 in "worst" is an error. A run launches a kernel through as many copies of its
operands as exceed the L2 cache, in a graph; runs of all variants alternate. Of the
threads, and of Triton's stages, those count that were fastest in a first round. FILE
has a line of JSON for each case. What Triton has not compiled after --patience
seconds is left out and reported.

Needs a GPU of sm_90, PyTorch, and Triton.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import concurrent.futures
import ctypes
import datetime
import json
import math
import multiprocessing
import os
import pathlib
import re
import statistics
import sys
import time
import traceback

from cases import Case
from driver import CUDA, call

#: A run lasts at least so long.
LEAST_MICROSECONDS, MOST_LAUNCHES = 400, 200
SUBJECT = "f2layout"
NUM_REGISTERS, MAX_DYNAMIC_SHARED = 4, 8


class Kernel:
    """Code that can be launched."""

    def __init__(self, code, name, threads, shared=0, parameters=None):
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(self.module), code)
        call("cuModuleGetFunction", ctypes.byref(self.function), self.module, name.encode())
        self.threads, self.shared, self.parameters = threads, shared, parameters
        # Beside it there may be static shared memory.
        if shared:
            call("cuFuncSetAttribute", self.function, MAX_DYNAMIC_SHARED, shared)

    def registers(self):
        n = ctypes.c_int()
        call("cuFuncGetAttribute", ctypes.byref(n), NUM_REGISTERS, self.function)
        return n.value

    def launch(self, grid, arguments):
        import torch

        values = [ctypes.c_uint64(t.data_ptr()) for t in arguments]
        # Triton's kernels have two pointers more, to scratch that these do not use.
        while self.parameters and len(values) < self.parameters:
            values.append(ctypes.c_uint64(0))
        pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        call("cuLaunchKernel", self.function, *grid, 1, self.threads, 1, 1, self.shared,
             stream, pointers, None)  # fmt: skip


class Way:
    """One way to compute a case."""

    def __init__(self, variant, kernel, grid, about):
        self.variant, self.kernel, self.grid, self.about = variant, kernel, grid, about

    def launch(self, arguments):
        self.kernel.launch(self.grid, arguments)


class Timed:
    """Launches in a graph, so that the time of the host does not count."""

    def __init__(self, way, copies):
        import torch

        self.events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        way.launch(copies[0])
        about = self.between(lambda: [way.launch(c) for c in copies]) / len(copies)
        rounds = LEAST_MICROSECONDS / max(about, 2) / len(copies)
        rounds = max(1, min(MOST_LAUNCHES // len(copies), round(rounds)))
        self.count = rounds * len(copies)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            for _ in range(rounds):
                for c in copies:
                    way.launch(c)
        self.microseconds()

    def between(self, do):
        self.events[0].record()
        do()
        self.events[1].record()
        self.events[1].synchronize()
        return self.events[0].elapsed_time(self.events[1]) * 1e3

    def microseconds(self):
        return self.between(self.graph.replay) / self.count


def own_ways(case, used, folder):
    for threads in case.threads:
        code = (folder / "cubin" / f"{case.name}.{threads}.cubin").read_bytes()
        kernel = Kernel(code, case.kernel, threads, used[str(threads)]["shared"])
        yield Way(SUBJECT, kernel, case.grid(), {"threads": threads})


def compiled(job):
    """A way of Triton's, or what went wrong."""
    import triton_kernels

    try:
        return triton_kernels.compile_way(*job)
    except Exception:
        return {"error": f"{job[0].name} {job[1]}: {traceback.format_exc()[-1200:]}"}


def triton_ways(case, made, processors):
    for m in made:
        kernel = Kernel(m["cubin"], m["name"], m["threads"], m["shared"], m["parameters"])
        grid = case.grid()
        if m["persistent"]:
            # As the tutorial: as many blocks as fit.
            fit = 65536 // (kernel.registers() * m["threads"])
            if m["shared"]:
                fit = min(fit, (227 << 10) // m["shared"])
            grid = min(max(1, fit) * processors, case.sizes[0]), 1
        about = {k: m[k] for k in ("threads", "stages", "persistent", "wgmma")}
        yield Way(m["variant"], kernel, grid, about)


def interval(times):
    """The median, and an interval that has it with 95% of confidence, by ranks."""
    times = sorted(times)
    n = len(times)
    low = max(0, int((n - 1.96 * n**0.5) / 2))
    return [round(t, 3) for t in (statistics.median(times), times[low], times[n - 1 - low])]


def fastest(ways, copies):
    """The fastest way of each variant."""
    best = {}
    for way in ways:
        timed = Timed(way, copies)
        time = min(timed.microseconds() for _ in range(3))
        way.about["microseconds"] = round(time, 3)
        if way.variant not in best or time < best[way.variant][0]:
            best[way.variant] = time, way, timed
    return best


def measure(case, ways, runs):
    import torch
    from data import Operands

    operands = Operands(case)
    row = {"case": case.name, "kernel": case.kernel, "sizes": case.sizes, "tile": case.tile,
           "bytes": operands.bytes(), "worst": {}, "ways": {}, "microseconds": {}}  # fmt: skip
    right = []
    for way in ways:
        operands.poison()
        try:
            way.launch(operands.arguments)
        except SystemExit as error:
            print(case.name, way.variant, way.about, error, file=sys.stderr)
            continue
        torch.cuda.synchronize()
        worst = operands.worst()
        row["worst"][way.variant] = max(worst, row["worst"].get(way.variant, 0))
        if worst <= 1:
            right.append(way)
    best = fastest(right, operands.copies())
    for way in right:
        row["ways"].setdefault(way.variant, []).append(way.about)
    times = {v: [] for v in best}
    for _ in range(runs):
        for variant, (_, _, timed) in best.items():
            times[variant].append(timed.microseconds())
    for variant, t in times.items():
        row["microseconds"][variant] = interval(t)
    return row


def mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else 0


def report(results, markdown=False):
    print(f"{results['gpu']}, driver {results['driver']}, Triton {results['triton']}, "
          f"{results['date']}, medians of {results['runs']} runs")  # fmt: skip
    by_kernel = {}
    for row in results["rows"]:
        by_kernel.setdefault(row["kernel"], []).append(row)
    if markdown:
        print("\n| kernel | shape | f2layout | Triton | mma.sync | ratio |")
        print("|---|---|---:|---:|---:|---:|")
    for kernel, rows in by_kernel.items():
        ratios = {}
        for row in rows:
            t = {v: x[0] for v, x in row["microseconds"].items()}
            for v in t:
                if v != SUBJECT and SUBJECT in t:
                    ratios.setdefault(v, []).append(t[v] / t[SUBJECT])
            shape = "x".join(map(str, row["sizes"]))
            if markdown:
                of = t.get("triton-mma", t.get("triton"))
                cells = [f"{x:.1f}" if x else "" for x in (
                    t.get(SUBJECT), t.get("triton"), t.get("triton-mma"))]  # fmt: skip
                cells.append(f"{of / t[SUBJECT]:.2f}" if of and SUBJECT in t else "")
                print("|", " | ".join([kernel, shape, *cells]), "|")
                continue
            best = {v: min(w, key=lambda w: w["microseconds"]) for v, w in row["ways"].items()}
            wrong = [v for v, w in row["worst"].items() if w > 1]
            print(f"{kernel:20} {shape:16}", *(
                f"{v}={t[v]:.1f} ({best[v]['threads']}" + (
                    f",{best[v]['stages']}{'p' if best[v]['persistent'] else ''})"
                    if "stages" in best[v] else ")") for v in t
            ), *(f"{row['bytes'] / t[v] / 1e3:.0f}GB/s" for v in t if v == SUBJECT),
               f"WRONG {wrong}" if wrong else "")  # fmt: skip
        for v, r in ratios.items():
            line = f"{kernel}: {v} / f2layout: mean {mean(r):.3f}, least {min(r):.3f}"
            print(f"\n{line}\n" if markdown else line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dir", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent)  # fmt: skip
    parser.add_argument("--only", default="")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--patience", type=float, default=120)
    parser.add_argument("--seconds", type=float, default=600, help="after which no case begins")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--no-triton", action="store_true")
    parser.add_argument("--ptx", type=pathlib.Path, help="where Triton's PTX goes")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if options.report:
        head, *rows = map(json.loads, options.report.read_text().splitlines())
        report({**head, "rows": rows}, options.markdown)
        return
    start = time.monotonic()
    used, place, number = {}, {}, {}
    for c in json.loads((options.dir / "cases.json").read_text()):
        case = Case(c["kernel"], tuple(c["sizes"]), tuple(c["tile"]), tuple(c["threads"]))
        if re.search(options.only, case.name):
            used[case] = c["used"]
            place[case] = number[case.kernel] = number.get(case.kernel, 0) + 1
    # The first shape of every kernel comes first.
    every = sorted(used, key=place.get)
    made, version = {c: [] for c in every}, None
    if not options.no_triton:
        import triton
        import triton_kernels

        version = triton.__version__
        jobs = [(c, i) for c in every for i in range(len(list(triton_kernels.ways(c))))]
        workers = min(os.cpu_count() or 1, len(jobs), 16)
        spawn = multiprocessing.get_context("spawn")
        pool = concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn)
        futures = {pool.submit(compiled, job): job for job in jobs}
        done, late = concurrent.futures.wait(futures, options.patience)
        for future in late:
            future.cancel()
            print("not compiled:", futures[future][0].name, futures[future][1], file=sys.stderr)
        for process in list(pool._processes.values()) if late else ():
            process.kill()
        for future in sorted(done, key=lambda f: futures[f][1]):
            job, m = futures[future], future.result()
            if "error" in m:
                print(m["error"], file=sys.stderr)
                continue
            made[job[0]].append(m)
            if options.ptx:
                options.ptx.mkdir(parents=True, exist_ok=True)
                name = f"{job[0].name}.{m['variant']}.{m['threads']}.{m['stages']}.ptx"
                (options.ptx / name).write_text(m["ptx"])
        print(f"compiled {len(done)} of {len(jobs)} in {time.monotonic() - start:.0f} s",
              file=sys.stderr, flush=True)  # fmt: skip
    import torch

    torch.zeros(1, device="cuda")
    torch.backends.cuda.matmul.allow_tf32 = False
    device = torch.cuda.get_device_properties(0)
    driver = ctypes.c_int()
    CUDA.cuDriverGetVersion(ctypes.byref(driver))
    results = {"gpu": device.name, "driver": driver.value, "triton": version,
               "date": datetime.datetime.now(datetime.timezone.utc).isoformat()[:19],
               "runs": options.runs}  # fmt: skip
    rows = []
    if options.results:
        options.results.write_text(json.dumps(results) + "\n")
    for case in every:
        ways = [*own_ways(case, used[case], options.dir),
                *triton_ways(case, made[case], device.multi_processor_count)]  # fmt: skip
        if options.profile:
            from data import Operands

            operands = Operands(case)
            for way in ways:
                way.launch(operands.arguments)
            torch.cuda.synchronize()
            continue
        if time.monotonic() - start > options.seconds:
            print("no time for", case.name, file=sys.stderr)
            continue
        rows.append(measure(case, ways, options.runs))
        if options.results:
            with options.results.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
        torch.cuda.empty_cache()
    if not options.profile:
        report({**results, "rows": rows})
    sys.stdout.flush()
    os._exit(0)  # Processes that still compile are of no use.


if __name__ == "__main__":
    main()
