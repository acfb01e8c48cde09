"""Random kernels on tensors without layouts, as text.

A TensorKernel is a random graph of operations @f2.tensor.*, with loops, selects and
branches, whose results do not depend on the order in which lines are combined:

    integers    any operation
    floats      small whole numbers, so that sums and products are exact; no
                multiplication of two results of operations that grow

Every value has a bound of its magnitude (Value.most), which says what may still be
done with it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from targets import KERNEL, ir_module

LANE_BITS = {
    "nvptx": {"sm_75": 5, "sm_80": 5, "sm_90": 5},
    "amdgcn": {"gfx90a": 6, "gfx942": 6, "gfx950": 6, "gfx1100": 5, "gfx1201": 5},
}
BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}
#: Whole numbers up to this are exact.
EXACT = {"half": 2048, "bfloat": 256, "float": 1 << 24, "double": 1 << 53}
LINES = {
    True: ["add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"],
    False: ["fadd", "fmin", "fmax", "fminimum", "fmaximum"],
}
SUFFIX = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}


def is_int(element):
    return element[0] == "i"


def type_text(element, shape):
    return f'target("f2.tensor", {", ".join([element, *map(str, shape)])})'


def suffix(element, shape):
    return "x".join([*map(str, shape), SUFFIX.get(element, element)])


def count(shape):
    n = 1
    for size in shape:
        n *= size
    return n


class Value:
    def __init__(self, name, element, shape, most=None):
        self.name, self.element, self.shape = name, element, tuple(shape)
        #: Of floats: whole numbers no larger than this.
        self.most = most

    @property
    def type(self):
        return type_text(self.element, self.shape)

    @property
    def text(self):
        return f"{self.type} {self.name}"


class Module:
    """Functions of maps, declarations and strings of one module."""

    def __init__(self, target):
        #: Of strings.
        self.space = " addrspace(4)" if target == "amdgcn" else ""
        self.declarations, self.functions, self.strings = {}, {}, {}

    def declare(self, name, result, types):
        signature = (result, ", ".join(types))
        while self.declarations.setdefault(name, signature) != signature:
            name += ".bounds"
        return name

    def declared(self):
        return [f"declare {r} @{name}({types}) #1" for name, (r, types) in self.declarations.items()]

    def function(self, name, text):
        self.functions.setdefault(name, text)
        return f"@{name}"

    def string(self, text):
        return self.strings.setdefault(text, f"@layout{len(self.strings)}")


class TensorKernel:
    """One kernel. launch: target, cpu, lanes, warps."""

    def __init__(self, rng, launch, name, module):
        self.rng, self.launch, self.name, self.module = rng, launch, name, module
        self.lines, self.values, self.number, self.pointers = [], [], 0, 0
        self.tally = []
        self.threads = 1 << launch["lanes"] + launch["warps"]
        self.block = "entry"
        self.room = rng.choice([1, 2, 4, 4, 8, 16])  # elements of a thread

    # ---- text

    def fresh(self, what="v"):
        self.number += 1
        return f"%{what}{self.number}"

    def emit(self, op, element, shape, operands, operation="", most=None):
        """A call with a result; operands are texts "type value"."""
        result = type_text(element, shape)
        name = f"f2.tensor.{op}{'.' + operation if operation else ''}.{suffix(element, shape)}"
        types = [o.rsplit(" ", 1)[0] for o in operands]
        for o in operands:
            if o.startswith("target"):
                inside = o.split("(", 1)[1].split(")")[0].split(", ")[1:]
                name += "." + suffix(inside[0], inside[1:])
        name = self.module.declare(name, result, types)
        value = Value(self.fresh(), element, shape, most)
        self.lines.append(f"  {value.name} = call {result} @{name}({', '.join(operands)})")
        self.tally.append(op)
        return value

    def array(self, element, strides):
        """Some place in an array of its own. Negative strides begin in its middle."""
        self.pointers += 1
        name, offset = f"%p{self.pointers - 1}", 0
        if any("-" in s for s in strides):
            offset = 1 << 17
        if self.rng.random() < 0.15:
            offset += BYTES[element] * self.rng.choice([1, 2, 4, 8])
        if offset:
            place = self.fresh("place")
            self.lines.append(
                f"  {place} = getelementptr i8, ptr addrspace(1) {name}, i64 {offset}"
            )
            name = place
        return f"ptr addrspace(1) {name}"

    # ---- leaves

    def random_shape(self, most=None):
        rng = self.rng
        bits = rng.randrange(0, (most or self.threads * self.room).bit_length())
        rank = rng.choice([0, 1, 1, 2, 2, 2, 3]) if bits else rng.choice([0, 1, 2])
        if rank == 0:
            return ()
        cuts = sorted(rng.randrange(bits + 1) for _ in range(rank - 1))
        return tuple(1 << b - a for a, b in zip([0, *cuts], [*cuts, bits]))

    def strides(self, shape):
        """Row-major, transposed, or with gaps; constants, or an unknown number; and
        how many elements the array has at least."""
        rng, order = self.rng, list(range(len(shape)))
        if rng.random() < 0.3:
            rng.shuffle(order)
        strides, step = [0] * len(shape), 1
        for d in reversed(order):
            strides[d] = step
            step *= shape[d]
            if rng.random() < 0.15:
                step += rng.choice([1, 4, 8])
        if shape and rng.random() < 0.1:
            d = rng.randrange(len(shape))
            strides[d] = -strides[d]
        texts = [f"i64 {s}" for s in strides]
        if shape and rng.random() < 0.25 and min(strides) >= 0:
            # %n is 1, which the code does not know.
            d = rng.randrange(len(shape))
            name = self.fresh("stride")
            self.lines.append(f"  {name} = mul i64 %n, {strides[d]}")
            texts[d] = f"i64 {name}"
        return texts, step

    def bounds(self, shape):
        rng, texts = self.rng, []
        for size in shape:
            bound = rng.choice([size, size, size // 2, size - 1, rng.randrange(size + 1), 0, -1])
            if rng.random() < 0.5:
                name = self.fresh("bound")
                self.lines.append(f"  {name} = mul i64 %n, {bound}")
                bound = name
            elif rng.random() < 0.2:
                bound = 1 << 40
            texts.append(f"i64 {bound}")
        return texts

    def scalar(self, element):
        """A constant, and its magnitude."""
        n = self.rng.randrange(-3, 4)
        return (n if is_int(element) else f"{n}.0"), abs(n)

    def load(self, element, shape):
        rng = self.rng
        if is_int(element):
            return self.load_of(element, shape)
        # Floats are small integers that are converted.
        source = self.load_of("i8", shape)
        return self.small_float(source, element)

    def load_of(self, element, shape):
        texts, _ = self.strides(shape)
        operands = [self.array(element, texts), *texts]
        if shape and self.rng.random() < 0.4:
            operands += [*self.bounds(shape), f"{element} {self.scalar(element)[0]}"]
        elif self.rng.random() < 0.15 and is_int(element):
            return self.staged_loop(element, shape, operands)
        elif self.rng.random() < 0.15:
            staged = self.emit("stage", element, shape, operands)
            return self.emit("wait", element, shape, [staged.text])
        return self.emit("load", element, shape, operands)

    def staged_loop(self, element, shape, operands):
        """Tensors on their way while others are read; the exclusive or of all."""
        rng, n = self.rng, self.fresh("staged")[1:]
        ahead, trips = rng.choice([1, 1, 2, 3]), rng.choice([1, 2, 3, 4])
        pointer, *strides = operands

        def stage(at):
            place = self.fresh("at")
            self.lines.append(
                f"  {place} = getelementptr i8, {pointer}, i64 {at}"
            )
            return self.emit(
                "stage", element, shape, [f"ptr addrspace(1) {place}", *strides]
            )

        step = 16 * BYTES[element]
        first = [stage(step * k) for k in range(ahead)]
        zero = self.emit("splat", element, shape, [f"{element} 0"])
        before = self.block
        self.lines += [f"  br label %{n}", f"{n}:"]
        at, self.block = len(self.lines), n
        phis = [Value(self.fresh("way"), element, shape) for _ in range(ahead)]
        total = Value(self.fresh("total"), element, shape)
        i = self.fresh("i")
        self.lines += [f"  {i}.bytes = mul i32 {i}, {step}", f"  {i}.wide = zext i32 {i}.bytes to i64"]
        early = rng.random() < 0.3
        new = stage(f"{i}.wide") if early else None
        read = [self.emit("wait", element, shape, [phis[0].text])]
        if rng.random() < 0.3:  # The same once more, or another one too early.
            read.append(self.emit("wait", element, shape, [rng.choice(phis).text]))
        new = new or stage(f"{i}.wide")
        if rng.random() < 0.2:
            read.append(self.emit("wait", element, shape, [rng.choice([*phis, new]).text]))
        last = total
        for x in read:
            last = self.map(f"xor.{element}", [last, x], element, [f"  %r = xor {element} %a, %b"])
        self.lines[at:at] = [
            f"  {i} = phi i32 [ 0, %{before} ], [ {i}.next, %{self.block} ]",
            f"  {total.name} = phi {total.type} [ {zero.name}, %{before} ], [ {last.name}, %{self.block} ]",
            *(
                f"  {p.name} = phi {p.type} [ {f.name}, %{before} ], [ {q.name}, %{self.block} ]"
                for p, f, q in zip(phis, first, [*phis[1:], new])
            ),
        ]
        self.lines += [
            f"  {i}.next = add i32 {i}, 1",
            f"  {i}.more = icmp ult i32 {i}.next, {trips}",
            f"  br i1 {i}.more, label %{n}, label %{n}.done",
            f"{n}.done:",
        ]
        self.block = f"{n}.done"
        self.tally.append("staged loop")
        return Value(last.name, element, shape)

    def small_float(self, x, element):
        body = [
            f"  %s = and {x.element} %a, 7",
            f"  %t = sub {x.element} %s, 4",
            f"  %r = sitofp {x.element} %t to {element}",
        ]
        return self.map(f"small.{x.element}.{element}", [x], element, body, 4)

    def splat(self, element, shape):
        n, most = self.scalar(element)
        return self.emit("splat", element, shape, [f"{element} {n}"], most=most)

    def iota(self, shape):
        axis = self.rng.randrange(len(shape))
        element = self.rng.choice(["i8", "i16", "i32", "i64"])
        return self.emit("iota", element, shape, [f"i32 {axis}"])

    # ---- maps

    def map(self, name, operands, element, body, most=None):
        args = ", ".join(f"{o.element} %{c}" for o, c in zip(operands, "abc"))
        text = "\n".join([
            f"define internal {element} @{name}({args}) #2 {{", *body,
            f"  ret {element} %r", "}",
        ])  # fmt: skip
        f = self.module.function(name, text)
        return self.emit(
            "map", element, operands[0].shape, [f"ptr {f}", *(o.text for o in operands)], most=most
        )

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

    # ---- the graph

    def pick(self, test=lambda v: True):
        found = [v for v in self.values if test(v)]
        return self.rng.choice(found[-8:]) if found else None

    def partner(self, x):
        """Something of x's type."""
        same = [v for v in self.values if v is not x and v.element == x.element]
        self.rng.shuffle(same)
        for v in same:
            if fitted := self.fit(v, x.shape):
                return fitted
        return self.load(x.element, x.shape)

    def step(self):
        """One more operation."""
        rng = self.rng
        x = self.pick()
        kind = rng.choice(
            ["leaf", "leaf", "unary", "binary", "binary", "binary", "trans", "reshape", "spread",
             "spread", "join", "split", "reduce", "reduce", "scan", "gather", "dot", "dot", "convert",
             "loop", "select", "branch", "undef"]
        )  # fmt: skip
        if x is None or kind == "leaf":
            shape = self.random_shape()
            element = rng.choice(sorted(BYTES))
            how = rng.random()
            if how < 0.15 and shape:
                return self.iota(shape)
            return self.splat(element, shape) if how < 0.3 else self.load(element, shape)
        if kind == "unary":
            return self.unary(x)
        if kind == "binary":
            return self.binary(x, self.partner(x))
        if kind == "dot":
            return self.dot()
        if kind == "convert":
            return self.convert(x)
        if kind == "reshape":
            return self.reshape(x)
        if kind == "join" and 2 * count(x.shape) <= self.threads * self.room:
            y = self.partner(x)
            most = None if is_int(x.element) else max(x.most, y.most)
            shape = [*x.shape, 2]
            return self.emit("join", x.element, shape, [x.text, y.text], most=most)
        if kind == "split":
            if x.shape and x.shape[-1] == 2:
                return self.emit(
                    "split", x.element, x.shape[:-1], [x.text, f"i32 {rng.randrange(2)}"],
                    most=x.most,
                )  # fmt: skip
            if count(x.shape) > 1:
                return self.reshape(x, [count(x.shape) // 2, 2])
            return x
        if kind == "select":
            y = self.partner(x)
            most = None if is_int(x.element) else max(x.most, y.most)
            v = Value(self.fresh(), x.element, x.shape, most)
            c = rng.choice(["%flag", "true", "%flag"])
            self.lines.append(f"  {v.name} = select i1 {c}, {x.text}, {y.text}")
            self.tally.append("select")
            return v
        if kind == "undef":
            v = Value("undef", x.element, x.shape, x.most)
            # What is undefined must not be seen: and 0, or a choice by true.
            if not is_int(x.element):
                return x
            self.tally.append("undef")
            return self.map(f"first.{x.element}", [x, v], x.element,
                            [f"  %r = add {x.element} %a, 0"])  # fmt: skip
        if kind == "branch":
            return self.diamond(x)
        if kind == "loop":
            return self.loop(x)
        if not x.shape:
            return self.expand(x, 0)
        if kind == "trans":
            return self.trans(x)
        if kind == "spread":
            axis = rng.randrange(len(x.shape) + 1)
            y = self.expand(x, axis) if len(x.shape) < 4 else x
            shape = list(y.shape)
            for d, size in enumerate(shape):
                if size == 1 and rng.random() < 0.7:
                    wide = rng.choice([2, 4, 8, 16])
                    if count(shape) * wide <= self.threads * self.room:
                        shape[d] = wide
            return self.broadcast(y, shape)
        if kind == "reduce":
            return self.reduce(x)
        if kind == "scan":
            return self.scan(x)
        if kind == "gather":
            return self.gather(x)
        return self.unary(x)

    def diamond(self, x):
        """One of two values, by a branch that all threads take alike."""
        rng, n = self.rng, self.fresh("d")[1:]
        self.lines += [f"  br i1 %flag, label %{n}.yes, label %{n}.no", f"{n}.yes:"]
        depth, before = len(self.values), self.block
        self.block = f"{n}.yes"
        y = rng.choice([self.unary, self.convert])(x)
        if rng.random() < 0.3:
            y = self.step()
        ends = [(y, self.block)]
        self.lines += [f"  br label %{n}.end", f"{n}.no:"]
        self.block = f"{n}.no"
        z = self.convert(x) if (y.element, y.shape) == (x.element, x.shape) else None
        if z is None or rng.random() < 0.2:
            z = self.load(y.element, y.shape)
        ends.append((z, self.block))
        self.lines += [f"  br label %{n}.end", f"{n}.end:"]
        self.block = f"{n}.end"
        del self.values[depth:]
        most = None if is_int(y.element) else max(v.most for v, _ in ends)
        v = Value(self.fresh(), y.element, y.shape, most)
        ways = ", ".join(f"[ {e.name}, %{b} ]" for e, b in ends)
        self.lines.append(f"  {v.name} = phi {v.type} {ways}")
        self.tally.append("branch")
        return v

    def loop(self, x):
        """A value that changes in every turn, with others around it."""
        rng, n = self.rng, self.fresh("loop")[1:]
        if not is_int(x.element):
            if x.most * 8 > EXACT[x.element] // 4:
                return x
        trips = rng.choice([1, 2, 3])
        start, before = x, self.block
        self.lines += [f"  br label %{n}", f"{n}:"]
        at = len(self.lines)
        self.block = n
        phi = Value(self.fresh("phi"), x.element, x.shape, x.most and x.most * 4)
        depth = len(self.values)
        how = rng.choice(["binary", "trans", "convert", "scan", "carry", "steps", "steps"])
        y = phi
        if how == "steps":
            self.values.append(phi)
            for _ in range(rng.randrange(1, 4)):
                self.values.append(self.step())
            self.store(self.values[-1])
            y = self.binary(phi, self.partner(phi)) if is_int(x.element) else self.convert(phi)
        elif how == "binary" and is_int(x.element):
            y = self.binary(phi, self.partner(phi))
        elif how == "trans" and len(set(x.shape)) == 1 and len(x.shape) == 2:
            y = self.emit("trans", x.element, x.shape, [phi.text, "i32 1", "i32 0"], most=phi.most)
        elif how == "scan" and is_int(x.element) and x.shape:
            y = self.scan(phi)
        elif how == "convert":
            y = self.convert(phi)
            if is_int(x.element) and x.shape:
                total = self.reduce(phi)
                self.values.append(total)
        else:
            # Another one that is carried around: the sum of the first.
            if is_int(x.element):
                y = self.unary_same(phi)
        del self.values[depth:]
        i = self.fresh("i")
        self.lines[at:at] = [
            f"  {i} = phi i32 [ 0, %{before} ], [ {i}.next, %{self.block} ]",
            f"  {phi.name} = phi {phi.type} [ {start.name}, %{before} ], [ {y.name}, %{self.block} ]",
        ]
        self.lines += [
            f"  {i}.next = add i32 {i}, 1",
            f"  {i}.more = icmp ult i32 {i}.next, {trips}",
            f"  br i1 {i}.more, label %{n}, label %{n}.done",
            f"{n}.done:",
        ]
        self.block = f"{n}.done"
        self.tally.append("loop")
        return Value(y.name, y.element, y.shape, phi.most)

    def unary_same(self, x):
        n = self.rng.randrange(1, 9)
        return self.map(f"plus{n}.{x.element}", [x], x.element, [f"  %r = add {x.element} %a, {n}"])

    def store(self, x):
        if x.element == "i1":
            return
        texts, _ = self.strides(x.shape)
        operands = [self.array(x.element, texts), x.text, *texts]
        if x.shape and self.rng.random() < 0.3:
            operands += self.bounds(x.shape)
        types = [o.rsplit(" ", 1)[0] for o in operands]
        name = self.module.declare(f"f2.tensor.store.{suffix(x.element, x.shape)}", "void", types)
        self.lines.append(f"  call void @{name}({', '.join(operands)})")
        self.tally.append("store")

    def body(self, operations):
        self.lines.append("  %flag = trunc i32 %f to i1")
        for _ in range(operations):
            v = self.step()
            if count(v.shape) <= self.threads * self.room * 4:
                self.values.append(v)
        stored = {id(v): v for v in self.rng.sample(self.values, min(3, len(self.values)))}
        for v in [*stored.values(), self.values[-1]]:
            self.store(v)
        aligned = self.rng.choice(["align 16 ", "", "align 8 "])
        arguments = [f"ptr addrspace(1) {aligned}noalias %p{i}" for i in range(self.pointers)]
        return "\n".join([
            f"define {KERNEL[self.launch['target']]} void @{self.name}("
            + ", ".join(["i64 %n", "i32 %f", *arguments]) + ") #0 {",
            "entry:", *self.lines, "  ret void", "}",
        ])  # fmt: skip


def random_tensor_layout(rng, shape, lanes, warps, bits):
    """The text of a layout that holds every element, or None."""
    images = [0] * (lanes + warps)
    free = list(range(bits))
    if rng.random() < 0.7:
        rng.shuffle(free)
    registers = []
    places = list(range(lanes + warps))
    if rng.random() < 0.4:
        rng.shuffle(places)
    keep = rng.choice([0, 0, 1, 2])
    for _ in range(min(keep, len(free))):
        registers.append(1 << free.pop())
    for p in places:
        if free and rng.random() < 0.9:
            images[p] = 1 << free.pop()
    registers += [1 << b for b in free]
    if len(registers) > 6:
        return None
    if rng.random() < 0.2:  # sums of images
        everything = [*registers, *images]
        for _ in range(3):
            if len(registers) > 1:
                i, j = rng.sample(range(len(registers)), 2)
                registers[i] ^= registers[j]
        for p in range(len(images)):
            if images[p] and registers and rng.random() < 0.3:
                images[p] ^= rng.choice(registers)
        del everything

    def point(element):
        at = []
        for size in reversed(shape):
            at.append(element % size)
            element //= size
        return "[" + ",".join(map(str, reversed(at))) + "]"

    def side(name, values):
        return f"{name}=[{','.join(map(point, values))}]"

    inputs = [side("register", registers), side("lane", images[:lanes])]
    if warps:
        inputs.append(side("warp", images[lanes:]))
    return f"{', '.join(inputs)} -> [{','.join(map(str, shape))}]"


def random_launch(rng, number):
    cpus = [(t, c) for t in sorted(LANE_BITS) for c in sorted(LANE_BITS[t])]
    target, cpu = cpus[number % len(cpus)]
    lanes, warps = LANE_BITS[target][cpu], rng.choice([0, 1, 2, 2, 3])
    threads = 1 << lanes + warps
    rows = rng.choice([1, 1, 1, 2, 8])
    return {
        "target": target, "cpu": cpu, "lanes": lanes, "warps": warps,
        "x": threads // rows, "y": rows,
    }  # fmt: skip


def module_text(launch, module, kernels):
    threads = 1 << launch["lanes"] + launch["warps"]
    block = f'{launch["x"]},{launch["y"]}'
    size = {"nvptx": f'"nvvm.reqntid"="{block}"',
            "amdgcn": f'"amdgpu-flat-work-group-size"="{threads},{threads}"'}  # fmt: skip
    strings = [
        f'{name} = private unnamed_addr{module.space} constant [{len(text) + 1} x i8] c"{text}\\00"'
        for text, name in module.strings.items()
    ]
    return ir_module(
        launch["target"],
        [],
        *strings,
        *module.functions.values(),
        *kernels,
        *module.declared(),
        f'attributes #0 = {{ convergent nounwind "target-cpu"="{launch["cpu"]}" '
        f'"f2layout-block"="{block},1" {size[launch["target"]]} }}',
        "attributes #1 = { convergent nounwind }",
        "attributes #2 = { alwaysinline nounwind }",
    )
