"""Random kernels of hand-tuned kinds that other random programs seldom are.

    handmade.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

clang compiles modules of C++ for both targets, without any toolkit. Each kernel is one of

    product   tiles of which rows or columns are summed up, in large blocks, many without launch
              bounds: loads of plans stand where their values are used (O60)
    turns     elements that go from one layout over F2 to another and back in a loop: plans
              take turns in two parts of the array
    rank      threads numbered over three dimensions, in blocks of one and of three
              (passes/launch/ThreadRank.h)
    ordered   neighbours that each lane reads in another order: wide loads of them would
              have bank conflicts (passes/vectorize/JoinConflicts.h)

f2sim judges the result. The sum says how many kernels of each kind were changed.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import subprocess

import harness
from idioms.front_end import PRELUDE, WARP, command

DIMENSION_Z = """\
#ifdef __NVPTX__
#define TZ __nvvm_read_ptx_sreg_tid_z()
#define NZ __nvvm_read_ptx_sreg_ntid_z()
#else
#define TZ __builtin_amdgcn_workitem_id_z()
#define NZ __builtin_amdgcn_workgroup_size_z()
#endif
"""
REMARK = re.compile(
    r"^--- !(Passed|Missed)\nPass: +f2layout-(\S+)\nName: +(\S+)\n(?:.*\n)*?Function: +'?(\w+)((?:.*\n)*?)\.\.\.$",
    re.M,
)


class Kernel:
    """A kernel's text, and the options of its launches."""

    def __init__(self, rng, name, kind):
        self.rng, self.name, self.kind = rng, name, kind
        self.type = rng.choice(["int", "int", "float"])
        self.blocks, self.arguments, self.stated = [], "int n", ""
        body = getattr(self, kind)()
        self.text = (
            f"{self.stated}KERNEL {self.name}(const {self.type} *__restrict__ in, {self.type} *__restrict__ out, "
            f"{self.arguments}) {{\n{body}}}\n"
        )

    def launches(self):
        for block in self.blocks:
            yield ["--kernel", self.name, "--block", block, "--arg", "2=" + self.rounds,
                   "--schedules", f"forward,random:{self.rng.randrange(100)}"]  # fmt: skip

    def product(self):
        rng, self.rounds = self.rng, "1,2"
        side = rng.choice([16, 32, 32])
        self.blocks = [f"{side},{side}"]
        self.stated = rng.choice(["", "", f"BLOCK({side}, {side}) "])
        pad = rng.choice([0, 0, 1])
        ways = [("[x][y]", "[k][y]"), ("[x][y]", "[k][y]"), ("[y][x]", "[x][k]"), ("[y][x]", "[y][k]")]
        mine, other = rng.choice(ways)
        # The second tile is by rows, or is exchanged at the same barrier as the first.
        mine_b, other_b = rng.choice([("[y][x]", "[k][x]"), rng.choice(ways)])
        between = rng.choice(["", "", "", f"      if (k == {rng.randrange(side)}) c[y][x] = sum;\n"])
        text = f"  SHARED static {self.type} a[{side}][{side + pad}], b[{side}][{side + pad}], c[{side}][{side}];\n"
        text += f"  int x = TX, y = TY, t = y * {side} + x;\n  {self.type} sum = {{}};\n"
        held = rng.choice([0, 0, 16, 24])  # values that are in registers all the time
        each = f"#pragma unroll\n  for (int i = 0; i < {held}; ++i)"
        if held:
            text += f"  {self.type} held[{held}];\n{each} held[i] = in[t + i];\n"
        end = rng.choice(["n", "n", "n", "2", "4"])  # one that is known is unrolled
        text += f"  for (int m = 0; m < {end}; ++m) {{\n    a{mine} = in[m * {side * side} + t];\n"
        text += f"    b{mine_b} = in[{2 * side * side} + m * {side * side} + t];\n    sync();\n"
        text += f"#pragma unroll\n    for (int k = 0; k < {side}; ++k) {{\n{between}"
        text += f"      sum = add(sum, mul(a{other}, b{other_b}));\n    }}\n    sync();\n  }}\n"
        if between:
            text += "  sum = add(sum, n ? c[y][x] : sum);\n"
        if held:
            text += f"{each} sum = add(mul(sum, sum), held[i]);\n"
        return text + "  out[t] = sum;\n"

    def turns(self):
        rng, self.rounds = self.rng, "0,1,3"
        self.type = rng.choice(["uchar", "uchar", "ushort", "int"])
        threads, each = rng.choice([64, 128, 128, 256]), rng.choice([2, 4, 4, 8])
        self.blocks = [str(threads)]
        bits = [1 << b for b in range((threads * each).bit_length() - 1)]

        def layout():
            images = rng.sample(bits, len(bits))
            if rng.random() < 0.5:  # a swizzle: one image more in another
                a, b = rng.sample(range(len(bits)), 2)
                images[a] ^= images[b]
            return images

        def place(images, i):
            registers = each.bit_length() - 1
            terms = [f"(({'i' if b < registers else 't'} >> {b if b < registers else b - registers}) & 1) * {image}"
                     for b, image in enumerate(images)]  # fmt: skip
            return f"({' ^ '.join(terms)})".replace("(i >>", f"({i} >>")

        given, wanted = layout(), layout()
        loop = f"#pragma unroll\n    for (int i = 0; i < {each}; ++i)"
        text = f"  SHARED static {self.type} tile[{threads * each}];\n  int t = TX;\n  {self.type} v[{each}];\n"
        text += f"{loop} v[i] = in[{place(given, 'i')}];\n  for (int round = 0; round < n; ++round) {{\n"
        for one, two, value in ((given, wanted, 5), (wanted, given, 3)):
            text += f"{loop} tile[{place(one, 'i')}] = v[i];\n    sync();\n"
            text += f"{loop} v[i] = tile[{place(two, 'i')}] ^ {value};\n    sync();\n"
        return text + f"  }}\n{loop} out[{place(given, 'i')}] = v[i];\n"

    def rank(self):
        rng, self.rounds = self.rng, "1,7"
        threads = rng.choice([128, 256, 256, 512])
        self.blocks = [str(threads), "64", f"16,{threads // 16}", f"8,4,{threads // 32}", f"2,2,{threads // 4}"]
        rank = rng.choice(["(TZ * NY + TY) * NX + TX", "TX + NX * (TY + NY * TZ)", "TZ * NX * NY + TY * NX + TX"])
        text = f"  SHARED static {self.type} s[{threads}], u[{threads}];\n  int rank = {rank};\n"
        text += f"  {self.type} v = in[rank];\n"
        for array in rng.choice([["s"], ["s"], ["s", "u"], ["s", "s"]]):
            text += f"  {array}[rank] = v;\n  sync();\n"
            flips = rng.sample(range(1, 32), rng.randrange(2, 5))
            for flip in flips:
                text += f"  v = add(v, {array}[rank ^ {flip}]);\n"
            text += "  sync();\n"
        return text + "  out[rank] = n == 1 ? v : in[rank];\n"

    def ordered(self):
        rng, self.rounds = self.rng, "0,1"
        threads = rng.choice([64, 128])
        self.blocks = [str(threads)]
        self.type = rng.choice(["llong", "llong", "double", "int"])
        each = rng.choice([2, 2, 2, 4])
        lane_bits = threads.bit_length() - 1
        images = [1 << b for b in range(lane_bits)]
        for _ in range(rng.choice([0, 1, 1, 3])):
            rng.shuffle(images)
        row = " ^ ".join(f"((t >> {b}) & 1) * {image}" for b, image in enumerate(images))
        bits = rng.sample(range(lane_bits), rng.randrange(1, 4))
        order = "(" + " ^ ".join(f"(t >> {b})" for b in bits) + f") & {each - 1}"
        text = f"  SHARED static {self.type} s[{threads * each}];\n  int t = TX, r = {row}, m = {order};\n"
        text += f"#pragma unroll\n  for (int i = 0; i < {each}; ++i)\n"
        text += f"    s[t + i * {threads}] = in[t + i * {threads}];\n  sync();\n"
        text += f"#pragma unroll\n  for (int i = 0; i < {each}; ++i)\n"
        return text + f"    out[t + i * {threads}] = s[r * {each} + (i ^ m)] + ({self.type})n;\n"


KINDS = ["product", "turns", "rank", "ordered"]


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(WARP)[number % 2]
        cpu = rng.choice(sorted(WARP[target]))
        kernels = [Kernel(rng, f"k{number}_{i}", KINDS[i % len(KINDS)]) for i in range(self.args.kernels)]
        source, before, after, remarks = (
            self.out / f"m{number}.{end}" for end in ("cu", "before.ll", "after.ll", "yaml")
        )
        source.write_text(PRELUDE + DIMENSION_Z + "".join(kernel.text for kernel in kernels))
        made = command(f"{self.args.llvm}/clang++", target, cpu, "O3", source, before, optimised=True)
        done = subprocess.run(made, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"{source}: {done.stderr}")
        passes = rng.choice(["f2layout", "f2layout", "f2layout<no-shuffle>", "f2layout-access"])
        self.rewrite(passes, before, after, f"-pass-remarks-output={remarks}")
        tally, wrong = collections.Counter(kernels=len(kernels)), []
        kinds = {kernel.name: kernel.kind for kernel in kernels}
        changed, late = set(), collections.Counter()
        for passed, made_by, name, kernel, text in REMARK.findall(remarks.read_text()):
            changed |= {kernel} if passed == "Passed" and made_by != "access" else set()
            is_late = "with loads where their values are used" in text
            tally["late loads"] += is_late
            late[kernel] += is_late
            tally["joins with conflicts"] += name == "JoinConflicts"
        tally.update(f"{kinds[name]}, changed" for name in changed)
        tally["two with late loads"] += sum(count > 1 for count in late.values())
        for kernel in kernels:
            for options in kernel.launches():
                judged = self.equal(before, after, *options)
                if judged.returncode:
                    wrong.append(f"{source} ({cpu}, {passes}) {' '.join(options)}\n{judged.stdout}{judged.stderr}\n")
                    break
        return self.verdict(tally, wrong, source, before, after, remarks)


if __name__ == "__main__":
    harness.judge_kernels(
        Judge,
        "handmade.out",
        8,
        [*(f"{kind}, changed" for kind in KINDS), "late loads", "two with late loads", "joins with conflicts"],
    )
