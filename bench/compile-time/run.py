#!/usr/bin/env python3
# Measures how the plugin's compile time grows with the kernel.
#
#   bench/compile-time/run.py --plugin build/lib/F2Layout.so [--family matmul ...]
#
# Each family of kernels.py is written in growing sizes, as bitcode that opt has
# verified. The CPU time, user and system, is measured of
#
#   opt -load-pass-plugin=PLUGIN -passes=f2layout -disable-output -disable-verify
#
# minus that of the same command with -passes=no-op-module, each the minimum of
# several runs. The exponent of the time in the number of accesses is that of a
# least-squares line through the logarithms, of the sizes whose time is at least
# --floor. A budget that ends a search makes larger sizes cheaper, which may hide
# how the rest grows, so the exponent of the last three sizes is also computed. The
# table also has the time that opt -O3 takes for the same module. The script needs
# opt and the plugin, but no CUDA and no GPU.
#
# The exit code is 1 if an exponent is above --limit, a run takes longer than
# --timeout, or a command fails.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import dataclasses
import json
import math
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import kernels

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools/f2layout-try"))
import passtimes  # noqa: E402

SIZES = (100, 316, 1000, 3162, 10000)
# Further runs are not needed when this many seconds have been measured.
ENOUGH = 10
OVER, FAILED = "over", "failed"


@dataclasses.dataclass
class Measured:
    """A command's CPU seconds, OVER or FAILED; and what it printed."""

    seconds: object
    said: str = ""
    megabytes: float = 0

    @property
    def good(self):
        return not isinstance(self.seconds, str)


def once(command, limit):
    """One run, which ends after `limit` seconds of CPU time."""

    def limited():
        seconds = math.ceil(limit)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            list(map(str, command)),
            stdout=subprocess.DEVNULL,
            stderr=said,
            env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"},
            preexec_fn=limited,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    if process.returncode:
        # The kernel counts ticks for the limit and time for the usage, so the two
        # differ by some percent. opt killed much earlier has run out of memory.
        killed = process.returncode == -signal.SIGKILL and seconds > 0.8 * limit
        out_of_time = process.returncode == -signal.SIGXCPU or killed
        seconds = OVER if out_of_time else FAILED
    elif seconds > limit:
        seconds = OVER
    return Measured(seconds, text, usage.ru_maxrss / 1024)


def least(command, runs, limit):
    """The run of several that takes least."""
    best, total = None, 0
    for _ in range(runs):
        measured = once(command, limit)
        if not measured.good:
            return measured
        if best is None or measured.seconds < best.seconds:
            best = measured
        total += measured.seconds
        if total > ENOUGH:
            break
    return best


class Tools:
    def __init__(self, options):
        self.opt = options.llvm / "opt"
        self.runs, self.limit = options.runs, options.timeout
        self.plain = [self.opt, "-disable-output", "-disable-verify"]
        self.load = f"-load-pass-plugin={options.plugin.resolve()}"
        self.plugin = [*self.plain, self.load]
        self.f2sim = options.f2sim

    def bitcode(self, module, path):
        """Writes FILE.ll and FILE.bc, verified; what is wrong, or nothing."""
        path.write_text(module.text())
        words = [self.opt, "-passes=verify", "-o", path.with_suffix(".bc"), path]
        return self.failure(words)

    def failure(self, words):
        done = subprocess.run(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if not done.returncode:
            return ""
        return f"{shlex.join(map(str, words))}\n{done.stdout.decode()}"

    def difference(self, module, path):
        """What f2sim finds wrong with the module before and after the plugin."""
        after = path.with_suffix(".after.ll")
        words = [self.opt, self.load, "-passes=f2layout", "-verify-each", "-S"]
        failed = self.failure([*words, path, "-o", after])
        if failed:
            return failed
        x, y = module.kernels[0].block
        launch = ["--block", f"{x},{y}", "--arg", "2=3", "--dynamic-shared", 8192]
        alone = [self.f2sim, path, "--kernel", module.kernels[0].name, *launch]
        both = [self.f2sim, "--equal", path, after, "--kernels", "all", *launch]
        return self.failure(alone) or self.failure(both)

    def added(self, command, last, path):
        """The seconds that the last word adds to a command."""
        nothing = least([*command, "-passes=no-op-module", path], self.runs, self.limit)
        if not nothing.good:
            return nothing
        measured = least([*command, last, path], self.runs, self.limit)
        if measured.good:
            measured.seconds = max(0.0, measured.seconds - nothing.seconds)
        return measured

    def passes(self, path):
        """{pass: seconds} of the plugin's own passes and analyses."""
        words = [*self.plugin, "-passes=f2layout", "-time-passes", path]
        return passtimes.read(once(words, self.limit).said)


def slope(points):
    """Of the least-squares line through the logarithms; None: too few points."""
    if len(points) < 2:
        return None
    xs, ys = zip(*((math.log(n), math.log(seconds)) for n, seconds in points))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum(
        (a - x) ** 2 for a in xs
    )


def exponents(sizes, floor, timeout):
    """(exponent, that of the last three, whether they are only lower bounds)."""
    points, bound = [], False
    for size in sizes:
        if size["plugin"] == OVER:
            points.append((size["n"], timeout))
            bound = True
            break
        if size["plugin"] != FAILED and size["plugin"] >= max(floor, 1e-6):
            points.append((size["n"], size["plugin"]))
    return slope(points), slope(points[-3:]), bound


def per_decade(sizes):
    """{"100-1000": ratio} of sizes that are a factor of ten apart."""
    ratios = {}
    times = {s["n"]: s["plugin"] for s in sizes if not isinstance(s["plugin"], str)}
    for n, seconds in times.items():
        if times.get(10 * n) and seconds:
            ratios[f"{n}-{10 * n}"] = times[10 * n] / seconds
    return ratios


def measure(tools, family, form, options, folder):
    """A row of the table, and what was wrong."""
    row = {"family": family.name, "form": form, "what": family.what, "sizes": []}
    wrong, finished = "", None
    for n in options.sizes:
        module = kernels.module(family.name, n, form)
        path = folder / f"{family.name}-{form}-{n}.ll"
        size = {"n": n, "accesses": module.accesses}
        wrong = tools.bitcode(module, path)
        if wrong:
            break
        path = path.with_suffix(".bc")
        plugin = tools.added(tools.plugin, "-passes=f2layout", path)
        size |= {"plugin": plugin.seconds, "megabytes": round(plugin.megabytes)}
        if options.optimiser:
            size["optimiser"] = tools.added(tools.plain, "-O3", path).seconds
        row["sizes"].append(size)
        if plugin.seconds == FAILED:
            wrong = plugin.said
        if not plugin.good:
            break
        finished = path
    row["exponent"], row["last"], row["bound"] = exponents(
        row["sizes"], options.floor, options.timeout
    )
    row["decades"] = per_decade(row["sizes"])
    over = any(size["plugin"] == OVER for size in row["sizes"])
    powers = [power for power in (row["exponent"], row["last"]) if power is not None]
    above = any(power > options.limit for power in powers)
    row["exceeds"] = bool(wrong) or over or above
    if options.passes and finished:
        row["passes"] = tools.passes(finished)
    return row, wrong


# --- The table -----------------------------------------------------------------


def cell(seconds):
    if seconds is None:
        return "-"
    return seconds if isinstance(seconds, str) else f"{seconds:.3f}"


def heading(options):
    decades = [n for n in options.sizes if 10 * n in options.sizes]
    words = [f"{'family':15} {'form':13}", *(f"{n:>8}" for n in options.sizes)]
    words += ["exponent", "last 3", *(f"{f'x{10 * n}/{n}':>11}" for n in decades)]
    return " ".join([*words, f"{'-O3':>8}", "plugin/-O3"])


def line(row, options):
    """A row as text."""
    by_size = {size["n"]: size for size in row["sizes"]}
    words = [f"{row['family']:15} {row['form']:13}"]
    for n in options.sizes:
        words.append(f"{cell(by_size.get(n, {}).get('plugin')):>8}")
    sign = ">" if row["bound"] else ""
    for name, width in (("exponent", 8), ("last", 6)):
        power = "-" if row[name] is None else f"{sign}{row[name]:.2f}"
        words.append(f"{power:>{width}}")
    for n in options.sizes:
        if 10 * n in options.sizes:
            ratio = row["decades"].get(f"{n}-{10 * n}")
            words.append(f"{'-' if ratio is None else f'{ratio:.1f}':>11}")
    both = [
        (size["plugin"], size["optimiser"])
        for size in row["sizes"]
        if not isinstance(size["plugin"], str)
        and isinstance(size.get("optimiser"), float)
    ]
    last = both[-1] if both else (None, None)
    words.append(f"{cell(last[1]):>8}")
    words.append(f"{f'{last[0] / last[1]:.2f}' if last[1] else '-':>10}")
    if row["exceeds"]:
        words.append("EXCEEDS")
    return " ".join(words)


def slowest(row):
    """The passes that take most of the largest size, as text."""
    passes = sorted(row["passes"].items(), key=lambda item: -item[1])
    total = sum(seconds for _, seconds in passes)
    return ", ".join(
        f"{name} {seconds / total:.0%}"
        for name, seconds in passes
        if seconds > 0.05 * total
    )


def check(tools, rows, options, folder):
    """Verifies every module, and compares it by f2sim if that is given."""
    bad = 0
    for family, form in rows:
        for n in options.sizes:
            module = kernels.module(family.name, n, form)
            path = folder / f"{family.name}-{form}-{n}.ll"
            wrong = tools.bitcode(module, path)
            if not wrong and tools.f2sim:
                wrong = tools.difference(module, path)
            bad += bool(wrong)
            print(f"{family.name} {form} {n}: {wrong or 'good'}", flush=True)
    families = {family.name for family, _ in rows}
    print(f"{len(families)} families, {len(rows) * len(options.sizes)} modules")
    return 1 if bad else 0


def parse():
    def sizes(text):
        return tuple(sorted(int(word) for word in text.split(",")))

    parser = argparse.ArgumentParser(
        description="How the plugin's compile time grows with the kernel."
    )
    parser.add_argument("--plugin", type=Path, default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--family", nargs="*", choices=kernels.FAMILIES, metavar="NAME")
    parser.add_argument("--form", nargs="*", choices=kernels.FORMS)
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="100,1000,...")
    parser.add_argument("--runs", type=int, default=3, help="their minimum counts")
    parser.add_argument("--limit", type=float, default=1.2, help="largest exponent")
    parser.add_argument("--floor", type=float, default=0.02, help="seconds of a size")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of a run")
    parser.add_argument("--no-optimiser", dest="optimiser", action="store_false",
                        help="do not measure -O3")  # fmt: skip
    parser.add_argument("--passes", action="store_true",
                        help="which passes take most of the largest size")  # fmt: skip
    parser.add_argument("--check", action="store_true",
                        help="only verify the modules; with --f2sim, compare them "
                        "before and after the plugin")  # fmt: skip
    parser.add_argument("--f2sim", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--out", type=Path, help="keep the modules in this folder")
    return parser.parse_args()


def report(tools, rows, options, folder):
    print(heading(options), flush=True)
    done, failed = [], False
    for family, form in rows:
        row, wrong = measure(tools, family, form, options, folder)
        print(line(row, options), flush=True)
        if row.get("passes"):
            print(f"  {slowest(row)}", flush=True)
        if wrong:
            print(f"{family.name} {form}: {wrong}", file=sys.stderr)
        failed |= row["exceeds"]
        done.append(row)
    exceeding = sum(row["exceeds"] for row in done)
    print(f"{len(done)} rows, {exceeding} above n^{options.limit:g}")
    if options.json:
        settings = {
            name: getattr(options, name)
            for name in ("sizes", "runs", "limit", "floor", "timeout")
        }
        text = json.dumps({**settings, "rows": done}, indent=1)
        options.json.write_text(text + "\n")
    return 1 if failed else 0


def main():
    options = parse()
    if not (options.llvm / "opt").exists():
        found = shutil.which("opt-22")
        if not found:
            sys.exit("no opt of LLVM 22: --llvm=FOLDER")
        options.llvm = Path(found).resolve().parent
    tools = Tools(options)
    rows = [
        (family, form)
        for family, form in kernels.listed()
        if (not options.family or family.name in options.family)
        and (not options.form or form in options.form)
    ]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        run = check if options.check else report
        return run(tools, rows, options, folder)


if __name__ == "__main__":
    sys.exit(main())
