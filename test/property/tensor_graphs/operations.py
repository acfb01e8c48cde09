"""Operations on tensors that are there.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from tensor_graphs.leaves import Leaves
from tensor_graphs.text import BYTES, EXACT, LINES, SUFFIX, count, is_int, random_tensor_layout


class Operations(Leaves):
    """Each method returns a new value, which is small enough to be exact."""

    # ---- maps

    def unary(self, x):
        rng, e = self.rng, x.element
        if is_int(e):
            kind = rng.choice(["xor", "cast", "float", "branch"])
            if kind == "xor":
                n = rng.randrange(1, 100)
                return self.map(f"xor{n}.{e}", [x], e, [f"  %r = xor {e} %a, {n}"])
            if kind == "float":
                return self.small_float(x, rng.choice(sorted(EXACT)))
            if kind == "branch":
                body = [
                    f"  %c = icmp slt {e} %a, 5", "  br i1 %c, label %l, label %m",
                    "l:", f"  %x = mul {e} %a, 3", "  br label %m",
                    "m:", f"  %r = phi {e} [ %a, %0 ], [ %x, %l ]",
                ]  # fmt: skip
                return self.map(f"branch.{e}", [x], e, body)
            to = rng.choice([t for t in BYTES if is_int(t) and t != e])
            how = "sext" if BYTES[to] > BYTES[e] else "trunc"
            return self.map(f"cast.{e}.{to}", [x], to, [f"  %r = {how} {e} %a to {to}"])
        wider = [t for t in EXACT if t != e and EXACT[t] >= max(x.most, 8)]
        if wider and rng.random() < 0.6:
            to = rng.choice(wider)
            how = "fpext" if BYTES[to] > BYTES[e] else "fptrunc"
            if BYTES[to] != BYTES[e]:
                body = [f"  %r = {how} {e} %a to {to}"]
                return self.map(f"cast.{e}.{to}", [x], to, body, x.most)
        if rng.random() < 0.5:
            return self.map(f"neg.{e}", [x], e, [f"  %r = fneg {e} %a"], x.most)
        to = "i32"
        return self.map(f"int.{e}", [x], to, [f"  %r = fptosi {e} %a to {to}"])

    def binary(self, x, y):
        rng, e = self.rng, x.element
        if rng.random() < 0.15:
            # A tensor of i1, and a choice by it.
            compare = f"icmp slt {e}" if is_int(e) else f"fcmp olt {e}"
            c = self.map(f"less.{e}", [x, y], "i1", [f"  %r = {compare} %a, %b"])
            if len(x.shape) and rng.random() < 0.5:
                c = self.convert(c)
            self.tally.append("i1")
            body = [f"  %r = select i1 %a, {e} %b, {e} %c"]
            most = None if is_int(e) else max(x.most, y.most)
            return self.map(f"choose.{e}", [c, x, y], e, body, most)
        if is_int(e):
            op = rng.choice(["add", "sub", "mul", "xor", "and"])
            return self.map(f"{op}.{e}", [x, y], e, [f"  %r = {op} {e} %a, %b"])
        if x.most * y.most <= EXACT[e] // 4 and rng.random() < 0.3:
            return self.map(f"fmul.{e}", [x, y], e, [f"  %r = fmul {e} %a, %b"], x.most * y.most)
        if x.most + y.most <= EXACT[e] // 4:
            op = rng.choice(["fadd", "fsub"])
            return self.map(f"{op}.{e}", [x, y], e, [f"  %r = {op} {e} %a, %b"], x.most + y.most)
        body = [f"  %r = call {e} @llvm.maxnum.{SUFFIX[e]}({e} %a, {e} %b)"]
        self.module.declare(f"llvm.maxnum.{SUFFIX[e]}", e, [e, e])
        return self.map(f"fmax.{e}", [x, y], e, body, max(x.most, y.most))

    # ---- shapes

    def trans(self, x):
        order = list(range(len(x.shape)))
        self.rng.shuffle(order)
        shape = [x.shape[d] for d in order]
        return self.emit(
            "trans", x.element, shape, [x.text, *(f"i32 {d}" for d in order)], most=x.most
        )

    def reshape(self, x, shape=None):
        if shape is None:
            bits, rank = count(x.shape).bit_length() - 1, self.rng.choice([1, 2, 3])
            cuts = sorted(self.rng.randrange(bits + 1) for _ in range(rank - 1))
            shape = [1 << b - a for a, b in zip([0, *cuts], [*cuts, bits])]
        return self.emit("reshape", x.element, shape, [x.text], most=x.most)

    def expand(self, x, axis):
        shape = [*x.shape[:axis], 1, *x.shape[axis:]]
        return self.emit("expand_dims", x.element, shape, [x.text, f"i32 {axis}"], most=x.most)

    def broadcast(self, x, shape):
        if tuple(shape) == x.shape:
            return x
        return self.emit("broadcast", x.element, shape, [x.text], most=x.most)

    def fit(self, x, shape):
        """x in that shape, by whatever leads there."""
        if x.shape == tuple(shape):
            return x
        if count(x.shape) == count(shape):
            return self.reshape(x, shape)
        if count(x.shape) == 1:
            return self.broadcast(self.reshape(x, [1] * len(shape)), shape)
        return None

    def convert(self, x):
        lanes, warps = self.launch["lanes"], self.launch["warps"]
        bits = count(x.shape).bit_length() - 1
        layout = None
        if x.shape:
            layout = random_tensor_layout(self.rng, x.shape, lanes, warps, bits)
        if layout is None:
            return x
        string = self.module.string(layout)
        return self.emit("convert", x.element, x.shape, [x.text, f"ptr{self.module.space} {string}"], most=x.most)

    # ---- lines, gathers, products

    def reduce(self, x):
        axis = self.rng.randrange(len(x.shape))
        n = x.shape[axis]
        ops = LINES[is_int(x.element)]
        most = x.most
        if not is_int(x.element):
            if x.most * n > EXACT[x.element] // 4:
                ops = ops[1:]
        op = self.rng.choice(ops)
        if op == "fadd":
            most = x.most * n
        shape = [s for d, s in enumerate(x.shape) if d != axis]
        self.tally.append(f"reduce.{op}")
        return self.emit("reduce", x.element, shape, [x.text, f"i32 {axis}"], op, most)

    def scan(self, x):
        rng, axis = self.rng, self.rng.randrange(len(x.shape))
        n = x.shape[axis]
        ops = LINES[is_int(x.element)]
        if not is_int(x.element) and x.most * n > EXACT[x.element] // 4:
            ops = ops[1:]
        op = rng.choice(ops)
        exclusive = rng.random() < 0.4
        if exclusive and not is_int(x.element):
            if ops[0] != "fadd":
                exclusive = False  # The first of a maximum is infinite.
            else:
                op = "fadd"
        flags = [f"i1 {str(f).lower()}" for f in (rng.random() < 0.4, exclusive)]
        most = x.most * n if op == "fadd" else x.most
        return self.emit(
            "scan", x.element, x.shape, [x.text, f"i32 {axis}", *flags], op, most
        )

    def gather(self, x):
        rng, axis = self.rng, self.rng.randrange(len(x.shape))
        shape = list(x.shape)
        if rng.random() < 0.4:
            shape[axis] = rng.choice([1, 2, 4, 8])
        if count(shape) > self.threads * self.room:
            shape[axis] = 1
        index = self.load_of(rng.choice(["i32", "i64"]), shape)
        return self.emit(
            "gather", x.element, shape, [x.text, index.text, f"i32 {axis}"], most=x.most
        )

    def dot(self):
        rng = self.rng
        kinds = [("half", "float"), ("half", "half"), ("bfloat", "float"), ("i8", "i32"),
                 ("float", "float"), ("double", "double"), ("i32", "i32"), ("i16", "i64")]  # fmt: skip
        e, r = rng.choice(kinds[:4] if rng.random() < 0.7 else kinds)
        x = self.pick(lambda v: len(v.shape) == 2 and v.element in dict(kinds))
        if x is not None and rng.random() < 0.5:
            return self.dot_of(x, dict(kinds)[x.element])
        if rng.random() < 0.7:
            m, n, k = (rng.choice([8, 16, 32, 64]) for _ in range(3))
        else:
            m, n, k = (rng.choice([1, 2, 4, 8, 16]) for _ in range(3))
        while m * n > self.threads * 16:
            m //= 2
        a, b = self.load(e, (m, k)), self.load(e, (k, n))
        if rng.random() < 0.3:
            b = self.load(e, (n, k))
            b = self.emit("trans", e, (k, n), [b.text, "i32 1", "i32 0"], most=b.most)
        c = self.splat(r, (m, n)) if rng.random() < 0.6 else self.load(r, (m, n))
        most = None if is_int(r) else c.most + k * a.most * b.most
        if most is not None and most > EXACT[r]:
            k = 1 if k > 16 else k
            a, b = self.load(e, (m, k)), self.load(e, (k, n))
            most = c.most + 16 * k
            if most > EXACT[r]:
                return c
        self.tally.append(f"dot.{e}")
        return self.emit("dot", r, (m, n), [a.text, b.text, c.text], most=most)

    def dot_of(self, x, r):
        """The product of something that is there, or of its transpose."""
        rng, (m, k) = self.rng, x.shape
        b = x
        if rng.random() < 0.7 or m * m > self.threads * 16:
            n = rng.choice([n for n in (1, 8, 16, 32, 64) if m * n <= self.threads * 16] or [1])
            b = self.load(x.element, (k, n))
        else:
            n = m
            b = self.emit("trans", x.element, (k, n), [x.text, "i32 1", "i32 0"], most=x.most)
        if not is_int(r) and k * x.most * b.most > EXACT[r] // 2:
            return x
        c = self.splat(r, (m, n))
        most = None if is_int(r) else c.most + k * x.most * b.most
        self.tally.append("dot of a result")
        return self.emit("dot", r, (m, n), [x.text, b.text, c.text], most=most)
