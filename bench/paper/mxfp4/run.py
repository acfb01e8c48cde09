#!/usr/bin/env python3
"""Times the products of mxfp4_gemm.cu on a GPU, and checks them.

    run.py DIR [--results FILE] [--runs 15]
    run.py DIR --compile TYPE       what Triton compiles, into its cache
    run.py DIR --profile TYPE       launches one product, for a profiler

DIR is what `figure4.py build` wrote. Every result is compared with the exact sum:
elements that differ by more than sums in another order can are counted. All
variants but Triton's must agree to the bit. Beside them, torch.matmul of operands
that have 16 bits already: what the matrix instructions can do.

Needs a GPU, PyTorch and Triton.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import ctypes
import datetime
import json
import pathlib
import statistics

import torch
import triton

import triton_mxfp4 as by_triton

#: Chosen before anything was measured.
SHAPES = [
    (512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096),
    (8192, 8192, 8192), (512, 4096, 4096), (4096, 1024, 8192), (2048, 8192, 4096),
]  # fmt: skip
TYPES = {"f16": torch.float16, "bf16": torch.bfloat16,
         "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}  # fmt: skip
TILE, THREADS = 128, 128
SUBJECT = "f2layout"
#: A run lasts at least so long.
LEAST_MICROSECONDS = 800
#: What a sum of eight products may lose when it is added to an accumulator.
LOST = 2.0**-23
CUDA = ctypes.CDLL("libcuda.so.1")


def call(name, *operands):
    if status := getattr(CUDA, name)(*operands):
        raise RuntimeError(f"{name}: {status}")


class Kernel:
    def __init__(self, path, name):
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        call("cuModuleLoad", ctypes.byref(self.module), str(path).encode())
        call("cuModuleGetFunction", ctypes.byref(self.function), self.module, name.encode())

    def launch(self, case):
        values = [ctypes.c_uint64(t.data_ptr()) for t in (case.c, case.a, case.scales, case.b)]
        values += [ctypes.c_int(case.n), ctypes.c_int(case.k)]
        pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        call("cuLaunchKernel", self.function, case.n // TILE, case.m // TILE, 1,
             THREADS, 1, 1, 0, stream, pointers, None)  # fmt: skip


class Case:
    def __init__(self, shape, name):
        self.m, self.n, self.k = shape
        self.type = name
        random = torch.Generator("cuda").manual_seed(sum(shape))

        def below(first, last, *size):
            return torch.randint(first, last, size, device="cuda", generator=random,
                                 dtype=torch.uint8)  # fmt: skip

        self.a = below(0, 256, self.m, self.k // 2)
        self.scales = below(121, 129, self.m, self.k // 32)
        self.b = torch.randn(self.n, self.k, device="cuda", generator=random).to(TYPES[name])
        self.c = torch.empty(self.m, self.n, device="cuda")

    def left(self):
        """A, exactly."""
        values = [0, 0.5, 1, 1.5, 2, 3, 4, 6]
        values = torch.tensor(values + [-v for v in values], device="cuda")
        nibbles = torch.stack([self.a & 15, self.a >> 4], dim=2).reshape(self.m, self.k)
        scale = torch.exp2(self.scales.float() - 127).repeat_interleave(32, dim=1)
        return values[nibbles.int()] * scale

    def reference(self):
        """The sums, and how far an order of them may be from these."""
        a, b = self.left().double(), self.b.float().double()
        return a @ b.T, (a.abs() @ b.abs().T) * (LOST * self.k / 8)

    def result(self, launch):
        self.c.fill_(float("nan"))
        launch()
        torch.cuda.synchronize()
        return self.c.clone()

    def small(self):
        """Both operands in 16 bits, for torch.matmul."""
        ty = torch.bfloat16 if self.type == "bf16" else torch.float16
        return self.left().to(ty), self.b.float().to(ty)


class Timed:
    """Launches in a graph, so that the time of the host does not count."""

    def __init__(self, launch):
        for _ in range(2):
            launch()
        torch.cuda.synchronize()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        launch()
        end.record()
        end.synchronize()
        about = max(begin.elapsed_time(end) * 1e3, 4)
        self.count = max(1, min(100, round(LEAST_MICROSECONDS / about)))
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            for _ in range(self.count):
                launch()
        self.microseconds()

    def microseconds(self):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        self.graph.replay()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e3 / self.count


def of_triton(case):
    """The fastest configuration: how to launch it, and what it is."""
    best, known = None, []
    for configuration in by_triton.CONFIGURATIONS:
        if case.m % configuration[0] or case.n % configuration[1]:
            continue
        try:
            made = by_triton.launch(case, configuration)
            timed = Timed(lambda c=configuration: by_triton.launch(case, c))
            time = statistics.median(timed.microseconds() for _ in range(3))
        except Exception as error:  # It does not compile, or does not fit.
            known.append(f"{configuration}: {str(error)[:100]}")
            continue
        if not best or time < best[0]:
            best = time, configuration, "wgmma" in made.asm["ptx"]
    if not best:
        return None, {"errors": known}
    return (lambda: by_triton.launch(case, best[1])), {
        "configuration": best[1], "wgmma": best[2], "errors": known}  # fmt: skip


def interval(times):
    """The median, and an interval that has it with 95% of confidence, by ranks."""
    times = sorted(times)
    n = len(times)
    low = max(0, int((n - 1.96 * n**0.5) / 2))
    return [round(t, 3) for t in (statistics.median(times), times[low], times[n - 1 - low])]


def measure(case, kernels, runs):
    launches = {v: (lambda k=k: k.launch(case)) for v, k in kernels.items()}
    launches["triton"], about = of_triton(case)
    if not launches["triton"]:
        del launches["triton"]
    exact, far = case.reference()
    row = {"shape": [case.m, case.n, case.k], "type": case.type, "triton": about,
           "wrong": {}, "same bits": {}, "worst": {}}  # fmt: skip
    results = {v: case.result(launch) for v, launch in launches.items()}
    for v, c in results.items():
        apart = (c.double() - exact).abs() / far
        row["wrong"][v] = int((~(apart <= 1)).sum())
        row["worst"][v] = float(apart.max())
        row["same bits"][v] = torch.equal(c, results[SUBJECT])
    del exact, far, results
    a, b = case.small()
    into = torch.empty(case.m, case.n, device="cuda", dtype=a.dtype)
    launches["matmul"] = lambda: torch.matmul(a, b.T, out=into)
    timed = {v: Timed(launch) for v, launch in launches.items()}
    times = {v: [] for v in timed}
    for _ in range(runs):
        for v, t in timed.items():
            times[v].append(t.microseconds())
    row["microseconds"] = {v: interval(t) for v, t in times.items()}
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--compile", choices=TYPES)
    parser.add_argument("--profile", choices=TYPES)
    options = parser.parse_args()
    torch.cuda.init()
    torch.zeros(1, device="cuda")
    if options.compile:
        of_triton(Case((512, 512, 512), options.compile))
        return
    variants = json.loads((options.dir / "variants.json").read_text())

    def kernels(name):
        return {v: Kernel(options.dir / cubin, f"mxfp4_{name}") for v, cubin in variants.items()}

    if options.profile:
        case = Case((4096, 4096, 4096), options.profile)
        for kernel in kernels(options.profile).values():
            case.result(lambda k=kernel: k.launch(case))
        return
    device = torch.cuda.get_device_properties(0)
    results = {"gpu": device.name, "multiprocessors": device.multi_processor_count,
               "cuda": torch.version.cuda, "triton": triton.__version__,
               "date": datetime.datetime.now(datetime.timezone.utc).isoformat()[:19],
               "runs": options.runs, "rows": []}  # fmt: skip
    of_type = {name: kernels(name) for name in TYPES}
    for shape in SHAPES:
        for name in TYPES:
            case = Case(shape, name)
            row = measure(case, of_type[name], options.runs)
            results["rows"].append(row)
            print("x".join(map(str, shape)), name,
                  " ".join(f"{v}={t[0]:.1f}" for v, t in row["microseconds"].items()),
                  "wrong" if any(row["wrong"].values()) else "", flush=True)  # fmt: skip
            if options.results:
                options.results.write_text(json.dumps(results, indent=1) + "\n")
            del case
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
