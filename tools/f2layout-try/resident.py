"""How many blocks of a kernel one multiprocessor holds at a time.

What the blocks share, shared memory, threads and registers, is in the rows
F2_RESIDENT of intrinsics/target/Targets.def. How registers are handed out:

  NVIDIA  to warps, in units of 8 a thread, and to four warps at a time; CUDA's
          occupancy calculator. Shared memory in units of 128 bytes.
  AMD     to waves, in units of a 64th of what a lane of one SIMD has, of which
          there are four; LLVM's AMDGPUBaseInfo.cpp, getVGPRAllocGranule().
          LDS in units of 512 bytes.

Where nothing states the block's size, no number of blocks is known. Counted
instead are the threads that a block can have with so many registers (NVIDIA), or
the waves that one SIMD has registers for (AMD, where LLVM takes 1024 threads for
granted).

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import math
import re

from toolchain import ROOT

WARP = 32
SIMDS = 4
# CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
NVIDIA_BLOCKS = {"75": 16, "86": 16, "87": 16, "89": 24, "120": 24, "121": 24}
NVIDIA_BLOCKS_ELSE = 32
ROW = re.compile(r'F2_RESIDENT\("(\w+)", ([\d *]+), ([\d *]+), ([\d *]+), ([\d *]+),')


@dataclasses.dataclass
class Limits:
    """What the blocks on one SM, CU or WGP share."""

    shared: int
    kept: int  # of the shared memory, for the driver, of each block
    threads: int
    registers: int


def limits():
    """{processor: Limits} as the plugin has them."""
    text = (ROOT / "intrinsics" / "target" / "Targets.def").read_text()
    product = lambda words: math.prod(map(int, words.split("*")))
    return {row[0]: Limits(*map(product, row[1:])) for row in ROW.findall(text)}


def of_arch(arch, table):
    """The limits of sm_90a and gfx942:xnack-, too; None: not known."""
    name = arch.partition(":")[0]
    return table.get(name) or table.get(re.sub(r"(sm_\d+)[a-z]$", r"\1", name))


def up(value, unit):
    return -(-value // unit) * unit


def nvidia_warps(registers, limit):
    """Warps that find registers."""
    each = up(max(registers, 1), 8) * WARP
    return SIMDS * (limit.registers // SIMDS // each)


def nvidia_blocks(arch, resources, threads, limit):
    warps = up(threads, WARP) // WARP
    most = min(nvidia_warps(resources["registers"], limit), limit.threads // WARP)
    number = re.search(r"\d+", arch).group()
    blocks = min(most // warps, NVIDIA_BLOCKS.get(number, NVIDIA_BLOCKS_ELSE))
    shared = up(resources["shared_bytes"] + limit.kept, 128)
    return min(blocks, limit.shared // shared) if shared else blocks


def amd_waves(resources, limit):
    """Waves of one SIMD that find registers."""
    lanes = resources.get("lanes", 64)
    a_lane = limit.registers // SIMDS // lanes
    each = up(max(resources["registers"], 1), max(a_lane // 64, 1))
    return min(a_lane // each, limit.threads // SIMDS // lanes)


def amd_blocks(_, resources, threads, limit):
    lanes = resources.get("lanes", 64)
    waves = SIMDS * amd_waves(resources, limit)
    blocks = waves // (up(threads, lanes) // lanes)
    if resources["shared_bytes"]:
        blocks = min(blocks, limit.shared // up(resources["shared_bytes"], 512))
    return blocks


def launch_bounds(header):
    """The threads of a PTX kernel's block, as .maxntid or .reqntid says; None."""
    for line in header:
        found = re.match(r"\s*\.(?:maxntid|reqntid)\s+(.+)", line)
        if found:
            return math.prod(int(n) for n in re.findall(r"\d+", found.group(1)))
    return None


def promised(arguments):
    """The threads of -f2layout-block=32x8 among the plugin's options; None."""
    for argument in arguments:
        found = re.fullmatch(r"-+f2layout-block=(\d+(?:x\d+){0,2})", argument)
        if found:
            return math.prod(map(int, found.group(1).split("x")))
    return None


def judge(arch, resources, threads, limit):
    """Adds what the registers and the shared memory of a kernel allow."""
    if not limit or "registers" not in resources:
        return
    nvidia = arch.startswith("sm_")
    if not nvidia and not threads and resources.get("most_threads", 1024) < 1024:
        threads = resources["most_threads"]
    if threads:
        count = nvidia_blocks if nvidia else amd_blocks
        resources["threads"] = threads
        resources["blocks"] = count(arch, resources, threads, limit)
    elif nvidia:
        warps = nvidia_warps(resources["registers"], limit)
        resources["launchable"] = min(1024, warps * WARP)
    else:
        resources["waves"] = amd_waves(resources, limit)
