# Clocks of a counted loop, by the target's table. Modelled, not measured.
#
#   clocks(counts, wavefronts, table)     clocks of one wave on its compute unit
#
# One model for code with and without the plugin. It takes what isa.py counted in
# the assembly, the wavefronts that f2sim counted as the kernel ran, and the
# figures of `f2layout target CPU --json` (docs/targets.md), and knows nothing of
# plans:
#
#   memory   wavefronts x wavefront + lds_moves x shuffle
#   alu      (vector_alu - swaps) x select + swaps x swap
#   clocks   max(memory, alu) + warp_barriers x warpBarrier
#                             + block_barriers x blockBarrier
#
# A DPP move and a permlane are vector instructions like any other; the table's
# price of a butterfly is the mean over several such sequences, which need not be
# guessed here. Of gfx942, 64 wavefronts, 26 vector instructions and four block
# barriers:  max(64 x 1, 26 x 1) + 4 x 4 = 80 clocks.
#
# What it leaves out: latency, scalar instructions, waits, 64-bit shifts at less
# than the full rate, who issues with whom (dual issue counts as one), caches and
# clocks of global memory. A compute unit that has other waves to run while one
# waits comes close to it; a single wave does not.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def pipes(counts, wavefronts, table):
    """Clocks of the memory pipe, of the vector ALU, and of both at barriers."""
    price = {name: cost["clocks"] for name, cost in table["costs"].items()}
    swaps = counts["swaps"]
    return {
        "memory": wavefronts * price["wavefront"]
        + counts["lds_moves"] * price["shuffle"],
        "alu": (counts["vector_alu"] - swaps) * price["select"]
        + (swaps * price["swap"] if swaps else 0),
        "barriers": counts["warp_barriers"] * price["warpBarrier"]
        + counts["block_barriers"] * price["blockBarrier"],
    }


def clocks(counts, wavefronts, table):
    by_pipe = pipes(counts, wavefronts, table)
    return max(by_pipe["memory"], by_pipe["alu"]) + by_pipe["barriers"]
