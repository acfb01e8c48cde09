#!/usr/bin/env python3
# Measures the figures of an NVIDIA GPU and writes them as a table that f2layout
# and the plugin can load. Runs what build.py built; needs a GPU and Python, but
# neither LLVM nor the plugin.
#
#   bench/machine/run.py [build-bench/machine] [--table sm_90.json]
#
# Then: f2layout plan --target sm_90.json …, and -f2layout-costs=sm_90.json.
#
# Figures that are not measured (limits, and what plans assume about the code
# around them) are copied from the current table, with their sources. If
# cuobjdump is installed, the machine code is checked before results are
# accepted.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

import phases
import sass

HERE = Path(__file__).resolve().parent
GPU = HERE.parent / "gpu"
sys.path.insert(0, str(GPU))

import run as gpu_run  # noqa: E402

NO_GPU = 2  # As in gpu/host/Device.h.
WARPS = 16
ROWS = 66
WIDTHS = (1, 2, 4, 8, 16)
# Beyond this error, no phases explain the accesses' clocks.
LARGEST_ERROR = 0.05


def find_cubin(build, capability):
    """The newest cubin that this GPU runs: of its major number, not above its minor."""
    major, minor = map(int, capability.split("."))
    found = [
        int(path.stem.removeprefix("sm_"))
        for path in build.glob("sm_*.cubin")
        if int(path.stem.removeprefix("sm_")) // 10 == major
        and int(path.stem.removeprefix("sm_")) % 10 <= minor
    ]
    if not found:
        sys.exit(f"run: no cubin for compute capability {capability} in {build}")
    return build / f"sm_{max(found)}.cubin"


def jobs():
    """Kernel -> rows of offsets. Only the random rows have conflicts."""
    plan = {name: [[0] * 32] for name in sass.INSTRUCTIONS}
    for width in WIDTHS:
        for kind in ("load", "store"):
            plan[f"{kind}_{width}"] = [[lane * width for lane in range(32)]]
    for name in plan:
        if "matrix_" in name or name.startswith("exchange"):
            plan[name] = [[lane * 16 for lane in range(32)]]
    return plan


def run_jobs(program, cubin, plan):
    """Kernel and rows in, kernel -> clocks of a round of 16 warps, by row."""
    text = "".join(
        f"{name} {len(rows)}\n"
        + "".join(" ".join(map(str, row)) + "\n" for row in rows)
        for name, rows in plan.items()
    )
    said = subprocess.run(
        [program, cubin], input=text, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return {
        line["kernel"]: line["clocks"] for line in map(json.loads, said.splitlines())
    }


def measure_instructions(program, cubin):
    """Kernel -> clocks of one instruction of a warp; of an exchange_..., of all
    that a warp does in a round."""
    return {
        name: rows[0] / WARPS / (1 if name.startswith("exchange") else sass.EACH)
        for name, rows in run_jobs(program, cubin, jobs()).items()
    }


def measure_phases(program, cubin):
    """(kind, width) -> what phases.fit() found."""
    found = {}
    for width in WIDTHS:
        rows = phases.random_rows(width, ROWS, seed=1)
        names = {f"{kind}_{width}": kind for kind in ("load", "store")}
        clocks = run_jobs(program, cubin, {name: rows for name in names})
        for name, kind in names.items():
            found[kind, width] = phases.fit(width, rows, clocks[name])
    return found


def derive_costs(clocks):
    """Names of CostFields.cpp -> clocks and their derivation."""
    wide = (clocks["load_16"] + clocks["store_16"]) / 8
    exchange = clocks["exchange_lane"]
    select, how = clocks["selp"], "selp"
    if exchange > 8 * clocks["shfl_bfly"] and exchange / 24 > select:
        select, how = exchange / 24, "8 shuffles and 24 selects together"
    permute = clocks["prmt"] * select / clocks["selp"]
    barriers = {
        scope: max(0, clocks[f"exchange_{scope}"] - 32 * wide) / 2
        for scope in ("warp", "block")
    }
    rest = "what 4 stores, a barrier, 4 loads, a barrier take above their wavefronts"
    return {
        "shuffle": (clocks["shfl_idx"], "shfl.sync.idx"),
        "butterfly": (clocks["shfl_bfly"], "shfl.sync.bfly"),
        "select": (select, how),
        "permute": (permute, "prmt, scaled like selects among shuffles"),
        "wavefront": (wide, "16-byte loads and stores"),
        "warpBarrier": (barriers["warp"], rest),
        "blockBarrier": (barriers["block"], rest),
        "transpose": (clocks["movmatrix"], "movmatrix"),
    }


def amend(table, about, costs, found):
    """Inserts the measured figures into the table."""
    source = f"measured on {about['gpu']}, driver {about['driver']}, {about['date']}"
    for name, (clocks, how) in costs.items():
        table["costs"][name]["clocks"] = round(clocks, 2)
        table["costs"][name]["source"] = f"{source}: {how}"
    for access in table["sharedMemory"]["accesses"]:
        width = access["bytes"]
        load, store = found["load", width], found["store", width]
        error = max(load[2], store[2])
        if error > LARGEST_ERROR:
            continue
        access["loadPhase"], access["storePhase"] = load[0], store[0]
        access["source"] = f"{source}: {ROWS} random accesses, within {error:.1%}"


def print_report(about, clocks, costs, found, before):
    print(f"{about['gpu']}, driver {about['driver']}, {about['date']}")
    print("\n| instruction of a warp | clocks |\n|---|---|")
    for name, value in clocks.items():
        print(f"| {name} | {value:.2f} |")
    print("\n| access | phase | clocks a wavefront | error |\n|---|---|---|---|")
    for (kind, width), (lanes, unit, error) in found.items():
        unit /= WARPS * sass.EACH
        phase = " ".join(map(str, lanes))
        print(f"| {kind}, {width} bytes | {phase} | {unit:.2f} | {error:.1%} |")
    print("\n| cost | table | measured |\n|---|---|---|")
    for name, (value, _) in costs.items():
        print(f"| {name} | {before['costs'][name]['clocks']:.2f} | {value:.2f} |")


def main():
    parser = argparse.ArgumentParser(description="Measures the figures of a GPU.")
    parser.add_argument(
        "build", type=Path, nargs="?", default=Path("build-bench/machine")
    )
    parser.add_argument("--table", type=Path, help="default: BUILD/measured.json")
    options = parser.parse_args()
    sources = [HERE / "host/Main.cpp", GPU / "host/Device.cpp"]
    program = options.build / "f2machine"
    program = gpu_run.host_program(program, "needs --about", sources)
    said = subprocess.run([program, "--about"], stdout=subprocess.PIPE, text=True)
    if said.returncode == NO_GPU:
        print("skipped: no GPU. On a machine that has one, with bench/ and")
        print(f"{options.build} copied to it:")
        print(f"  python3 bench/machine/run.py {options.build}")
        return 0
    said.check_returncode()
    about = json.loads(said.stdout)
    cubin = find_cubin(options.build, about["capability"])
    if cuobjdump := shutil.which("cuobjdump"):
        if wrong := sass.check(cuobjdump, cubin):
            print("\n".join(wrong))
            return 1
    target = "sm_" + about["capability"].replace(".", "")
    before = json.loads((options.build / f"{target}.json").read_text())

    clocks = measure_instructions(program, cubin)
    found = measure_phases(program, cubin)
    costs = derive_costs(clocks)
    print_report(about, clocks, costs, found, before)
    table = json.loads(json.dumps(before))
    amend(table, about, costs, found)
    path = options.table or options.build / "measured.json"
    path.write_text(json.dumps(table, indent=2) + "\n")
    print(f"\nwritten: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
