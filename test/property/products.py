"""Random matrix products of tensors, @f2.tensor.dot, checked by f2sim.

    products.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

writes kernels that load two matrices and a sum, of random sizes and types, in rows or
in columns, convert their elements, transpose some, and store a product; and next to each a kernel in
which each thread computes elements by itself. All numbers are so small that every
order of additions gives the same result. `opt -passes=f2layout-assign,f2layout-lower`
must make of the first what computes the same as the second, and f2sim must compute the
same of it before. The sum says which
instructions multiplied.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re

import harness
from targets import KERNEL, TID, ir_module, known

#: log2 of the lanes of a warp, by processor, by target.
CPUS = {
    "nvptx": {"sm_75": 5, "sm_80": 5, "sm_90": 5},
    "amdgcn": known({"gfx90a": 6, "gfx942": 6, "gfx950": 6, "gfx1100": 5, "gfx1201": 5}),
}
#: Types of factors and sums, and a mask of the numbers, less one if it is 3.
TYPES = [
    ("half", "float", 3), ("half", "half", 3), ("bfloat", "float", 3), ("bfloat", "bfloat", 1),
    ("float", "float", 3), ("float", "float", 3), ("double", "double", 3), ("i8", "i32", 255),
    ("i8", "i32", 255), ("i8", "i16", 255), ("i32", "i32", 255), ("half", "double", 3),
]  # fmt: skip
INSTRUCTION = re.compile(r"call .*@llvm\.(?:amdgcn|nvvm)\.((?:mfma|wmma|mma)\.[\w.]*)\(")


def number(value, kind, mask, name):
    """The lines that make a number of that type from a byte."""
    if kind.startswith("i"):
        return [f"  %{name} = {'sext' if kind != 'i8' else 'add'} i8 {value}{f' to {kind}' if kind != 'i8' else ', 0'}"]
    return [
        f"  %{name}.low = and i8 {value}, {mask}",
        f"  %{name}.less = sub i8 %{name}.low, {1 if mask == 3 else 0}",
        f"  %{name} = sitofp i8 %{name}.less to {kind}",
    ]


class Product:
    """One kernel: its sizes, types and strides."""

    def __init__(self, rng, target, cpu):
        self.rng, self.target, self.cpu = rng, target, cpu
        self.factor, self.sum, self.mask = rng.choice(TYPES)
        while True:
            self.m, self.n = (1 << rng.choice([0, 2, 3, 3, 4, 4, 5, 5, 6, 7]) for _ in range(2))
            self.k = 1 << rng.choice([0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9])
            threads = 1 << CPUS[target][cpu] + rng.choice([0, 0, 1, 2, 2, 3])
            fits = max(self.m * self.k, self.k * self.n, self.m * self.n) <= 64 * threads
            exact = self.k <= (64 if self.mask == 1 else 256 if self.sum == "half" else 512)
            if fits and exact and self.m * self.n * self.k <= 1 << 17:
                break
        self.threads = threads
        self.columns = [rng.random() < 0.4 for _ in range(4)]
        self.rounds = rng.choice(["", "", ", i1 true", ", i1 false"])
        # Loaded as its transpose: no load or map whose parts could be loaded.
        self.turned = [rng.random() < 0.2 for _ in range(3)]

    def shapes(self):
        return [(self.m, self.k), (self.k, self.n), (self.m, self.n), (self.m, self.n)]

    def strides(self, number):
        rows, columns = self.shapes()[number]
        return (1, rows) if self.columns[number] else (columns, 1)

    def head(self):
        arguments = ", ".join(f"ptr addrspace(1) noalias align 16 %{p}" for p in "abcd")
        return f"define {KERNEL[self.target]} void @k({arguments}) #0 {{"

    def attributes(self):
        bounds = {"nvptx": f'"nvvm.reqntid"="{self.threads}"',
                  "amdgcn": f'"amdgpu-flat-work-group-size"="{self.threads},{self.threads}"'}  # fmt: skip
        return (
            f'attributes #0 = {{ convergent nounwind "target-cpu"="{self.cpu}" '
            f'"f2layout-block"="{self.threads},1,1" {bounds[self.target]} }}'
        )

    def tensors(self):
        """The module with tensors."""
        declared, lines = [], [self.head()]
        kinds = [self.factor, self.factor, self.sum]

        def tensor(kind, number, turned=False):
            rows, columns = self.shapes()[number][:: -1 if turned else 1]
            return f'target("f2.tensor", {kind}, {rows}, {columns})'

        for i, letter in enumerate("abc"):
            raw, made = (tensor(kind, i, self.turned[i]) for kind in ("i8", kinds[i]))
            row, column = self.strides(i)[:: -1 if self.turned[i] else 1]
            declared.append(f"{raw} @f2.tensor.load.{letter}(ptr addrspace(1), i64, i64)")
            declared.append(f"{made} @f2.tensor.map.{letter}(ptr, {raw})")
            name = f"%{letter}.{'turned' if self.turned[i] else 'made'}"
            lines += [
                f"  %{letter}.raw = call {raw} @f2.tensor.load.{letter}(ptr addrspace(1) %{letter}, i64 {row}, i64 {column})",
                f"  {name} = call {made} @f2.tensor.map.{letter}(ptr @number{int(i == 2)}, {raw} %{letter}.raw)",
            ]
            if self.turned[i]:
                wanted = tensor(kinds[i], i)
                declared.append(f"{wanted} @f2.tensor.trans.{letter}({made}, i32, i32)")
                lines.append(f"  %{letter}.made = call {wanted} @f2.tensor.trans.{letter}({made} {name}, i32 1, i32 0)")
        types = [tensor(kinds[i], i) for i in range(3)]
        declared.append(f"{types[2]} @f2.tensor.dot({', '.join(types)}{', i1' if self.rounds else ''})")
        given = ", ".join(f"{t} %{letter}.made" for t, letter in zip(types, "abc"))
        row, column = self.strides(3)
        declared.append(f"void @f2.tensor.store(ptr addrspace(1), {types[2]}, i64, i64)")
        lines += [
            f"  %r = call {types[2]} @f2.tensor.dot({given}{self.rounds})",
            f"  call void @f2.tensor.store(ptr addrspace(1) %d, {types[2]} %r, i64 {row}, i64 {column})",
            "  ret void",
            "}",
        ]
        for i, kind in enumerate((self.factor, self.sum)):
            lines += [f"define internal {kind} @number{i}(i8 %x) {{",
                      *number("%x", kind, self.mask, "y"), f"  ret {kind} %y", "}"]  # fmt: skip
        return ir_module(self.target, declared, *lines, self.attributes())

    def load(self, letter, number_of, row, column):
        """The lines that load an element, and its name."""
        rows, columns = self.strides(number_of)
        name = f"{letter}{number_of}"
        return [
            f"  %{name}.row = mul i32 {row}, {rows}",
            f"  %{name}.column = mul i32 {column}, {columns}",
            f"  %{name}.at = add i32 %{name}.row, %{name}.column",
            f"  %{name}.p = getelementptr i8, ptr addrspace(1) %{letter}, i32 %{name}.at",
            f"  %{name}.raw = load i8, ptr addrspace(1) %{name}.p",
        ]

    def reference(self):
        """The module in which threads compute elements by themselves."""
        floats = not self.sum.startswith("i")
        widen = "sext" if not floats else "fpext"

        def wide(name):
            if self.factor == self.sum:
                return [f"  %{name}.w = select i1 true, {self.sum} %{name}, {self.sum} %{name}"]
            return [f"  %{name}.w = {widen} {self.factor} %{name} to {self.sum}"]

        row, column = self.strides(3)
        lines = [
            self.head(), "entry:", f"  %t = call i32 {TID[self.target]}.x()", "  br label %each",
            "each:", "  %e = phi i32 [ %t, %entry ], [ %next, %done ]",
            f"  %inside = icmp ult i32 %e, {self.m * self.n}", "  br i1 %inside, label %element, label %end",
            "element:", f"  %i = udiv i32 %e, {self.n}", f"  %j = urem i32 %e, {self.n}",
            *self.load("c", 2, "%i", "%j"), *number("%c2.raw", self.sum, self.mask, "start"), "  br label %turn",
            "turn:", "  %x = phi i32 [ 0, %element ], [ %x.next, %turn ]",
            f"  %sum = phi {self.sum} [ %start, %element ], [ %new, %turn ]",
            *self.load("a", 0, "%i", "%x"), *number("%a0.raw", self.factor, self.mask, "left"), *wide("left"),
            *self.load("b", 1, "%x", "%j"), *number("%b1.raw", self.factor, self.mask, "right"), *wide("right"),
            f"  %product = {'fmul' if floats else 'mul'} {self.sum} %left.w, %right.w",
            f"  %new = {'fadd' if floats else 'add'} {self.sum} %sum, %product",
            "  %x.next = add i32 %x, 1", f"  %more = icmp ult i32 %x.next, {self.k}",
            "  br i1 %more, label %turn, label %done",
            "done:", f"  %row = mul i32 %i, {row}", f"  %column = mul i32 %j, {column}",
            "  %at = add i32 %row, %column",
            f"  %p = getelementptr {self.sum}, ptr addrspace(1) %d, i32 %at",
            f"  store {self.sum} %new, ptr addrspace(1) %p",
            f"  %next = add i32 %e, {self.threads}", "  br label %each",
            "end:", "  ret void", "}", self.attributes(),
        ]  # fmt: skip
        return ir_module(self.target, [f"i32 {TID[self.target]}.x()"], *lines)


class ProductRunner(harness.Runner):
    def module(self, index):
        rng = random.Random(f"{self.args.seed}/{index}")
        target = sorted(CPUS)[index % 2]
        product = Product(rng, target, rng.choice(sorted(CPUS[target])))
        tensors, before, after = (self.out / f"p{index}.{w}.ll" for w in ("tensors", "before", "after"))
        tensors.write_text(product.tensors())
        before.write_text(product.reference())
        self.rewrite("f2layout-assign,f2layout-lower", tensors, after)
        tally = collections.Counter(products=1)
        for name in set(INSTRUCTION.findall(after.read_text())):
            tally[name] += 1
        if len(tally) == 1:
            tally[f"by elements, {product.cpu}"] += 1
        what = f"{product.cpu} {product.factor} {product.m}x{product.n}x{product.k}"
        options = ["--block", str(product.threads), *(f for p in "012" for f in ("--fill", f"{p}=random"))]
        wrong = self.differences(before, tensors, what, *options, "--schedules", "forward")
        wrong += self.differences(before, after, what, *options, "--schedules", "forward,random:1")
        return self.verdict(tally, wrong, tensors, before, after)


if __name__ == "__main__":
    harness.judge_each(ProductRunner, "products", ["products"])
