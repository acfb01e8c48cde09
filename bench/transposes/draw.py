"""Random kernels that transpose a matrix through tiles of shared memory.

Draws the side of the tile, the type of the elements, the threads of a block, the
form of the code, and the work for each element: a chain of products, from which the
element that is stored follows. The same seed gives the same kernels.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import random

SIDES = (24, 32, 40, 48, 56, 64, 72, 80, 96)
TYPES = ("float", "float", "double", "unsigned short", "int")
# loop: by the number of the element, in a loop that is not unrolled; wide: the same
# with addresses of 64 bits; flat: unrolled; rows: a row of threads for a row of the
# tile; squares: parts of the size of the block; ragged: the same with a test at the
# edges.
FORMS = ("loop", "wide", "flat", "rows", "squares", "ragged")
PRODUCTS = (0, 0, 0, 4, 16, 48)
SIZE = 4800
SHARED_BYTES = 48 * 1024


@dataclasses.dataclass
class Kernel:
    name: str
    side: int
    type: str
    form: str
    block: tuple
    products: int
    where: str  # The products are before the store to the tile ("in"), or after ("out").

    @property
    def size(self):
        """The rows of the matrix: a multiple of the tile's."""
        return SIZE // self.side * self.side

    def source(self):
        return WORK.format(**self.names()) + self.code()

    def names(self):
        into, out = ("work_", "") if self.where == "in" else ("", "work_")
        return {
            "name": self.name,
            "T": self.type,
            "side": self.side,
            "products": self.products,
            "threads": self.block[0] * self.block[1],
            "into": into + self.name if into else "",
            "out": out + self.name if out else "",
            "wide": "(long long)" if self.form == "wide" else "",
        }

    def code(self):
        names = self.names()
        if self.form in ("loop", "wide"):
            return BY_ELEMENT.format(
                unroll="1",
                loop=f"int e = threadIdx.x; e < {self.side**2}; e += {self.block[0]}",
                element="",
                **names,
            )
        if self.form == "flat":
            rounds = -(-self.side**2 // self.block[0])
            test = f" if (e < {self.side**2})" if self.side**2 % self.block[0] else ""
            return BY_ELEMENT.format(
                unroll="",
                loop=f"int i = 0; i < {rounds}; ++i",
                element=f"const int e = threadIdx.x + i * {self.block[0]};{test}",
                **names,
            )
        if self.form == "rows":
            return BY_PART.format(
                steps=f"for (int i = 0, j = 0; i < {self.side}; i += {self.block[1]})",
                load="", store="", **names,
            )  # fmt: skip
        ragged = self.form == "ragged"
        return BY_PART.format(
            steps=f"for (int i = 0; i < {self.side}; i += {self.block[1]})\n"
            f"#pragma unroll\n    for (int j = 0; j < {self.side}; j += {self.block[0]})",
            load="if (row + y + i < n && column + x + j < n)" if ragged else "",
            store="if (column + y + i < n && row + x + j < n)" if ragged else "",
            **names,
        )


WORK = """
__device__ __forceinline__ {T} work_{name}({T} v) {{
  {T} sum = v;
#pragma unroll
  for (int k = 0; k < {products}; ++k)
    sum = sum * v + ({T})k;
  return sum;
}}
"""

BY_ELEMENT = """
extern "C" __global__ void __launch_bounds__({threads})
    {name}({T} *__restrict__ out, const {T} *__restrict__ in, int n) {{
  __shared__ {T} tile[{side} * {side}];
  const int column = blockIdx.x * {side}, row = blockIdx.y * {side};
#pragma unroll {unroll}
  for ({loop}) {{
    {element}
    tile[e] = {into}(in[{wide}(row + e / {side}) * n + column + e % {side}]);
  }}
  __syncthreads();
#pragma unroll {unroll}
  for ({loop}) {{
    {element}
    out[{wide}(column + e / {side}) * n + row + e % {side}] =
        {out}(tile[e % {side} * {side} + e / {side}]);
  }}
}}
"""

BY_PART = """
extern "C" __global__ void __launch_bounds__({threads})
    {name}({T} *__restrict__ out, const {T} *__restrict__ in, int n) {{
  __shared__ {T} tile[{side}][{side}];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * {side}, row = blockIdx.y * {side};
#pragma unroll
  {steps}
    {load} tile[y + i][x + j] = {into}(in[(row + y + i) * n + column + x + j]);
  __syncthreads();
#pragma unroll
  {steps}
    {store} out[(column + y + i) * n + row + x + j] = {out}(tile[x + j][y + i]);
}}
"""


def block_of(form, side, threads):
    if form == "rows":
        return side, max(h for h in (1, 2, 4, 8) if side % h == 0 and side * h <= 512)
    if form in ("squares", "ragged"):
        return (16, 16) if side % 16 == 0 else (8, 8)
    return threads, 1


def draw(seed, count):
    """So many kernels."""
    generator = random.Random(seed)
    kernels = []
    while len(kernels) < count:
        side, kind = generator.choice(SIDES), generator.choice(TYPES)
        form, threads = generator.choice(FORMS), generator.choice((128, 256, 512))
        products, where = generator.choice(PRODUCTS), generator.choice(("in", "out"))
        if side**2 * (8 if kind == "double" else 4) <= SHARED_BYTES:
            kernels.append(
                Kernel(f"t{len(kernels)}", side, kind, form,
                       block_of(form, side, threads), products, where)
            )  # fmt: skip
    return kernels
