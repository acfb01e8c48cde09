"""Registers of random kernels that do not state their blocks, as ptxas counts them.

    registers.py --plugin F2Layout.so --clang-cuda '…' --ptxas ptxas --count 500

writes CUDA kernels without launch bounds: tiled products of one to four arrays,
sweeps over all positions (n-body), transposed tiles, exchanges of several items a
thread, stencils, reductions, products of register tiles; of halves, floats, doubles
and bytes, in tiles and blocks of several sizes, with several factors of unrolling,
with values that stay in registers all along. Each is compiled with and without the
plugin. The result must leave room for blocks of as many threads as the original,
and must not spill more (test/tools/registers.py).

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import pathlib
import random
import re
import sys

import harness

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tools"))
import registers  # noqa: E402

HEAD = """\
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define X __nvvm_read_ptx_sreg_tid_x()
#define Y __nvvm_read_ptx_sreg_tid_y()
#define BX __nvvm_read_ptx_sreg_ctaid_x()
#define BY __nvvm_read_ptx_sreg_ctaid_y()
#define WAIT __nvvm_bar_sync(0)
"""
TYPES = {"_Float16": "float", "float": "float", "double": "double", "signed char": "int"}
LIMITED = re.compile(r"^\.maxnreg \d+ +// @(\w+)", re.MULTILINE)
UNROLL = ["", "#pragma unroll 1\n", "#pragma unroll 4\n", "#pragma unroll 8\n",
          "#pragma unroll 16\n", "#pragma unroll\n"]  # fmt: skip


class Kernel:
    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.type = rng.choice(list(TYPES))
        self.sum = TYPES[self.type]
        self.arrays = rng.randrange(1, 5)
        self.carried = rng.choice([0, 0, 0, 4, 8, 16, 24, 40])
        self.restrict = rng.choice(["__restrict__ ", "__restrict__ ", ""])

    def text(self):
        family = self.rng.choice(
            [self.product, self.product, self.sweep, self.transposed, self.exchange,
             self.stencil, self.reduction, self.register_tile])  # fmt: skip
        self.family = family.__name__
        body = family()
        inputs = ", ".join(
            f"const {self.type} *{self.restrict}in{a}" for a in range(4)
        )
        # The values that stay in registers from the first line to the last.
        first = "".join(
            f"  float c{i} = more[{i} * n + X];\n" for i in range(self.carried)
        )
        last = "".join(
            f"  rest[{i} * n + X] = c{i} * c{(i + 1) % self.carried};\n"
            for i in range(self.carried)
        )
        return (
            f'extern "C" __global__ void {self.name}({inputs}, {self.sum} *{self.restrict}out, '
            f"const float *{self.restrict}more, float *{self.restrict}rest, int n) {{\n"
            f"{first}{body}{last}}}\n"
        )

    def unroll(self):
        return self.rng.choice(UNROLL)

    def product(self):
        """Arrays whose rows are read with one whose columns are."""
        side = self.rng.choice([8, 16, 16, 32, 32])
        pad = self.rng.choice([0, 0, 1])
        while (self.arrays + 1) * side * (side + pad) * 8 > 48 * 1024:
            self.arrays -= 1
        names = [f"a{i}" for i in range(self.arrays)] + ["b"]
        transposed = self.rng.random() < 0.3
        text = f"  __shared__ {self.type} " + ", ".join(
            f"{name}[{side}][{side + pad}]" for name in names) + ";\n"  # fmt: skip
        text += "  int x = X, y = Y, row = BY * %d + y, column = BX * %d + x;\n" % (side, side)
        sums = [f"s{i}" for i in range(self.arrays)]
        text += f"  {self.sum} " + ", ".join(f"{s} = 0" for s in sums) + ";\n"
        text += f"  for (int t = 0; t < n / {side}; t++) {{\n"
        for i, name in enumerate(names[:-1]):
            text += f"    {name}[y][x] = in{i % 3}[row * n + t * {side} + x];\n"
        place = "[x][y]" if transposed else "[y][x]"
        text += f"    b{place} = in3[(t * {side} + y) * n + column];\n    WAIT;\n"
        column = "b[x][k]" if transposed else "b[k][x]"
        text += f"{self.unroll()}    for (int k = 0; k < {side}; k++) {{\n"
        for i, s in enumerate(sums):
            text += f"      {s} += ({self.sum})a{i}[y][k] * ({self.sum}){column};\n"
        text += "    }\n    WAIT;\n  }\n"
        return text + f"  out[row * n + column] = {' + '.join(sums)};\n"

    def sweep(self):
        """Every thread reads the elements that all threads of the block loaded."""
        block = self.rng.choice([32, 64, 128, 256, 1024])
        arrays = [f"a{i}" for i in range(self.arrays)]
        text = f"  __shared__ {self.type} " + ", ".join(f"{a}[{block}]" for a in arrays) + ";\n"
        text += f"  int x = X, at = BX * {block} + x;\n  {self.sum} s = 0;\n"
        for i in range(self.arrays):
            text += f"  {self.sum} v{i} = in{i}[at];\n"
        text += f"  for (int t = 0; t < n; t++) {{\n    int j = t * {block} + x;\n"
        for i, a in enumerate(arrays):
            text += f"    {a}[x] = in{i}[j];\n"
        text += f"    WAIT;\n{self.unroll()}    for (int k = 0; k < {block}; k++) {{\n"
        text += f"      {self.sum} d = 1;\n"
        for i, a in enumerate(arrays):
            text += f"      {self.sum} d{i} = ({self.sum}){a}[k] - v{i}; d += d{i} * d{i};\n"
        text += "      s += d * (d + 1);\n    }\n    WAIT;\n  }\n"
        return text + "  out[at] = s;\n"

    def transposed(self):
        """Tiles of 32 x 32, by blocks of fewer rows; one after the other."""
        rows = self.rng.choice([4, 8, 16, 32])
        pad = self.rng.choice([0, 1])
        text = "  int x = X, y = Y;\n"
        if self.arrays * 32 * (32 + pad) * 8 > 48 * 1024:
            self.arrays = 4
        for a in range(self.arrays):
            text += f"  __shared__ {self.type} a{a}[32][{32 + pad}];\n"
        for a in range(self.arrays):
            text += f"  for (int j = 0; j < 32; j += {rows})\n"
            text += f"    a{a}[y + j][x] = in{a}[(BY * 32 + y + j) * n + BX * 32 + x];\n"
        text += "  WAIT;\n"
        terms = " + ".join(f"({self.sum})a{a}[x][y + j]" for a in range(self.arrays))
        text += f"{self.unroll()}  for (int j = 0; j < 32; j += {rows})\n"
        return text + f"    out[(BX * 32 + y + j) * n + BY * 32 + x] = {terms};\n"

    def exchange(self):
        """Blocked to striped, or the other way, in a block or in a warp."""
        items = self.rng.choice([2, 4, 5, 8, 12, 16, 24, 32])
        block = self.rng.choice([32, 64, 128])
        if items * block * 8 > 32 * 1024:
            block = 64
        text = f"  __shared__ {self.type} a[{items * block}];\n  int x = X;\n"
        text += f"  {self.type} v[{items}];\n"
        rounds = self.rng.randrange(1, 4)
        text += f"#pragma unroll\n  for (int i = 0; i < {items}; i++)\n"
        text += f"    v[i] = in0[BX * {items * block} + x * {items} + i];\n"
        for r in range(rounds):
            one, two = f"x * {items} + i", f"i * {block} + x"
            if (r + self.rng.randrange(2)) % 2:
                one, two = two, one
            text += f"#pragma unroll\n  for (int i = 0; i < {items}; i++) a[{one}] = v[i];\n"
            text += "  WAIT;\n"
            text += f"#pragma unroll\n  for (int i = 0; i < {items}; i++) v[i] = a[{two}];\n"
            text += "  WAIT;\n"
            if self.rng.random() < 0.5:
                text += f"#pragma unroll\n  for (int i = 0; i < {items}; i++) v[i] *= v[{items - 1} - i];\n"
        text += f"#pragma unroll\n  for (int i = 0; i < {items}; i++)\n"
        return text + f"    out[BX * {items * block} + i * {block} + x] = v[i];\n"

    def stencil(self):
        radius = self.rng.choice([1, 2, 4, 8])
        block = self.rng.choice([64, 128, 256])
        if self.rng.random() < 0.5:  # neighbours wrap around
            text = f"  __shared__ {self.type} a[{block}];\n"
            text += f"  int x = X, at = BX * {block} + x;\n  a[x] = in0[at];\n  WAIT;\n"
            text += f"  {self.sum} s = 0;\n{self.unroll()}"
            text += f"  for (int k = -{radius}; k <= {radius}; k++)\n"
            text += f"    s += ({self.sum})a[(x + k) & {block - 1}] * (k + 3);\n"
            return text + "  out[at] = s;\n"
        side = 32
        text = f"  __shared__ {self.type} a[{side}][{side}];\n"
        text += "  int x = X, y = Y, at = (BY * 32 + y) * n + BX * 32 + x;\n"
        text += f"  {self.sum} s = 0;\n  for (int z = 0; z < n; z++) {{\n"
        text += "    a[y][x] = in0[z * n * n + at];\n    WAIT;\n"
        text += f"{self.unroll()}    for (int k = -{radius}; k <= {radius}; k++)\n"
        text += f"      s += ({self.sum})a[y][(x + k) & 31] + ({self.sum})a[(y + k) & 31][x];\n"
        return text + "    WAIT;\n  }\n  out[at] = s;\n"

    def reduction(self):
        block = self.rng.choice([64, 128, 256, 512])
        text = f"  __shared__ {self.sum} a[{block}];\n  int x = X;\n"
        text += f"  {self.sum} s = 0;\n  for (int i = x; i < n; i += {block}) s += in0[BX * n + i];\n"
        text += "  a[x] = s;\n  WAIT;\n"
        kind = self.rng.choice(["tree", "butterfly", "all"])
        if kind == "all":
            text += f"{self.unroll()}  for (int k = 0; k < {block}; k++) s += a[k] * a[(k + x) & {block - 1}];\n"
            return text + "  out[BX * n + x] = s;\n"
        text += f"{self.unroll()}  for (int w = {block // 2}; w > 0; w /= 2) {{\n"
        if kind == "tree":
            text += "    if (x < w) a[x] += a[x + w];\n    WAIT;\n  }\n"
            return text + "  if (x == 0) out[BX] = a[0];\n"
        text += f"    {self.sum} o = a[x ^ w];\n    WAIT;\n    a[x] = s += o;\n    WAIT;\n  }}\n"
        return text + "  out[BX * n + x] = s;\n"

    def register_tile(self):
        """Each thread has a tile of the product in registers."""
        side = self.rng.choice([8, 16])
        high, wide = self.rng.choice([(2, 2), (4, 4), (4, 8), (8, 8), (1, 8)])
        depth = self.rng.choice([4, 8, 16])
        m, n = side * high, side * wide
        text = f"  __shared__ {self.type} a[{depth}][{m}], b[{depth}][{n}];\n"
        text += f"  int x = X, y = Y, t = y * {side} + x;\n  {self.sum} s[{high}][{wide}] = {{}};\n"
        text += f"  for (int k = 0; k < n; k += {depth}) {{\n"
        threads = side * side
        for name, size, array in (("a", m, "in0"), ("b", n, "in1")):
            text += f"    for (int i = t; i < {depth * size}; i += {threads})\n"
            if name == "a" and self.rng.random() < 0.5:
                text += f"      a[i % {depth}][i / {depth}] = {array}[(BY * {size} + i / {depth}) * n + k + i % {depth}];\n"
            else:
                text += f"      {name}[i / {size}][i % {size}] = {array}[(k + i / {size}) * n + BX * {size} + i % {size}];\n"
        text += f"    WAIT;\n{self.unroll()}    for (int l = 0; l < {depth}; l++)\n"
        text += f"#pragma unroll\n      for (int i = 0; i < {high}; i++)\n"
        text += f"#pragma unroll\n        for (int j = 0; j < {wide}; j++)\n"
        stride = self.rng.random() < 0.5
        i, j = (f"y + i * {side}", f"x + j * {side}") if stride else (f"y * {high} + i", f"x * {wide} + j")
        text += f"          s[i][j] += ({self.sum})a[l][{i}] * ({self.sum})b[l][{j}];\n    WAIT;\n  }}\n"
        text += f"#pragma unroll\n  for (int i = 0; i < {high}; i++)\n#pragma unroll\n"
        return text + f"    for (int j = 0; j < {wide}; j++) out[(BY * {m} + {i}) * n + BX * {n} + {j}] = s[i][j];\n"


class Judge:
    def __init__(self, args):
        self.args, self.out = args, pathlib.Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)
        clang = f"{args.clang_cuda} -nocudainc -nocudalib -Wno-unused-value"
        self.tools = registers.Tools(clang, args.ptxas, args.plugin, args.cpu)

    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        source = self.out / f"m{number}.cu"
        remarks = self.out / f"m{number}.yaml"
        kernels = [Kernel(rng, f"k{number}_{i}") for i in range(self.args.kernels)]
        source.write_text(HEAD + "".join(kernel.text() for kernel in kernels))
        before, after = self.tools.both(source, self.out, remarks)
        changed, refused = self.remarks(remarks.read_text())
        limited = set(LIMITED.findall((self.out / f"m{number}.after.ptx").read_text()))
        tally, lines = collections.Counter(kernels=len(kernels)), []
        for kernel in kernels:
            old, new = before[kernel.name], after[kernel.name]
            is_ = {"changed": kernel.name in changed, "refused": kernel.name in refused,
                   "limited": kernel.name in limited,
                   "more registers": new.registers > old.registers}  # fmt: skip
            tally.update({what: int(so) for what, so in is_.items()})
            lines.append(f"{kernel.name}: {kernel.family}: {old.registers} -> "
                         f"{new.registers} registers"
                         f"{''.join(f', {what}' for what, so in is_.items() if so)}\n")  # fmt: skip
        wrong = [f"{source}: {line}\n" for line in registers.complaints(before, after)]
        if not wrong and not self.args.keep:
            for path in self.out.glob(f"m{number}.*"):
                path.unlink()
        if self.args.keep:
            print("".join(lines), end="")
        return tally, wrong

    @staticmethod
    def remarks(text):
        """(kernels that a pass changed, kernels that lacked registers)"""
        changed, refused = set(), set()
        for remark in text.split("--- !")[1:]:
            name = re.search(r"^Function: +(\w+)", remark, re.MULTILINE).group(1)
            if "Pass:            f2layout" not in remark:
                continue
            if remark.startswith("Passed"):
                changed.add(name)
            if "Name:            RegisterPressure" in remark:
                refused.add(name)
        return changed, refused


def main():
    tools = ("plugin", "clang-cuda", "ptxas")
    parser = harness.option_parser("registers.out", 500, "kernels", tools)
    parser.add_argument("--cpu", default="sm_90")
    parser.add_argument("--kernels", type=int, default=25, help="of a module")
    parser.add_argument("--keep", action="store_true", help="also what is right")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, args.kernels)
    count = tally.pop("kernels")
    harness.report(tally, wrong, 40)
    print(f"{count} kernels, {len(wrong)} complaints")
    sys.exit(bool(wrong) or not tally["changed"] or not tally["refused"])


if __name__ == "__main__":
    main()
