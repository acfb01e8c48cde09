"""Which thread this is, and where its values are in global and in shared memory.

A thread has R units of P accesses each; value (r, sub) is access `sub` of unit r. Of
T threads of the block, it is in global memory at element

    (round * T + t) * R * P + r * P + sub        of the access type

and in shared memory, step by step, at

    index in the group    t % group, or the lane, or x in a row
    unit of the group     maps of index * R + r, or of r * active + index
    unit of memory        memory maps of units before the group + unit of the group
    byte of the array     unit of memory * bytes of a unit + sub * bytes of the type

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from exchange.description import BYTES, slice_threads, units_of
from exchange.function import Writer
from exchange.maps import apply


class Places:
    """The threads of a kernel, and where their values are."""

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

    # Global memory.
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

    def global_index(self, stage, side, r, sub, thread):
        """Where value (r, sub) of a thread is in its buffer."""
        w, per = self.w, stage["unit"] // BYTES[side["type"]]
        own = side["units"] * per
        where = w.op("add", w.op("mul", r, per), sub)
        where = w.op("add", w.op("mul", thread, own), where)
        if self.kernel["trips"]:
            where = w.op("add", w.op("mul", "%i", own * self.threads), where)
        return where

    # Shared memory.
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
