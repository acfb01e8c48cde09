"""Accesses through casts: their addresses by a compiler of C++, and their conflicts.

    pointers.py F2LAYOUT CLANG COUNT

Draws arrays, and accesses to them as authors of kernels write them:

    *(float4 *)&s[row][8 * t]      reinterpret_cast<const float4 *>(s[row])[t]
    ((float2 *)(s + 2 * t))[1]     *reinterpret_cast<float4 *>(&s[0][4 * t])

A compiler of C++ takes the address of each access in each thread. The wavefronts of
these addresses are counted here bank by bank, and `f2layout banks` must count the
same. Accesses that are not aligned or outside of the array must be refused.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PHASE = {2: 32, 4: 32, 8: 16, 16: 8}  # Lanes of a store that are served together, by bytes.
TYPES = {"short": 2, "float": 4, "double": 8, "half2": 4, "float2": 8, "float4": 16, "int4": 16,
         "unsigned": 4, "unsigned long long": 8, "short4": 8}
ELEMENTS = ["short", "float", "double"]

PROGRAM = """#include <cstdio>
#include <cstdlib>
struct half2 { short a, b; };
struct float2 { float a, b; };
struct float4 { float a, b, c, d; };
struct int4 { int a, b, c, d; };
struct short4 { short a, b, c, d; };
inline int __mul24(int a, int b) { return a * b; }
inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
#define SAY(access) for (int t = 0; t < threads; ++t) \\
  std::printf("%td ", (const volatile char *)&(access) - (const volatile char *)s); break;
int main(int, char **arguments) {
  switch (std::atoi(arguments[1])) {
"""


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(ELEMENTS)
        self.type = rng.choice([t for t, b in TYPES.items() if b >= TYPES[self.element]])
        self.bytes = TYPES[self.type]
        self.threads = rng.choice([32, 32, 64, 48, 7])
        per = self.bytes // TYPES[self.element]
        self.shape = rng.choice([[4096], [64, 64], [32, 72], [48, 36], [8, 4, 68]])
        self.access = self.draw(per)

    def index(self, most, step):
        """A place below most, mostly a multiple of step."""
        t = self.rng.choice(["t", "t / 2", "t * 3", "t % 4", "(t ^ 5)", "__mul24(t, 5)",
                             "(int)__umul24(t, 2)"])
        below = max(most // step, 1)
        text = f"{t} % {below}" if self.rng.random() < 0.95 else t
        step = 1 if self.rng.random() < 0.03 else step
        return f"{step} * ({text})" if step > 1 else text

    def draw(self, per):
        rng, shape = self.rng, self.shape
        const = rng.choice(["", "const ", "volatile ", "const volatile "])
        late = rng.choice(["", "", " const"])

        def cast(place, in_brackets):
            if rng.random() < 0.5:
                return f"reinterpret_cast<{const}{self.type}{late} *>({place})", False
            if in_brackets or rng.random() < 0.3:
                place = f"({place})"
            return f"({const}{self.type}{late} *){place}", True

        given = rng.randrange(len(shape) + 1)
        sizes = shape[:given]
        subscripts = [self.index(size, per if n == len(shape) - 1 else 1)
                      for n, size in enumerate(sizes)]
        element = "s" + "".join(f"[{x}]" for x in subscripts)
        whole = given == len(shape)
        # Behind a row or in front of all, c vectors may follow.
        left = math.prod(shape[given:]) if given else math.prod(shape)
        if whole:
            place, in_brackets = f"&{element}", False
            left = 0
        elif given == len(shape) - 1 and rng.random() < 0.4:
            place, in_brackets = f"{element} + {self.index(shape[-1], per)}", True
            left = 0
        else:
            sign = "&" if given and rng.random() < 0.2 else ""
            place, in_brackets = sign + element, False
        text, is_c = cast(place, in_brackets)
        if not left and rng.random() < 0.6:
            return rng.choice([f"*{text}", f"*({text})"])
        vector = rng.choice(["0", "0", "1", "-1 * (t % 2)"])
        if left:
            vector = self.index(max(left // per, 1), 1)
        if rng.random() < 0.2:
            return f"*({text} + {vector})"
        return f"({text})[{vector}]" if is_c or rng.random() < 0.2 else f"{text}[{vector}]"

    def program(self, number):
        dims = "".join(f"[{size}]" for size in self.shape)
        return (f"  case {number}: {{ static {self.element} s{dims}; "
                f"const int threads = {self.threads}; SAY({self.access}) }}\n")

    def ask(self, tool):
        command = [tool, "banks", self.access, "--json", "--only", "store",
                   "--block", str(self.threads), "--type", self.element,
                   "--shape", "x".join(map(str, self.shape))]
        return subprocess.run(command, text=True, capture_output=True, check=False)

    def is_fine(self, addresses):
        size = TYPES[self.element] * math.prod(self.shape)
        return all(a % self.bytes == 0 and 0 <= a and a + self.bytes <= size for a in addresses)

    def wavefronts(self, addresses):
        costs = []
        for first in range(0, self.threads, 32):
            lanes = addresses[first : first + 32]
            total = 0
            for phase in range(0, len(lanes), PHASE[self.bytes]):
                words = {}
                for begin in lanes[phase : phase + PHASE[self.bytes]]:
                    for byte in range(begin, begin + self.bytes):
                        words.setdefault(byte // 4 % 32, set()).add(byte // 4)
                total += max(map(len, words.values()))
            costs.append(total)
        return costs


def main():
    tool, clang, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rng = random.Random(1)
    cases = [Case(rng) for _ in range(count)]
    with tempfile.TemporaryDirectory() as name:
        source, binary = pathlib.Path(name) / "all.cpp", pathlib.Path(name) / "all"
        text = "".join(case.program(n) for n, case in enumerate(cases))
        source.write_text(PROGRAM + text + "  }\n}\n")
        subprocess.run([clang, "-std=c++17", "-w", str(source), "-o", str(binary)], check=True)
        refused = 0
        costs = set()
        for number, case in enumerate(cases):
            ran = subprocess.run([str(binary), str(number)], text=True, capture_output=True,
                                 check=True)
            addresses = list(map(int, ran.stdout.split()))
            asked = case.ask(tool)
            if not case.is_fine(addresses):
                faults = ("expected a multiple", "ends after", "expected 0 to")
                said = any(why in asked.stderr for why in faults)
                assert asked.returncode == 2 and said, (case.access, asked)
                refused += 1
                continue
            drawn = case.access, case.element, case.shape, case.threads
            assert asked.returncode == 0, (drawn, asked.stderr)
            found = [a["wavefronts"] for a in json.loads(asked.stdout)["store"]["accesses"]]
            expected = case.wavefronts(addresses)
            assert found == expected, (drawn, found, expected)
            costs.update(expected)
    assert 0 < refused < count / 3 and len(costs) > 4, (refused, costs)
    print(f"{count} accesses through casts, {refused} refused")


if __name__ == "__main__":
    main()
