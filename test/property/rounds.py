"""Random loops that halve or double a distance, through the whole plugin, checked by
f2sim.

    rounds.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

    s[t] = in[t];  barrier
    for (d = n / 2; d > 0; d >>= 1) {       or d = 1; d < n; d <<= 1
      if (t < d) s[t] += s[t + d];          or a scan, swaps of t and t ^ d, a maximum
      barrier                               with its index, also the least of several, a
                                            bitonic sort
    }
    out[t] = s[0]                           or s[t], s[t ^ 1], s[i], nothing

The counter has 8 to 64 bits, is halved by shifts or divisions, and is compared, itself
or its next value, in each way that ends the loop. Other values may go around the loop
and leave it. All of this may run several times. Some kernels lack a barrier, and some
have one more exit or a store behind the loop.

n is an argument or the size of the block, which is stated for some kernels, and which
some read in both branches before the loop. The others run in blocks of several sizes,
and some in blocks of two rows, of which the kernel does not know. f2sim tells what each
kernel computes, and which kernels race: of those nothing can be said.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import sys

import harness
from exchange.function import Writer
from round_forms import RoundForms
from targets import BARRIER, BLOCK_DECLARATIONS, LAYOUT, TID, TRIPLE

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1100": 32}}
NTID = "@llvm.nvvm.read.ptx.sreg.ntid.x()"
PACKET = "@llvm.amdgcn.dispatch.ptr()"
FLAT = [1, 31, 32, 33, 64, 64, 96, 100, 128, 128, 256]
ROWS = [(16, 8), (32, 4), (33, 3), (10, 10), (8, 1), (64, 2)]
TYPES = ["i32", "i32", "i32", "float", "float", "i64", "double", "i16", "i8"]
MOST = 256
#: Elements of each array. A dynamic one has as many.
ELEMENTS = 2 * MOST
FORMS = ["reduce", "reduce", "reduce", "tree", "scan", "swap", "argmax", "bitonic"]


class Kernel(RoundForms):
    def __init__(self, rng, target):
        self.rng, self.target, self.w = rng, target, Writer()
        self.type = rng.choice(TYPES)
        self.form = rng.choice(FORMS)
        if self.form == "argmax":
            self.type = rng.choice(["i32", "i32", "float", "i64"])
            self.picks = rng.choice(["before", "inside", "ties", "late ties", "both", "twice"])
        self.counter = rng.choice(["i32", "i32", "i32", "i64", "i16", "i8"])
        self.dynamic = rng.random() < 0.25 and self.form != "argmax"
        self.two_d = rng.random() < 0.25
        self.stated = rng.random() < 0.4
        shapes = [(x, y) for x, y in ROWS] if self.two_d else [(x, 1) for x in FLAT]
        self.shapes = rng.sample(shapes, 1 if self.stated else 4)
        if self.counter == "i8":  # n is below 128
            self.shapes = [s for s in self.shapes if s[0] * s[1] < 128] or [(64, 1), (100, 1)]
            if self.stated:
                self.shapes = self.shapes[:1]
            if max(y for _, y in self.shapes) > 1:
                self.two_d = True
        # Rows that the kernel does not know of, in small blocks: n is all threads.
        if not self.two_d and not self.stated and rng.random() < 0.3:
            self.shapes[-1] = rng.choice([(32, 2), (40, 2), (16, 3), (24, 2)])
        self.less = rng.choice([0, 0, 0, 0, 1, 3])  # threads that have no element
        self.by_size = not self.two_d and rng.random() < 0.6
        self.joined = self.by_size and rng.choice([None, "read", "pointer", "half"])
        self.flaw = rng.choice(["no barrier", "store", "exit"]) if rng.random() < 0.15 else None
        self.many = rng.random() < 0.2
        self.blocks = 0
        self.leaving = []

    # What kernels consist of.

    def barrier(self):
        for line in BARRIER[self.target]:
            self.w.do(line)

    def new(self, stem):
        self.blocks += 1
        return f"{stem}{self.blocks}"

    def at(self, array, index, space=3, type_=None):
        return self.w.let(f"getelementptr {type_ or self.type}, ptr addrspace({space}) {array}, i32 {index}")

    def load(self, pointer, space=3, type_=None):
        return self.w.let(f"load {type_ or self.type}, ptr addrspace({space}) {pointer}")

    def store(self, value, pointer, space=3, type_=None):
        self.w.do(f"store {type_ or self.type} {value}, ptr addrspace({space}) {pointer}")

    def is_float(self):
        return self.type in ("float", "double")

    def combine(self, a, b):
        w, rng = self.w, self.rng
        if self.is_float():
            if self.combines == "max":
                c = w.let(f"fcmp olt {self.type} {a}, {b}")
                return w.let(f"select i1 {c}, {self.type} {b}, {self.type} {a}")
            return w.let(f"fadd {self.type} {a}, {b}")
        if self.combines == "max":
            return self.call_max(a, b)
        return w.let(f"{self.combines} {self.type} {a}, {b}")

    def call_max(self, a, b):
        c = self.w.let(f"icmp slt {self.type} {a}, {b}")
        return self.w.let(f"select i1 {c}, {self.type} {b}, {self.type} {a}")

    def guarded(self, condition, body):
        inside, behind = self.new("in"), self.new("out")
        self.w.do(f"br i1 {condition}, label %{inside}, label %{behind}")
        self.w.label(inside)
        body()
        self.w.do(f"br label %{behind}")
        self.w.label(behind)

    def resized(self, value, signed=False):
        """The i32 value as a counter."""
        bits = int(self.counter[1:])
        if bits == 32:
            return value
        return self.w.let(f"{'zext' if bits > 32 else 'trunc'} i32 {value} to {self.counter}")

    def distance(self, counter):
        bits = int(self.counter[1:])
        if bits == 32:
            return counter
        return self.w.let(f"{'trunc' if bits > 32 else 'zext'} {self.counter} {counter} to i32")

    # Loops.

    def loop(self, first, step, goes_on, body, others=True):
        """A loop with its exit in the latch. goes_on(counter, next) is the condition."""
        w, rng = self.w, self.rng
        before, loop, behind = self.new("before"), self.new("loop"), self.new("end")
        w.do(f"br label %{before}")
        w.label(before)
        next_, sum_ = w.name("next"), w.name("sum")
        offset = w.name("offset")
        if rng.random() < 0.5:  # as a loop of C that may not run
            runs = w.let(goes_on(None, first))
            w.do(f"br i1 {runs}, label %{loop}.pre, label %{loop}.skip")
            w.label(f"{loop}.skip")
            w.do(f"br label %{behind}")
            w.label(f"{loop}.pre")
            before = f"{loop}.pre"
        skipped = before.endswith(".pre")
        w.do(f"br label %{loop}")
        w.label(loop)
        counter = w.let(f"phi {self.counter} [ {first}, %{before} ], [ {next_}, %{loop}.latch ]")
        more = others and rng.random() < 0.5
        if more:
            sum_was = w.let(f"phi i32 [ %t, %{before} ], [ {sum_}, %{loop}.latch ]")
            offset_was = w.let(f"phi i32 [ 1, %{before} ], [ {offset}, %{loop}.latch ]")
        body(counter)
        if self.flaw == "exit" and others:
            out = w.let(f"icmp eq i32 {self.distance(counter)}, {rng.choice([4, 16, 7])}")
            w.do(f"br i1 {out}, label %{loop}.out, label %{loop}.latch")
            w.label(f"{loop}.out")
            w.do(f"br label %{behind}")
        else:
            w.do(f"br label %{loop}.latch")
        w.label(f"{loop}.latch")
        w.do(f"{next_} = {step(counter)}")
        if more:
            mixed = w.op("add", self.distance(counter), offset_was)
            w.do(f"{sum_} = add i32 {sum_was}, {mixed}")
            w.do(f"{offset} = shl i32 {offset_was}, 1")
        again = w.let(goes_on(counter, next_))
        if rng.random() < 0.3:
            not_ = w.let(f"xor i1 {again}, true")
            again = not_
            w.do(f"br i1 {again}, label %{behind}, label %{loop}")
        else:
            w.do(f"br i1 {again}, label %{loop}, label %{behind}")
        w.label(behind)
        if more:
            ends = [(sum_, f"{loop}.latch")]
            ends += [("%t", f"{loop}.skip")] if skipped else []
            ends += [(sum_was, f"{loop}.out")] if self.flaw == "exit" and others else []
            self.leaving.append(w.let("phi i32 " + ", ".join(f"[ {v}, %{b} ]" for v, b in ends)))

    def halving(self, first, body, others=True):
        w, rng, type_ = self.w, self.rng, self.counter
        how = rng.choice(["lshr {t} {c}, 1", "ashr {t} {c}, 1", "udiv {t} {c}, 2", "sdiv {t} {c}, 2"])
        form = rng.choice(["ugt n, 0", "sgt n, 0", "ne n, 0", "uge n, 1", "sge n, 1",
                           "ugt c, 1", "sgt c, 1", "ne c, 1", "ugt n, 1", "ugt c, 3", "ugt n, 4"])  # fmt: skip
        if form == "ne c, 1":  # zero is halved for ever
            first = w.let(f"or {type_} {first}, 1") if not isinstance(first, int) else first | 1
        if not self.form == "bitonic":
            self.shape_said = form
        predicate, which, bound = form.replace(",", "").split()

        def goes_on(counter, next_):
            of = next_ if which == "n" or counter is None else counter
            if counter is None and which == "c":
                return f"icmp ugt {type_} {next_}, 0"
            return f"icmp {predicate} {type_} {of}, {bound}"

        self.loop(first, lambda c: how.format(t=type_, c=c), goes_on, body, others)

    def doubling(self, first, bound, body, others=True):
        rng, type_ = self.rng, self.counter
        how = rng.choice(["shl {t} {c}, 1", "mul {t} {c}, 2", "add {t} {c}, {c}"])
        form = rng.choice(["ult n", "ult n", "slt n", "ule n", "slt c", "ult c"])
        predicate, which = form.split()
        if type_ == "i8" and which == "c":
            which = "n"

        def goes_on(counter, next_):
            of = next_ if which == "n" or counter is None else counter
            return f"icmp {predicate} {type_} {of}, {bound}"

        self.loop(first, lambda c: how.format(t=type_, c=c), goes_on, body, others)

    # The size of the block.

    def packet(self):
        return self.w.let(f"call ptr addrspace(4) {PACKET}")

    def size_read(self, packet=None):
        w = self.w
        if self.target == "nvptx":
            return w.let(f"call i32 {NTID}")
        at = w.let(f"getelementptr inbounds i8, ptr addrspace(4) {packet or self.packet()}, i64 4")
        return w.let(f"zext i16 {w.let(f'load i16, ptr addrspace(4) {at}, align 4')} to i32")

    def joined_size(self):
        """Read where a branch goes to either side, and joined behind it."""
        w, rng = self.w, self.rng
        pointers = self.joined == "pointer" and self.target != "nvptx"
        w.do(f"br i1 {w.let(f'icmp ult i32 %t, {rng.choice([1, 20, 64])}')}, label %less, label %more")
        read = []
        for side in ("less", "more"):
            w.label(side)
            value = self.packet() if pointers else self.size_read()
            if self.joined == "half":
                value = w.let(f"lshr exact i32 {w.let(f'shl i32 {value}, 3')}, 3")
            read.append(f"[ {value}, %{side} ]")
            w.do("br label %joined")
        w.label("joined")
        value = w.let(f"phi {'ptr addrspace(4)' if pointers else 'i32'} {', '.join(read)}")
        return self.size_read(value) if pointers else value

    def rounds(self):
        w, rng = self.w, self.rng
        self.combines = rng.choice(["add", "add", "max", "xor" if not self.is_float() else "max"])
        self.two_branches = rng.random() < 0.5
        n = self.resized("%n")
        half = w.let(f"lshr {self.counter} {n}, 1")
        if self.form == "bitonic":
            def inner(k):
                j = w.let(f"lshr {self.counter} {k}, 1")
                self.halving(j, lambda c: self.sort(k, c), others=False)

            self.doubling(2, n, inner, others=False)
            return
        body = {"reduce": self.reduce, "argmax": self.reduce, "tree": self.tree,
                "scan": self.scan, "swap": self.swap}[self.form]  # fmt: skip
        doubles = self.form in ("tree", "scan") or self.form == "swap" and rng.random() < 0.5
        if doubles and (self.form != "tree" or rng.random() < 0.9):
            self.doubling(rng.choice([1, 1, 1, 2, 3]) if self.form != "tree" else 1, n, body)
        else:
            start = half
            if rng.random() < 0.15:
                start = rng.choice([n, 64, w.let(f"lshr {self.counter} {half}, 1")])
                if start == n:  # t + d stays in the array
                    start = half if self.form == "swap" else n
            self.halving(start, body)

    def read(self):
        """Who looks at the result."""
        w, rng = self.w, self.rng
        # A load of an element that is written under a condition alone comes last.
        kind = rng.choice(["first", "first", "one", "own", "own", "flip", "any", "none", "half"])
        if self.flaw == "store":
            late = w.let(f"icmp ult i32 %t, {rng.choice([1, 8, 40])}")
            if rng.random() < 0.5:
                self.guarded(late, lambda: self.store(self.load(self.at("%in", "%t", 1), 1), self.at("@s", "%t")))
                self.barrier()
            else:
                self.store(self.load(self.at("%in", "%t", 1), 1), self.at("@s", "%t"))
                self.barrier()
        if self.flaw == "no barrier" or rng.random() < 0.3:
            self.barrier()

        def give():
            index = {"first": 0, "one": 0, "own": "%t", "none": None}.get(kind, "")
            if index is None:
                return
            if kind == "flip":
                index = w.op("xor", "%t", 1)
                inside = w.let(f"icmp ult i32 {index}, %threads")
                index = w.let(f"select i1 {inside}, i32 {index}, i32 %t")
            if kind == "any":
                i = self.load(self.at("%in", "%t", 1, "i32"), 1, "i32")
                index = w.let(f"urem i32 {w.let(f'lshr i32 {i}, 1')}, %threads")
            if kind == "half":
                index = w.op("lshr", "%t", 1)
            self.store(self.load(self.at("@s", index)), self.at("%out", "%place", 1), 1)
            if self.form == "argmax":
                value = self.load(self.at("@x", index, type_="i32"), type_="i32")
                self.store(value, self.at("%out", w.op("add", "%place", 8192 + 4096), 1, "i32"), 1, "i32")

        if kind == "one":
            self.guarded(w.let("icmp eq i32 %t, 0"), give)
        else:
            give()

    def once(self, place):
        w = self.w
        w.do(f"%place = add i32 %t, {place}")
        value = self.load(self.at("%in", "%t", 1), 1)
        self.store(value, self.at("@s", "%t"))
        if self.form == "argmax":
            self.store("%t", self.at("@x", "%t", type_="i32"), type_="i32")
        self.barrier()
        self.rounds()
        self.read()

    def text(self):
        w, rng = self.w, self.rng
        w.label("entry")
        x = w.let(f"call i32 {TID[self.target]}.x()")
        width = self.shapes[0][0] if self.stated else "%width"
        if self.two_d:
            y = w.let(f"call i32 {TID[self.target]}.y()")
            w.do(f"%t = add i32 {x}, {w.op('mul', y, width)}")
        else:
            w.do(f"%t = add i32 {x}, 0")
        if self.by_size:
            w.do(f"%threads = add i32 {self.joined_size() if self.joined else self.size_read()}, 0")
        else:
            w.do("%threads = add i32 %size, 0")
        if self.less:
            w.do(f"%fewer = sub i32 %threads, {self.less}")
            w.do(f"%some = icmp ugt i32 %threads, {self.less}")
            w.do("%n = select i1 %some, i32 %fewer, i32 %threads")
        else:
            w.do("%n = add i32 %threads, 0")
        if self.many:
            w.do("br label %first")
            w.label("first")
            w.do("br label %again")
            w.label("again")
            w.do("%trip = phi i32 [ 0, %first ], [ %trip.next, %again.latch ]")
            w.do("%far = shl i32 %trip, 10")
            self.once("%far")
            w.do("br label %again.latch")
            w.label("again.latch")
            self.barrier()
            w.do("%trip.next = add i32 %trip, 1")
            w.do("%trip.more = icmp ult i32 %trip.next, %trips")
            w.do("br i1 %trip.more, label %again, label %done")
            w.label("done")
        else:
            self.once(0)
            for value in self.leaving:
                at = self.at("%out", w.op("add", "%t", 8192), 1, "i32")
                self.store(value, at, 1, "i32")
        w.do("ret void")
        convention = "ptx_kernel" if self.target == "nvptx" else "amdgpu_kernel"
        size = 0 if self.dynamic else ELEMENTS
        what = "external addrspace(3) global" if self.dynamic else "internal addrspace(3) global"
        init = "" if self.dynamic else " undef"
        arrays = [f"@s = {what} [{size} x {self.type}]{init}, align 16"]
        if self.form == "argmax":
            arrays.append(f"@x = internal addrspace(3) global [{ELEMENTS} x i32] undef, align 16")
        return "\n".join([
            *arrays,
            f"define {convention} void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, "
            f"i32 %size, i32 %width, i32 %trips) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        cpu = rng.choice(sorted(CPU[target]))
        kernel = Kernel(rng, target)
        before, after = (self.out / f"r{number}.{w}.ll" for w in ("before", "after"))
        attributes = f'convergent nounwind mustprogress "target-cpu"="{cpu}"'
        if kernel.stated:
            x, y = kernel.shapes[0]
            attributes += f' "f2layout-block"="{x},{y},1"'
        elif rng.random() < 0.5:
            attributes += (f' "nvvm.maxntid"="{MOST}"' if target == "nvptx"
                           else f' "amdgpu-flat-work-group-size"="1,{MOST}"')  # fmt: skip
        if target == "amdgcn":
            attributes += ' "uniform-work-group-size"="true"'
        declared = [*BLOCK_DECLARATIONS[target],
                    f"i32 {NTID}" if target == "nvptx" else f"ptr addrspace(4) {PACKET}"]  # fmt: skip
        before.write_text("\n".join([
            f'target datalayout = "{LAYOUT[target]}"', f'target triple = "{TRIPLE[target]}"',
            *(f"declare {text}" for text in declared),
            kernel.text(), f"attributes #0 = {{ {attributes} }}", ""]))  # fmt: skip
        passes = rng.choice(["f2layout", "f2layout", "f2layout<no-shared>", "f2layout<block=128>",
                             "function(f2layout-reroute)"])  # fmt: skip
        if kernel.stated or kernel.two_d or 128 not in [x for x, _ in kernel.shapes]:
            passes = passes.replace("<block=128>", "")
        elif "block" in passes:
            kernel.shapes = [(128, 1)]
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout", "-f2layout-all-remarks")
        tally = {"kernels": 1, kernel.form: 1, "rewritten": " became " in said,
                 "split": "rounds of the loop" in said,
                 "split behind a join": bool(kernel.joined) and "rounds of the loop" in said,
                 "around idle warps": "branch around" in said}  # fmt: skip
        wrong = []
        for x, y in kernel.shapes:
            size = x * y
            options = ["--kernel", "k", "--block", f"{x},{y}", "--quiet", "--arg", f"2={size}",
                       "--arg", f"3={x}", "--arg", "4=2", "--max-steps", "3000000"]  # fmt: skip
            if kernel.dynamic:
                options += ["--dynamic-shared", str(ELEMENTS * 8)]
            judged = self.equal(before, after, *options)
            races = judged.returncode == harness.NO_VERDICT
            tally["runs"] = tally.get("runs", 0) + 1
            tally["racing"] = tally.get("racing", 0) + races
            undefined = "before cannot be run" in judged.stdout
            if judged.returncode and not races and not undefined:
                wrong.append(f"{before} {after} {' '.join(options)}\n{judged.stdout}{judged.stderr}\n")
                break
        if not wrong and not self.args.keep:
            before.unlink(), after.unlink()
        return tally, wrong


def main():
    parser = harness.option_parser("rounds.out", 300, "kernels")
    parser.add_argument("--keep", action="store_true", help="what is right, too")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args)
    harness.report(tally, wrong, 5)
    print(f"{tally['kernels']} kernels, {len(wrong)} wrong")
    sys.exit(bool(wrong) or tally["split"] < tally["kernels"] // 10)


if __name__ == "__main__":
    main()
