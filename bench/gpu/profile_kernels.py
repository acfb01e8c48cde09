#!/usr/bin/env python3
# Shows where the time of a kernel goes, by Nsight Compute's hardware counters.
# Needs everything that run.py needs, and ncu.
#
#   bench/gpu/profile_kernels.py [build-bench] [--kernels REGEX] [--variants NAME...]
#                        [--results profile.json] [--markdown]
#   bench/gpu/profile_kernels.py build-bench/profile.json [--markdown]
#
# run.py's timing cannot be profiled: its launches wait behind a kernel that
# holds the GPU back. So f2bench --profile launches each variant plainly, once to
# warm up, once for ncu, which replays that launch until it has read all counters
# (nothing changes between replays, since no kernel here reads what it wrote).
#
#   f2bench says, one line a launch   ncu says, one row a launch
#     warp32_b2s_int_16, clang          warp32_b2s_int_16, 31 stalls, ...
#     warp32_b2s_int_16, f2layout       warp32_b2s_int_16, 4 stalls, ...
#
# The n-th line and the n-th row belong together: variants of one kernel have
# the same name. First everything is launched without ncu, so that a variant
# that faults is named and left out. Then ncu runs once per source and BATCH
# kernels. The results are written after each run; what a time limit cuts off is
# named.
#
# Names of counters differ between GPUs and versions of ncu. Each column has a
# list of names, and uses the first that ncu knows; if ncu fails anyway, the
# counters that make it fail are found by bisection and left out.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import csv
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import analyze
import run

# Kernels in one run of ncu: starting it takes seconds, and its output comes at
# its end.
BATCH = 24
MOST_RESTARTS = 10

DURATION = "gpu__time_duration.sum"
SHARED = "l1tex__data_pipe_lsu_wavefronts_mem_shared"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
SASS_CONFLICTS = "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared"
STORES = "pipe_lsu_mem_global_op_st"
ACTIVE, ELAPSED = (
    f"avg.pct_of_peak_sustained_{share}" for share in ("active", "elapsed")
)

# Column -> ways to measure it, the best first; a + b is a sum.
WAYS = {
    "nanoseconds": [DURATION],
    "instructions": ["smsp__inst_executed.sum", "sm__inst_executed.sum"],
    "issue": [f"smsp__issue_active.{ACTIVE}", f"sm__issue_active.{ACTIVE}"],
    "wavefronts": [f"{SHARED}.sum", f"{SHARED}_op_ld.sum + {SHARED}_op_st.sum"],
    "conflicts": [
        f"{CONFLICTS}.sum",
        f"{CONFLICTS}_op_ld.sum + {CONFLICTS}_op_st.sum",
        f"{SASS_CONFLICTS}.sum",
    ],
    "lsu": [f"l1tex__data_pipe_lsu_wavefronts.{ELAPSED}"],
    "mio": [
        f"sm__mio_inst_issued.{ACTIVE}",
        f"sm__inst_executed_pipe_lsu.{ACTIVE}",
    ],
    "alu": [f"sm__inst_executed_pipe_alu.{ACTIVE}"],
    "dram": [f"dram__throughput.{ELAPSED}", f"gpu__dram_throughput.{ELAPSED}"],
    "dram_read": ["dram__bytes_read.sum", "dram__bytes_op_read.sum"],
    "dram_written": ["dram__bytes_write.sum", "dram__bytes_op_write.sum"],
    "store_sectors": [f"l1tex__average_t_sectors_per_request_{STORES}.ratio"],
    "l2_hit": ["lts__t_sector_hit_rate.pct"],
}

# Why a warp did not issue: warps per issued instruction.
STALLS = (
    "barrier", "branch_resolving", "dispatch_stall", "drain", "imc_miss",
    "lg_throttle", "long_scoreboard", "math_pipe_throttle", "membar",
    "mio_throttle", "no_instruction", "not_selected", "short_scoreboard",
    "sleeping", "tex_throttle", "wait",
)  # fmt: skip
MOST_STALLS = 3
for reason in STALLS:
    WAYS[f"stall {reason}"] = [
        f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio"
    ]

# Units as ncu prints them, if it ignores --print-units base.
SCALES = {
    "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6, "s": 1e9, "second": 1e9,
    "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9,
}  # fmt: skip


def find_ncu():
    """On the PATH, else where the toolkit or its own package puts it."""
    if found := shutil.which("ncu"):
        return found
    for folder, pattern in (
        ("/usr/local", "cuda*/bin/ncu"),
        ("/opt/nvidia/nsight-compute", "*/ncu"),
    ):
        if places := sorted(Path(folder).glob(pattern)):
            return places[-1]
    return None


def number(text, unit):
    """ncu's "1,234.5" as a number in base units, or None for "n/a"."""
    try:
        value = float(text.replace(",", "")) * SCALES.get(unit, 1)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def read_csv(text):
    """ncu --csv -> per launch its kernel and counters, in order.

    The raw page has a row per launch below a row of units; other pages have a
    row per launch and counter. Lines of ncu itself (==PROF==) are in between."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    while lines and not lines[0].startswith('"ID"'):
        lines.pop(0)
    launches, units = {}, {}
    for row in csv.DictReader(lines):
        row = {name: value for name, value in row.items() if name and value}
        if "ID" not in row:
            units = row
            continue
        launch = launches.setdefault(
            int(row["ID"]), {"kernel": row["Kernel Name"], "counters": {}}
        )
        if "Metric Name" in row:
            units = {row["Metric Name"]: row.get("Metric Unit")}
            row = {row["Metric Name"]: row.get("Metric Value", "")}
        for name, value in row.items():
            if "__" in name:
                launch["counters"][name] = number(value, units.get(name))
    return [launches[index] for index in sorted(launches)]


def known_counters(ncu):
    """Counters of this GPU, without .sum and the like; empty if ncu won't say."""
    said = subprocess.run([ncu, "--query-metrics"], capture_output=True, text=True)
    return set(re.findall(r"^\W*(\w+__\w+)", said.stdout, re.M))


def counters_of(way):
    return way.split(" + ")


def choose_ways(known):
    """Column -> the first of its ways whose counters are all known."""
    chosen = {}
    for column, ways in WAYS.items():
        for way in ways:
            if not known or all(c.split(".")[0] in known for c in counters_of(way)):
                chosen[column] = way
                break
    return chosen


def working(counters, works):
    """The counters without those that make ncu fail."""
    if not counters or works(counters):
        return counters
    if len(counters) == 1:
        return []
    half = len(counters) // 2
    return working(counters[:half], works) + working(counters[half:], works)


def end(process):
    """Ends the process and its children, gently first: ncu restores the GPU's state."""
    for wish in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, wish)
        try:
            process.communicate(timeout=10)
            return
        except subprocess.TimeoutExpired:
            pass


class Profiler:
    """Runs f2bench, alone and below ncu."""

    def __init__(self, program, ncu, options):
        self.program = program
        self.ncu = ncu
        self.cubins = options.build / "cubin"
        self.more = shlex.split(options.ncu_options)
        self.deadline = time.monotonic() + options.seconds
        self.iterations = options.iterations
        self.folder = Path(tempfile.mkdtemp())
        self.without = []
        if options.variants:
            self.leave_out_other_than(options.variants)

    def leave_out_other_than(self, variants):
        names = [p.name for p in self.cubins.iterdir() if p.is_dir()]
        unwanted = [name for name in names if name not in variants]
        self.without = [f"{k}/{v}" for k, _ in self.kernels() for v in unwanted]

    def kernels(self):
        """All kernels with their sources, in the benchmark's order."""
        said = subprocess.run(
            [self.program, "--list"], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        return [tuple(line.split()) for line in said.splitlines()]

    def command(self, kernels, results, more_without=()):
        words = [self.program, "--cubins", self.cubins, "--results", results]
        words += ["--iterations", str(self.iterations)]
        for kernel in kernels:
            words += ["--profile", kernel]
        for pair in [*self.without, *more_without]:
            if pair.split("/")[0] in kernels:
                words += ["--without", pair]
        return words

    def rehearse(self, kernels):
        """Launches all without ncu. The machine, the launches and the failures,
        or None without a GPU; what failed is left out from here on."""
        failures = []
        for _ in range(MOST_RESTARTS):
            results = self.folder / "rehearsal.jsonl"
            results.unlink(missing_ok=True)
            code = subprocess.run(self.command(kernels, results)).returncode
            if code == run.NO_GPU:
                return None
            lines = run.read_lines(results)
            if code == 0:
                return lines[0], lines[1:], failures
            if code != run.KERNEL_FAILED:
                sys.exit(f"profile: f2bench ended with {code}")
            failures.append(lines[-1])
            self.without.append(f"{lines[-1]['kernel']}/{lines[-1]['variant']}")
        sys.exit(f"profile: gave up after {MOST_RESTARTS} failures")

    def below_ncu(self, counters, kernels, more_without=()):
        """f2bench's lines, ncu's rows and all it said; None if time is up."""
        results = self.folder / "launches.jsonl"
        results.unlink(missing_ok=True)
        words = [
            self.ncu, "--clock-control", "none", "--profile-from-start", "off",
            "--csv", "--page", "raw", "--print-units", "base", *self.more,
            "--metrics", ",".join(counters),
        ]  # fmt: skip
        process = subprocess.Popen(
            [*words, *self.command(kernels, results, more_without)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            left = max(1, self.deadline - time.monotonic())
            said = process.communicate(timeout=left)[0]
        except subprocess.TimeoutExpired:
            end(process)
            return None
        lines = [line for line in run.read_lines(results) if "grid" in line]
        return lines, read_csv(said), said

    def choose_counters(self, launches):
        """The ways to measure that work on the first launch."""
        ways = choose_ways(known_counters(self.ncu))
        first = launches[0]
        others = [
            f"{first['kernel']}/{l['variant']}"
            for l in launches[1:]
            if l["kernel"] == first["kernel"]
        ]

        def probe(counters):
            return self.below_ncu(counters, [first["kernel"]], others)

        def works(counters):
            profiled = probe(counters)
            return profiled is not None and bool(profiled[1])

        counters = [c for way in ways.values() for c in counters_of(way)]
        if works(counters):
            return ways
        said = probe([DURATION])
        if said is None or not said[1]:
            sys.exit(f"profile: ncu does not work here:\n{said and said[2]}")
        good = set(working(counters, works))
        return {
            column: way
            for column, way in ways.items()
            if good.issuperset(counters_of(way))
        }


def measured(launch, row, ways):
    """One launch with the value of each column."""
    values = {}
    for column, way in ways.items():
        parts = [row["counters"].get(counter) for counter in counters_of(way)]
        values[column] = None if None in parts else sum(parts)
    return {**launch, "values": values}


def batches(kernels):
    """Kernels of the same source, at most BATCH at once."""
    for source in dict.fromkeys(source for _, source in kernels):
        names = [name for name, other in kernels if other == source]
        for start in range(0, len(names), BATCH):
            yield names[start : start + BATCH]


def same_launches(lines, rows):
    """Is each row of ncu's the launch that f2bench says it made?"""
    names = [re.match(r"\w*", row["kernel"]).group() for row in rows]
    return names == [line["kernel"] for line in lines]


def profile_all(profiler, kernels, results, path):
    """Adds the launches to the results, and writes these after each batch."""
    ways = results["counters"]
    counters = [counter for way in ways.values() for counter in counters_of(way)]
    wanted = list(batches(kernels))
    for place, names in enumerate(wanted, 1):
        profiled = None
        if time.monotonic() < profiler.deadline:
            profiled = profiler.below_ncu(counters, names)
        if profiled is None:
            results["left_out"] += names
        else:
            lines, rows, said = profiled
            if same_launches(lines, rows):
                results["launches"] += [
                    measured(line, row, ways) for line, row in zip(lines, rows)
                ]
            else:
                print(f"{len(lines)} launches, {len(rows)} rows of ncu's:")
                print("\n".join(said.splitlines()[-20:]))
                results["left_out"] += names
        path.write_text(json.dumps(results) + "\n")
        print(f"profile: {place} of {len(wanted)} runs of ncu done", file=sys.stderr)


def text_of(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def ratio(value, divisor):
    return None if value is None or not divisor else value / divisor


def warps_of(launch):
    """In the whole grid."""
    (grid_x, grid_y), (block_x, block_y) = launch["grid"], launch["block"]
    return grid_x * grid_y * -(-block_x * block_y // 32)


def top_stalls(values):
    known = {
        column.removeprefix("stall "): value
        for column, value in values.items()
        if column.startswith("stall ") and value
    }
    first = sorted(known, key=known.get, reverse=True)[:MOST_STALLS]
    return ", ".join(f"{reason} {known[reason]:.1f}" for reason in first)


HEADER = [
    "kernel", "variant", "us", "inst", "issue%", "shared", "conflicts", "lsu%",
    "mio%", "alu%", "dram%", "read", "written", "st sect", "L2 hit%", "stalls",
]  # fmt: skip


def cells(launch):
    values = launch["values"]
    get = values.get
    turns = warps_of(launch) * (launch["iterations"] or 1)
    # The traffic of a repeated kernel is negligible.
    moved = 0 if launch["repeated"] else launch["bytes"]
    return [
        launch["kernel"],
        launch["variant"],
        text_of(ratio(get("nanoseconds"), 1e3)),
        *(
            text_of(ratio(get(name), turns))
            if name in ("instructions", "wavefronts", "conflicts")
            else text_of(get(name))
            for name in ("instructions", "issue", "wavefronts", "conflicts")
        ),
        *(text_of(get(name)) for name in ("lsu", "mio", "alu", "dram")),
        *(text_of(ratio(get(n), moved), 2) for n in ("dram_read", "dram_written")),
        *(text_of(get(name)) for name in ("store_sectors", "l2_hit")),
        top_stalls(values),
    ]


def report(results, markdown):
    machine = results["machine"]
    print(
        f"{machine['gpu']}, driver {machine['driver']} (CUDA {machine['cuda']}), "
        f"{machine['date']}, {results['ncu']}"
    )
    for title, unit, repeated in (
        ("Streaming", "per warp", False),
        ("Repeated", "per warp and iteration", True),
    ):
        group = [l for l in results["launches"] if l["repeated"] == repeated]
        if not group:
            continue
        print(f"\n{title}; inst, shared wavefronts, conflicts {unit}")
        if not repeated:
            print("read, written: by device memory, over the bytes that must be")
        print()
        analyze.print_table(HEADER, [cells(launch) for launch in group], markdown)
    print()
    lacking = [column for column in WAYS if column not in results["counters"]]
    if lacking:
        print("not measured, ncu has no such counter: " + ", ".join(lacking))
    for failure in results["failures"]:
        where = f"{failure['kernel']}, {failure['variant']}"
        print(f"FAILED: {where}: {failure['failure']}")
    if results["left_out"]:
        print("LEFT OUT, out of time or as ncu said: " + ", ".join(results["left_out"]))
    print(f"{len(results['launches'])} launches profiled")
    return 1 if results["failures"] or results["left_out"] else 0


def ncu_version(ncu):
    said = subprocess.run([ncu, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"Version (\S+)", said)
    return f"ncu {found.group(1)}" if found else "ncu"


def profile(options, ncu):
    """The results, or None without a GPU."""
    profiler = Profiler(run.bench_program(options.build), ncu, options)
    wanted = re.compile(options.kernels)
    kernels = [(k, source) for k, source in profiler.kernels() if wanted.search(k)]
    if not kernels:
        sys.exit(f"profile: no kernel matches {options.kernels}")
    rehearsed = profiler.rehearse([name for name, _ in kernels])
    if rehearsed is None:
        return None
    machine, launches, failures = rehearsed
    if not launches:
        sys.exit(f"profile: none of these kernels is in {profiler.cubins}")
    built = {launch["kernel"] for launch in launches}
    results = {
        "machine": machine,
        "ncu": ncu_version(ncu),
        "counters": profiler.choose_counters(launches),
        "launches": [],
        "failures": failures,
        "left_out": [],
    }
    path = options.results or options.build / "profile.json"
    profile_all(profiler, [k for k in kernels if k[0] in built], results, path)
    return results


def main():
    parser = argparse.ArgumentParser(description="Profiles the GPU benchmark.")
    parser.add_argument(
        "build",
        type=Path,
        nargs="?",
        default=Path("build-bench"),
        help="build.py's folder, or results to print again",
    )
    parser.add_argument("--results", type=Path, help="default: BUILD/profile.json")
    parser.add_argument("--kernels", default="", help="a regular expression")
    parser.add_argument("--variants", nargs="*", help="default: all")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=540, help="stop after these")
    parser.add_argument("--ncu", help="default: on the PATH, or in the toolkit")
    parser.add_argument(
        "--ncu-options", default="", help="such as '--ncu-options=--cache-control none'"
    )
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if options.build.is_file():
        return report(json.loads(options.build.read_text()), options.markdown)
    ncu = options.ncu or find_ncu()
    if not ncu:
        print("skipped: no ncu (Nsight Compute)")
        return 0
    results = profile(options, ncu)
    if results is None:
        print("skipped: no GPU")
        return 0
    return report(results, options.markdown)


if __name__ == "__main__":
    sys.exit(main())
