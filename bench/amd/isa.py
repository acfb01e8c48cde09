#!/usr/bin/env python3
# Counts the instructions in the loop of a kernel, in GCN assembly from llc.
#
#   bench/amd/isa.py kernels.s      one line a kernel
#   loop_counts(path)               {kernel: {what: how many in one round}}, and
#                                   accesses: {(is a store, bytes): how many}
#
# Each kernel (bench/convert/convert.cuh) has one loop without branches inside,
# which does one conversion there and back. The code before and after it,
# addresses and global memory, is not counted. An instruction is counted by its
# kind:
#
#   ds_write_b64 v1, v[2:3] offset:8              lds, 8 lds_bytes a lane
#   ds_read2_b32 v[0:1], v4 offset1:2             lds, 8 lds_bytes
#   ds_bpermute_b32, ds_swizzle_b32               lds_moves
#   v_mov_b32_dpp, v_or_b32 ... row_ror:4         dpp
#   v_permlane16_b32, x16, 64, v_readlane_b32     permlane
#   v_permlane16_swap_b32, v_permlane32_swap_b32  swaps
#   v_mov_b32, v_perm_b32, v_cndmask_b32,         moves: what copies, selects,
#     v_lshl_or_b32, v_alignbit_b32, ...            shifts or masks bits
#   any other v_...                               arithmetic
#   s_barrier, s_barrier_signal                   block_barriers
#
# All v_... are vector_alu; a dual-issued pair counts once. scratch counts
# spills. An instruction of another kind with a cross-lane operand
# (v_cndmask_b32_dpp) counts as dpp, and once in vector_alu.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = (
    "lds",
    "lds_bytes",
    "lds_moves",
    "dpp",
    "permlane",
    "swaps",
    "moves",
    "arithmetic",
    "vector_alu",
    "warp_barriers",
    "block_barriers",
    "scratch",
)
ACCESS = re.compile(
    r"ds_(read|write|load|store)(2|_2addr)?(?:st64|_stride64)?"
    r"_[bui](\d+)(?:_d16(?:_hi)?|_tr_b\d+)?$"
)
LANE_OPERAND = re.compile(
    r"\b(?:quad_perm|dpp8|row_\w+):|\b(?:row_mirror|row_half_mirror)\b|_dpp$|_dpp8$"
)
MOVE = re.compile(
    r"v_(?:dual_)?(?:mov|perm_b32|cndmask|align|lshl_or|and_or|or3|bfi|bfe|"
    r"(?:pk_)?(?:lshl|lshr|ashr)rev_|and_b|or_b|pack_b32|swap_b|accvgpr|pk_mov)"
)


class Unreadable(Exception):
    """Assembly that this file does not understand."""


def functions(path):
    """(kernel, lines) of an assembly file: scripts/assembly.py."""
    script = ROOT / "scripts" / "assembly.py"
    spec = importlib.util.spec_from_file_location("assembly", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, lines, _ in module.functions(path.read_text()):
        yield name, lines


def loop_of(name, lines):
    """The lines from the target of the only backward branch up to the branch."""
    labels, loops = {}, []
    for at, line in enumerate(lines):
        label = re.match(r"(\.L\w+):", line)
        if label:
            labels[label.group(1)] = at
        branch = re.match(r"\s+s_c?branch\w* (\.L\w+)", line)
        if branch and branch.group(1) in labels:
            loops.append(lines[labels[branch.group(1)] : at])
    if len(loops) != 1:
        raise Unreadable(f"{name}: {len(loops)} loops, expected one")
    if any(re.match(r"\s+s_c?branch", line) for line in loops[0]):
        raise Unreadable(f"{name}: a branch inside the loop")
    return loops[0]


def accesses_of(name, mnemonic):
    """(is a store, bytes a lane) of each access of an LDS instruction."""
    access = ACCESS.match(mnemonic)
    if not access:
        raise Unreadable(f"{name}: unknown LDS instruction {mnemonic}")
    verb, twice, width = access.groups()
    return (2 if twice else 1) * [(verb in ("write", "store"), int(width) // 8)]


def kind_of(mnemonic, operands):
    """What an LDS or a vector instruction counts as."""
    if re.match(r"ds_(?:b?permute|swizzle)", mnemonic):
        return "lds_moves"
    if mnemonic.startswith("ds_"):
        return "lds"
    if re.match(r"v_permlane\d+_swap", mnemonic):
        return "swaps"
    if re.match(r"v_permlane|v_readlane|v_readfirstlane|v_writelane", mnemonic):
        return "permlane"
    if LANE_OPERAND.search(mnemonic) or LANE_OPERAND.search(operands):
        return "dpp"
    return "moves" if MOVE.match(mnemonic) else "arithmetic"


def count(name, lines):
    counts = {**dict.fromkeys(NAMES, 0), "accesses": Counter()}
    for line in lines:
        if "; wave barrier" in line:
            counts["warp_barriers"] += 1
        code = re.sub(r"\s*;.*", "", line).strip()
        if re.match(r"s_barrier(?:_signal)?\b(?!_wait)", code):
            counts["block_barriers"] += 1
        elif re.match(r"scratch_|buffer_(?:load|store)", code):
            counts["scratch"] += 1
        elif re.match(r"(?:global|flat)_(?:load|store|atomic)", code):
            raise Unreadable(f"{name}: global memory in the loop: {code}")
        elif re.match(r"ds_|v_", code):
            counts["vector_alu"] += code.startswith("v_")
            for part in code.split(" :: "):
                mnemonic, _, operands = part.partition(" ")
                kind = kind_of(mnemonic.strip(), operands)
                counts[kind] += 1
                if kind == "lds":
                    accesses = accesses_of(name, mnemonic.strip())
                    counts["lds_bytes"] += sum(size for _, size in accesses)
                    counts["accesses"].update(accesses)
    return counts


def loop_counts(path):
    return {name: count(name, loop_of(name, lines)) for name, lines in functions(path)}


def main():
    for path in map(Path, sys.argv[1:]):
        for kernel, counts in loop_counts(path).items():
            print(f"{kernel}:", *(f"{name}={counts[name]}" for name in NAMES))


if __name__ == "__main__":
    main()
