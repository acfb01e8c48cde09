"""Random kernels from which threads leave early, and that fill their tiles in part,
through the whole plugin, checked by f2sim.

    early_exits.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

Each thread stores one or four elements, passes a block barrier, and loads as many:

    BEFORE                            nothing, or an older value in the array
    if (leaves(t)) { ON THE WAY  return; }
    if (stores(t)) s[f(r, t)] = in[4 * t + r];
    __syncthreads();
    if (reads(t)) out[4 * t + r] = s[g(r, t)];

The conditions are of the thread, of its group, of its warp, or of data, and hold for
an argument that is chosen anew for each run; or two branches lead to the stores. The exit may also stand behind the stores,
and all of it in a loop, of which threads leave in different rounds. A thread may read
what a thread that left would have written: that is undefined if nothing else is there,
and something else may be there. f2sim tells what each kernel computes, and which
kernels race. About a quarter do: no barrier orders what a thread did before it left, nor
zeros that have none behind them. f2sim reports these races when it runs the kernel alone.
A kernel is compared with its result all the same: the verdict "racing" is given only if the
two differ, so that a kernel is equal to itself, and a race that changes nothing is judged.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1100": 32}}
ROUNDS = 3


class Kernel:
    def __init__(self, rng, target, wave, name):
        self.rng, self.target, self.wave, self.name = rng, target, wave, name
        self.threads = rng.choice([1, 2, 4]) * wave
        self.each = rng.choice([1, 1, 4])
        self.size = self.each * self.threads
        self.span = rng.choice([wave, wave, wave, self.threads])
        self.exit = rng.choice(["none", "first", "first", "first", "late"])
        self.before = rng.choice(["nothing", "nothing", "nothing", "zero", "zero, barrier"])
        self.way = rng.choice(["return", "return", "return", "out", "store"])
        self.loop = rng.random() < 0.3
        self.again = rng.random() < 0.3
        kinds = ["thread", "group", "warp", "warp", "constant", "data"]
        self.leaving = rng.choice(kinds)
        self.storing = rng.choice(["always", "always", "thread", "group", "other", "threaded"])
        self.reading = rng.choice(["always", "always", "as stored"])
        self.w = Writer()
        self.labels = 0

    def barrier(self):
        for line in BARRIER[self.target]:
            self.w.do(line)

    def element(self, array, space, index):
        return self.w.let(f"getelementptr i32, ptr addrspace({space}) {array}, i32 {index}")

    def shared(self, index):
        return self.element(f"@{self.name}_s", 3, index)

    def condition(self, kind):
        """True in the threads that stay."""
        w = self.w
        if kind == "data":
            place = self.element("%in", 1, w.op("add", "%t", 77))
            return w.let(f"icmp sgt i32 {w.let(f'load i32, ptr addrspace(1) {place}')}, %n")
        if kind == "constant":
            return w.let(f"icmp ult i32 %t, {self.rng.choice([1, 3, 4]) * self.threads // 4}")
        if kind == "other":
            return w.let(f"icmp ne i32 {w.op('and', '%t', 3)}, %n")
        what = {"thread": "%t", "group": w.op("and", "%t", -8 & 0xFFFFFFFF),
                "warp": w.op("and", "%t", -self.wave & 0xFFFFFFFF)}[kind]  # fmt: skip
        if self.loop and self.moves:
            what = w.op("add", what, w.op("mul", "%k", self.step))
        return w.let(f"icmp slt i32 {what}, %n")

    def under(self, condition, then, otherwise=None):
        """then() where the condition holds; otherwise() leaves the kernel."""
        w = self.w
        self.labels += 1
        yes, no = f"yes{self.labels}", f"no{self.labels}"
        w.do(f"br i1 {condition}, label %{yes}, label %{no}")
        if otherwise:
            w.label(no)
            otherwise()
            w.label(yes)
            return
        w.label(yes)
        then()
        w.do(f"br label %{no}")
        w.label(no)

    def threaded(self, tests, then):
        """then() where the thread passes both tests of one side: LLVM leads threads
        past what it knows, so that several branches lead to one block."""
        w = self.w
        self.labels += 1
        n = self.labels
        sides = [w.let(test) for test in tests]
        w.do(f"br i1 {sides[0]}, label %left{n}, label %right{n}")
        for label, side in (("left", sides[1]), ("right", sides[2])):
            w.label(f"{label}{n}")
            if self.rng.random() < 0.3:
                w.do(f"br label %{label}m{n}")
                w.label(f"{label}m{n}")
            w.do(f"br i1 {side}, label %yes{n}, label %no{n}")
        w.label(f"yes{n}")
        then()
        w.do(f"br label %no{n}")
        w.label(f"no{n}")

    def tests(self):
        """Three tests of a thread for threaded(); now and then one of data."""
        rng, threads = self.rng, self.threads
        def one(most):
            kind = rng.choice(["all", "all", "most", "bit", "last"])
            if rng.random() < 0.1:
                return "icmp slt i32 %t, %n"
            bound = {"all": threads, "most": most, "last": threads - 1}.get(kind)
            if bound is None:
                return f"icmp ne i32 %t, {rng.randrange(threads)}"
            return f"icmp ult i32 %t, {bound}"
        first = f"icmp ult i32 %t, {rng.choice([1, self.wave, threads // 2, threads - 1])}"
        return [first, one(self.wave), one(3 * threads // 4)]

    def leave(self):
        w = self.w
        if self.way == "out":
            w.do(f"store i32 7, ptr addrspace(1) {self.element('%out', 1, w.op('mul', '%t', self.each))}")
        if self.way == "store":
            w.do(f"store i32 7, ptr addrspace(3) {self.shared('%t')}")
        w.do("br label %end")

    def place(self, how, r):
        w, each = self.w, self.each
        if how == "blocked":
            at = w.op("add", w.op("mul", self.lane, each), r)
        else:
            at = w.op("add", self.lane, r * self.span)
        return w.op("xor", w.op("add", self.base, at), 0)

    def stores(self, how, array_in="%in", plus=0):
        w = self.w
        for r in range(self.each):
            index = w.op("add", w.op("mul", "%t", self.each), r + plus)
            value = w.let(f"load i32, ptr addrspace(1) {self.element(array_in, 1, index)}")
            w.do(f"store i32 {value}, ptr addrspace(3) {self.shared(self.place(how, r))}")

    def loads(self, how, flip, plus):
        w = self.w
        for r in range(self.each):
            at = w.op("xor", self.place(how, r), flip)
            value = w.let(f"load i32, ptr addrspace(3) {self.shared(at)}")
            index = w.op("add", w.op("mul", "%t", self.each), r + plus)
            if self.loop:
                index = w.op("add", index, w.op("mul", "%k", self.size))
            w.do(f"store i32 {value}, ptr addrspace(1) {self.element('%out', 1, index)}")

    def zero(self):
        for r in range(self.each):
            self.w.do(f"store i32 0, ptr addrspace(3) {self.shared(self.place('striped', r))}")
        if self.before == "zero, barrier":
            self.barrier()

    def exchange(self, number):
        rng = self.rng
        hows = rng.choice([("blocked", "striped"), ("striped", "blocked"), ("striped", "striped")])
        flip = rng.choice([0, 1, 2, self.wave - 1, self.wave // 2])
        if self.span > self.wave:
            flip = rng.choice([flip, self.wave])
        threaded = self.tests() if self.storing == "threaded" else None
        stored = None
        if not threaded and self.storing != "always":
            stored = self.condition(self.storing)
        if self.exit == "late" and not number:
            self.stores(hows[0])
            self.under(self.condition(self.leaving), None, self.leave)
        elif threaded:
            self.threaded(threaded, lambda: self.stores(hows[0], plus=number))
        elif stored:
            self.under(stored, lambda: self.stores(hows[0], plus=number))
        else:
            self.stores(hows[0], plus=number)
        self.barrier()
        out = number * self.size * (ROUNDS if self.loop else 1)
        if threaded and self.reading == "as stored":
            self.threaded(threaded, lambda: self.loads(hows[1], flip, out))
        elif stored and self.reading == "as stored":
            self.under(stored, lambda: self.loads(hows[1], flip, out))
        else:
            self.loads(hows[1], flip, out)

    def body(self):
        w = self.w
        self.moves, self.step = self.rng.random() < 0.5, self.rng.choice([1, self.wave])
        if self.before != "nothing":
            self.zero()
        outside = self.rng.random() < 0.6
        if self.exit == "first" and (outside or not self.loop):
            loop, self.loop = self.loop, False
            self.under(self.condition(self.leaving), None, self.leave)
            self.loop = loop
        if self.loop:
            entry = [line for line in w.lines if line.endswith(":")][-1][:-1]
            w.do("br label %round")
            w.label("round")
            w.do(f"%k = phi i32 [ 0, %{entry} ], [ %k1, %latch ]")
            if self.exit == "first" and not outside:
                self.under(self.condition(self.leaving), None, self.leave)
        self.exchange(0)
        if self.again:
            self.barrier()
            self.exchange(1)
        if self.loop:
            self.barrier()
            w.do("br label %latch")
            w.label("latch")
            w.do("%k1 = add i32 %k, 1")
            w.do(f"%more = icmp ult i32 %k1, {ROUNDS}")
            w.do("br i1 %more, label %round, label %end")
        else:
            w.do("br label %end")

    def text(self):
        w = self.w
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        self.lane = w.op("and", "%t", self.span - 1)
        self.base = w.op("mul", w.divide("%t", self.span), self.each * self.span)
        self.body()
        w.label("end")
        w.do("ret void")
        return "\n".join([
            f"@{self.name}_s = internal addrspace(3) global [{self.size} x i32] undef, align 16",
            f"define {KERNEL[self.target]} void @{self.name}(ptr addrspace(1) noalias %in, "
            f"ptr addrspace(1) noalias %out, i32 %n) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng, cpu, kernel, before, after = self.drawn(number, CPU, Kernel, "e")
        target = kernel.target
        attributes = f'convergent nounwind "target-cpu"="{cpu}"'
        known = rng.random()
        if known < 0.4:
            attributes += f' "f2layout-block"="{kernel.threads},1,1"'
        elif known < 0.6 and target == "nvptx":
            attributes += f' "nvvm.maxntid"="{kernel.threads}"'
        elif known < 0.6:
            attributes += f' "amdgpu-flat-work-group-size"="1,{kernel.threads}"'
        before.write_text(
            ir_module(target, BLOCK_DECLARATIONS[target], kernel.text(),
                      f"attributes #0 = {{ {attributes} }}")
        )  # fmt: skip
        passes = rng.choice(["f2layout", "f2layout", "f2layout<no-shared>",
                             "function(f2layout-reroute)"])  # fmt: skip
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout")
        changed = "exchange" in said and " became " in said
        what = kernel.exit if kernel.storing == "always" else f"{kernel.exit}, guarded"
        if kernel.storing == "threaded":
            what = f"{kernel.exit}, threaded"
        tally = {"kernels": 1, f"exit {what}": 1, f"rewritten, exit {what}": changed}
        limits = [0, 1, rng.randrange(kernel.threads), rng.randrange(0, kernel.threads, 8),
                  rng.randrange(kernel.wave, 2 * kernel.wave), kernel.threads + 9]  # fmt: skip
        return self.judge_racing(
            before, after, tally, "--kernel", "k", "--block", str(kernel.threads), "--quiet",
            "--arg", "2=" + ",".join(map(str, limits)), "--schedules", "forward,random:1"
        )  # fmt: skip


if __name__ == "__main__":
    harness.judge_each(
        Judge, "early_exits.out",
        ["rewritten, exit first", "rewritten, exit none, guarded", "rewritten, exit first, guarded",
         "rewritten, exit none, threaded"],
    )  # fmt: skip
