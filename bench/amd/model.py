# Clocks of a counted loop, by the target's table. Modelled, not measured.
#
#   clocks(counts, wavefronts, table)     clocks of one wave on its compute unit
#
# The same model is used with and without the plugin. Its inputs are the counts
# of isa.py in the assembly, the wavefronts that f2sim counted, and the figures
# of `f2layout target CPU --json` (docs/targets.md). It knows nothing of plans:
#
#   memory   wavefronts x wavefront + lds_moves x shuffle
#   alu      (vector_alu - swaps) x select + swaps x swap
#   clocks   max(memory, alu) + warp_barriers x warpBarrier
#                             + block_barriers x blockBarrier
#
# A DPP move and a permlane are vector instructions like any other. The table's
# clocks of a butterfly are the mean over several such sequences and are not
# needed here. Example for gfx942 with 64 wavefronts, 26 vector instructions and
# four block barriers:  max(64 x 1, 26 x 1) + 4 x 4 = 80 clocks.
#
# The model leaves out latency, scalar instructions, waits, 64-bit shifts at
# less than the full rate, the pairing of dual issue (a pair counts as one),
# caches and clocks of global memory. A compute unit that runs other waves while
# one waits comes close to it; a single wave does not.
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
