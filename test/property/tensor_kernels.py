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
from tensor_graphs.operations import Operations
from tensor_graphs.text import BYTES, EXACT, LANE_BITS, Value, count, is_int


class TensorKernel(Operations):
    """A random graph of operations. launch: target, cpu, lanes, warps."""

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
        self.end_loop(n, i, trips)
        self.tally.append("loop")
        return Value(y.name, y.element, y.shape, phi.most)

    def unary_same(self, x):
        n = self.rng.randrange(1, 9)
        return self.map(f"plus{n}.{x.element}", [x], x.element, [f"  %r = add {x.element} %a, {n}"])

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
