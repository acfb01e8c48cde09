"""What writes operations on tensors, one line each.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from tensor_graphs.text import BYTES, Value, suffix, type_text


class Builder:
    """The lines of one kernel. launch: target, cpu, lanes, warps."""

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

    def end_loop(self, n, i, trips):
        """The end of loop n, whose counter is i; what follows stands behind it."""
        self.lines += [
            f"  {i}.next = add i32 {i}, 1",
            f"  {i}.more = icmp ult i32 {i}.next, {trips}",
            f"  br i1 {i}.more, label %{n}, label %{n}.done",
            f"{n}.done:",
        ]
        self.block = f"{n}.done"

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

    def small_float(self, x, element):
        body = [
            f"  %s = and {x.element} %a, 7",
            f"  %t = sub {x.element} %s, 4",
            f"  %r = sitofp {x.element} %t to {element}",
        ]
        return self.map(f"small.{x.element}.{element}", [x], element, body, 4)
