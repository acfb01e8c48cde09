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

exchange/description.py has all keys of the dictionaries; exchange/ writes maps,
places and sides, and this file the stages, their barriers and regions.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from exchange.description import array_units, slice_threads
from exchange.sides import Sides
from targets import BLOCK_DECLARATIONS, ir_module

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


class KernelWriter(Sides):
    """The text of a kernel and of its array."""

    def __init__(self, launch, kernel):
        super().__init__(launch, kernel)
        slots = slice_threads(launch, kernel)
        self.array_bytes = max(
            array_units(s, slots) * s["unit"] for s in kernel["stages"]
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
                f"[{self.array_bytes} x i8] undef, "
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
    return ir_module(
        target,
        DECLARATIONS[target],
        "",
        *(KernelWriter(launch, k).write() for k in kernels),
        f"attributes #0 = {{ convergent nounwind {attributes} }}",
        f"!0 = !{{i32 {launch['x']}, i32 {launch['y']}, i32 1}}",
    )
