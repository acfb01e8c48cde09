# The reductions and scans that are measured: shapes, layouts, types, and their
# kernels as IR.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from loops import LANE_BITS, WARP_BITS, LoopKernel, Tensor, bits_of, string

SHAPES = [(128, 32), (32, 128), (16, 256), (64, 64), (8, 512)]
#: Type in IR -> bits, and whether it is a float.
TYPES = {"float": (32, True), "half": (16, True), "i32": (32, False), "i16": (16, False)}
#: Operation -> its name in IR, of floats and of integers.
OPERATIONS = {"add": ("fadd", "add"), "max": ("fmax", "smax")}
MAXIMA = """declare float @llvm.maxnum.f32(float, float)
declare half @llvm.maxnum.f16(half, half)
"""
#: Values are small, so that sums are exact in any order and in half, too.
MASK = 7


def fill(images, shape, registers, order):
    """The rest of a tensor's bits: those of a dimension that no image has, in the
    order of dimensions, to registers, lanes and warps as long as there is room."""
    used = {(d, b) for kind in images.values() for d, b in kind}
    free = [(d, b) for d in order for b in range(bits_of(shape[d])) if (d, b) not in used]
    for kind, room in (("register", registers), ("lane", LANE_BITS), ("warp", WARP_BITS)):
        while len(images[kind]) < room and free:
            images[kind].append(free.pop(0))
    images["register"] += free
    return images


def blocked(shape, axis):
    """16 bytes of a row in a thread, as Triton loads it."""
    return fill({"register": [], "lane": [], "warp": []}, shape, 2, (1, 0))


def accumulator(shape, axis):
    """Of mma.m16n8: two columns, then rows 8 below, in a thread; warps below."""
    images = {
        "register": [(1, 0), (0, 3)],
        "lane": [(1, 1), (1, 2), (0, 0), (0, 1), (0, 2)],
        "warp": [(0, b) for b in range(4, min(bits_of(shape[0]), 4 + WARP_BITS))],
    }
    images = {k: [(d, b) for d, b in v if b < bits_of(shape[d])] for k, v in images.items()}
    return fill(images, shape, 2, (1, 0))


def along_warps(shape, axis):
    """The axis lies in warps, then in lanes."""
    images = {"register": [], "lane": [], "warp": []}
    images["warp"] = [(axis, b) for b in range(min(WARP_BITS, bits_of(shape[axis])))]
    return fill(images, shape, 1, (axis, 1 - axis))


def across(shape, axis):
    """Lanes beside the axis, so that most of it is in registers."""
    images = {"register": [], "lane": [], "warp": []}
    beside = bits_of(shape[1 - axis])
    images["lane"] = [(1 - axis, b) for b in range(min(LANE_BITS, beside))]
    threads = LANE_BITS + WARP_BITS
    registers = min(bits_of(shape[axis]), bits_of(shape[0] * shape[1]) - threads)
    return fill(images, shape, registers, (axis, 1 - axis))


LAYOUTS = {f.__name__: f for f in (blocked, accumulator, along_warps, across)}


class Lines(Tensor):
    """A reduction or a scan of one shape, layout and type along one axis."""

    ways = {}

    def __init__(self, kind, shape, axis, layout, ty, operation):
        bits, self.is_float = TYPES[ty]
        places = LAYOUTS[layout](shape, axis)
        images = {
            k: [[1 << b, 0] if d == 0 else [0, 1 << b] for d, b in v] for k, v in places.items()
        }
        super().__init__(shape, images, bits)
        self.kind, self.axis, self.type = kind, axis, ty
        self.operation = operation
        self.called = OPERATIONS[operation][0 if self.is_float else 1]
        self.group = (kind, layout)
        self.name = f"{kind}_{shape[0]}x{shape[1]}_{axis}_{layout}_{ty}_{operation}"

    def per_block(self):
        return self.elements()

    def line_images(self):
        """Of the result of a reduction, in the places of its elements."""
        beside = 1 - self.axis
        images = {k: [[i[beside]] for i in v] for k, v in self.images.items()}
        images["register"] = [i for i in images["register"] if i[0]]
        return images

    def result(self):
        """The layout that a reduction has as Triton's slice has it."""
        inputs = ", ".join(
            f"{name}={str(images).replace(' ', '')}"
            for name, images in self.line_images().items()
        )
        return f"{inputs} -> [{self.shape[1 - self.axis]}]"

    def results(self):
        return 1 << len(self.line_images()["register"])

    def result_of(self, register):
        """The register of the reduction that holds the line of an element's."""
        position, found = 0, 0
        for j, image in enumerate(self.images["register"]):
            if image[1 - self.axis]:
                found |= (register >> j & 1) << position
                position += 1
        return found

    def plan_options(self):
        options = [f"--{self.kind}", str(self.axis), "--op", self.called, "--bits",
                   str(self.bits), "--from", self.layout()]  # fmt: skip
        return options + (["--to", self.result()] if self.kind == "reduce" else [])

    def kernel_text(self, by_call):
        return Kernel(self).text(by_call)


def every_line():
    for kind in ("reduce", "scan"):
        for n, shape in enumerate(SHAPES):
            for axis in (1, 0):
                for m, layout in enumerate(LAYOUTS):
                    # Two types of the four, in turn, with both operations.
                    for k in range(2):
                        ty = list(TYPES)[(n + m + 2 * k + axis) % 4]
                        operation = "max" if (n + k + m // 2) % 3 == 2 else "add"
                        yield Lines(kind, shape, axis, layout, ty, operation)


class Kernel(LoopKernel):
    """A loop of reductions or scans of the same elements, each behind the last."""

    def __init__(self, lines):
        super().__init__(lines.name, lines, lines.per_block() * lines.bytes)
        self.raw = f"i{lines.bits}"
        self.vector = f"<{lines.registers()} x {lines.type}>"
        self.count = lines.results() if lines.kind == "reduce" else lines.registers()
        self.out = f"<{self.count} x {lines.type}>"

    def call(self):
        t = self.t
        if t.kind == "reduce":
            name = f"f2.reduce.{t.called}.k"
            self.add(
                f"%y = call {self.out} @{name}({self.vector} %x, i32 {t.axis}, ptr @layout, "
                "ptr @result)"
            )
            return f"declare {self.out} @{name}({self.vector}, i32, ptr, ptr) #1\n"
        name = f"f2.scan.{t.called}.k"
        self.add(
            f"%y = call {self.out} @{name}({self.vector} %x, i32 {t.axis}, i1 false, "
            "i1 false, ptr @layout)"
        )
        return f"declare {self.out} @{name}({self.vector}, i32, i1, i1, ptr) #1\n"

    def combine(self, name, a, b):
        t = self.t
        ty, called = t.type, t.called
        if called in ("add", "fadd"):
            self.add(f"%{name} = {called} {ty} {a}, {b}")
        else:
            intrinsic = "llvm.maxnum" if t.is_float else "llvm.smax"
            suffix = {"float": "f32", "half": "f16"}.get(ty, ty)
            self.add(f"%{name} = call {ty} @{intrinsic}.{suffix}({ty} {a}, {ty} {b})")

    def by_tile(self):
        """Every thread reads, for each of its results, the elements of its line in
        order; those that a scan does not want count as zero, which changes neither a
        sum nor a maximum of what is not negative."""
        t, zero = self.t, "0.0" if self.t.is_float else "0"
        length = t.shape[t.axis]
        stride = t.shape[1] if t.axis == 0 else 1
        self.store_tile(self.vector, t.type, "%x")
        places = {}
        for r in range(t.registers()):
            places.setdefault(t.result_of(r) if t.kind == "reduce" else r, r)
        for n, r in sorted(places.items()):
            self.place(f"f{n}.m", r)
            self.add(f"%f{n}.b = and i32 %f{n}.m, {~((length - 1) * stride)}")
        self.add("br label %along")
        self.lines.append("along:")
        self.add("%p = phi i32 [ 0, %loop ], [ %p.next, %along ]")
        for n in range(self.count):
            self.add(f"%f{n}.t = phi {t.type} [ {zero}, %loop ], [ %f{n}.s, %along ]")
        self.add(f"%p.s = mul i32 %p, {stride}")
        for n in range(self.count):
            self.add(f"%f{n}.n = add i32 %f{n}.b, %p.s")
            self.add(
                f"%f{n}.p = getelementptr {t.type}, ptr addrspace(3) @tile, i32 %f{n}.n"
            )
            self.add(f"%f{n}.l = load {t.type}, ptr addrspace(3) %f{n}.p")
            element = f"%f{n}.l"
            if t.kind == "scan":
                self.add(f"%f{n}.c = icmp ule i32 %f{n}.n, %f{n}.m")
                self.add(
                    f"%f{n}.e = select i1 %f{n}.c, {t.type} {element}, {t.type} {zero}"
                )
                element = f"%f{n}.e"
            self.combine(f"f{n}.s", f"%f{n}.t", element)
        self.add("%p.next = add i32 %p, 1")
        self.add(f"%p.more = icmp ult i32 %p.next, {length}")
        self.add("br i1 %p.more, label %along, label %whole")
        self.lines.append("whole:")
        value = "poison"
        for n in range(self.count):
            result = "y" if n == self.count - 1 else f"y{n}"
            self.add(
                f"%{result} = insertelement {self.out} {value}, {t.type} %f{n}.s, i32 {n}"
            )
            value = f"%{result}"
        self.barrier()
        return self.tile(t.type) + MAXIMA

    def at_elements(self):
        """The result that each register's element contributes to."""
        t, count = self.t, self.t.registers()
        vector = f"<{count} x {self.raw}>"
        self.add(f"%y.raw = bitcast {self.out} %y to <{self.count} x {self.raw}>")
        if t.kind == "scan":
            return "%y.raw"
        places = ", ".join(f"i32 {t.result_of(r)}" for r in range(count))
        self.add(
            f"%y.all = shufflevector <{self.count} x {self.raw}> %y.raw, "
            f"<{self.count} x {self.raw}> poison, <{count} x i32> <{places}>"
        )
        return "%y.all"

    def text(self, by_call):
        t, count = self.t, self.t.registers()
        raw = f"<{count} x {self.raw}>"
        self.begin()
        first = self.load("x.in", 0, raw, self.raw)
        ones = ", ".join([f"{self.raw} {MASK}"] * count)
        self.add(f"%small = and {raw} {first}, <{ones}>")
        start = "%small"
        if t.is_float:
            self.add(f"%number = uitofp {raw} %small to {self.vector}")
            self.add(f"%start = bitcast {self.vector} %number to {raw}")
            start = "%start"
        self.latch = "loop" if by_call else "whole"
        self.open_loop()
        self.carried("%x.raw", raw, start, "%x.next")
        self.add(f"%x = bitcast {raw} %x.raw to {self.vector}")
        top = self.call() if by_call else self.by_tile()
        all_results = self.at_elements()
        self.follow("%x.raw", all_results, raw, count, "x.next")
        self.close_loop()
        self.store("x.out", 0, raw, self.raw, all_results)
        if by_call:
            top += string("layout", t.layout())
            top += string("result", t.result()) if t.kind == "reduce" else ""
        return self.module(top)
