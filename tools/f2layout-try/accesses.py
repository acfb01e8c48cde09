"""The memory accesses of a kernel's assembly, by space, direction and width.

The width is that of one thread: "16" for ld.shared.v4.b32 and ds_read_b128,
"2x8" for the two places of ds_read2_b64. Matrix accesses (ldmatrix, stmatrix,
ds_read_tr) are a space of their own, with the bytes of a thread.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
from collections import Counter

from shared import assembly

PTX_ACCESS = re.compile(r"(ld|st)((?:\.[\w:]+)+)")
PTX_MATRIX = re.compile(r"(ld|st)matrix\S*?\.x([124])\b")
PTX_TYPE = re.compile(r"[bsuf](\d+)")
PTX_SPACES = {
    "shared": "shared",
    "global": "global",
    "local": "local",
    "const": None,  # constants and parameters are no accesses of memory that moves
    "param": None,
}
GCN_ACCESS = re.compile(
    r"(ds|global|flat|scratch|buffer)_(read|load|write|store)"
    r"(2(?:st64)?|_2addr(?:_stride64)?)?_(\w+)"
)
GCN_WORDS = {
    **{"dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16},
    **{"ubyte": 1, "sbyte": 1, "byte": 1, "ushort": 2, "sshort": 2, "short": 2},
}
GCN_SPACES = {
    "ds": "shared",
    "global": "global",
    "flat": "generic",
    "scratch": "local",
    "buffer": "buffer",
}


def ptx_access(opcode):
    """(space, "load" or "store", width) of a PTX instruction, or None."""
    matrix = PTX_MATRIX.match(opcode)
    if matrix:
        verb = "load" if matrix.group(1) == "ld" else "store"
        return "matrix", verb, str(4 * int(matrix.group(2)))
    access = PTX_ACCESS.match(opcode)
    if not access:
        return None
    parts = access.group(2)[1:].split(".")
    space = "generic"
    for part in parts:
        name = part.partition("::")[0]
        if name in PTX_SPACES and part != "L1":
            space = PTX_SPACES[name]
            break
    kind = PTX_TYPE.fullmatch(parts[-1])
    if space is None or not kind:
        return None
    vector = [int(p[1:]) for p in parts if re.fullmatch(r"v[248]", p)]
    width = (vector[0] if vector else 1) * int(kind.group(1)) // 8
    return space, "load" if access.group(1) == "ld" else "store", str(width)


def gcn_width(text):
    """Bytes of "b128", "dwordx4", "ubyte_d16_hi", "d16_b16", "u8"."""
    word = re.match(r"(?:d16_(?:hi_)?)?(dwordx\d|[a-z]+)(\d*)", text)
    if not word:
        return None
    name, bits = word.groups()
    if name in GCN_WORDS:
        return GCN_WORDS[name]
    return int(bits) // 8 if bits and name in ("b", "u", "i") else None


def gcn_access(opcode):
    access = GCN_ACCESS.match(opcode)
    if not access:
        return None
    family, verb, twice, rest = access.groups()
    verb = "load" if verb in ("read", "load") else "store"
    transposed = re.match(r"(?:b(\d+)_)?tr\d*_b(\d+)", rest)
    if transposed:  # ds_read_b64_tr_b16, global_load_tr_b128
        return "matrix", verb, str(int(transposed[1] or transposed[2]) // 8)
    width = gcn_width(rest)
    if width is None:
        return None
    return GCN_SPACES[family], verb, f"2x{width}" if twice else str(width)


def accesses(lines, is_ptx):
    """Counter of (space, verb, width)."""
    found = Counter()
    read = ptx_access if is_ptx else gcn_access
    for line in lines:
        opcode = assembly.instruction(line).partition(" ")[0].partition("\t")[0]
        access = read(opcode)
        if access:
            found[access] += 1
    return found


def order(access):
    """Sorts by space, loads first, narrow before wide."""
    space, verb, width = access
    spaces = ("shared", "matrix", "global", "generic", "buffer", "local")
    times, _, size = width.rpartition("x")
    return spaces.index(space), verb, int(times or 1) * int(size), width
