"""Tensors that come from memory, or from nothing.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from tensor_graphs.builder import Builder
from tensor_graphs.text import BYTES, Value, is_int, suffix


class Leaves(Builder):
    """Loads, staged or not, elements that are the same or coordinates, and stores."""

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
        self.end_loop(n, i, trips)
        self.tally.append("staged loop")
        return Value(last.name, element, shape)

    def splat(self, element, shape):
        n, most = self.scalar(element)
        return self.emit("splat", element, shape, [f"{element} {n}"], most=most)

    def iota(self, shape):
        axis = self.rng.randrange(len(shape))
        element = self.rng.choice(["i8", "i16", "i32", "i64"])
        return self.emit("iota", element, shape, [f"i32 {axis}"])

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
