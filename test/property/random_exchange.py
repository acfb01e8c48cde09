"""Random launches and kernels for exchange_ir.py, by a seeded generator.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math

from exchange.description import BYTES, array_units, units_of
from targets import known

CPUS = {
    "nvptx": {"sm_75": 32, "sm_80": 32, "sm_89": 32, "sm_90": 32},
    "amdgcn": known({"gfx90a": 64, "gfx942": 64, "gfx950": 64, "gfx1100": 32, "gfx1201": 32}),
}
#: Pipelines and how often each is tried, for exchanges within warps and others.
LOCAL = ["f2layout<no-shared>"] * 7 + ["f2layout"] * 2 + ["f2layout<no-shuffle>"]
BLOCK = ["f2layout"] * 5 + ["f2layout<no-shuffle>"] * 5
MOST_SHARED_BYTES = 32768
MOST_ACCESSES = 16
#: Blocks for exchanges among the threads of a row.
ROWS = [(24, 4), (18, 2), (32, 4), (16, 8), (20, 2)]
#: How narrow results leave the kernel: one by one, two in a word, or all in one
#: vector.
JOINED = [None, None, "vector", "shifts", "vector, frozen", "shifts, frozen", "whole"]


def power_of_two(n):
    return n & (n - 1) == 0


def random_launch(rng, only=None, kind=None):
    """only: (cpu, lanes of a warp or None) instead of any. kind: "regions", "rows",
    "incomplete", "narrow" or "operands", to have only kernels of this kind."""
    target = rng.choice(sorted(CPUS))
    cpu = rng.choice(sorted(CPUS[target]))
    if only:
        target = next(t for t in CPUS if only[0] in CPUS[t])
        cpu = only[0]
    wave = (only and only[1]) or CPUS[target][cpu]
    # Odd counts of elements narrower than a bank, across warps.
    narrow = kind == "narrow" or not kind and rng.random() < 0.06
    local = not narrow and rng.random() < 0.75
    passes = rng.choice(LOCAL if local else BLOCK)
    # Only maps that are affine over F2 go through shared memory.
    affine = passes == "f2layout<no-shuffle>" or not local
    affine = affine and not narrow and rng.random() < 0.9
    passes = "f2layout" if narrow else passes
    odd = [] if affine and not local else [3, 5, 6, 7]
    warps = rng.choice([1, 1, 2, 2, 4, 4, 8] + odd)
    threads = wave * warps
    shapes = [
        (x, threads // x)
        for x in (8, 16, wave, 2 * wave)
        if x < threads and threads % x == 0
    ]
    flat = narrow or not shapes or rng.random() >= 0.2
    x, y = (threads, 1) if flat else rng.choice(shapes)
    # Exchanges in rows are within warps, and few other kernels use their
    # blocks.
    rows = kind == "rows" or not kind and local and rng.random() < 0.095
    if rows:
        x, y = rng.choice(ROWS)
    elif y == 1 and (kind == "incomplete" or rng.random() < 0.05):
        x -= rng.randrange(1, wave)  # the last warp is incomplete
    threads = x * y
    launch = {
        "target": target,
        "cpu": cpu,
        "wave": wave,
        "x": x,
        "y": y,
        "metadata": False,
        "attributes": {"target-cpu": cpu},
        # Whether the launch must have exactly this block.
        "exact": rng.random() < (0.6 if rows else 0.75),
        "local": local,
        "regions": 1 if kind == "regions" else 0.1,
        "rows": rows,
        "passes": passes,
        "affine": affine,
        "narrow": narrow,
        # Whether kernels run in place, and whether they may be loops.
        "in_place": rng.random() < 0.1,
        "loops": rng.random() < (0.5 if narrow else 0.15),
        # Another block to run in, unless an exact one is promised.
        "smaller": [x, rng.randint(1, y)] if rows else [rng.randint(1, threads), 1],
    }
    shape = f"{x},{y}" if y > 1 else f"{x}"
    attributes = launch["attributes"]
    if wave != CPUS[target][cpu]:
        attributes["target-features"] = f"+wavefrontsize{wave}"
    if launch["exact"]:
        way = rng.choice(["promise", "required"])
        if way == "promise":
            attributes["f2layout-block"] = f"{x},{y},1"
        elif target == "nvptx":
            attributes["nvvm.reqntid"] = shape
        else:
            launch["metadata"] = True
            attributes["amdgpu-flat-work-group-size"] = f"{threads},{threads}"
        if way == "promise" and target == "nvptx" and rng.random() < 0.5:
            attributes["nvvm.maxntid"] = shape
    elif target == "nvptx":
        attributes["nvvm.maxntid"] = str(rng.choice([threads, 256 if threads <= 256 else 1024]))
    else:
        most = rng.choice([threads, 1024])
        attributes["amdgpu-flat-work-group-size"] = f"1,{most}"
    if kind == "operands":
        operands_launch(rng, launch)
    return launch


def operands_launch(rng, launch):
    """Changes a launch to one of operands of matrix products: narrow elements come
    in rows and are needed along columns, by whole warps."""
    warps = rng.choice([1, 1, 2, 4])
    launch.update(
        x=launch["wave"] * warps,
        y=1,
        exact=True,
        local=warps == 1 or rng.random() < 0.6,
        regions=0,
        rows=False,
        passes=rng.choice(["f2layout", "f2layout<no-shuffle>"]),
        affine=True,
        narrow=False,
        loops=False,
        operands=True,
    )
    threads = launch["x"]
    cpu = launch["cpu"]
    launch["metadata"] = False
    launch["attributes"] = {"target-cpu": cpu, "f2layout-block": f"{threads},1,1"}
    if launch["wave"] != CPUS[launch["target"]][cpu]:
        launch["attributes"]["target-features"] = f"+wavefrontsize{launch['wave']}"
    if launch["target"] == "amdgcn":
        launch["attributes"]["amdgpu-flat-work-group-size"] = f"{threads},{threads}"


def operands_stage(rng, launch):
    """A tile is stored by rows, in one type of 1 or 2 bytes, and loaded along its
    columns, of which there are 8, 16 or 32; the warps share rows or columns."""
    kind = random_type(rng, rng.choice([1, 2, 2]))
    group = launch["wave"] if launch["local"] else launch["x"]
    units = rng.choice([4, 8, 8, 16])
    n = units * group
    columns = rng.choice([8, 16, 16, 32])

    def side(maps):
        return {
            "type": kind,
            "units": units,
            "active": group,
            "from_top": False,
            "base": "blocked",
            "maps": maps,
            "rolled": False,
            "hoisted": False,
        }

    # Lane c of 16 (or as many as there are columns) needs column c: index t * R
    # + r with its bits rotated, so that the lane's low bits come first.
    store = side([] if rng.random() < 0.7 else random_bijection(rng, n, True))
    load = side([["transpose", rng.choice([columns, n // columns])]])
    if rng.random() < 0.5:
        bits, low = n.bit_length() - 1, columns.bit_length() - 1
        of_unit = units.bit_length() - 1
        # Bits of the register are above those of the column, which are the
        # lanes' low bits.
        places = list(range(low, low + of_unit)) + list(range(low))
        places += range(low + of_unit, bits)
        load = side([["f2", *(1 << p for p in places)]])
    unit = BYTES[kind]
    load["fold"] = []
    return {
        "group": group,
        "unit": unit,
        "barrier": random_barrier(rng, launch, group, None, None),
        "memory": random_memory(rng, n, unit),
        "store": store,
        "load": load,
    }


def invertible_matrix(rng, bits):
    """Columns of a random invertible F2 matrix, by rejection."""
    while True:
        columns = [rng.randrange(1, 1 << bits) for _ in range(bits)]
        basis = []
        for column in columns:
            for b in basis:
                column = min(column, column ^ b)
            if not column:
                break
            basis.append(column)
        if len(basis) == bits:
            return columns


def bit_permutation(rng, bits):
    places = list(range(bits))
    rng.shuffle(places)
    return [1 << p for p in places]


def random_bijection(rng, n, affine):
    """A map of [0, n) onto itself."""
    if n < 2:
        return []
    kinds = ["transpose"] if affine else ["reverse", "rotate", "odd", "transpose"]
    if power_of_two(n):
        kinds += ["xor", "right", "left", "f2", "bits", "swizzle", "swizzle"]
        kinds += [] if affine else ["quadratic"]
    kind = rng.choice(kinds)
    bits = n.bit_length() - 1
    if kind in ("reverse", "quadratic"):
        return [[kind]]
    if kind in ("xor", "rotate"):
        return [[kind, rng.randrange(n)]]
    if kind in ("right", "left"):
        return [[kind, rng.randrange(1, bits + 1)]]
    if kind == "odd":
        factor = rng.choice([m for m in range(1, n) if math.gcd(m, n) == 1])
        return [[kind, factor, rng.choice([0, rng.randrange(n)])]]
    if kind == "transpose":
        return [[kind, rng.choice([d for d in range(1, n + 1) if n % d == 0])]]
    if kind == "swizzle":
        width = rng.randrange(1, bits + 1)
        return [[kind, rng.randrange(width, bits + 1), 1 << width]]
    matrix = invertible_matrix if kind == "f2" else bit_permutation
    return [["f2", *matrix(rng, bits)]]


def random_maps(rng, n, affine):
    affine = affine or rng.random() < 0.6
    count = rng.choice([0, 0, 1, 1, 1, 2, 3])
    maps = []
    for _ in range(count):
        maps += random_bijection(rng, n, affine)
    return maps


def random_fold(rng, reads, n, affine):
    """From [0, reads) into [0, n): partial reads and broadcasts."""
    if affine and reads == n:
        narrow = [["divide", rng.choice([2, 4, 8])]]
        return rng.choice([narrow, [["mask", rng.randrange(n)]]] + 12 * [[]])
    if affine and reads < n:
        return []
    if reads < n:
        extra = n - reads
        return [["shift", rng.randrange(extra + 1)]] if rng.random() < 0.7 else []
    if reads > n:
        if rng.random() < 0.5:
            return [["modulo", n]]
        return [["divide", -(-reads // n)]]
    if rng.random() < 0.12:
        return rng.choice([[["divide", rng.choice([2, 3, 4, 8])]],
                           [["mask", rng.randrange(n)]],
                           [["modulo", rng.randrange(1, n + 1)]]])
    return []


def random_side(rng, kind, units, group, affine):
    active = group
    if not affine and rng.random() < 0.12:
        active = rng.randrange(1, group + 1)
    return {
        "type": kind,
        "units": units,
        "active": active,
        "from_top": rng.random() < 0.3,
        "base": rng.choice(["blocked", "striped"]),
        "maps": random_maps(rng, active * units, affine),
        "rolled": False,
        "hoisted": rng.random() < 0.5,
    }


def random_type(rng, size=None, most=16):
    names = [t for t in BYTES if (BYTES[t] == size if size else BYTES[t] <= most)]
    # Bytes and halves, which are packed into words, more often than others.
    return rng.choice(sorted(names + 3 * [t for t in names if t in ("i8", "i16")]))


def unit_counts(unit, kind, other):
    """How many units a side may have at most."""
    per = unit // min(BYTES[kind], BYTES[other])
    return max(1, min(MOST_ACCESSES // per, 128 // unit))


def load_type(rng, kind):
    chance = rng.random()
    if chance < 0.6:
        return kind
    if chance < 0.8:
        return random_type(rng, BYTES[kind])
    return random_type(rng)


def random_group(rng, launch, region):
    threads, wave = launch["x"] * launch["y"], launch["wave"]
    if launch["rows"]:
        return launch["x"]
    if launch["local"] or threads == wave or region:
        return rng.choice([wave] * 6 + [wave // 2, wave // 4])
    return threads


def random_memory(rng, n, unit):
    chance = rng.random()
    if chance < 0.6:
        return []
    if chance < 0.8:
        return [["pad", rng.choice([4, 8, 16, 32, 32, 64, 3, 5])]]
    if chance < 0.9 and unit <= 4:
        return [["slot", rng.choice([2, 3, 4])]]
    width = rng.randrange(1, 6)
    return [["swizzle", width + rng.randrange(3), 1 << width]]


def random_barrier(rng, launch, group, region, rows):
    if region:
        return "warp"
    if rows and (rows["kind"] == "equal" or launch["wave"] % group):
        return "block"
    return "warp" if group <= launch["wave"] and rng.random() < 0.6 else "block"


def random_region(rng, launch):
    """Which warps reach the exchange, and which part of the array they use."""
    warps = -(-launch["x"] * launch["y"] // launch["wave"])
    kind = rng.choice(["one", "one", "turns", "turns", "parity", "parity", "below", "from"])
    which = {"parity": rng.randrange(2), "below": rng.randint(1, warps)}
    parts = {"one": ["one", "one", "block"], "turns": ["one", "one", "block"],
             "parity": ["pair", "pair", "block"]}  # fmt: skip
    part = rng.choice(parts.get(kind, ["block"]))
    twists = [None, None, "xor"] + ([] if launch["affine"] else ["add"])
    return {
        "kind": kind,
        "which": which.get(kind, rng.randrange(warps)),
        "slice": part,
        "index": rng.choice(["modulo", "sub"]),
        "by_thread": rng.random() < 0.5,
        "twist": rng.choice(twists),
        "unrolled": warps <= 3 and rng.random() < 0.3,
        "stores_before": kind != "turns" and part == "block" and rng.random() < 0.2,
    }


def random_rows(rng, launch):
    """What the rows of a block do."""
    kind = rng.choice(["equal", "own"])
    return {
        "kind": kind,
        "transposed": kind == "equal" and rng.random() < 0.3,
        # The number of rows that read; 0: all, unconditionally.
        "readers": rng.randint(1, launch["y"]) if rng.random() < 0.2 else 0,
    }


def random_stage(rng, launch, store=None, region=None, rows=None):
    """store: type and bytes per thread of the values to store, or None."""
    if launch.get("operands"):
        return operands_stage(rng, launch)
    threads = launch["x"] * launch["y"]
    group = random_group(rng, launch, region)
    widest = 2 if launch["narrow"] else 16
    kind = store[0] if store else random_type(rng, most=widest)
    other = random_type(rng, most=2) if launch["narrow"] else load_type(rng, kind)
    unit = max(BYTES[kind], BYTES[other])
    if store and store[1] % unit:
        other, unit = kind, BYTES[kind]
    most = unit_counts(unit, kind, other)
    units = store[1] // unit if store else rng.randint(1, most)
    same = rng.random() < 0.7
    reads = units if same else rng.randint(1, most)
    if launch["narrow"] and not store:
        units = reads = rng.choice([3, 5, 6, 7, 9])
    if launch["affine"]:
        reads = 1 << (reads.bit_length() - 1)
        units = units if store else 1 << (units.bit_length() - 1)
    stage = {
        "group": group,
        "unit": unit,
        "barrier": random_barrier(rng, launch, group, region, rows),
        "memory": random_memory(rng, units * group, unit),
        "store": random_side(rng, kind, units, group, launch["affine"]),
        "load": random_side(rng, other, reads, group, launch["affine"]),
    }
    load = stage["load"]
    n = units_of(stage)
    load["fold"] = random_fold(rng, load["active"] * load["units"], n, launch["affine"])
    if array_units(stage, threads) * unit > MOST_SHARED_BYTES:
        return None
    return stage


def random_kernel(rng, launch, name):
    while True:
        rows = random_rows(rng, launch) if launch["rows"] else None
        some = not rows and rng.random() < launch["regions"]
        region = random_region(rng, launch) if some else None
        stages = [random_stage(rng, launch, None, region, rows)]
        if not stages[0]:
            continue
        first = stages[0]
        # The parts of two stages may overlap: then no other warp may use them.
        alone = not region or (
            region["kind"] in ("one", "turns") and not region["stores_before"]
        )
        full = first["load"]["active"] == first["group"]
        if rng.random() < 0.12 and full and alone and not launch.get("operands"):
            bytes_each = first["load"]["units"] * first["unit"]
            values = first["load"]["type"], bytes_each
            second = random_stage(rng, launch, values, region, rows)
            if not second:
                continue
            stages.append(second)
            mixable = first["load"]["type"] in ("i8", "i16", "i32", "i64")
            first["combine"] = mixable and rng.random() < 0.5
        if rng.random() < 0.05:
            stages[0]["store"]["rolled"] = True
            stages[0]["store"]["hoisted"] = False
        if rng.random() < 0.05:
            stages[-1]["load"]["rolled"] = True
        last = stages[-1]
        same = (
            first["store"]["units"] * first["unit"]
            == last["load"]["units"] * last["unit"]
        )
        if launch["in_place"] and not same:
            continue
        nvidia = launch["target"] == "nvptx"
        return {
            "name": name,
            "stages": stages,
            "region": region,
            "rows": rows,
            "trips": launch["loops"]
            and rng.random() < 0.6
            and not (region and region["kind"] == "turns"),
            "in_place": launch["in_place"],
            "generic": nvidia or rng.random() < 0.2,
            "gep": rng.choice(["bytes", "typed"] + (["generic"] if nvidia else [])),
            "lane_register": launch["y"] == 1 and rng.random() < 0.15,
            "align": rng.choice([max(s["unit"] for s in stages), 16]),
            "joined": rng.choice(JOINED),
        }
