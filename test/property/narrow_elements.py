"""Elements of random kernels with calls that are made of narrower ones.

f2layout-lower may move the narrow ones, and make them wide afterwards. A kernel that
derives from NarrowKernel has elements in memory of type source, and by set_type some
steps that make those of its own type: casts, and operations with constants. By
pair_up it has elements of four bits instead, of which two registers share a byte.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from call_kernels import STRIDE, CallKernel, registers

#: Bits of what casts begin and end with.
WIDTH = {
    "i8": 8, "i16": 16, "i24": 24, "i32": 32, "i48": 48, "i64": 64, "half": 16,
    "bfloat": 16, "float": 32, "double": 64,
}  # fmt: skip
SAME_BITS = {"i16": ["half", "bfloat"], "i32": ["float"], "i64": ["double"]}
REMARKS = ("-pass-remarks=f2layout-lower", "-pass-remarks-missed=f2layout-lower")
#: What is said of elements that are made of narrower ones.
CHOICES = ("moves the narrow ones", "moves the wide ones", "does not move the narrow ones",
           "widened from i4")  # fmt: skip


class Step:
    """A cast of an element, or an operation with a constant."""

    def __init__(self, operation, source, result, constant=None):
        self.operation, self.source, self.result = operation, source, result
        self.constant = constant

    def text(self, value, count=None):
        """Of one element, or of a vector of so many."""

        def shaped(ty):
            return f"<{count} x {ty}>" if count else ty

        text = f"{self.operation} {shaped(self.source)} {value}"
        if self.constant is not None:
            splat = f"splat ({self.source} {self.constant})"
            return f"{text}, {splat if count else self.constant}"
        return text if self.operation == "fneg" else f"{text} to {shaped(self.result)}"


def random_step(rng, ty):
    """From that type on; nothing if there is none."""
    is_int = ty[0] == "i"
    kind = rng.randrange(4)
    if kind == 0 and is_int:
        operation = rng.choice(["add", "xor", "and", "or", "shl", "mul", "sub"])
        most = WIDTH[ty] - 1 if operation == "shl" else 100
        return Step(operation, ty, ty, str(rng.randrange(1, most)))
    if kind == 0:
        operation = rng.choice(["fneg", "fadd", "fmul"])
        constant = None if operation == "fneg" else rng.choice(["2.0", "0.5", "-3.0"])
        return Step(operation, ty, ty, constant)
    if kind == 1 and ty in SAME_BITS:
        return Step("bitcast", ty, rng.choice(SAME_BITS[ty]))
    wider = [t for t in WIDTH if WIDTH[t] > WIDTH[ty] and (is_int or t[0] != "i")]
    if not wider:
        return None
    result = rng.choice(wider)
    if result[0] == "i":
        return Step(rng.choice(["zext", "sext"]), ty, result)
    return Step(rng.choice(["uitofp", "sitofp"]) if is_int else "fpext", ty, result)


class NarrowKernel(CallKernel):
    def set_type(self, rng):
        self.type = self.source = rng.choice(sorted(STRIDE))
        self.steps, self.by_vector, self.apart = [], rng.random() < 0.5, None
        if rng.random() < 0.4 and self.source in WIDTH:
            for _ in range(rng.randrange(1, 4)):
                if step := random_step(rng, self.type):
                    self.steps.append(step)
                    self.type = step.result

    def pair_up(self, rng):
        """Two elements of four bits for each element: the bit in which they differ
        becomes another one of each layout, and the lowest one of its registers."""
        self.apart = rng.randrange(sum(self.shape) + 1)
        operation = rng.choice(["zext", "sext", "uitofp", "sitofp"])
        types = [t for t in WIDTH if (t[0] == "i") == (operation[1:] == "ext")]
        self.steps = [Step(operation, "i4", rng.choice(types))]
        self.source, self.type = "i8", self.steps[0].result
        low = (1 << self.apart) - 1

        def wider(element):
            return (element & ~low) << 1 | element & low

        dimension, above = len(self.shape) - 1, self.shape[-1]
        while above < self.apart:
            dimension -= 1
            above += self.shape[dimension]
        self.shape[dimension] += 1
        for layout in self.layouts:
            layout.shape = self.shape
            layout.offset = wider(layout.offset)
            for name in layout.images:
                layout.images[name] = [wider(e) for e in layout.images[name]]
            layout.images["register"].insert(0, 1 << self.apart)
        if rng.random() < 0.2:  # In the last layout, no pair is one.
            last = self.layouts[-1].images["register"]
            last.append(last.pop(0))

    def narrow(self, lines, tag, array, r, number):
        """An element as it is in memory."""
        lines += [
            f"  %{tag}.p{r} = getelementptr i{8 * STRIDE[self.source]}, "
            f"ptr addrspace(1) {array}, i32 {number}",
            f"  %{tag}.l{r} = load {self.source}, ptr addrspace(1) %{tag}.p{r}",
        ]
        return f"%{tag}.l{r}"

    def byte_of_pair(self, lines, tag, array, r, number):
        low = (1 << self.apart) - 1
        lines += [
            f"  %{tag}.h{r} = lshr i32 {number}, 1",
            f"  %{tag}.u{r} = and i32 %{tag}.h{r}, {~low}",
            f"  %{tag}.d{r} = and i32 {number}, {low}",
            f"  %{tag}.b{r} = or i32 %{tag}.u{r}, %{tag}.d{r}",
        ]
        return self.narrow(lines, tag, array, r, f"%{tag}.b{r}")

    def nibble(self, lines, tag, array, r, number):
        """One of four bits: the bit in which a pair differs says which half."""
        byte = self.byte_of_pair(lines, tag, array, r, number)
        lines += [
            f"  %{tag}.f{r} = lshr i32 {number}, {self.apart}",
            f"  %{tag}.g{r} = trunc i32 %{tag}.f{r} to i8",
            f"  %{tag}.j{r} = and i8 %{tag}.g{r}, 1",
            f"  %{tag}.k{r} = mul i8 %{tag}.j{r}, 4",
            f"  %{tag}.s{r} = lshr i8 {byte}, %{tag}.k{r}",
            f"  %{tag}.n{r} = trunc i8 %{tag}.s{r} to i4",
        ]
        return f"%{tag}.n{r}"

    def take_steps(self, lines, name, value, count=None):
        """What the steps make of one element, or of a vector of so many."""
        for j, step in enumerate(self.steps):
            lines.append(f"  {name}.{j} = {step.text(value, count)}")
            value = f"{name}.{j}"
        return value

    def join(self, lines, tag, ty, values):
        """A vector of these values."""
        result, vector = "poison", f"<{len(values)} x {ty}>"
        for r, value in enumerate(values):
            lines.append(
                f"  %{tag}.v{r} = insertelement {vector} {result}, {ty} {value}, i32 {r}"
            )
            result = f"%{tag}.v{r}"
        return result

    def load(self, lines, layout, tag, array, numbers):
        """Each element by itself."""
        load = self.narrow if self.apart is None else self.nibble
        values = [load(lines, tag, array, r, n) for r, n in enumerate(numbers)]
        values = [self.take_steps(lines, f"%{tag}.w{r}", v) for r, v in enumerate(values)]
        return self.join(lines, tag, self.type, values)

    def load_narrow(self, lines, layout, tag, array, numbers):
        """As a front end may load them for a call: all of them, then the steps."""
        count = registers(layout)
        if self.apart is not None:  # The byte of a pair is that of its first element.
            narrow = [
                self.byte_of_pair(lines, tag, array, r, numbers[r]) for r in range(0, count, 2)
            ]
            pairs = self.join(lines, tag, "i8", narrow)
            value = f"%{tag}.x"
            lines.append(f"  {value} = bitcast <{count // 2} x i8> {pairs} to <{count} x i4>")
        elif self.by_vector:
            narrow = [self.narrow(lines, tag, array, r, n) for r, n in enumerate(numbers)]
            value = self.join(lines, tag, self.source, narrow)
        else:
            return self.load(lines, layout, tag, array, numbers)
        return self.take_steps(lines, f"%{tag}.w", value, count)
