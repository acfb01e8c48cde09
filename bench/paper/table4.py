# The paper's table 4: products of two types, in 784 cases.
#
# The paper has 14 pairs of types with a number of cases each, which are shapes times
# types: a 16-bit float is f16 or bf16, one of 8 bits is e4m3 or e5m2. Here the cases
# of a pair are those types, each with the integers in A and in B, and as many of the
# 36 configurations below, evenly spaced, as make the paper's number.
#
# A kernel loads A and B as a blocked layout has them, 16 bytes of a row in a thread if
# there are as many; widens each to the type of the product, the narrowest float that
# is no narrower than both; converts each by @f2.convert to the operand layout of a
# matrix instruction (mma.m16n8k16 of f16 or bf16, m16n8k8 of tf32, m8n8k4 of f64);
# multiplies, and stores C. f2layout-lower moves what is narrower before it is widened.
# Tensors that are smaller than what the threads hold have copies.
#
# Integers are from 0 to 7, floats 1, 1.5, -1 and -1.5 of their type, so that every sum
# is exact. The generic form, beside which a case runs on a GPU, widens first, and
# converts through a row-major tile in shared memory, one element per access. The
# reference adds the products of each element of C in a loop, by fma.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from loops import LANE_BITS, LoopKernel, Tensor, bits_of, string
from tools import markdown

#: Pair -> the paper's number of cases, and how many Triton had right.
PAPER = {
    ("i16", "f16"): (64, 32), ("i16", "f32"): (32, 32), ("i16", "f64"): (32, 32),
    ("i16", "f8"): (96, 36), ("i32", "f16"): (32, 32), ("i32", "f64"): (32, 16),
    ("i32", "f8"): (48, 18), ("i64", "f16"): (32, 32), ("i64", "f32"): (32, 16),
    ("i64", "f8"): (48, 18), ("i8", "f16"): (96, 36), ("i8", "f32"): (48, 18),
    ("i8", "f64"): (48, 18), ("i8", "f8"): (144, 30),
}  # fmt: skip
TYPES = {"f8": ["e4m3", "e5m2"], "f16": ["half", "bfloat"], "f32": ["float"],
         "f64": ["double"]}  # fmt: skip
#: M, N, K and warps.
CONFIGURATIONS = [
    (m, n, k, warps)
    for warps in (1, 4)
    for k in (16, 32)
    for m in (16, 32, 64)
    for n in (16, 32, 64)
]
BITS = {"e4m3": 8, "e5m2": 8, "half": 16, "bfloat": 16, "float": 32, "double": 64,
        "i8": 8, "i16": 16, "i32": 32, "i64": 64}  # fmt: skip
#: Bits of a float that make 1, 1.5, -1 and -1.5 of any number.
FLOATS = {
    "e4m3": (0x84, 0x38), "e5m2": (0x82, 0x3C), "half": (0x8200, 0x3C00),
    "bfloat": (0x8040, 0x3F80), "float": (0x80400000, 0x3F800000),
    "double": (0x8008 << 48, 0x3FF << 52),
}  # fmt: skip


class Instruction:
    """A matrix instruction: its shape, and for A, B and C the bits of m, n and k by
    which registers and lanes move."""

    def __init__(self, name, result, shape, registers, lanes):
        self.name, self.result, self.shape = name, result, shape
        self.registers, self.lanes = registers, lanes


ROWS = [("m", 0), ("m", 1), ("m", 2)]
COLUMNS = [("n", 0), ("n", 1), ("n", 2)]
OF_RESULT = [("n", 1), ("n", 2), *ROWS]
INSTRUCTIONS = {
    "half": Instruction(
        "m16n8k16.row.col.f32.f32", "float", {"m": 16, "n": 8, "k": 16},
        {"a": [("k", 0), ("m", 3), ("k", 3)], "b": [("k", 0), ("k", 3)],
         "c": [("n", 0), ("m", 3)]},
        {"a": [("k", 1), ("k", 2), *ROWS], "b": [("k", 1), ("k", 2), *COLUMNS],
         "c": OF_RESULT},
    ),
    "float": Instruction(
        "m16n8k8.row.col.tf32", "float", {"m": 16, "n": 8, "k": 8},
        {"a": [("m", 3), ("k", 2)], "b": [("k", 2)], "c": [("n", 0), ("m", 3)]},
        {"a": [("k", 0), ("k", 1), *ROWS], "b": [("k", 0), ("k", 1), *COLUMNS],
         "c": OF_RESULT},
    ),
    "double": Instruction(
        "m8n8k4.row.col.f64", "double", {"m": 8, "n": 8, "k": 4},
        {"a": [], "b": [], "c": [("n", 0)]},
        {"a": [("k", 0), ("k", 1), *ROWS], "b": [("k", 0), ("k", 1), *COLUMNS],
         "c": OF_RESULT},
    ),
}  # fmt: skip
INSTRUCTIONS["bfloat"] = Instruction(
    "m16n8k16.row.col.bf16", "float", INSTRUCTIONS["half"].shape,
    INSTRUCTIONS["half"].registers, INSTRUCTIONS["half"].lanes,
)  # fmt: skip
#: The dimensions of each matrix.
SIDES = {"a": ("m", "k"), "b": ("k", "n"), "c": ("m", "n")}


def product_type(integer, other):
    """The narrowest float that is no narrower than both; of a bf16, if it is as wide."""
    bits = max(BITS[integer], BITS[other], 16)
    if other == "bfloat" and bits == 16:
        return other
    return {16: "half", 32: "float", 64: "double"}[bits]


def padded(images, count):
    return images + [[0, 0]] * (count - len(images))


class Operand(Tensor):
    """A matrix as it is loaded, and as the instruction has it."""

    def __init__(self, case, side, ty):
        self.side, self.type = side, ty
        rows, columns = (case.sizes[d] for d in SIDES[side])
        self.is_float = ty in FLOATS
        self.memory = f"i{BITS[ty]}"
        bits = [[0, 1 << b] for b in range(bits_of(columns))]
        bits += [[1 << b, 0] for b in range(bits_of(rows))]
        # 16 bytes, or what is left of a row; then lanes, warps, and registers again.
        first = min(bits_of(128 // BITS[ty]), bits_of(columns))
        threads = LANE_BITS + bits_of(case.warps)
        images = {
            "register": bits[:first] + bits[first + threads :],
            "lane": padded(bits[first : first + LANE_BITS], LANE_BITS),
            "warp": padded(bits[first + LANE_BITS : first + threads], threads - LANE_BITS),
        }
        super().__init__((rows, columns), images, BITS[ty])
        self.wanted = Tensor((rows, columns), case.fragment(side), BITS[case.product])


class Case:
    def __init__(self, pair, integer_side, other, configuration):
        self.row = "/".join(pair)
        m, n, k, self.warps = configuration
        self.sizes = {"m": m, "n": n, "k": k}
        self.threads = self.warps << LANE_BITS
        types = (pair[0], other) if integer_side == "a" else (other, pair[0])
        self.product = product_type(pair[0], other)
        self.instruction = INSTRUCTIONS[self.product]
        self.name = f"product_{types[0]}_{types[1]}_{m}x{n}x{k}_{self.warps}"
        self.operands = [Operand(self, s, t) for s, t in zip("ab", types)]
        self.result = Tensor((m, n), self.fragment("c"), BITS[self.instruction.result])

    def bits_beside(self, dimension):
        """Bits of a dimension by which instructions differ."""
        first = bits_of(self.instruction.shape[dimension])
        return [(dimension, b) for b in range(first, bits_of(self.sizes[dimension]))]

    def warp_bits(self):
        """Warps stand below each other, then side by side, then hold copies."""
        free = self.bits_beside("m") + self.bits_beside("n")
        count = bits_of(self.warps)
        return free[:count] + [None] * (count - len(free[:count]))

    def fragment(self, side):
        """The layout in which the instructions have a matrix: registers count those
        of an instruction first, then along k, then others."""
        warps = self.warp_bits()
        own = [b for d in "kmn" if d in SIDES[side] for b in self.bits_beside(d)]
        registers = self.instruction.registers[side] + [b for b in own if b not in warps]

        def image(bit):
            return [1 << bit[1] if bit and bit[0] == d else 0 for d in SIDES[side]]

        return {
            "register": [image(b) for b in registers],
            "lane": [image(b) for b in self.instruction.lanes[side]],
            "warp": [image(b) for b in warps],
        }

    def block_bytes(self):
        loaded = sum(o.elements() * o.bytes for o in self.operands)
        return max(loaded, self.result.elements() * self.result.bytes)

    def kernel_text(self, how):
        return Kernel(self).text(how)


def every_case(tools):
    cases = []
    for pair, (count, _) in PAPER.items():
        others = TYPES[pair[1]]
        each = count // (2 * len(others))
        picked = [CONFIGURATIONS[i * len(CONFIGURATIONS) // each] for i in range(each)]
        cases += [
            Case(pair, side, other, configuration)
            for other in others
            for side in "ab"
            for configuration in picked
        ]
    return cases


def as_float(bits, ty):
    """The steps from bits to a float: operation, type, type of the result, and the
    constant of an operation that is no cast."""
    if ty == "e5m2":  # A half without its low bits.
        return [("zext", "i8", "i16", None), ("shl", "i16", "i16", "8"),
                ("bitcast", "i16", "half", None)]  # fmt: skip
    if ty == "e4m3":  # A half whose exponent is too small by 8.
        return [("sext", "i8", "i16", None), ("shl", "i16", "i16", "7"),
                ("and", "i16", "i16", "-16385"), ("bitcast", "i16", "half", None),
                ("fmul", "half", "half", "256.0")]  # fmt: skip
    return [("bitcast", f"i{bits}", ty, None)]


def steps_of(operand, product):
    """From bits in memory to an element of the product's type."""
    memory = operand.memory
    if not operand.is_float:
        return [("and", memory, memory, "7"), ("sitofp", memory, product, None)]
    free, fixed = FLOATS[operand.type]
    steps = [("and", memory, memory, free), ("or", memory, memory, fixed)]
    steps += as_float(operand.bits, operand.type)
    if steps[-1][2] != product:
        steps.append(("fpext", steps[-1][2], product, None))
    return steps


class Kernel(LoopKernel):
    """One product: by @f2.convert, in the generic way, or as a reference."""

    def __init__(self, case):
        super().__init__(case.name, case.operands[0], case.block_bytes())
        self.c, self.threads = case, case.threads
        self.shared = set()

    def take_steps(self, name, value, steps, count=None):
        """Of a scalar, or of a vector of so many elements."""

        def shaped(ty):
            return f"<{count} x {ty}>" if count else ty

        for j, (operation, ty, result, constant) in enumerate(steps):
            text = f"{operation} {shaped(ty)} {value}"
            if constant is None:
                text += f" to {shaped(result)}"
            else:
                text += f", splat ({ty} {constant})" if count else f", {constant}"
            self.add(f"%{name}.{j} = {text}")
            value = f"%{name}.{j}"
        return value

    def place_of(self, tag, tensor):
        """The row-major number of the thread's register 0 of a tensor."""
        value = "0"
        for j, image in enumerate(tensor.threads_images()):
            if tensor.number(image):
                self.add(f"%{tag}.t{j}.s = lshr i32 %t, {j}")
                self.add(f"%{tag}.t{j}.b = and i32 %{tag}.t{j}.s, 1")
                self.add(f"%{tag}.t{j}.m = mul i32 %{tag}.t{j}.b, {tensor.number(image)}")
                self.add(f"%{tag}.t{j} = xor i32 {value}, %{tag}.t{j}.m")
                value = f"%{tag}.t{j}"
        return value

    def buffer(self, operand):
        """Where the matrix begins: B lies behind A."""
        a = self.c.operands[0]
        first = 0 if operand.side == "a" else a.elements() * a.bytes
        self.add(
            f"%{operand.side}.base = getelementptr i8, ptr addrspace(1) %in.block, i32 {first}"
        )

    def load_matrix(self, operand):
        """The registers as they are in memory, as a vector."""
        side, ty = operand.side, operand.memory
        vector = f"<{operand.registers()} x {ty}>"
        mine, value = self.place_of(side, operand), "poison"
        for r in range(operand.registers()):
            self.add(f"%{side}{r}.n = xor i32 {mine}, {operand.register_place(r)}")
            self.add(
                f"%{side}{r}.p = getelementptr {ty}, ptr addrspace(1) %{side}.base, "
                f"i32 %{side}{r}.n"
            )
            self.add(f"%{side}{r}.l = load {ty}, ptr addrspace(1) %{side}{r}.p")
            self.add(
                f"%{side}{r}.v = insertelement {vector} {value}, {ty} %{side}{r}.l, i32 {r}"
            )
            value = f"%{side}{r}.v"
        return value

    def convert_by_call(self, operand, value):
        side, product = operand.side, self.c.product
        have = f"<{operand.registers()} x {product}>"
        want = f"<{operand.wanted.registers()} x {product}>"
        self.add(
            f"%{side}.y = call {want} @f2.convert.{side}({have} {value}, ptr @{side}.loaded, "
            f"ptr @{side}.wanted)"
        )
        return f"%{side}.y", (
            string(f"{side}.loaded", operand.layout())
            + string(f"{side}.wanted", operand.wanted.layout())
            + f"declare {want} @f2.convert.{side}({have}, ptr, ptr) #1\n"
        )

    def convert_by_tile(self, operand, value):
        side, product, wanted = operand.side, self.c.product, operand.wanted
        have = f"<{operand.registers()} x {product}>"
        want = f"<{wanted.registers()} x {product}>"
        mine = self.place_of(f"{side}.s", operand)

        def address(tag, base, place):
            self.add(f"%{tag}.n = xor i32 {base}, {place}")
            self.add(
                f"%{tag}.p = getelementptr {product}, ptr addrspace(3) @{side}.tile, i32 %{tag}.n"
            )

        for r in range(operand.registers()):
            address(f"{side}.s{r}", mine, operand.register_place(r))
            self.add(f"%{side}.s{r} = extractelement {have} {value}, i32 {r}")
            self.add(f"store {product} %{side}.s{r}, ptr addrspace(3) %{side}.s{r}.p")
        self.barrier()
        mine, result = self.place_of(f"{side}.g", wanted), "poison"
        for r in range(wanted.registers()):
            address(f"{side}.g{r}", mine, wanted.register_place(r))
            self.add(f"%{side}.g{r} = load {product}, ptr addrspace(3) %{side}.g{r}.p")
            self.add(
                f"%{side}.g{r}.v = insertelement {want} {result}, {product} %{side}.g{r}, i32 {r}"
            )
            result = f"%{side}.g{r}.v"
        return result, (
            f"@{side}.tile = internal addrspace(3) global "
            f"[{operand.elements()} x {product}] poison, align 16\n"
        )

    # The product.

    def registers_of(self, side, chosen):
        """The registers of a matrix that an instruction has: chosen says the bits of
        m, n and k in which it differs from the first one."""
        fixed = len(self.c.instruction.registers[side])
        own = [b for d in "kmn" if d in SIDES[side] for b in self.c.bits_beside(d)]
        own = [b for b in own if b not in self.c.warp_bits()]
        base = sum(chosen[b] << (fixed + j) for j, b in enumerate(own))
        return [base + r for r in range(1 << fixed)]

    def words(self, tag, side, value, registers):
        """Registers of an operand as the instruction takes them."""
        product = self.c.product
        count = self.c.operands["ab".index(side)].wanted.registers()
        each = 2 if product in ("half", "bfloat") else 1
        result = []
        for w in range(0, len(registers), each):
            parts = []
            for r in registers[w : w + each]:
                self.add(f"%{tag}.{r} = extractelement <{count} x {product}> {value}, i32 {r}")
                parts.append(f"%{tag}.{r}")
            if product == "double":
                result.append(f"double {parts[0]}")
                continue
            if product == "float":
                self.add(f"%{tag}.{w}.w = bitcast float {parts[0]} to i32")
                result.append(f"i32 %{tag}.{w}.w")
                continue
            pair = f"<2 x {product}>"
            value_so_far = "poison"
            for j, part in enumerate(parts):
                self.add(
                    f"%{tag}.{w}.{'ij'[j]} = insertelement {pair} {value_so_far}, "
                    f"{product} {part}, i32 {j}"
                )
                value_so_far = f"%{tag}.{w}.i"
            if product == "half":
                result.append(f"{pair} %{tag}.{w}.j")
            else:
                self.add(f"%{tag}.{w}.w = bitcast {pair} %{tag}.{w}.j to i32")
                result.append(f"i32 %{tag}.{w}.w")
        return result

    def choices(self, dimensions):
        """All values of the bits in which the thread's instructions differ."""
        bits = [b for d in dimensions for b in self.c.bits_beside(d)]
        bits = [b for b in bits if b not in self.c.warp_bits()]
        return [
            {b: n >> j & 1 for j, b in enumerate(bits)} for n in range(1 << len(bits))
        ]

    def multiply(self, a, b):
        """Register of C -> its value."""
        instruction = self.c.instruction
        ty, sums = instruction.result, {}
        operands = {}

        def words(side, value, chosen):
            registers = self.registers_of(side, chosen)
            tag = f"{side}.f{registers[0]}"
            if tag not in operands:
                operands[tag] = self.words(tag, side, value, registers)
            return operands[tag]

        for tile, outer in enumerate(self.choices("mn")):
            registers = self.registers_of("c", outer)
            values = ["0.0"] * len(registers)
            for step, inner in enumerate(self.choices("k")):
                chosen = {**outer, **inner}
                sources = words("a", a, chosen) + words("b", b, chosen)
                sources += [f"{ty} {v}" for v in values]
                name = f"d{tile}.{step}"
                results = f"{{ {', '.join([ty] * len(registers))} }}"
                self.add(
                    f"%{name} = call {results} @llvm.nvvm.mma.{instruction.name}"
                    f"({', '.join(sources)})"
                )
                values = []
                for j in range(len(registers)):
                    self.add(f"%{name}.{j} = extractvalue {results} %{name}, {j}")
                    values.append(f"%{name}.{j}")
            sums.update(zip(registers, values))
        return sums

    def store_result(self, sums):
        result, ty = self.c.result, self.c.instruction.result
        mine = self.place_of("c", result)
        for r, value in sums.items():
            self.add(f"%c{r}.n = xor i32 {mine}, {result.register_place(r)}")
            self.add(f"%c{r}.p = getelementptr {ty}, ptr addrspace(1) %out.block, i32 %c{r}.n")
            self.add(f"store {ty} {value}, ptr addrspace(1) %c{r}.p")

    def by(self, convert):
        c, values, top = self.c, [], ""
        for operand in c.operands:
            self.buffer(operand)
            value = self.load_matrix(operand)
            value = self.take_steps(
                f"{operand.side}.w", value, steps_of(operand, c.product), operand.registers()
            )
            value, more = convert(operand, value)
            values.append(value)
            top += more
        self.store_result(self.multiply(*values))
        return top

    def reference(self):
        """Each thread has every element whose number is its own and some blocks."""
        c, ty = self.c, self.c.instruction.result
        m, n, k = c.sizes["m"], c.sizes["n"], c.sizes["k"]
        for operand in c.operands:
            self.buffer(operand)
        self.add("br label %element")
        self.lines.append("element:")
        self.add("%e = phi i32 [ %t, %entry ], [ %e.next, %stored ]")
        self.add(f"%row = lshr i32 %e, {bits_of(n)}")
        self.add(f"%column = and i32 %e, {n - 1}")
        self.add(f"%row.begin = mul i32 %row, {k}")
        self.add("br label %along")
        self.lines.append("along:")
        self.add("%k = phi i32 [ 0, %element ], [ %k.next, %along ]")
        self.add(f"%sum = phi {ty} [ 0.0, %element ], [ %sum.next, %along ]")
        self.add("%a.n = add i32 %row.begin, %k")
        self.add(f"%b.row = mul i32 %k, {n}")
        self.add("%b.n = add i32 %b.row, %column")
        values = []
        for operand in c.operands:
            side, memory = operand.side, operand.memory
            self.add(
                f"%{side}.p = getelementptr {memory}, ptr addrspace(1) %{side}.base, i32 %{side}.n"
            )
            self.add(f"%{side}.l = load {memory}, ptr addrspace(1) %{side}.p")
            value = self.take_steps(f"{side}.w", f"%{side}.l", steps_of(operand, c.product))
            if ty != c.product:
                self.add(f"%{side}.x = fpext {c.product} {value} to {ty}")
                value = f"%{side}.x"
            values.append(value)
        kind = {"float": "f32", "double": "f64"}[ty]
        self.add(
            f"%sum.next = call {ty} @llvm.fma.{kind}({ty} {values[0]}, {ty} {values[1]}, {ty} %sum)"
        )
        self.add("%k.next = add i32 %k, 1")
        self.add(f"%k.more = icmp ult i32 %k.next, {k}")
        self.add("br i1 %k.more, label %along, label %stored")
        self.lines.append("stored:")
        self.add(f"%o = getelementptr {ty}, ptr addrspace(1) %out.block, i32 %e")
        self.add(f"store {ty} %sum.next, ptr addrspace(1) %o")
        self.add(f"%e.next = add i32 %e, {c.threads}")
        self.add(f"%e.more = icmp ult i32 %e.next, {m * n}")
        self.add("br i1 %e.more, label %element, label %done")
        self.lines.append("done:")
        return ""

    def text(self, how):
        """how: call, generic or reference."""
        self.begin()
        if how == "reference":
            return self.module(self.reference())
        ways = {"call": self.convert_by_call, "generic": self.convert_by_tile}
        return self.module(self.by(ways[how]))


def measure(case, tools):
    """Lowers and compiles a case and its generic form, and checks both."""
    paths = {
        how: tools.write(f"table4/{case.name}.{how}.ll", case.kernel_text(how))
        for how in ("call", "generic", "reference")
    }
    lowered, remarks = tools.lower(paths["call"])
    result = {"name": case.name, "row": case.row, "product": case.product,
              "remarks": remarks.splitlines(),
              "narrow": remarks.count("moves the narrow ones"),
              "wide": remarks.count("moves the wide ones")}  # fmt: skip
    for variant, path in (("f2layout", lowered), ("generic", paths["generic"])):
        wrong = tools.differs(paths["reference"], path, case.threads)
        ptx = tools.ptx(path, f"table4/cubin/{variant}/{case.name}")
        refused = tools.assembles(ptx)
        result[variant] = {"right": not wrong, "assembles": not refused,
                           "wrong": wrong + refused}  # fmt: skip
    return result


def table(results):
    header = ["types", "cases", "right", "assembled", "generic, right", "operands moved narrow",
              "wide", "paper: cases", "Triton", "Triton-Linear"]  # fmt: skip
    rows, totals = [], [0] * (len(header) - 1)
    for pair, (count, before) in PAPER.items():
        cases = [r for r in results if r["row"] == "/".join(pair)]
        if not cases:
            continue
        line = [
            len(cases),
            sum(r["f2layout"]["right"] for r in cases),
            sum(r["f2layout"]["assembles"] for r in cases),
            sum(r["generic"]["right"] for r in cases),
            sum(r["narrow"] for r in cases),
            sum(r["wide"] for r in cases),
            count, before, count,
        ]  # fmt: skip
        totals = [t + n for t, n in zip(totals, line)]
        rows.append(["/".join(pair), *line])
    return markdown(header, [*rows, ["all", *totals]])


def is_right(result):
    return all(
        result[variant][what]
        for variant in ("f2layout", "generic")
        for what in ("right", "assembles")
    )
