# The gathers that are measured: shapes, layouts, widths, and their kernels as IR.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from loops import LANE_BITS, THREADS, LoopKernel, Tensor, bits_of, string

SHAPES = [(512, 2), (512, 4), (512, 8), (512, 16), (512, 32), (128, 64), (64, 128)]
WIDTHS = (8, 16, 32)
AXIS = 1  # Along a row.
BLOCKS = 4  # On a multiprocessor, as the benchmark launches them.
MOST_WORDS = 96  # Of 128 registers that each of so many threads may have.

# Where the axis is. Lanes: in as many lane bits as there are, then in registers,
# as Triton places it for tl.gather. Rows: in registers; every thread has whole
# rows, if there are as many rows as threads.
PLACES = ("lanes", "rows")


class Gather(Tensor):
    """One shape, one layout of source and result, one width."""

    kind = "gather"
    ways = {"f2layout-memory": ";no-shuffle", "f2layout-shuffles": ";no-shared"}

    def __init__(self, shape, place, bits):
        self.place = place
        rows = [[1 << j, 0] for j in range(bits_of(shape[0]))]
        columns = [[0, 1 << j] for j in range(bits_of(shape[1]))]
        in_lanes = columns[:LANE_BITS] if place == "lanes" else []
        in_registers = columns[len(in_lanes) :]
        free = LANE_BITS - len(in_lanes)
        warps = free + bits_of(THREADS) - LANE_BITS
        images = {
            "register": in_registers + rows[warps:],
            "lane": in_lanes + rows[:free],
            "warp": rows[free:warps],
        }
        super().__init__(shape, images, bits)
        self.name = f"gather_{shape[0]}x{shape[1]}_{place}_{bits}"
        self.group = (place, str(bits))

    def per_block(self):
        """Elements of the input of a block: the tile, and the indices as elements."""
        return self.elements() * (1 + 4 // self.bytes)

    def plan_options(self):
        layout = self.layout()
        return ["--gather", str(AXIS), "--packed", "--bits", str(self.bits),
                "--from", layout, "--to", layout]  # fmt: skip

    def kernel_text(self, by_call):
        return Kernel(self).text(by_call)


def every_gather():
    for shape in SHAPES:
        for place in PLACES:
            if place == "lanes" or shape[0] >= THREADS:
                for bits in WIDTHS:
                    yield Gather(shape, place, bits)


class Kernel(LoopKernel):
    """A loop of gathers: the values are the result of the gather before. Indices
    stay the same, but what is computed from them is computed each time."""

    def __init__(self, gather):
        super().__init__(gather.name, gather, gather.per_block() * gather.bytes)
        self.type = f"i{gather.bits}"
        self.vector = f"<{gather.registers()} x {self.type}>"
        self.indices = f"<{gather.registers()} x i32>"

    def gather_by_call(self):
        self.add(
            f"%y = call {self.vector} @f2.gather.k({self.vector} %x, {self.indices} "
            f"%index, i32 {AXIS}, ptr @layout, ptr @layout)"
        )

    def gather_by_tile(self):
        count, ty = self.t.registers(), self.type
        self.store_tile(self.vector, ty, "%x")
        value = "poison"
        for r in range(count):
            self.place(f"g{r}.m", r)
            self.add(f"%g{r}.f = and i32 %g{r}.m, {-self.t.shape[1]}")
            self.add(f"%g{r}.i = extractelement {self.indices} %index, i32 {r}")
            self.add(f"%g{r}.n = add i32 %g{r}.f, %g{r}.i")
            self.add(f"%g{r}.p = getelementptr {ty}, ptr addrspace(3) @tile, i32 %g{r}.n")
            self.add(f"%g{r}.l = load {ty}, ptr addrspace(3) %g{r}.p")
            result = "y" if r == count - 1 else f"g{r}"
            self.add(
                f"%{result} = insertelement {self.vector} {value}, {ty} %g{r}.l, i32 {r}"
            )
            value = f"%{result}"
        self.barrier()

    def promises(self):
        """How many blocks run on a multiprocessor at the same time: four, or two and then
        two where indices and elements need more registers. ptxas uses as many as that
        leaves, where it would have tried to get along with few."""
        words = self.t.registers() * (4 + self.t.bytes) // 4
        blocks = BLOCKS if words <= MOST_WORDS else BLOCKS // 2
        return f' "nvvm.minctasm"="{blocks}"'

    def text(self, by_call):
        count, tile_bytes = self.t.registers(), self.t.elements() * self.t.bytes
        self.begin()
        first = self.load("x.in", 0, self.vector, self.type)
        raw = self.load("i.in", tile_bytes, self.indices, "i32")
        ones = ", ".join([f"i32 {self.t.shape[1] - 1}"] * count)
        self.add(f"%index.in = and {self.indices} {raw}, <{ones}>")
        self.open_loop()
        self.carried("%x", self.vector, first, "%x.next")
        self.carried("%index.last", self.indices, "%index.in", "%index")
        self.follow("%index.last", "%index.last", self.indices, count, "index")
        self.gather_by_call() if by_call else self.gather_by_tile()
        self.hide("%y", self.vector, count, "x.next")
        self.close_loop()
        self.store("x.out", 0, self.vector, self.type, "%x.next")
        self.store("i.out", tile_bytes, self.indices, "i32", "%index")
        if not by_call:
            return self.module(self.tile(self.type))
        return self.module(
            string("layout", self.t.layout())
            + f"declare {self.vector} @f2.gather.k({self.vector}, {self.indices}, i32, "
            "ptr, ptr) #1\n"
        )
