"""Random kernels that read what no thread has written, judged by f2sim before and
after the plugin, and again behind LLVM's own optimizations.

    unwritten.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 300

An element of a shared array that no thread has written is undef: it may have any
value of its type, so the upper half of its zext is zero. Each thread stores one to
three elements, some under a condition, and loads its own element, one of another
thread, and elements behind those that are stored. The plugin may keep some loads,
replace others, and make the array smaller. What was undef must not become poison,
because LLVM drops a store of poison.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPUS = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1201": 32}}
BITS = {"i8": 8, "i16": 16, "i32": 32}
PIPELINES = ["f2layout", "f2layout", "f2layout<no-shared>", "function(f2layout-reroute)"]
PARTS = 4  # elements for each thread, of which the last is never written


class Kernel:
    """IR of one kernel; element t + threads * part belongs to thread t."""

    def __init__(self, rng, target, wave, name):
        self.rng, self.target, self.name = rng, target, name
        self.threads = wave * rng.choice([1, 1, 2, 4])
        self.type = rng.choice(["i8", "i16", "i16", "i32"])
        self.lines, self.names = [], 0
        stored = rng.randint(1, PARTS - 1)
        for part in range(stored):
            self.store(part)
        self.lines += [f"  {line}" for line in BARRIER[target]]
        self.loads = rng.randint(2, 4)
        for number in range(self.loads):
            # Half of them see only what is not written.
            part = rng.randrange(stored) if rng.random() < 0.5 else rng.randrange(stored, PARTS)
            self.load(part, number)

    def op(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def shared(self, index):
        return self.op(f"getelementptr {self.type}, ptr addrspace(3) @tile, i32 {index}")

    def word(self, array, number):
        index = self.op(f"add i32 %t, {number * self.threads}")
        return self.op(f"getelementptr i32, ptr addrspace(1) {array}, i32 {index}")

    def store(self, part):
        value = self.op(f"load i32, ptr addrspace(1) {self.word('%in', part)}")
        if self.type != "i32":
            value = self.op(f"trunc i32 {value} to {self.type}")
        at = self.shared(self.op(f"add i32 %t, {part * self.threads}"))
        store = f"  store {self.type} {value}, ptr addrspace(3) {at}"
        if self.rng.random() < 0.7:
            self.lines.append(store)
            return
        some = self.op(f"icmp ult i32 %t, {self.rng.randrange(1, self.threads)}")
        self.lines += [f"  br i1 {some}, label %then{part}, label %join{part}",
                       f"then{part}:", store, f"  br label %join{part}", f"join{part}:"]  # fmt: skip

    def load(self, part, number):
        rng, bits = self.rng, BITS[self.type]
        flip = rng.choice([0, 0, 1, self.threads // 2, rng.randrange(self.threads)])
        other = self.op(f"xor i32 %t, {flip}")
        at = self.shared(self.op(f"add i32 {other}, {part * self.threads}"))
        value = self.op(f"load {self.type}, ptr addrspace(3) {at}")
        if bits < 32:
            value = self.op(f"{rng.choice(['zext', 'zext', 'sext'])} {self.type} {value} to i32")
        how = rng.choice(["", "", "mask", "shift"])
        if how == "mask":
            value = self.op(f"and i32 {value}, {rng.randrange(1 << bits)}")
        elif how == "shift":
            value = self.op(f"lshr i32 {value}, {rng.randrange(1, bits)}")
        self.lines.append(f"  store i32 {value}, ptr addrspace(1) {self.word('%out', number)}")

    def text(self):
        size = PARTS * self.threads
        return "\n".join([
            f"@tile = internal addrspace(3) global [{size} x {self.type}] undef, align 16",
            f"define {KERNEL[self.target]} void @{self.name}(ptr addrspace(1) noalias %in, "
            "ptr addrspace(1) noalias %out) #0 {",
            f"  %t = call i32 {TID[self.target]}.x()",
            *self.lines,
            "  ret void",
            "}",
        ])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng, cpu, kernel, before, after = self.drawn(number, CPUS, Kernel, "u")
        block = f'"f2layout-block"="{kernel.threads},1,1" "target-cpu"="{cpu}"'
        before.write_text(
            ir_module(kernel.target, BLOCK_DECLARATIONS[kernel.target], kernel.text(),
                      f"attributes #0 = {{ {block} }}")
        )  # fmt: skip
        said = self.rewrite(rng.choice(PIPELINES), before, after, "-pass-remarks=f2layout")
        kept = "@tile" in after.read_text()
        tally = {"kernels": 1, "rewritten": "remark: " in said,
                 "rewritten, array kept": "remark: " in said and kept}  # fmt: skip
        options = ["--kernel", "k", "--block", str(kernel.threads), "--quiet"]
        judged = self.equal(before, after, *options, optimized=True)
        wrong = []
        if judged.returncode:
            wrong.append(f"{before} {after}\n{judged.stdout}{judged.stderr}\n")
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "unwritten.out", ["rewritten", "rewritten, array kept"])
