#!/usr/bin/env python3
"""Checks and times the kernels that build.py compiled, on a GPU of sm_90.

    run.py [DIR] [--only REGEX] [--results FILE] [--repetitions 21] [--seed N]
    run.py --report FILE [--markdown]

DIR, by default the folder of this script, is what build.py made. Every launch
gets fresh random input and a poisoned output. Clang's result is compared with
Python on its first elements, every variant of the plugin with clang's, byte by
byte and three times, nvcc's with clang's within the tolerance that launches.json
states. What is right is timed: in each repetition all variants once, in turn,
between events, all enqueued while the GPU is held back. The table has medians in
nanoseconds, and the speed-up over the better of clang and nvcc with a 95% interval
by bootstrap over repetitions.

A kernel that faults or hangs is named, and the rest runs without it. Needs a GPU
with its driver, and Python.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import array
import ctypes
import datetime
import json
import math
import os
import pathlib
import queue
import random
import re
import struct
import subprocess
import sys
import threading

import analyze

#: nvcc may round differently; the others must agree with clang to the bit.
REFERENCE, LOOSE = "clang", "nvcc"
MIB = 1 << 20
#: Bytes behind every output that nobody may write.
GUARD = 64 << 10
POISON, OTHER_POISON = 0xA5A5A5A5, 0x5A5A5A5A
CHECKS = 3
#: Nanoseconds of a sample, and the most launches in one.
SAMPLE, MOST_LAUNCHES = 150e3, 16
#: Seconds without a word after which a kernel hangs.
PATIENCE = 60
#: Array type codes, or None for halves, and how support.cu fills them.
CODES = {"half": None, "float": "f", "double": "d", "int": "i", "uint": "I", "byte": "B",
         "short": "H", "twiddles": "f", "bfloat": "H", "float8": "B"}  # fmt: skip
FILLS = {"half": "fillHalf", "float": "fillFloat", "double": "fillDouble",
         "bfloat": "fillBfloat", "float8": "fillFloat8"}  # fmt: skip


def size_of(kind):
    return array.array(CODES[kind]).itemsize if CODES[kind] else 2


def by_rule(rule, count, seed):
    """So many random numbers below one, or rising from 0 to one."""
    way, most = rule
    rng = random.Random(seed)
    if way == "below":
        return [rng.randrange(most) for _ in range(count)]
    return [0, *sorted(rng.randrange(most + 1) for _ in range(count - 2)), most]


class Machine:
    """A GPU, its kernels and its memory."""

    def __init__(self, folder):
        import driver

        self.driver, self.call, self.folder = driver, driver.call, folder
        self.device = driver.start()
        self.modules = {}
        self.arenas = {name: driver.buffer(384 * MIB).value for name in ("in", "out", "kept")}
        self.answer = driver.buffer(16)
        self.events = [self.event() for _ in range(16)]

    def event(self):
        event = ctypes.c_void_p()
        self.call("cuEventCreate", ctypes.byref(event), 0)
        return event

    def kernel(self, cubin, name):
        if cubin not in self.modules:
            self.modules[cubin] = self.driver.load(self.folder / cubin)
        return self.driver.kernel(self.modules[cubin], name)

    def launch(self, function, grid, block, shared, packed):
        none = ctypes.c_void_p()
        self.call("cuLaunchKernel", function, *grid, *block, shared, none, packed, none)

    def support(self, name, *values, cubin="cubin/support.cubin", grid=1056, block=256):
        held, packed = pack(values)
        self.launch(self.kernel(cubin, name), (grid, 1, 1), (block, 1, 1), 0, packed)
        del held

    def wait(self):
        self.call("cuCtxSynchronize")

    def poison(self, word, size):
        self.call("cuMemsetD32_v2", ctypes.c_uint64(self.arenas["out"]), word,
                  ctypes.c_size_t(size // 4))  # fmt: skip

    def read(self, address, size):
        data = (ctypes.c_char * size)()
        self.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return bytes(data)

    def write(self, address, data):
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)))

    def copy(self, target, source, size):
        self.call("cuMemcpyDtoD_v2", ctypes.c_uint64(target), ctypes.c_uint64(source),
                  ctypes.c_size_t(size))  # fmt: skip

    def answers(self, code):
        return struct.unpack(f"2{code}", self.read(self.answer.value, 16))

    def clear_answer(self):
        self.call("cuMemsetD32_v2", self.answer, 0, ctypes.c_size_t(4))

    def about(self):
        name, version = ctypes.create_string_buffer(100), ctypes.c_int()
        self.call("cuDeviceGetName", name, 100, self.device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        known = pathlib.Path("/sys/module/nvidia/version")
        return {
            "gpu": name.value.decode(),
            "driver": known.read_text().strip() if known.exists() else "unknown",
            "cuda": f"{version.value // 1000}.{version.value % 1000 // 10}",
        }


def pack(values):
    """Arguments of a kernel; the first result must live as long as the second."""
    types = {int: ctypes.c_uint64, float: ctypes.c_float}
    held = [types[type(v)](v) if type(v) in types else v for v in values]
    return held, (ctypes.c_void_p * len(held))(
        *(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in held)
    )


class Launch:
    """One row of launches.json with its place in memory."""

    def __init__(self, machine, row):
        self.machine, self.row = machine, row
        self.name = row["kernel"] + (f", {row['case']}" if row["case"] else "")
        self.places = []
        self.bytes = {"in": 0, "out": 0}
        for way, kind, *count in row["arguments"]:
            if way not in self.bytes:
                self.places.append(None)
                continue
            at = self.bytes[way]
            self.places.append((machine.arenas[way] + at, kind, count[0]))
            self.bytes[way] = (at + size_of(kind) * count[0] + GUARD + 255) // 256 * 256
        values = [
            place[0] if place else ctypes.c_int(word[1]) if word[0] == "int" else float(word[1])
            for place, word in zip(self.places, row["arguments"])
        ]
        self.held, self.packed = pack(values)
        self.grid, self.block = (*row["grid"], row["repeat"]), (*row["block"], 1)

    def function(self, variant):
        return self.machine.kernel(*self.row["variants"][variant])

    def enqueue(self, function):
        self.machine.launch(function, self.grid, self.block, self.row["shared"], self.packed)

    def outputs(self):
        return [p for p, a in zip(self.places, self.row["arguments"]) if a[0] == "out"]

    def fill(self, seed):
        for number, (place, argument) in enumerate(zip(self.places, self.row["arguments"])):
            if argument[0] != "in":
                continue
            address, kind, count = place
            if rule := argument[3:]:
                numbers = by_rule(rule[0], count, seed + number)
                self.machine.write(address, array.array(CODES[kind], numbers).tobytes())
                continue
            if kind == "twiddles":
                angles = (-2 * math.pi * k / count for k in range(count // 2))
                table = [f(angle) for angle in angles for f in (math.cos, math.sin)]
                self.machine.write(address, array.array("f", table).tobytes())
                continue
            fill = FILLS.get(kind, "fillBits")
            size = size_of(kind) if kind in FILLS else 8
            elements = -(-count * size_of(kind) // size)
            self.machine.support(fill, address, elements, seed + number)
        self.machine.wait()

    def numbers(self, argument, first, count):
        """For expected.py."""
        address, kind, _ = self.places[argument]
        size = size_of(kind)
        data = self.machine.read(address + first * size, count * size)
        if CODES[kind]:
            return array.array(CODES[kind], data)
        return struct.unpack(f"{count}e", data)

    def run(self, variant, poison=POISON):
        self.machine.poison(poison, self.bytes["out"])
        self.enqueue(self.function(variant))
        self.machine.wait()

    def keep(self):
        machine = self.machine
        machine.copy(machine.arenas["kept"], machine.arenas["out"], self.bytes["out"])
        machine.wait()

    def differing(self, first=0, size=None):
        """Bytes that differ from the kept output."""
        machine = self.machine
        machine.clear_answer()
        machine.support("countDiffering", machine.arenas["out"] + first,
                        machine.arenas["kept"] + first,
                        self.bytes["out"] if size is None else size,
                        machine.answer.value)  # fmt: skip
        machine.wait()
        return machine.answers("Q")[0]

    def unwritten(self):
        """Bytes of its output that the reference does not write, or writes behind
        it; keeps the output."""
        self.run(REFERENCE, OTHER_POISON)
        self.keep()
        self.run(REFERENCE)
        whole, within = self.differing(), 0
        outputs = sum(size_of(kind) * count for _, kind, count in self.outputs())
        for address, kind, count in self.outputs():
            within += self.differing(address - self.machine.arenas["out"], size_of(kind) * count)
        self.keep()
        if self.row["accumulates"] or self.row["gaps"]:
            return 0
        return within + (self.bytes["out"] - outputs) - (whole - within)

    def distance(self):
        """How far the output is from the kept one, relative to its largest value."""
        machine, most = self.machine, 0.0
        for address, kind, count in self.outputs():
            kept = address - machine.arenas["out"] + machine.arenas["kept"]
            if kind not in FILLS:
                first = address - machine.arenas["out"]
                if self.differing(first, size_of(kind) * count):
                    most = math.inf
                continue
            machine.clear_answer()
            machine.support(f"compare_{kind}", address, kept, count, machine.answer.value,
                            cubin="cubin/compare.cubin")  # fmt: skip
            machine.wait()
            difference, largest = machine.answers("d")
            most = max(most, difference / largest if largest else difference)
        return most

    def check(self, variants, enter, seed):
        """Wrong bytes of each variant (of nvcc only whether there are some), bytes
        that clang's leaves unwritten, nvcc's distance, and what of clang's result is
        not as Python has it."""
        import expected

        enter(REFERENCE)
        self.fill(seed)
        unwritten, distance = self.unwritten(), 0.0
        unexpected = expected.wrong(self.row, self.numbers)
        wrong = {REFERENCE: 0}
        for variant in variants:
            if variant == REFERENCE:
                continue
            enter(variant)
            wrong[variant] = 0
            for _ in range(CHECKS):
                self.run(variant)
                if variant == LOOSE:
                    distance = max(distance, self.distance())
                else:
                    wrong[variant] += self.differing()
        if LOOSE in wrong:
            wrong[LOOSE] = int(distance > self.row["tolerance"])
        return wrong, unwritten, distance, unexpected

    def milliseconds(self, begin, end):
        passed = ctypes.c_float()
        self.machine.call("cuEventElapsedTime", ctypes.byref(passed), begin, end)
        return passed.value

    def sample(self, order, functions, launches):
        """Nanoseconds of a launch of each variant."""
        machine, none = self.machine, ctypes.c_void_p()
        held_back = 10000 * (launches + 3) * len(order) + 20000
        machine.support("holdBack", held_back, grid=1, block=1)
        for number, variant in enumerate(order):
            machine.call("cuEventRecord", machine.events[2 * number], none)
            for _ in range(launches):
                self.enqueue(functions[variant])
            machine.call("cuEventRecord", machine.events[2 * number + 1], none)
        machine.wait()
        return {
            variant: 1e6 / launches * self.milliseconds(*machine.events[2 * n : 2 * n + 2])
            for n, variant in enumerate(order)
        }

    def time(self, variants, repetitions):
        functions = {variant: self.function(variant) for variant in variants}
        self.sample(variants, functions, 2)
        fastest = min(self.sample(variants, functions, 2).values())
        launches = max(1, min(MOST_LAUNCHES, math.ceil(SAMPLE / fastest)))
        times = {variant: [] for variant in variants}
        for repetition in range(repetitions):
            turn = repetition // 2 % len(variants)
            order = variants[turn:] + variants[:turn]
            sample = self.sample(order[:: -1 if repetition % 2 else 1], functions, launches)
            for variant, nanoseconds in sample.items():
                times[variant].append(round(nanoseconds, 1))
        return launches, times


def selected(folder, pattern):
    rows = json.loads((folder / "launches.json").read_text())
    return [
        (number, row)
        for number, row in enumerate(rows)
        if re.search(pattern or "", f"{row['kernel']}, {row['case']}, {row['family']}")
    ]


def work(options):
    """The process with the GPU: a line of JSON for everything that happens."""

    def say(**what):
        print(json.dumps(what), flush=True)

    machine = Machine(options.dir)
    say(machine=machine.about())
    without = {tuple(pair) for pair in json.loads(options.without)}
    for number, row in selected(options.dir, options.only):
        if number < options.first:
            continue
        launch = Launch(machine, row)

        def enter(variant, number=number):
            say(enter=[number, variant])

        variants = [v for v in row["variants"] if (number, v) not in without]
        if REFERENCE not in variants:
            say(done=number)
            continue
        seed = (options.seed + 16 * number) % (1 << 24)
        wrong, unwritten, distance, unexpected = launch.check(variants, enter, seed)
        right = [variant for variant in variants if not wrong[variant]]
        enter(analyze.WHILE_TIMING)
        launches, times = launch.time(right, options.repetitions) if right else (0, {})
        say(result={
            "kernel": launch.name, "source": row["source"], "family": row["family"],
            "repeated": False, "iterations": 1, "checks": CHECKS, "wrong": wrong,
            "unwritten": unwritten, "distance": distance, "unexpected": unexpected,
            "launches": launches, "nanoseconds": times,
        }, done=number)  # fmt: skip


class Watched:
    """A child that works, and what it said last."""

    def __init__(self, arguments):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)  # fmt: skip
        self.lines = queue.Queue()
        self.said = []
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=self.hear, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def hear(self):
        self.said += self.process.stderr

    def each(self):
        """What it says; ends it if it says nothing for too long."""
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                self.process.kill()
                self.said.append("it hangs")
                return
            if line is None:
                self.process.wait()
                return
            yield json.loads(line)


def measure(options):
    """The results of all launches, by as many processes as it takes."""
    results = {"machine": {}, "kernels": [], "failures": []}
    rows = dict(selected(options.dir, options.only))
    first, without, repeated = 0, [], 0
    while True:
        child = Watched([
            sys.executable, "-B", __file__, str(options.dir), "--child",
            "--first", str(first), "--without", json.dumps(without),
            "--seed", str(options.seed), "--repetitions", str(options.repetitions),
            "--only", options.only or "",
        ])  # fmt: skip
        inside = None
        for said in child.each():
            results["machine"].update(said.get("machine", {}))
            if "enter" in said:
                inside = said["enter"]
            if "result" in said:
                results["kernels"].append(said["result"])
                print(f"{said['result']['kernel']}", file=sys.stderr)
            if "done" in said:
                first, inside = said["done"] + 1, None
        if child.process.returncode == 0:
            return results
        text = "".join(child.said).strip()[-500:]
        repeated += 1
        if inside is None or repeated > 40:
            sys.exit(f"run: {text or child.process.returncode}")
        number, variant = inside
        results["failures"].append(
            {"kernel": rows[number]["kernel"], "variant": variant, "failure": text}
        )
        if variant == analyze.WHILE_TIMING:
            first = number + 1
        else:
            first = number
            without.append(inside)


def report(results, markdown):
    machine = results["machine"]
    print(f"{machine['gpu']}, driver {machine['driver']} (CUDA {machine['cuda']}), "
          f"{machine['date']}, {machine['repetitions']} repetitions, "
          f"seed {machine['seed']}\n")  # fmt: skip
    rows = [analyze.Row(kernel) for kernel in results["kernels"]]
    family = {kernel["kernel"]: kernel["family"] for kernel in results["kernels"]}
    variants = list(dict.fromkeys(v for row in rows for v in row.medians))
    compared = [v for v in variants if v not in analyze.BASELINES]
    header = ["kernel, ns", *variants, *(f"{v} speed-up" for v in compared), ""]
    analyze.print_table(header, [analyze.cells(row, variants) for row in rows], markdown)
    print()
    for name in dict.fromkeys(family.values()):
        group = [row for row in rows if family[row.name] == name]
        for variant in compared:
            analyze.summary(group, variant, name, False)
    for variant in compared:
        analyze.summary(rows, variant, "all", True)
    for kernel in results["kernels"]:
        if kernel["unexpected"]:
            print(f"UNEXPECTED: {kernel['kernel']}: {kernel['unexpected']}")
        if kernel["wrong"].get(LOOSE):
            print(f"{kernel['kernel']}: {LOOSE} is {kernel['distance']:.1e} away")
    unexpected = any(kernel["unexpected"] for kernel in results["kernels"])
    return analyze.verdict(results, rows) or int(unexpected)


def option_parser():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("dir", type=pathlib.Path, nargs="?", default=here)
    parser.add_argument("--results", type=pathlib.Path, help="default: DIR/idioms.json")
    parser.add_argument("--only", metavar="REGEX",
                        help='launches whose "kernel, case, family" it finds')  # fmt: skip
    parser.add_argument("--repetitions", type=int, default=21)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3), "big"))
    parser.add_argument("--report", type=pathlib.Path, help="only print these results")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--without", default="[]", help=argparse.SUPPRESS)
    return parser


def main():
    options = option_parser().parse_args()
    if options.report:
        return report(json.loads(options.report.read_text()), options.markdown)
    if options.child:
        return work(options)
    try:
        import driver  # noqa: F401
    except OSError:
        print("skipped: no GPU. Copy this folder to a machine that has one, and run run.py there")
        return 0
    results = measure(options)
    results["machine"].update(
        date=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        repetitions=options.repetitions, seed=options.seed,
    )  # fmt: skip
    path = options.results or options.dir / "idioms.json"
    path.write_text(json.dumps(results) + "\n")
    return report(results, options.markdown)


if __name__ == "__main__":
    sys.exit(main())
