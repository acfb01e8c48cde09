# The paper's table 3: reductions of tensors in seven kinds of layouts, and how many
# instructions on shared memory they take.
#
# The paper has 100 cases, over shapes from 16x16 to 128x128 and 1 to 8 warps, and
# does not list them. Here each kind has the five sizes below, with the layouts and
# axes of its row in KINDS. A kernel loads a tensor of floats in the layout, reduces
# it along the axis by addition, and stores the result in a layout of one dimension
# in which each thread has one element, as Triton's test of reductions does.
#
# A sliced layout is one of three dimensions without one of them: its threads hold
# copies. A custom layout is of no family: the bits of rows and columns in turn, and
# the same skewed, so that lanes lie on diagonals.
#
# What is counted are loads and stores of shared memory in the kernel's code, each
# vector and each ldmatrix or stmatrix once: in PTX behind opt -O3 and llc, which may
# join neighbouring accesses, and in the IR before. Beside it is the generic way,
# written here as IR, which is what compilers did before linear layouts: a thread
# adds its registers, lanes add by butterflies, every thread stores each partial
# result, also where another one holds the same; behind a barrier the threads share
# the lines, add the partial results of each, and store the sum; behind another one
# every thread loads the result of each of its lines; and a conversion through shared
# memory, one access per element, brings the results to where they are wanted. Both
# must be equal, in f2sim, to a kernel that adds the elements from global memory.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from loops import LANE_BITS, LoopKernel, Tensor, bits_of, string
from tools import markdown, shared_in_ir, shared_in_ptx

SIZES = [((16, 16), 1), ((32, 32), 2), ((64, 64), 4), ((32, 128), 4), ((128, 128), 8)]
WARP = 1 << LANE_BITS
#: The paper's instructions on shared memory: before, and with linear layouts.
PAPER = {
    "Blocked": (5888, 1388),
    "MMA": (5914, 3517),
    "MMA Input": (None, 5884),
    "Sliced<Blocked>": (6703, 4687),
    "Sliced<MMA>": (None, 320),
    "Sliced<MMA Input>": (None, 545),
    "Custom": (None, 913),
}


def blocked(per_thread, lanes, warps):
    order = list(range(len(lanes)))[::-1]
    return (
        f"#ttg.blocked<{{sizePerThread = {per_thread}, threadsPerWarp = {lanes}, "
        f"warpsPerCTA = {warps}, order = {order}}}>"
    )


def mma(warps):
    shape = [1] * (len(warps) - 2) + [16, 8]
    return (
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
        f"warpsPerCTA = {warps}, instrShape = {shape}}}>"
    )


def operand(which, warps):
    return f"#ttg.dot_op<{{opIdx = {which}, parent = {mma(warps)}, kWidth = 2}}>"


def sliced(dimension, parent):
    return f"#ttg.slice<{{dim = {dimension}, parent = {parent}}}>"


def custom(shape, warps, skewed):
    rows = [
        [1 << b, 1 << b & (shape[1] - 1) if skewed else 0] for b in range(bits_of(shape[0]))
    ]
    columns = [[0, 1 << b] for b in range(bits_of(shape[1]))]
    images = []
    while rows or columns:
        images += columns[:1] + rows[:1]
        rows, columns = rows[1:], columns[1:]
    count = len(images) - LANE_BITS - bits_of(warps)
    parts = {"register": images[:count], "lane": images[count : count + LANE_BITS],
             "warp": images[count + LANE_BITS :]}  # fmt: skip
    return Tensor(shape, parts, 32).layout()


def halves(warps):
    """Warps in two dimensions, the first one getting at most two."""
    first = min(2, warps)
    return [first, warps // first]


#: Row -> (a short name, the axis, the layout of a shape and a number of warps).
KINDS = {
    "Blocked": [
        (f"{name}{axis}", axis, layout)
        for axis in (0, 1)
        for name, layout in (
            ("long", lambda s, w: blocked([1, 4], [1, 32], [w, 1])),
            ("square", lambda s, w: blocked([1, 4], [8, 4], [1, w])),
        )
    ],
    "MMA": [
        (f"{name}{axis}", axis, layout)
        for axis in (0, 1)
        for name, layout in (
            ("below", lambda s, w: mma([w, 1])),
            ("beside", lambda s, w: mma([1, w])),
        )
    ],
    "MMA Input": [
        ("a", 1, lambda s, w: operand(0, halves(w))),
        ("b", 0, lambda s, w: operand(1, halves(w))),
    ],
    "Sliced<Blocked>": [
        (f"{name}{axis}", axis, layout)
        for axis in (0, 1)
        for name, layout in (
            ("first", lambda s, w: sliced(0, blocked([1, 1, 4], [2, 4, 4], [*halves(w), 1]))),
            ("last", lambda s, w: sliced(2, blocked([1, 4, 2], [4, 4, 2], [1, *halves(w)[::-1]]))),
        )
    ],
    "Sliced<MMA>": [
        ("first", 1, lambda s, w: sliced(0, mma([*halves(w), 1]))),
        ("last", 0, lambda s, w: sliced(2, mma([w, 1, 1]))),
    ],
    "Sliced<MMA Input>": [
        ("first", 1, lambda s, w: sliced(0, operand(0, [*halves(w), 1]))),
        ("middle", 0, lambda s, w: sliced(1, operand(1, [w, 1, 1]))),
    ],
    "Custom": [
        ("turns", 1, lambda s, w: custom(s, w, False)),
        ("skewed", 0, lambda s, w: custom(s, w, True)),
    ],
}  # fmt: skip


class Case(Tensor):
    """A reduction of one tensor along one axis."""

    def __init__(self, row, name, axis, attribute, shape, warps, tools):
        super().__init__(shape, tools.images(attribute, shape), 32)
        self.row, self.axis, self.attribute = row, axis, attribute
        self.threads = WARP * warps
        word = row.lower().replace("<", "_").replace(">", "").replace(" ", "_")
        self.name = f"reduce_{word}_{name}_{shape[0]}x{shape[1]}_{warps}"
        self.lines = shape[1 - axis]
        wanted = blocked([1], [32], [warps])
        images = tools.images(wanted, [self.lines])
        self.wanted = {kind: [i[0] for i in of_kind] for kind, of_kind in images.items()}

    def results(self):
        return 1 << len(self.wanted["register"])

    def wanted_text(self):
        inputs = ", ".join(
            f"{kind}=[{','.join(f'[{i}]' for i in images)}]"
            for kind, images in self.wanted.items()
        )
        return f"{inputs} -> [{self.lines}]"

    def block_bytes(self):
        return 4 * max(self.elements(), self.threads * self.results())

    def kernel_text(self, how):
        return Kernel(self).text(how)


def every_case(tools):
    return [
        Case(row, name, axis, layout(shape, warps), shape, warps, tools)
        for row, layouts in KINDS.items()
        for name, axis, layout in layouts
        for shape, warps in SIZES
    ]


class Span:
    """A subspace of numbers under xor, and the coordinates of a number beside it."""

    def __init__(self, bits):
        self.bits, self.basis = bits, []

    def rest(self, number):
        for vector in self.basis:
            number = min(number, number ^ vector)
        return number

    def grow(self, number):
        """Whether the number was not in it."""
        number = self.rest(number)
        if number:
            self.basis = [min(v, v ^ number) for v in self.basis] + [number]
            self.basis.sort(reverse=True)
        return number != 0

    def beside(self, number):
        """The bits of the rest that are no vector's highest one, together."""
        number, tops = self.rest(number), {v.bit_length() - 1 for v in self.basis}
        found, at = 0, 0
        for b in range(self.bits):
            if b not in tops:
                found |= (number >> b & 1) << at
                at += 1
        return found


class Kernel(LoopKernel):
    """One reduction: by @f2.reduce, in the generic way, or as a reference, in which
    each thread adds the elements of its results from global memory."""

    def __init__(self, case):
        super().__init__(case.name, case, case.block_bytes())
        self.threads = case.threads
        self.vector = f"<{case.registers()} x float>"
        self.shared = []  # Arrays.

    # Pieces of every way.

    def linear(self, tag, images):
        """A number whose bits are xors of the thread index's: images of those."""
        value = "0"
        for j, image in enumerate(images):
            if image:
                self.add(f"%{tag}{j}.s = lshr i32 %t, {j}")
                self.add(f"%{tag}{j}.b = and i32 %{tag}{j}.s, 1")
                self.add(f"%{tag}{j}.m = mul i32 %{tag}{j}.b, {image}")
                self.add(f"%{tag}{j} = xor i32 {value}, %{tag}{j}.m")
                value = f"%{tag}{j}"
        return value

    def small(self, name, place):
        """A number from 0 to 7 as a float, made of a word of the input."""
        self.add(f"%{name}.p = getelementptr i32, ptr addrspace(1) %in.block, i32 {place}")
        self.add(f"%{name}.w = load i32, ptr addrspace(1) %{name}.p")
        self.add(f"%{name}.m = and i32 %{name}.w, 7")
        self.add(f"%{name} = uitofp i32 %{name}.m to float")
        return f"%{name}"

    def elements_of_thread(self):
        values = []
        for r in range(self.t.registers()):
            self.place(f"e{r}.n", r)
            values.append(self.small(f"e{r}", f"%e{r}.n"))
        return values

    def array(self, name, count):
        self.shared.append(
            f"@{name} = internal addrspace(3) global [{count} x float] poison, align 16\n"
        )

    def shared_store(self, array, tag, place, value):
        self.add(f"%{tag}.p = getelementptr float, ptr addrspace(3) @{array}, i32 {place}")
        self.add(f"store float {value}, ptr addrspace(3) %{tag}.p")

    def shared_load(self, array, tag, place):
        self.add(f"%{tag}.p = getelementptr float, ptr addrspace(3) @{array}, i32 {place}")
        self.add(f"%{tag} = load float, ptr addrspace(3) %{tag}.p")
        return f"%{tag}"

    def wanted_lines(self):
        """The lines whose results the thread wants."""
        c = self.t
        mine = self.linear("w", c.wanted["lane"] + c.wanted["warp"])
        for r in range(c.results()):
            image = 0
            for j, i in enumerate(c.wanted["register"]):
                image ^= i if r >> j & 1 else 0
            self.add(f"%w{r}.line = xor i32 {mine}, {image}")
        return [f"%w{r}.line" for r in range(c.results())]

    def store_results(self, values):
        count = len(values)
        self.add(f"%first = mul i32 %t, {count}")
        for r, value in enumerate(values):
            self.add(f"%o{r}.n = add i32 %first, {r}")
            self.add(
                f"%o{r}.p = getelementptr float, ptr addrspace(1) %out.block, i32 %o{r}.n"
            )
            self.add(f"store float {value}, ptr addrspace(1) %o{r}.p")

    def butterfly(self, tag, value, bit):
        """A value and that of the lane in which one bit differs, added."""
        self.add(f"%{tag}.i = bitcast float {value} to i32")
        self.add(
            f"%{tag}.s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{tag}.i, "
            f"i32 {1 << bit}, i32 31)"
        )
        self.add(f"%{tag}.f = bitcast i32 %{tag}.s to float")
        self.add(f"%{tag} = fadd float {value}, %{tag}.f")
        return f"%{tag}"

    # The ways.

    def by_call(self):
        c, value = self.t, "poison"
        for r, element in enumerate(self.elements_of_thread()):
            self.add(f"%v{r} = insertelement {self.vector} {value}, float {element}, i32 {r}")
            value = f"%v{r}"
        out = f"<{c.results()} x float>"
        self.add(
            f"%y = call {out} @f2.reduce.fadd.k({self.vector} {value}, i32 {c.axis}, "
            "ptr @layout, ptr @wanted)"
        )
        for r in range(c.results()):
            self.add(f"%y{r} = extractelement {out} %y, i32 {r}")
        self.store_results([f"%y{r}" for r in range(c.results())])
        return (
            string("layout", c.layout())
            + string("wanted", c.wanted_text())
            + f"declare {out} @f2.reduce.fadd.k({self.vector}, i32, ptr, ptr) #1\n"
        )

    def reference(self):
        c = self.t
        stride = (c.shape[1], 1)
        results = []
        for r, line in enumerate(self.wanted_lines()):
            self.add(f"%r{r}.b = mul i32 {line}, {stride[1 - c.axis]}")
            total = "0.0"
            for p in range(c.shape[c.axis]):
                self.add(f"%r{r}.{p}.n = add i32 %r{r}.b, {p * stride[c.axis]}")
                element = self.small(f"r{r}.{p}", f"%r{r}.{p}.n")
                self.add(f"%r{r}.{p}.t = fadd float {total}, {element}")
                total = f"%r{r}.{p}.t"
            results.append(total)
        self.store_results(results)
        return ""

    def in_thread(self):
        """(partial results, their lines' images, their positions), a register with a
        copy of another one's element left out; and the span of what is added."""
        c, parts, seen = self.t, {}, set()
        span = Span(bits_of(c.shape[c.axis]))
        for r, element in enumerate(self.elements_of_thread()):
            image = c.register_image(r)
            if image in seen:
                continue
            seen.add(image)
            line, position = image[1 - c.axis], image[c.axis]
            if line in parts:
                value, first = parts[line]
                self.add(f"%a{r} = fadd float {value}, {element}")
                parts[line] = f"%a{r}", first
                span.grow(position ^ first)
            else:
                parts[line] = element, position
        return parts, span

    def in_warp(self, parts, span):
        c = self.t
        for bit, image in enumerate(c.images["lane"]):
            if image[1 - c.axis] == 0 and span.grow(image[c.axis]):
                for line, (value, position) in parts.items():
                    added = self.butterfly(f"b{bit}.{line}", value, bit)
                    parts[line] = added, position

    def across(self, parts, span, mine):
        """The partial results of each line from all that hold one: each is stored by
        itself; the threads share the lines, and add those of a line in neighbouring
        lanes; and all read the results of their lines, one by one."""
        c = self.t
        count = c.shape[c.axis] >> len(span.basis)
        if count == 1:
            return
        if count > WARP:
            raise ValueError(f"{c.name}: more partial results than lanes")
        total = count * c.lines
        self.array("partial", total)
        self.array("whole", c.lines)
        slot = self.linear(
            "s",
            [i[1 - c.axis] * count + span.beside(i[c.axis]) for i in c.threads_images()],
        )
        for line, (value, position) in parts.items():
            self.add(f"%p{line}.n = xor i32 {slot}, {line * count + span.beside(position)}")
            self.shared_store("partial", f"p{line}", f"%p{line}.n", value)
        self.barrier()
        self.add(f"%shares = icmp ult i32 %t, {total}")
        self.add("br i1 %shares, label %share, label %shared")
        self.lines.append("share:")
        for k in range(max(1, total // c.threads)):
            self.add(f"%q{k}.n = add i32 %t, {k * c.threads}")
            value = self.shared_load("partial", f"q{k}", f"%q{k}.n")
            for bit in range(bits_of(count)):
                value = self.butterfly(f"q{k}.{bit}", value, bit)
            self.add(f"%q{k}.l = lshr i32 %q{k}.n, {bits_of(count)}")
            self.shared_store("whole", f"q{k}.w", f"%q{k}.l", value)
        self.add("br label %shared")
        self.lines.append("shared:")
        self.barrier()
        for line in parts:
            self.add(f"%h{line}.n = xor i32 {mine}, {line}")
            parts[line] = self.shared_load("whole", f"h{line}", f"%h{line}.n"), 0

    def generic(self):
        c = self.t
        parts, span = self.in_thread()
        self.in_warp(parts, span)
        mine = self.linear("l", [i[1 - c.axis] for i in c.threads_images()])
        self.across(parts, span, mine)
        self.array("line", c.lines)
        for line, (value, _) in parts.items():
            self.add(f"%c{line}.n = xor i32 {mine}, {line}")
            self.shared_store("line", f"c{line}", f"%c{line}.n", value)
        self.barrier()
        self.store_results(
            [self.shared_load("line", f"z{r}", n) for r, n in enumerate(self.wanted_lines())]
        )
        return (
            "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)\n"
            + "".join(self.shared)
        )

    def text(self, how):
        """how: call, generic or reference."""
        self.begin()
        top = {"call": self.by_call, "generic": self.generic, "reference": self.reference}[how]()
        return self.module(top)


def measure(case, tools):
    """Lowers and compiles a case and its generic form, and checks both."""
    paths = {
        how: tools.write(f"table3/{case.name}.{how}.ll", case.kernel_text(how))
        for how in ("call", "generic", "reference")
    }
    lowered, remarks = tools.lower(paths["call"])
    result = {"name": case.name, "row": case.row, "layout": case.layout(),
              "axis": case.axis, "remarks": remarks.splitlines()}  # fmt: skip
    for variant, path in (("f2layout", lowered), ("generic", paths["generic"])):
        wrong = tools.differs(paths["reference"], path, case.threads)
        ptx = tools.ptx(path, f"table3/cubin/{variant}/{case.name}")
        wrong += tools.assembles(ptx)
        result[variant] = {
            "right": not wrong, "wrong": wrong, "ir": shared_in_ir(path.read_text()),
            "ptx": shared_in_ptx(ptx.read_text()),
        }  # fmt: skip
    return result


def fewer(before, after):
    """In percent, rounded down."""
    return f"{100 * (before - after) // before}%" if before else "-"


def table(results):
    header = ["layout", "cases", "right", "generic, right", "generic, PTX", "PTX", "fewer",
              "generic, IR", "IR", "fewer", "paper: before", "after", "fewer"]  # fmt: skip
    rows = []
    for row, (before, after) in PAPER.items():
        cases = [r for r in results if r["row"] == row]
        if not cases:
            continue

        def total(variant, key, cases=cases):
            return sum(r[variant][key] for r in cases)

        line = [row, len(cases), total("f2layout", "right"), total("generic", "right")]
        for kind in ("ptx", "ir"):
            counts = total("generic", kind), total("f2layout", kind)
            line += [*counts, fewer(*counts)]
        paper = fewer(before, after) if before else "-"
        rows.append([*line, before or "none", after, paper])
    return markdown(header, rows)


def is_right(result):
    return result["f2layout"]["right"] and result["generic"]["right"]
