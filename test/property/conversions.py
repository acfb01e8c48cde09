"""Random exchanges through shared memory, before and after the plugin.

    conversions.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 20000

writes modules of random kernels (exchange_ir.py says what is in one), rewrites
each with `opt -verify-each` and lets f2sim run both for every thread. It continues
until `--count` exchanges have been rewritten, and fails if

- a rewritten kernel computes anything else than the original, or opt fails;
- fewer than `--least` percent of all exchanges were rewritten, or a target, an
  element size, a number of warps, a route or a form never was;
- with --mutate, f2sim does not notice when a shuffle of the result reads another
  lane, or a load another address.

The seed and the module's number determine a module. What is wrong is left in
--out: the module, the kernel's description made as small as still fails, its IR
before and after, and the command that shows it. To see it again:

    conversions.py … --seed S --module M        the whole module
    conversions.py … --kernel wrong.json        one kernel from its description

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import concurrent.futures
import copy
import dataclasses
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import time

import harness
from exchange.description import BYTES, units_of
from exchange_ir import module_text
from mutate import mutated
from random_exchange import random_kernel, random_launch
from targets import known

@dataclasses.dataclass
class Module:
    """A module's description, and its results."""

    number: int
    launch: dict
    kernels: list
    passes: str
    tallies: dict = dataclasses.field(default_factory=dict)
    wrong: dict = dataclasses.field(default_factory=dict)  # kernel -> text
    mutants: int = 0
    noticed: int = 0


class Runner:
    def __init__(self, args):
        self.args = args
        self.out = pathlib.Path(args.out)

    def describe(self, number):
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = random_launch(rng, self.args.cpu, self.args.kind)
        passes = launch["passes"]
        names = [f"k{i}" for i in range(self.args.kernels)]
        kernels = [random_kernel(rng, launch, n) for n in names]
        return Module(number, launch, kernels, passes)

    def module(self, number):
        args = self.args
        return self.process(self.describe(number), args.keep, args.mutate)

    def path(self, module, what):
        return self.out / f"m{module.number}.{what}"

    def opt_command(self, passes, before, after):
        return [
            f"{self.args.llvm}/opt",
            f"-load-pass-plugin={self.args.plugin}",
            "-verify-each",
            f"-passes={passes}",
            "-S",
            before,
            "-o",
            after,
        ]

    def equal_commands(self, module, before, after):
        """Commands for the promised block; without a promise, for a smaller one, too."""
        launch = module.launch
        bytes_each = max(
            side["units"] * stage["unit"]
            for kernel in module.kernels
            for stage in kernel["stages"]
            for side in (stage["store"], stage["load"])
        )
        threads = launch["x"] * launch["y"]
        loops = any(k["trips"] for k in module.kernels)
        command = [
            self.args.f2sim,
            "--equal",
            before,
            after,
            "--kernels",
            "all",
            "--buffer-bytes",
            str(threads * bytes_each * (3 if loops else 1)),
            "--schedules",
            self.args.schedules,
            "--arg",
            "2=1,3" if loops else "2=1",
        ]
        if launch["in_place"]:
            command += ["--alias", "0,1"]
        blocks = [f"{launch['x']},{launch['y']}"]
        if not launch["exact"] and (launch["y"] == 1 or launch["rows"]):
            blocks.append("{},{}".format(*launch["smaller"]))
        return [command + ["--block", block] for block in blocks]

    def spawn(self, command):
        return subprocess.run(
            list(map(str, command)),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=self.args.timeout,
        )

    def process(self, module, keep=False, mutate=False):
        """Writes, rewrites and compares one module."""
        before, after = self.path(module, "before.ll"), self.path(module, "after.ll")
        remarks = self.path(module, "remarks.yml")
        before.write_text(module_text(module.launch, module.kernels))
        opt = self.opt_command(module.passes, before, after) + [
            f"-pass-remarks-output={remarks}",
            "-pass-remarks-filter=f2layout",
            "-f2layout-all-remarks",
        ]
        try:
            result = self.spawn(opt)
            if result.returncode:
                module.wrong["opt"] = result.stdout
                return module
            self.tally(module, remarks.read_text())
            for command in self.equal_commands(module, before, after):
                self.judge(module, self.spawn(command))
            if not module.wrong and module.number % harness.SHARE == 0:
                self.optimize(module, before, after)
            if mutate and module.launch["exact"]:
                self.mutate(module, before, after)
        except subprocess.TimeoutExpired as late:
            module.wrong["timeout"] = str(late)
        if not module.wrong and not keep:
            for path in (before, after, remarks):
                path.unlink()
        return module

    def optimize(self, module, before, after):
        """Judges what LLVM makes of the result, too, as harness.Runner does."""
        optimized = self.path(module, "opt.ll")
        opt = self.spawn(self.opt_command(harness.OPTIMIZED, after, optimized))
        if opt.returncode:
            module.wrong["opt"] = opt.stdout
            return
        for command in self.equal_commands(module, before, optimized):
            self.judge(module, self.spawn(command))
        if not module.wrong:
            optimized.unlink()

    @staticmethod
    def judge(module, result):
        """Puts the kernels that f2sim names into module.wrong."""
        if result.returncode == 0:
            return
        parts = re.split(r"^(?=\S[^\n]*\bkernel k\d+\b)", result.stdout, flags=re.M)
        for part in parts:
            name = re.match(r"[^\n]*\bkernel (k\d+)\b", part)
            if name:
                module.wrong.setdefault(name.group(1), part)
        if not module.wrong:
            module.wrong["f2sim"] = result.stdout

    def mutate(self, module, before, after):
        """Makes one lane or address in each kernel wrong: f2sim must detect it."""
        rng = random.Random(f"{self.args.seed}/{module.number}/mutate")
        text, names = mutated(after.read_text(), rng)
        if not names:
            return
        mutant = self.path(module, "mutant.ll")
        mutant.write_text(text)
        copied = Module(module.number, module.launch, module.kernels, module.passes)
        for command in self.equal_commands(copied, before, mutant):
            self.judge(copied, self.spawn(command))
        module.mutants = len(names)
        module.noticed = len(names & set(copied.wrong))
        mutant.unlink()

    # Counts what the remarks say.
    def tally(self, module, text):
        tallies = {
            k: collections.Counter() for k in ("exchanges", "rewritten", "why", "form")
        }
        replaced = collections.defaultdict(list)
        missed = {}
        for remark in text.split("\n--- "):
            name = re.search(r"^Name: +(\S+)", remark, re.M)
            function = re.search(r"^Function: +(\S+)", remark, re.M)
            if not name or not function:
                continue
            if name.group(1) == "ExchangeReplaced":
                replaced[function.group(1)].append(route_of(remark))
            elif name.group(1) in ("Readdressed", "Swizzled"):
                replaced[function.group(1)].append("other addresses")
            elif remark.lstrip("- ").startswith("!Missed") and "reroute" in remark:
                missed.setdefault(function.group(1), name.group(1))
        for kernel in module.kernels:
            routes = replaced[kernel["name"]]
            done = min(len(routes), len(kernel["stages"]))
            tallies["exchanges"]["all"] += len(kernel["stages"])
            tallies["form"].update(f"tried {f}" for f in threads_forms(module, kernel))
            tallies["rewritten"]["all"] += done
            if done < len(kernel["stages"]):
                why = missed.get(kernel["name"], "no remark")
                tallies["why"][f"{module.passes} {why}"] += len(kernel["stages"]) - done
            for route in routes[:done]:
                tallies["form"][f"route {route}"] += 1
            if done:
                tallies["form"].update(dict.fromkeys(forms_of(module, kernel), 1))
        module.tallies = tallies

    # Reducing a wrong kernel.
    def fails(self, launch, kernel, passes):
        kernel = dict(kernel, name="k0")
        trial = Module("reduce", launch, [kernel], passes)
        return bool(self.process(trial, keep=True).wrong)

    def reduce(self, launch, kernel, passes):
        progress = True
        while progress:
            progress = False
            for smaller in smaller_kernels(kernel):
                if self.fails(launch, smaller, passes):
                    kernel, progress = smaller, True
                    break
        return kernel

    def report(self, module):
        """Prints what is wrong with a module; leaves the files to look into."""
        for name, text in module.wrong.items():
            print(f"WRONG: seed {self.args.seed} module {module.number} {name}")
            print(text.rstrip())
            kernel = next((k for k in module.kernels if k["name"] == name), None)
            if not kernel:
                continue
            small = self.reduce(module.launch, kernel, module.passes)
            stem = self.out / f"wrong-{self.args.seed}-{module.number}-{name}"
            final = Module("reduce", module.launch, [dict(small, name="k0")], module.passes)
            before, after = f"{stem}.before.ll", f"{stem}.after.ll"
            pathlib.Path(before).write_text(module_text(final.launch, final.kernels))
            description = {"launch": final.launch, "passes": final.passes,
                           "kernel": final.kernels[0]}
            pathlib.Path(f"{stem}.json").write_text(json.dumps(description, indent=1))
            print("reduced:", json.dumps(final.kernels[0]))
            print("+", shlex.join(map(str, self.opt_command(final.passes, before, after))))
            self.spawn(self.opt_command(final.passes, before, after))
            for command in self.equal_commands(final, before, after):
                print("+", shlex.join(map(str, command)))


def route_of(remark):
    """The replacement that an ExchangeReplaced remark states."""
    kinds = ("Shuffles", "Swaps", "Transposes", "Loads", "MatrixLoads",
             "MatrixStores", "Permutes")
    has = {k: re.search(rf"- {k}:", remark) for k in kinds}
    if has["MatrixLoads"] or has["MatrixStores"]:
        return "shared memory by matrices"
    if has["Swaps"]:
        return "lane swaps"
    if has["Transposes"]:
        return "transposes"
    if has["Shuffles"]:
        return "shuffles and memory" if has["Loads"] else "shuffles"
    if has["Loads"]:
        return "shared memory"
    return "permutes" if has["Permutes"] else "renaming"


def threads_forms(module, kernel):
    """Which threads exchange with which. These are counted wherever they are tried,
    as it says much that nothing becomes wrong where nothing can be rewritten."""
    launch, region, rows = module.launch, kernel["region"], kernel["rows"]
    if region:
        yield "only some warps"
        yield f"region {region['kind']}, array part {region['slice']}"
        if region["twist"]:
            yield "region address by warp"
        if region["stores_before"]:
            yield "region behind the stores"
    if rows:
        yield f"rows, {rows['kind']}"
    if launch["y"] == 1 and launch["x"] % launch["wave"]:
        yield "incomplete warp"


def forms_of(module, kernel):
    """What is special about a kernel, for the count of what was covered."""
    launch = module.launch
    threads = launch["x"] * launch["y"]
    yield f"target {launch['cpu']}"
    yield f"warps {-(-threads // launch['wave'])}"
    yield f"passes {module.passes}"
    for stage in kernel["stages"]:
        store, load = stage["store"], stage["load"]
        yield f"stored bytes {BYTES[store['type']]}"
        yield f"loaded bytes {BYTES[load['type']]}"
        n, reads = units_of(stage), load["active"] * load["units"]
        if reads > n or (reads == n and load["fold"]):
            yield "form broadcast"
        if reads < n:
            yield "form partial read"
        if load["active"] < stage["group"]:
            yield "form predicated loads"
        if store["active"] < stage["group"]:
            yield "form predicated stores"
        if store["type"] != load["type"]:
            yield "form punned"
        if store["units"] & (store["units"] - 1):
            yield "form odd register count"
        if stage["memory"]:
            yield f"form {stage['memory'][0][0]}"
        local = stage["group"] <= launch["wave"]
        yield "form within warps" if local else "form across warps"
        for kind, *_ in store["maps"] + load["maps"]:
            yield f"map {kind}"
        if store["rolled"] or load["rolled"]:
            yield "form constant-trip loop"
    if len(kernel["stages"]) > 1:
        yield "form two stages"
    if kernel["trips"]:
        yield "form runtime loop"
    for form in threads_forms(module, kernel):
        yield f"form {form}"
    if launch["y"] > 1:
        yield "form 2-D block"
    if launch["in_place"]:
        yield "form in place"
    if not launch["exact"]:
        yield "form bounded block"
    if kernel["lane_register"]:
        yield "form lane register"
    last = kernel["stages"][-1]["load"]
    if kernel["joined"] and last["type"] in ("i8", "i16"):
        yield f"form narrow values joined by {kernel['joined']}"


def smaller_kernels(kernel):
    """Simpler descriptions of nearly the same kernel."""
    for i in range(len(kernel["stages"])):
        if len(kernel["stages"]) > 1:
            yield dict(kernel, stages=[dict(kernel["stages"][i], combine=False)])
    for key, plain in (("trips", False), ("lane_register", False),
                       ("generic", False), ("gep", "bytes"), ("joined", None)):
        if kernel[key] != plain:
            yield dict(kernel, **{key: plain})
    region, rows = kernel["region"], kernel["rows"]
    if region and region["slice"] == "block":
        yield dict(kernel, region=None)
    for key, plain in (("twist", None), ("unrolled", False), ("index", "modulo"),
                       ("by_thread", False), ("stores_before", False)):
        if region and region[key] != plain:
            yield dict(kernel, region=dict(region, **{key: plain}))
    for key, plain in (("transposed", False), ("readers", 0)):
        if rows and rows[key] != plain:
            yield dict(kernel, rows=dict(rows, **{key: plain}))
    for i, stage in enumerate(kernel["stages"]):
        def with_stage(change):
            smaller = copy.deepcopy(kernel)
            change(smaller["stages"][i])
            return smaller

        if stage["memory"]:
            yield with_stage(lambda s: s.update(memory=[]))
        for which in ("store", "load"):
            side = stage[which]
            if side["rolled"]:
                yield with_stage(lambda s: s[which].update(rolled=False))
            for m in range(len(side["maps"])):
                yield with_stage(lambda s: s[which]["maps"].pop(m))
        both = stage["store"]["units"], stage["load"]["units"]
        plain = not stage["store"]["maps"] and not stage["load"]["maps"]
        if plain and len(kernel["stages"]) == 1 and both[0] == both[1] > 1:
            def fewer(s):
                for which in ("store", "load"):
                    s[which]["units"] -= 1
                s["load"]["fold"] = []
            yield with_stage(fewer)


#: What must have been rewritten at least once in a run of 850 conversions.
WANTED = (
    [f"warps {n}" for n in range(1, 9)]
    + [f"{way} bytes {n}" for way in ("stored", "loaded") for n in (1, 2, 4, 8, 16)]
    + ["route shuffles", "route shared memory", "route renaming"]
    + ["route other addresses"]
    + [f"form {f}" for f in ("broadcast", "partial read", "punned", "two stages",
                             "predicated loads", "odd register count", "pad",
                             "swizzle", "runtime loop", "2-D block", "in place",
                             "within warps", "across warps", "only some warps")]
    + ["tried rows, equal", "tried rows, own"]
    + [f"map {m}" for m in ("f2", "odd", "quadratic", "transpose", "rotate")]
    + [f"target {t}" for t in known(["sm_75", "sm_80", "sm_89", "sm_90", "gfx90a",
                                     "gfx942", "gfx950", "gfx1100", "gfx1201"])]
)  # fmt: skip


def modules_in_order(runner, jobs):
    """Processed modules 0, 1, 2, … without end, a few at a time."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        window = collections.deque()
        number = 0
        try:
            while True:
                while len(window) < 2 * jobs:
                    window.append(pool.submit(runner.module, number))
                    number += 1
                yield window.popleft().result()
        finally:
            for task in window:
                task.cancel()


def survey(runner, args):
    totals = collections.defaultdict(collections.Counter)
    wrong = mutants = noticed = 0
    began = time.monotonic()
    modules = modules_in_order(runner, args.jobs)
    for module in modules:
        for key, tally in module.tallies.items():
            totals[key].update(tally)
        mutants += module.mutants
        noticed += module.noticed
        if module.wrong:
            wrong += len(module.wrong)
            runner.report(module)
        done, seen = totals["rewritten"]["all"], totals["exchanges"]["all"]
        if args.progress and module.number % 20 == 19:
            print(f"{done} of {seen} after {time.monotonic() - began:.0f} s, "
                  f"{wrong} wrong", flush=True)
        if done >= args.count or wrong >= args.most_wrong:
            break
        if seen > 10 * args.count:
            break
    modules.close()
    share = 100 * done / max(1, seen)
    for name, count in sorted(totals["form"].items()):
        print(f"  {name}: {count}")
    print("left alone:", ", ".join(f"{k} {n}" for k, n in totals["why"].most_common()))
    if args.mutate:
        print(f"mutants noticed: {noticed} of {mutants}")
    print(f"seed {args.seed}: {seen} exchanges, {done} conversions ({share:.1f}%), "
          f"{wrong} wrong, {time.monotonic() - began:.0f} s")
    failures = []
    if wrong:
        failures.append(f"{wrong} wrong")
    if done < args.count:
        failures.append(f"{done} conversions, wanted {args.count}")
    if share < args.least:
        failures.append(f"{share:.1f}% rewritten, wanted {args.least}%")
    if args.mutate and noticed < 0.8 * mutants or args.mutate and mutants < 20:
        failures.append(f"only {noticed} of {mutants} mutants noticed")
    if args.count >= 850 and not args.cpu and not args.kind:
        absent = [w for w in WANTED if not totals["form"][w]]
        if absent:
            failures.append("never rewritten: " + ", ".join(absent))
    if args.want and not totals["form"][args.want]:
        failures.append(f"no {args.want}")
    for failure in failures:
        print("FAILED:", failure)
    return 1 if failures else 0


def one_module(runner, module):
    runner.process(module, keep=True)
    print(json.dumps(module.tallies))
    if module.wrong:
        runner.report(module)
        return 1
    return 0


def cpu_and_wave(text):
    cpu, _, wave = text.partition(":")
    return cpu, int(wave) if wave else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--llvm", required=True, help="LLVM's bin folder")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--f2sim", required=True)
    parser.add_argument("--out", default="conversions.out", help="folder for files")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=1500, help="conversions")
    parser.add_argument("--kernels", type=int, default=20, help="per module")
    parser.add_argument("--want", metavar="LINE", help="fail if this line of the "
                        "report, such as 'route shuffles', counts nothing")
    parser.add_argument("--least", type=float, default=60, help="percent rewritten")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--schedules", default="forward,reverse,random:1,random:2")
    parser.add_argument("--timeout", type=float, default=300, help="of one command")
    parser.add_argument("--most-wrong", type=int, default=10, help="then stop")
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--progress", action="store_true")
    parser.add_argument("--keep", action="store_true", help="keep all modules")
    parser.add_argument("--cpu", type=cpu_and_wave, help="only this, as gfx1100 or "
                        "gfx1100:64 for waves of 64")
    parser.add_argument("--kind", choices=["regions", "rows", "incomplete", "narrow",
                                           "operands"],
                        help="only kernels of this kind")
    parser.add_argument("--module", type=int, help="this module of the seed alone")
    parser.add_argument("--kernel", help="a kernel's description, as JSON")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    runner = Runner(args)
    if args.kernel:
        text = json.loads(pathlib.Path(args.kernel).read_text())
        module = Module(0, text["launch"], [text["kernel"]], text["passes"])
        return one_module(runner, module)
    if args.module is not None:
        return one_module(runner, runner.describe(args.module))
    return survey(runner, args)


if __name__ == "__main__":
    sys.exit(main())
