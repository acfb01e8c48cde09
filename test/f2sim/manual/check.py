"""Compares f2sim with transcriptions of AMD's manuals: check.py FOLDER F2SIM [DRAWS [SEED]] [--without NAME...]

For each target and size of the wave, and each instruction that it has, DRAWS random calls
(default: 6) with random operands and EXEC run in f2sim. Prints each result that is not
what the transcription says, with the kernel, which stays in FOLDER; then the numbers.
Targets and instructions of these names are left out: LLVM lacks them.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import draw_dpp
import draw_lanes
import draw_matrices
import draw_words
from kernel import WAVES, Kernel
from wave import TARGETS, Wave

GROUPS = {
    "lanes": draw_lanes.DRAWS,
    "dpp": draw_dpp.DRAWS,
    "words": draw_words.DRAWS,
    "matrices": draw_matrices.DRAWS,
}
# A kernel has so many calls of each instruction of a group.
CALLS_OF_KERNEL = 12


def draw_exec(lanes, rng):
    """Which lanes execute: all, one, a few, half of them, rows of 16, or any."""
    kind = rng.randrange(6)
    if kind == 0:
        return [True] * lanes
    if kind == 1:
        few = rng.sample(range(lanes), rng.choice((1, 1, 2, 3, lanes - 1)))
        return [n in few for n in range(lanes)]
    if kind == 2:
        low = rng.getrandbits(1)
        return [(n < lanes // 2) == low for n in range(lanes)]
    if kind == 3:
        rows = rng.randint(1, (1 << lanes // 16) - 1)
        return [bool(rows >> n // 16 & 1) for n in range(lanes)]
    chance = rng.choice((0.2, 0.5, 0.9))
    mask = [rng.random() < chance for _ in range(lanes)]
    mask[rng.randrange(lanes)] = True
    return mask


def kernels(count, seed, calls, lacked):
    for target, sizes in TARGETS.items():
        if target in lacked:
            continue
        for lanes in sizes:
            for group, draws in GROUPS.items():
                whole = group == "matrices"  # these need all lanes
                if whole and lanes not in draw_matrices.WAVES[target]:
                    continue
                has = {name: draw for name, (targets, draw) in draws.items() if target in targets}
                rng = random.Random(f"{seed} {target} {lanes} {group}")
                for first in range(0, count, CALLS_OF_KERNEL):
                    k = Kernel(f"{group}_{target}_w{lanes}_{first}", lanes, target)
                    for name, draw in has.items():
                        if name in lacked:
                            continue
                        for _ in range(min(CALLS_OF_KERNEL, count - first)):
                            mask = [True] * lanes if whole else draw_exec(lanes, rng)
                            draw(k, Wave(target, lanes, mask), rng)
                            calls[name] += 1
                    yield k


def main():
    arguments = sys.argv[1:]
    lacked = []
    if "--without" in arguments:
        at = arguments.index("--without")
        arguments, lacked = arguments[:at], arguments[at + 1 :]
    folder, f2sim = Path(arguments[0]), arguments[1]
    count = int(arguments[2]) if len(arguments) > 2 else 6
    seed = arguments[3] if len(arguments) > 3 else "1"
    folder.mkdir(parents=True, exist_ok=True)
    calls = Counter()
    made = results = compared = wrong = 0

    def run(k):
        found = k.differences(f2sim, folder)
        if not found:
            (folder / f"{k.name}.ll").unlink()
        return k, found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for k, found in pool.map(run, kernels(count, seed, calls, lacked)):
            made += 1
            results += len(k.results)
            compared += WAVES * sum(r.compared for r in k.results)
            wrong += len(found)
            print("".join(line + "\n" for line in found), end="")
    print(f"{len(calls)} forms of instructions, {sum(calls.values())} calls in {made} kernels")
    print(f"{results} results, {compared} lanes compared, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
