"""The description of a kernel, and the sizes that follow from it.

random_exchange.py makes a dictionary for the launch and one for each kernel. Of the
launch, exchange_ir.py uses

    target          "nvptx" or "amdgcn"
    x, y, wave      threads of a block in each dimension, lanes of a warp
    attributes      {name: value} of every kernel
    metadata        whether kernels have !reqd_work_group_size

In a kernel are

    stages          exchanges; the second stores what the first has loaded
    region, rows    which threads take part, or None
    trips           whether all is in a loop of %trips rounds
    in_place        whether %in and %out may be one buffer
    generic         whether these two are generic pointers
    gep             how shared memory is addressed: "bytes", "typed" or "generic"
    lane_register   whether the lane's number comes from an instruction for it
    align           of the array, in bytes
    joined          how two narrow results become one word, or None

in a stage

    unit            bytes of a unit
    group           threads that exchange values among themselves
    store, load     the two sides
    memory          maps of a unit to its place in memory
    barrier         "warp" or "block"
    combine         whether the thread's index is mixed into the loaded values

and in a side

    type, units     of an access; units of each thread
    active          threads of the group that take part
    from_top        whether these are the last ones, not the first ones
    base, maps      "blocked" or "striped", and the bijections that follow
    fold            of the load side: maps that need not be injective
    rolled          whether the units are a loop
    hoisted         of the store side: whether %in is read before the condition

Lists of maps are as in maps.py. exchange_ir.py explains regions and rows. In a region
are

    kind, which     "one", "turns", "parity", "below" or "from", and which warps
    slice           the warp's part of the array: "block", "one" or "pair"
    index           how t becomes an index in a part of one warp: "modulo", "sub"
    by_thread       whether t is compared, not the warp's number
    twist           how loads depend on the warp's number: "xor", "add" or None
    unrolled        whether the turns are unrolled
    stores_before   whether all warps store, and only some load

and in rows

    kind            "own" or "equal"
    transposed      whether a thread writes the results of place x * height + y
    readers         how many rows load, or 0 for all

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

#: Bytes of each access type.
BYTES = {
    "i8": 1, "i16": 2, "half": 2, "bfloat": 2, "<2 x i8>": 2,
    "i32": 4, "float": 4, "<2 x half>": 4, "<2 x i16>": 4, "<4 x i8>": 4,
    "i64": 8, "double": 8, "ptr": 8, "<2 x float>": 8, "<2 x i32>": 8,
    "<4 x half>": 8, "<4 x i16>": 8,
    "<4 x float>": 16, "<4 x i32>": 16, "<2 x i64>": 16, "<2 x double>": 16,
    "<8 x half>": 16,
}  # fmt: skip


def units_of(stage):
    """Units that one group of threads writes."""
    return stage["store"]["active"] * stage["store"]["units"]


def slice_threads(launch, kernel):
    """The number of threads for which the array has space."""
    threads, wave = launch["x"] * launch["y"], launch["wave"]
    region = kernel.get("region")
    if (kernel.get("rows") or {}).get("kind") == "equal":
        return launch["x"]
    if not region or region["slice"] == "block":
        return threads
    return wave if region["slice"] == "one" else -(-threads // (2 * wave)) * wave


def array_units(stage, threads):
    """Units of memory, gaps included, for all groups of so many threads."""
    last = -(-threads // stage["group"]) * units_of(stage) - 1
    for kind, *parameters in stage["memory"]:
        if kind == "pad":
            last += last // parameters[0]
        elif kind == "slot":
            last *= parameters[0]
        elif kind == "swizzle":
            last |= parameters[1] - 1
    return last + 1
