"""Writes a kernel that exchanges values through shared memory, as clang would.

A kernel is described by a plain dictionary (random_exchange.py makes them, and
conversions.py makes them smaller when one fails). Each stage of it is

    store side    value j of this thread    -> unit f(r, t) of an array
    barrier       of the warp or of the block
    load side     unit g(r, t) of the array -> value j of this thread

A *unit* is what both sides agree on: the wider of the two access types. A side
with narrower accesses makes several for each unit. f and g start from blocked
(t * R + r) or striped (r * K + t) indices and apply bijections of [0, n):
products with a unit modulo n, rotations, transposes, xor-shifts, random
invertible F2 matrices, quadratic permutations. The load side may then fold its
index (broadcast, partial read). At last both sides apply one and the same
injective map to memory: padding or a swizzle.

The values come from kernel argument 0 and go to argument 1, at places of the
thread's own, so that the exchange is all that moves data between threads.

A *region* lets only some warps execute the exchange and its warp barrier: one
warp, every other warp, those below or from some number on, or one after the
other, with a barrier of the block in between:

    for (k = 0; k < warps; ++k) { if (t / 32 == k) exchange; __syncthreads(); }

The warps then have the array's part that is theirs (`slice` "block"), share one
part by turns or because no other comes ("one"), or have one per two ("pair").

With *rows* the threads of a row (equal threadIdx.y) are one group. Every row has
a part of the array ("own"), or all store the same values, which depend on
threadIdx.x alone, at the same places ("equal").

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from targets import BLOCK_DECLARATIONS, LAYOUT, TRIPLE

#: Bytes of each access type.
BYTES = {
    "i8": 1, "i16": 2, "half": 2, "bfloat": 2, "<2 x i8>": 2,
    "i32": 4, "float": 4, "<2 x half>": 4, "<2 x i16>": 4, "<4 x i8>": 4,
    "i64": 8, "double": 8, "ptr": 8, "<2 x float>": 8, "<2 x i32>": 8,
    "<4 x half>": 8, "<4 x i16>": 8,
    "<4 x float>": 16, "<4 x i32>": 16, "<2 x i64>": 16, "<2 x double>": 16,
    "<8 x half>": 16,
}  # fmt: skip
DECLARATIONS = {
    "nvptx": [
        *BLOCK_DECLARATIONS["nvptx"],
        "void @llvm.nvvm.bar.warp.sync(i32)",
    ],
    "amdgcn": [
        *BLOCK_DECLARATIONS["amdgcn"],
        "i32 @llvm.amdgcn.mbcnt.lo(i32, i32)",
        "i32 @llvm.amdgcn.mbcnt.hi(i32, i32)",
        "void @llvm.amdgcn.wave.barrier()",
    ],
}

FOLDED = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "xor": lambda a, b: a ^ b,
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "shl": lambda a, b: a << b,
    "lshr": lambda a, b: a >> b,
    "udiv": lambda a, b: a // b,
    "urem": lambda a, b: a % b,
}
NEUTRAL = {"add", "sub", "xor", "or", "shl", "lshr"}


class Writer:
    """Lines of a function. A value is an int, or the name of an i32."""

    def __init__(self):
        self.lines = []
        self.count = 0
        self.block = "entry"

    def name(self, stem="v"):
        self.count += 1
        return f"%{stem}{self.count}"

    def let(self, text, stem="v"):
        name = self.name(stem)
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text):
        self.lines.append(f"  {text}")

    def label(self, name):
        self.lines.append(f"{name}:")
        self.block = name

    def op(self, what, a, b, flags=""):
        if isinstance(a, int) and isinstance(b, int):
            return FOLDED[what](a, b) & 0xFFFFFFFF
        if b == 0 and what in NEUTRAL:
            return a
        if b == 1 and what in ("mul", "udiv"):
            return a
        if a == 0 and what in ("add", "xor", "or"):
            return b
        return self.let(f"{what} {flags}i32 {a}, {b}")

    def divide(self, x, by):
        """x / by, by a shift where a compiler would."""
        if by & (by - 1) == 0:
            return self.op("lshr", x, by.bit_length() - 1)
        return self.op("udiv", x, by)

    def modulo(self, x, by):
        if by & (by - 1) == 0:
            return self.op("and", x, by - 1)
        return self.op("urem", x, by)


# --- Maps of an index. Each takes the writer, the index and n. ---------------


def matrix(w, x, columns):
    """The F2-linear map that sends bit i to columns[i]."""
    result = 0
    for i, column in enumerate(columns):
        bit = w.op("and", w.op("lshr", x, i), 1)
        result = w.op("xor", result, w.op("mul", bit, column))
    return result


def transpose(w, x, n, rows):
    row, column = w.modulo(x, rows), w.divide(x, rows)
    return w.op("add", w.op("mul", row, n // rows), column)


def quadratic(w, x, n):
    """x (x + 1) / 2 modulo n, a permutation where n is a power of two."""
    square = w.op("mul", x, w.op("add", x, 1))
    return w.modulo(w.op("lshr", square, 1), n)


MAPS = {
    "xor": lambda w, x, n, c: w.op("xor", x, c),
    "reverse": lambda w, x, n: w.op("sub", n - 1, x),
    "rotate": lambda w, x, n, c: w.modulo(w.op("add", x, c), n),
    "odd": lambda w, x, n, m, c: w.modulo(w.op("add", w.op("mul", x, m), c), n),
    "transpose": transpose,
    "right": lambda w, x, n, k: w.op("xor", x, w.op("lshr", x, k)),
    "left": lambda w, x, n, k: w.op(
        "xor", x, w.op("and", w.op("shl", x, k), n - 1)
    ),
    "swizzle": lambda w, x, n, k, c: w.op(
        "xor", x, w.op("and", w.op("lshr", x, k), c - 1)
    ),
    "f2": lambda w, x, n, *columns: matrix(w, x, columns),
    "quadratic": quadratic,
    # Folds: several indices may map to one.
    "modulo": lambda w, x, n, m: w.modulo(x, m),
    "divide": lambda w, x, n, d: w.divide(x, d),
    "mask": lambda w, x, n, m: w.op("and", x, m),
    "shift": lambda w, x, n, c: w.op("add", x, c),
    # Injective maps to memory.
    "pad": lambda w, x, n, p: w.op("add", x, w.divide(x, p)),
    "slot": lambda w, x, n, s: w.op("mul", x, s),
}


def apply(w, x, n, maps):
    for kind, *parameters in maps:
        x = MAPS[kind](w, x, n, *parameters)
    return x


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


class KernelWriter:
    def __init__(self, launch, kernel):
        self.launch = launch
        self.kernel = kernel
        self.nvidia = launch["target"] == "nvptx"
        self.threads = launch["x"] * launch["y"]
        self.name = kernel["name"]
        self.region = kernel.get("region")
        self.rows = kernel.get("rows")
        self.turn = None  # which warp's turn it is, if they take turns
        self.w = Writer()
        slots = slice_threads(launch, kernel)
        self.array_bytes = max(
            array_units(s, slots) * s["unit"] for s in kernel["stages"]
        )

    # Pointers.
    def parameters(self):
        space = "" if self.kernel["generic"] else " addrspace(1)"
        self.pointer = f"ptr{space}"
        noalias = "" if self.kernel["in_place"] else " noalias"
        return (
            f"{self.pointer}{noalias} %in, {self.pointer}{noalias} %out, i32 %trips"
        )

    def global_place(self, argument, kind, index):
        wide = self.w.let(f"zext i32 {index} to i64") if isinstance(
            index, str
        ) else index
        return self.w.let(
            f"getelementptr inbounds {kind}, {self.pointer} {argument}, i64 {wide}"
        )

    def shared_place(self, kind, unit_bytes, unit, sub):
        """The address of access number `sub` within a unit."""
        w, form = self.w, self.kernel["gep"]
        size = BYTES[kind]
        array = f"@{self.name}.s"
        if form == "generic":
            base = f"ptr addrspacecast (ptr addrspace(3) {array} to ptr)"
        else:
            base = f"ptr addrspace(3) {array}"
        if form == "bytes":
            offset = w.op("add", w.op("mul", unit, unit_bytes), sub * size)
            return w.let(f"getelementptr i8, {base}, i32 {offset}"), base.split(" @")[0]
        per_unit = unit_bytes // size
        index = w.op("add", w.op("mul", unit, per_unit), sub)
        if isinstance(index, str):
            index = f"i64 {w.let(f'zext i32 {index} to i64')}"
        else:
            index = f"i64 {index}"
        space = "ptr" if form == "generic" else "ptr addrspace(3)"
        return w.let(f"getelementptr inbounds {kind}, {base}, {index}"), space

    # Threads.
    def thread_indices(self):
        w = self.w
        prefix = "nvvm.read.ptx.sreg.tid" if self.nvidia else "amdgcn.workitem.id"
        self.x = self.t = w.let(f"call i32 @llvm.{prefix}.x()", "x")
        self.y = None
        if self.launch["y"] > 1:
            self.y = w.let(f"call i32 @llvm.{prefix}.y()", "y")
            self.t = w.op("add", w.op("mul", self.y, self.launch["x"]), self.t)
        # The threads whose values go into the array, and those that get
        # results.
        self.source = self.result = self.t
        if self.rows and self.rows["kind"] == "equal":
            self.source = self.x
            if self.rows["transposed"]:
                row = w.op("mul", self.x, self.launch["y"])
                self.result = w.op("add", row, self.y)
        self.warp = w.divide(self.t, self.launch["wave"]) if self.region else None
        self.lane = None
        if self.kernel["lane_register"]:
            if self.nvidia:
                self.lane = w.let('call i32 asm "mov.u32 $0, %laneid;", "=r"()', "lane")
            else:
                self.lane = w.let("call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)")
                if self.launch["wave"] == 64:
                    self.lane = w.let(
                        f"call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 {self.lane})",
                        "lane",
                    )

    def barrier(self, kind):
        w = self.w
        if self.nvidia:
            if kind == "warp":
                w.do("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
            else:
                w.do("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
            return
        scope = "wavefront" if kind == "warp" else "workgroup"
        what = "wave" if kind == "warp" else "s"
        w.do(f'fence syncscope("{scope}") release')
        w.do(f"call void @llvm.amdgcn.{what}.barrier()")
        w.do(f'fence syncscope("{scope}") acquire')

    # Sides.
    def in_slice(self):
        """This thread's index among those that the array has room for."""
        w, wave = self.w, self.launch["wave"]
        if not self.region or self.region["slice"] == "block":
            return self.t
        if self.region["slice"] == "one" and self.region["index"] == "sub":
            return w.op("sub", self.t, w.op("mul", self.turn, wave))
        lane = w.modulo(self.t, wave)
        if self.region["slice"] == "one":
            return lane
        return w.op("add", w.op("mul", w.divide(self.t, 2 * wave), wave), lane)

    def in_group(self, stage, side):
        """(index within the group's active threads, units before the group)"""
        w, group = self.w, stage["group"]
        if self.rows:
            own = self.rows["kind"] == "own"
            index, base = self.x, w.op("mul", self.y, units_of(stage)) if own else 0
        elif group >= slice_threads(self.launch, self.kernel):
            index, base = self.in_slice(), 0
            if self.lane and group == self.launch["wave"] and self.region:
                index = self.lane
        else:
            t = self.in_slice()
            if group == self.launch["wave"] and self.lane:
                index = self.lane
            else:
                index = w.modulo(t, group)
            base = w.op("mul", w.divide(t, group), units_of(stage))
        skipped = group - side["active"] if side["from_top"] else 0
        return w.op("sub", index, skipped), base

    def place(self, stage, side, r, index, base):
        """The unit of memory for register unit r."""
        w = self.w
        if side["base"] == "blocked":
            x = w.op("add", w.op("mul", index, side["units"]), r)
        else:
            x = w.op("add", w.op("mul", r, side["active"]), index)
        x = apply(w, x, side["active"] * side["units"], side["maps"])
        x = apply(w, x, units_of(stage), side.get("fold", []))
        if self.region and side is stage["load"]:
            x = self.twisted(x, units_of(stage))
        return apply(w, w.op("add", base, x), 0, stage["memory"])

    def twisted(self, x, n):
        """A unit of the group that depends on the warp."""
        w, twist = self.w, self.region["twist"]
        if twist == "xor" and n & (n - 1) == 0:
            return w.op("xor", x, w.op("and", self.warp, n - 1))
        if twist == "add":
            return w.modulo(w.op("add", x, self.warp), n)
        return x

    def guarded(self, stage, side, body):
        """body() for the active threads of each group."""
        if side["active"] == stage["group"]:
            return body()
        w = self.w
        n = w.count = w.count + 1
        group = stage["group"]
        if self.rows:
            lane = self.x
        else:
            lane = w.modulo(self.t, group) if group < self.threads else self.t
        if side["from_top"]:
            test = w.let(f"icmp uge i32 {lane}, {group - side['active']}")
        else:
            test = w.let(f"icmp ult i32 {lane}, {side['active']}")
        w.do(f"br i1 {test}, label %then{n}, label %join{n}")
        w.label(f"then{n}")
        body()
        w.do(f"br label %join{n}")
        w.label(f"join{n}")
        return None

    def registers(self, side, body):
        """body(r) for each unit, unrolled or in a loop of a constant count."""
        w = self.w
        if not side.get("rolled"):
            for r in range(side["units"]):
                body(r)
            return
        n = w.count = w.count + 1
        before = w.block
        w.do(f"br label %roll{n}")
        w.label(f"roll{n}")
        w.do(f"%r{n} = phi i32 [ 0, %{before} ], [ %s{n}, %roll{n} ]")
        body(f"%r{n}")
        w.do(f"%s{n} = add nuw nsw i32 %r{n}, 1")
        w.do(f"%e{n} = icmp eq i32 %s{n}, {side['units']}")
        w.do(f"br i1 %e{n}, label %rolled{n}, label %roll{n}")
        w.label(f"rolled{n}")

    def global_index(self, stage, side, r, sub, thread):
        """Where value (r, sub) of a thread is in its buffer."""
        w, per = self.w, stage["unit"] // BYTES[side["type"]]
        own = side["units"] * per
        where = w.op("add", w.op("mul", r, per), sub)
        where = w.op("add", w.op("mul", thread, own), where)
        if self.kernel["trips"]:
            where = w.op("add", w.op("mul", "%i", own * self.threads), where)
        return where

    def store_side(self, stage, values):
        w, side = self.w, stage["store"]
        kind, per = side["type"], stage["unit"] // BYTES[side["type"]]

        def fetch(r, sub):
            where = self.global_index(stage, side, r, sub, self.source)
            at = self.global_place("%in", kind, where)
            return w.let(f"load {kind}, {self.pointer} {at}, align {BYTES[kind]}")

        if values is None and side["hoisted"]:
            values = [
                fetch(r, sub) for r in range(side["units"]) for sub in range(per)
            ]

        def body():
            index, base = self.in_group(stage, side)

            def one(r):
                unit = self.place(stage, side, r, index, base)
                for sub in range(per):
                    v = values[r * per + sub] if values else fetch(r, sub)
                    at, space = self.shared_place(kind, stage["unit"], unit, sub)
                    w.do(f"store {kind} {v}, {space} {at}, align {BYTES[kind]}")

            self.registers(side, one)

        self.guarded(stage, side, body)

    def joins(self, stage):
        """Whether narrow values leave the kernel in pairs, in one word."""
        side = stage["load"]
        count = side["units"] * (stage["unit"] // BYTES[side["type"]])
        narrow = side["type"] in ("i8", "i16") and not side.get("rolled")
        return self.kernel.get("joined") if narrow and count % 2 == 0 else None

    def store_joined(self, stage, values, how):
        """Value k, and the one half of all values behind it, as one word. A byte
        of it may be from a lane that is not there; the other must be right."""
        w, kind = self.w, stage["load"]["type"]
        wide, half = {"i8": "i16", "i16": "i32"}[kind], len(values) // 2
        for k in range(half):
            pair = [values[k], values[k + half]]
            if how.endswith("frozen"):
                pair[k % 2] = w.let(f"freeze {kind} {pair[k % 2]}")
            if how.startswith("vector"):
                v = w.let(f"insertelement <2 x {kind}> poison, {kind} {pair[0]}, i32 0")
                v = w.let(f"insertelement <2 x {kind}> {v}, {kind} {pair[1]}, i32 1")
                word = w.let(f"bitcast <2 x {kind}> {v} to {wide}")
            else:
                low, high = (w.let(f"zext {kind} {v} to {wide}") for v in pair)
                high = w.let(f"shl nuw {wide} {high}, {8 * BYTES[kind]}")
                word = w.let(f"or disjoint {wide} {low}, {high}")
            where = self.global_index(stage, stage["load"], 0, 2 * k, self.result)
            to = self.global_place("%out", kind, where)
            w.do(f"store {wide} {word}, {self.pointer} {to}, align {BYTES[kind]}")

    def load_side(self, stage, last):
        """The values, or none if they go to the output."""
        w, side = self.w, stage["load"]
        kind, per = side["type"], stage["unit"] // BYTES[side["type"]]
        values = []
        joined = self.joins(stage) if last else None

        def body():
            index, base = self.in_group(stage, side)

            def one(r):
                unit = self.place(stage, side, r, index, base)
                for sub in range(per):
                    at, space = self.shared_place(kind, stage["unit"], unit, sub)
                    v = w.let(f"load {kind}, {space} {at}, align {BYTES[kind]}")
                    values.append(v)
                    if last and not joined:
                        where = self.global_index(stage, side, r, sub, self.result)
                        to = self.global_place("%out", kind, where)
                        w.do(
                            f"store {kind} {v}, {self.pointer} {to}, "
                            f"align {BYTES[kind]}"
                        )

            self.registers(side, one)
            if joined:
                self.store_joined(stage, values, joined)

        self.guarded(stage, side, body)
        return values

    def combined(self, kind, values):
        """Each value with the thread index mixed in, so that nothing folds."""
        w, t = self.w, self.source
        if kind in ("i8", "i16"):
            t = w.let(f"trunc i32 {t} to {kind}")
        elif kind == "i64":
            t = w.let(f"zext i32 {t} to i64")
        return [w.let(f"xor {kind} {v}, {t}") for v in values]

    def under(self, test, body):
        """body() where the comparison holds."""
        w = self.w
        n = w.count = w.count + 1
        w.do(f"br i1 {w.let(test)}, label %some{n}, label %all{n}")
        w.label(f"some{n}")
        body()
        w.do(f"br label %all{n}")
        w.label(f"all{n}")

    def region_test(self):
        """Which warps execute the exchange."""
        kind, k = self.region["kind"], self.region["which"]
        if kind == "parity":
            return f"icmp eq i32 {self.w.op('and', self.warp, 1)}, {k}"
        if kind in ("below", "from"):
            what = "ult" if kind == "below" else "uge"
            if self.region["by_thread"]:
                return f"icmp {what} i32 {self.t}, {k * self.launch['wave']}"
            return f"icmp {what} i32 {self.warp}, {k}"
        return f"icmp eq i32 {self.warp}, {self.turn}"

    def turns(self):
        """All warps, one after the other."""
        w = self.w
        warps = -(-self.threads // self.launch["wave"])
        if self.region["unrolled"]:
            for self.turn in range(warps):
                self.under(self.region_test(), self.exchanges)
                self.barrier("block")
            return
        before, self.turn = w.block, "%turn"
        w.do("br label %turns")
        w.label("turns")
        w.do(f"%turn = phi i32 [ 0, %{before} ], [ %following, %over ]")
        self.under(self.region_test(), self.exchanges)
        self.barrier("block")
        w.do("br label %over")
        w.label("over")
        w.do("%following = add nuw nsw i32 %turn, 1")
        w.do(f"%last = icmp eq i32 %following, {warps}")
        w.do("br i1 %last, label %rest, label %turns")
        w.label("rest")

    def body(self):
        if not self.region:
            return self.exchanges()
        if self.region["kind"] == "turns":
            return self.turns()
        self.turn = self.region["which"]
        if not self.region["stores_before"]:
            return self.under(self.region_test(), self.exchanges)
        stage = self.kernel["stages"][0]
        self.store_side(stage, None)
        return self.under(self.region_test(), lambda: self.exchanges(stored=True))

    def exchanges(self, stored=False):
        stages = self.kernel["stages"]
        values = None
        for number, stage in enumerate(stages):
            last = number == len(stages) - 1
            if number:
                self.barrier("warp" if self.region else "block")
            if number or not stored:
                self.store_side(stage, values)
            self.barrier(stage["barrier"])
            if last and self.rows and self.rows["readers"]:
                test = f"icmp ult i32 {self.y}, {self.rows['readers']}"
                self.under(test, lambda: self.load_side(stage, True))
                return
            values = self.load_side(stage, last)
            if stage.get("combine"):
                values = self.combined(stage["load"]["type"], values)

    def write(self):
        w = self.w
        align = self.kernel["align"]
        signature = self.parameters()
        w.label("entry")
        self.thread_indices()
        if self.kernel["trips"]:
            w.do("br label %loop")
            w.label("loop")
            w.do("%i = phi i32 [ 0, %entry ], [ %next, %latch ]")
        self.body()
        if self.kernel["trips"]:
            warp = all(s["barrier"] == "warp" for s in self.kernel["stages"])
            alone = warp and len(self.kernel["stages"]) == 1
            self.barrier("warp" if alone else "block")
            w.do("br label %latch")
            w.label("latch")
            w.do("%next = add nuw nsw i32 %i, 1")
            w.do("%done = icmp sge i32 %next, %trips")
            w.do("br i1 %done, label %exit, label %loop")
            w.label("exit")
        w.do("ret void")
        convention = "ptx_kernel" if self.nvidia else "amdgpu_kernel"
        required = " !reqd_work_group_size !0" if self.launch["metadata"] else ""
        return "\n".join(
            [
                f"@{self.name}.s = internal addrspace(3) global "
                f"[{self.array_bytes} x i8] {'undef' if self.nvidia else 'poison'}, "
                f"align {align}",
                f"define {convention} void @{self.name}({signature}) #0{required} {{",
                *w.lines,
                "}",
                "",
            ]
        )


def module_text(launch, kernels):
    target = launch["target"]
    attributes = " ".join(f'"{k}"="{v}"' for k, v in launch["attributes"].items())
    return "\n".join(
        [
            f'target datalayout = "{LAYOUT[target]}"',
            f'target triple = "{TRIPLE[target]}"',
            *(f"declare {d}" for d in DECLARATIONS[target]),
            "",
            *(KernelWriter(launch, k).write() for k in kernels),
            f"attributes #0 = {{ convergent nounwind {attributes} }}",
            f"!0 = !{{i32 {launch['x']}, i32 {launch['y']}, i32 1}}",
            "",
        ]
    )
