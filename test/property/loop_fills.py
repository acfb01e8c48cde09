"""Random kernels that fill their tiles in loops and under conditions.

    loop_fills.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

clang compiles modules of C++ for both targets, without any toolkit. Each kernel is one of

    line      a row and its halo in one loop, of which threads have different numbers of
              iterations
    plane     a plane and its halo: in one loop over all elements, in a loop over rows in a loop
              over columns, or the inner part by all threads and the sides under conditions
    uneven    a tile whose size is no multiple of the block's, written and read in loops
    table     a tile, and a table in another part of the array that loops fill and read, of
              which some meet the tile
    again     iterations that come to the same element again, by one thread or by several

f2sim judges the result. Some kernels lack a barrier, or race otherwise, and some are run in
place. The sum says how many kernels of each kind were changed.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import subprocess

import harness
from idioms.front_end import PRELUDE, WARP, command

REMARK = re.compile(r"^--- !Passed\nPass: +f2layout-(\S+)\nName: +(\S+)\n(?:.*\n)*?Function: +'?(\w+)", re.M)


class Kernel:
    """A kernel's text, and the options of its launches."""

    def __init__(self, rng, warp, name, kind):
        self.rng, self.warp, self.name, self.kind = rng, warp, name, kind
        self.type = rng.choice(["float", "float", "int", "int", "uchar", "ushort", "double"])
        self.shape = rng.choice([(256, 1), (128, 1), (64, 1), (96, 1)])
        if kind == "plane":
            self.shape = rng.choice([(16, 16), (32, 8), (32, 4), (16, 8), (8, 8)])
        self.threads = self.shape[0] * self.shape[1]
        self.dynamic = rng.random() < 0.15
        self.size = self.threads
        body = getattr(self, kind)()
        self.broken = rng.random() < 0.1
        if self.broken:
            body = body.replace("  sync();\n", "", 1)
        stated = rng.choice(["", "bounds", "bounds", "block", "block"])
        stated = {"bounds": f"BOUNDS({self.threads}) ", "block": "BLOCK({}, {}) ".format(*self.shape)}.get(stated, "")
        self.sized = stated
        self.restrict = rng.choice(["__restrict__ ", "__restrict__ ", ""])
        array = f"  SHARED static {self.type} s[{self.size}];\n"
        if self.dynamic:
            array = f"  alignas(16) extern SHARED {self.type} {name}_s[];\n  {self.type} *s = {name}_s;\n"
        self.text = (
            f"{stated}KERNEL {name}(const {self.type} *{self.restrict}in, {self.type} *{self.restrict}out, "
            f"int n, int m) {{\n{array}  const int t = TX + TY * {self.shape[0]}, b = BLOCK_ID * {self.threads};\n"
            f"{body}}}\n"
        )

    def launches(self):
        (x, y), rng = self.shape, self.rng
        smaller = (x // 2, y) if y == 1 else (x, y // 2)
        for block in [(x, y)] if "BLOCK" in self.sized else [(x, y), smaller]:
            options = ["--kernel", self.name, "--block", "{},{}".format(*block), "--grid", rng.choice(["1", "2"]),
                       "--arg", f"2={self.threads},{rng.randrange(2 * self.threads)},1",
                       "--arg", f"3={rng.randrange(5)},{rng.choice([1, 16, 50])}",
                       "--schedules", f"forward,random:{rng.randrange(100)}", "--max-steps", "4000000"]  # fmt: skip
            if self.dynamic:
                options += ["--dynamic-shared", str(8 * self.size + 64)]
            if not self.restrict and rng.random() < 0.5:
                options += ["--alias", "0,1"]
            yield options

    # Parts.

    def step(self):
        """The number of threads, as loops have it."""
        return self.rng.choice([str(self.threads)] * 3 + ["(int)(NX * NY)"])

    def loop(self, begin, end, body, name="i"):
        pragma = self.rng.choice(["", "", "", "#pragma unroll 1\n", "#pragma unroll 2\n"])
        return f"{pragma}  for (int {name} = {begin}; {name} < {end}; {name} += {self.step()}) {{\n    {body}\n  }}\n"

    def source(self, i):
        """An element of the input, guarded or not."""
        return self.rng.choice([f"in[b + {i}]", f"in[b + {i}]", f"(b + {i} < n ? in[b + {i}] : {self.type}{{}})",
                                f"in[({i}) / 16 * m + ({i}) % 16]"])  # fmt: skip

    def guard(self):
        return self.rng.choice([""] * 6 + ["if (b + i < n) ", "if (i / 16 < m) "])

    def neighbours(self, places):
        total = places[0]
        for place in places[1:]:
            total = f"add({total}, {place})"
        return self.rng.choice(["", "", "", "if (b + t < n) "]) + f"out[b + t] = {total};\n"

    # Kinds.

    def line(self):
        rng, halo = self.rng, self.rng.choice([1, 1, 2, 3, 8])
        each = rng.choice([1, 1, 1, 2, 4])
        self.size = each * self.threads + 2 * halo
        if rng.random() < 0.3:
            begin, end, place = f"t - {halo}", f"{each * self.threads + halo}", f"i + {halo}"
        else:
            begin, end, place = "t", str(self.size), "i"
        text = self.loop(begin, end, f"{self.guard()}s[{place}] = {self.source(f'i + {halo}')};")
        text += "  sync();\n"
        if rng.random() < 0.3:  # a row of each warp alone
            rows, self.size = self.threads // self.warp or 1, 0
            pitch = self.warp + 2 * halo
            self.size = max(rows, 1) * pitch
            row = f"t / {self.warp} * {pitch}"
            text = f"  for (int i = t % {self.warp}; i < {pitch}; i += {self.warp})\n"
            text += f"    s[{row} + i] = {self.source('t / 8 + i')};\n  sync();\n"
            return text + "  " + self.neighbours([f"s[{row} + t % {self.warp} + {d}]" for d in range(2 * halo + 1)][:7])
        if each > 1:
            own = rng.choice(["i", f"i + {halo}"])
            return text + self.loop("t", each * self.threads, f"out[b + i] = add(s[i], s[{own}]);")
        reach = sorted(rng.sample(range(2 * halo + 1), min(2 * halo + 1, rng.choice([1, 2, 3, 5]))))
        return text + "  " + self.neighbours([f"s[t + {d}]" for d in reach])

    def plane(self):
        rng, (x, y), halo = self.rng, self.shape, self.rng.choice([1, 1, 1, 2])
        width, high = x + 2 * halo, y + 2 * halo
        pitch = width + rng.choice([0, 0, 0, 1, 6])
        self.size = pitch * high
        way = rng.choice(["flat", "nested", "sides", "sides"])
        if way == "flat":
            text = self.loop("t", width * high, f"s[i / {width} * {pitch} + i % {width}] = {self.source('i')};")
        elif way == "nested":
            text = f"  for (int i = TY; i < {high}; i += {y})\n    for (int j = TX; j < {width}; j += {x})\n"
            text += f"      s[i * {pitch} + j] = {self.source('i * 64 + j')};\n"
        else:
            text = f"  const int i = (TY + {halo}) * {pitch} + TX + {halo};\n  s[i] = {self.source('i')};\n"
            few, last = f"TX < {halo}", f"TX >= {x - halo}"
            left, right = (f"s[i - {halo}] = {self.source(f'i - {halo}')};", f"s[i + {x}] = {self.source(f'i + {x}')};")
            if rng.random() < 0.5:
                text += f"  if ({few}) {{\n    {left}\n    {right}\n  }}\n"
            else:
                right = right.replace(f"s[i + {x}]", f"s[i + {halo}]")
                text += f"  if ({few}) {left}\n  if ({last}) {right}\n"
            up, down = f"i - {halo * pitch}", f"i + {y * pitch}"
            text += f"  if (TY < {halo}) {{\n    s[{up}] = {self.source(f'i - {halo * width}')};\n"
            text += f"    s[{down}] = {self.source('i + 7')};\n  }}\n"
        text += "  sync();\n"
        places = [f"s[(TY + {dy}) * {pitch} + TX + {dx}]" for dy in range(2 * halo + 1) for dx in range(2 * halo + 1)
                  if dx == halo or dy == halo or (way != "sides" and rng.random() < 0.5)]  # fmt: skip
        return text + "  " + self.neighbours(rng.sample(places, rng.randrange(1, len(places) + 1)))

    def uneven(self):
        rng = self.rng
        width = rng.choice([8, 16, 20, 32])
        self.size = self.threads * rng.choice([1, 2, 3]) // width * width + width * rng.choice([1, 2, 3])
        high = self.size // width
        text = self.loop("t", self.size, f"{self.guard()}s[i] = {self.source('i')};") + "  sync();\n"
        places = ["i", "i", f"{self.size - 1} - i", f"i % {high} * {width} + i / {high}", f"i / {width} * {width}"]
        read = rng.choice(["s[{}]", "add(s[i], s[{}])"]).format(rng.choice(places))
        return text + self.loop("t", self.size, f"out[b + i] = {read};")

    def table(self):
        rng, few = self.rng, self.rng.choice([5, 16, 50, 100])
        behind, meets = rng.random() < 0.6, rng.choice([0, 0, 0, 0, 1, few // 2])
        self.size = self.threads + few
        tile, at = (0, self.threads - meets) if behind else (few - meets, 0)
        image = rng.choice([f"(t & 7) * {self.threads // 8} + (t >> 3)", "t ^ 1", f"{self.threads - 1} - t", "t",
                            "(t & ~31) + (t * 5 & 31)"])  # fmt: skip
        fill = rng.choice(["t", "t", f"{self.threads - 1} - t", "t + m"])
        fills = self.loop(fill, rng.choice([str(few), str(few), "m"]), f"s[{at} + i] = in[i];")
        store = f"  s[{tile} + ({image})] = in[b + t];\n"
        parts = [fills, store] if rng.random() < 0.7 else [store, fills]
        if rng.random() < 0.2:
            parts.insert(1, "  sync();\n")
        text = "".join(parts) + "  sync();\n"
        text += f"  {self.type} a = s[{tile} + {rng.choice(['t', 't', 't ^ 2'])}];\n"
        if rng.random() < 0.3:  # the table again, or the tile, before the table is read
            text += rng.choice(["  sync();\n", ""]) + self.loop("t", str(few), f"s[{at} + i] = in[b + i];") + "  sync();\n"
        end = rng.choice([str(few), "m", "m & 3"])
        text += f"  for (int j = 0; j < {end}; ++j)\n    a = add(mul(a, s[{at} + j]), a);\n"
        return text + "  out[b + t] = a;\n"

    def again(self):
        rng = self.rng
        # f2sim does not report two threads that store one value, so all are different.
        self.type = rng.choice(["int", "float"])
        self.size = self.threads * rng.choice([1, 2])
        places = [f"i % {self.threads}", f"i & {self.threads // 2 - 1}", "t", f"i / 2", f"i % {self.size}",
                  f"(i ^ {self.threads}) % {self.size}", f"t + i / {2 * self.threads}"]  # fmt: skip
        end = self.threads * 2 + rng.choice([0, 0, 3, -5])
        text = f"  s[t] = in[b + t];\n" if rng.random() < 0.6 else ""
        if self.size > self.threads and text:
            text += f"  s[t + {self.threads}] = in[b + t + 3];\n"
        text += rng.choice(["  sync();\n", ""])
        text += self.loop("t", end, f"{self.guard()}s[{rng.choice(places)}] = in[b + i];") + "  sync();\n"
        if rng.random() < 0.3:  # and another round
            text += f"  {self.type} before = s[t];\n  sync();\n"
            text += self.loop("t", rng.choice(["n", str(self.threads + 3)]), f"if (i < {self.size}) s[i] = in[i];")
            text += "  sync();\n  out[b + t] = add(before, s[t]);\n"
            return text
        return text + f"  out[b + t] = add(s[t], s[{rng.choice(['t', 't ^ 1', f'{self.size - 1} - t'])}]);\n"


KINDS = ["line", "plane", "uneven", "table", "again"]


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(WARP)[number % 2]
        cpu = rng.choice(sorted(WARP[target]))
        kernels = [
            Kernel(rng, WARP[target][cpu], f"k{number}_{i}", KINDS[i % len(KINDS)]) for i in range(self.args.kernels)
        ]
        source, before, after, remarks = (
            self.out / f"m{number}.{end}" for end in ("cu", "before.ll", "after.ll", "yaml")
        )
        source.write_text(PRELUDE + "".join(kernel.text for kernel in kernels))
        made = command(f"{self.args.llvm}/clang++", target, cpu, rng.choice(["O3", "O2"]), source, before, True)
        done = subprocess.run(made, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"{source}: {done.stderr}")
        passes = rng.choice(["f2layout"] * 4 + ["f2layout<no-shuffle>", "f2layout<no-shared>"])
        self.rewrite(passes, before, after, f"-pass-remarks-output={remarks}")
        tally, wrong = collections.Counter(kernels=len(kernels)), []
        kinds = {kernel.name: kernel.kind for kernel in kernels}
        changed = {kernel for by, _, kernel in REMARK.findall(remarks.read_text()) if by == "reroute"}
        tally.update(f"{kinds[name]}, changed" for name in changed)
        for kernel in kernels:
            for options in kernel.launches():
                judged = self.equal(before, after, *options)
                tally["launches"] += 1
                if judged.returncode in (harness.NO_VERDICT, harness.DEPENDS):
                    tally["launches without a verdict"] += 1
                elif "before cannot be run" in judged.stdout + judged.stderr:
                    tally["undefined launches"] += 1
                elif judged.returncode:
                    wrong.append(f"{source} ({cpu}, {passes}) {' '.join(options)}\n{judged.stdout}{judged.stderr}\n")
                    break
        return self.verdict(tally, wrong, source, before, after, remarks)


if __name__ == "__main__":
    harness.judge_kernels(Judge, "loop_fills.out", 10, [f"{kind}, changed" for kind in KINDS])
