"""Compares f2sim with transcriptions of AMD's manuals: check.py FOLDER F2SIM [DRAWS [SEED]]

For each target and size of the wave, and each instruction that it has, DRAWS random calls
(default: 12) with random operands and EXEC run in f2sim. Prints each result that is not
what the transcription says, with the kernel, which stays in FOLDER; then the numbers.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import draw_matrices
import draws
from kernel import Kernel
from wave import TARGETS, Wave

# f2sim stops at the first operation that it does not know, so an instruction has its own kernels.
CALLS_OF_KERNEL = 24


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


def kernels(count, seed):
    for target, sizes in TARGETS.items():
        for lanes in sizes:
            for name, (targets, draw) in {**draws.DRAWS, **draw_matrices.DRAWS}.items():
                if target not in targets:
                    continue
                whole = name in draw_matrices.DRAWS
                if whole and lanes not in draw_matrices.WAVES[target]:
                    continue
                rng = random.Random(f"{seed} {target} {lanes} {name}")
                for first in range(0, count, CALLS_OF_KERNEL):
                    k = Kernel(f"{name}_{target}_w{lanes}_{first}", lanes, target)
                    for _ in range(min(CALLS_OF_KERNEL, count - first)):
                        mask = [True] * lanes if whole else draw_exec(lanes, rng)
                        draw(k, Wave(target, lanes, mask), rng)
                    yield k


def main():
    folder, f2sim = Path(sys.argv[1]), sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 12
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    folder.mkdir(parents=True, exist_ok=True)
    made = results = compared = wrong = 0

    def run(k):
        found = k.differences(f2sim, folder)
        if not found:
            (folder / f"{k.name}.ll").unlink()
        return k, found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for k, found in pool.map(run, kernels(count, seed)):
            made += 1
            results += len(k.results)
            compared += sum(r.compared for r in k.results)
            wrong += len(found)
            print("".join(line + "\n" for line in found), end="")
    print(f"{made} kernels, {results} results, {compared} lanes compared, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
