"""Random conversions of f2layout.h, checked with separate formulas.

    pairs.py --cpu sm_90 --count 40 --seed 1 --out DIR ...

writes pairs of random f2::linear layouts into one source for each size of
the block. A kernel takes its elements of a tensor in memory by the source
layout, converts them, and writes the result:

    Result[r * threads + t] = the tensor's element D(r, t)

where D, the destination, and S, the source, are written down here as xors of
the random bits' images, without the header. The same source with -DEXPECTED
copies element D(r, t) and has no conversion in it. f2sim compares that with
what clang makes of the header at -O0, at -O3, and at -O3 with the plugin.

A source holds every element once, or has copies: bits that make no difference.
A destination may also cover only a part of the tensor.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import os
import pathlib
import random
import shlex
import subprocess
import sys

TYPES = {1: ["unsigned char"], 2: ["short"], 4: ["int", "float"],
         8: ["double", "long long", "int *"]}
MOST_REGISTER_BITS = 6


def independent(rng, bits):
    """As many independent vectors: unit vectors in any order, or mixed."""
    vectors = [1 << i for i in range(bits)]
    rng.shuffle(vectors)
    if rng.random() < 0.5:
        for _ in range(2 * bits):
            a, b = rng.sample(range(bits), 2) if bits > 1 else (0, 0)
            if a != b:
                vectors[a] ^= vectors[b]
    return vectors


def layout(rng, bits, thread_bits, wanted):
    """Images of the register bits and of the thread bits."""
    vectors = independent(rng, bits)[:wanted]
    least = max(0, wanted - thread_bits)
    free = rng.choice([0, 0, 0, 1, 2])
    registers = max(least, min(MOST_REGISTER_BITS, wanted - thread_bits + free))
    images = vectors + [0] * (registers + thread_bits - wanted)
    if registers + thread_bits > wanted:
        rng.shuffle(images)
    return images[:registers], images[registers:]


def shape_of(rng, bits):
    rank = rng.randint(1, 3)
    cuts = sorted(rng.randint(0, bits) for _ in range(rank - 1))
    return [1 << (b - a) for a, b in zip([0] + cuts, cuts + [bits])]


def point(shape, element):
    at = []
    for size in reversed(shape):
        at.append(element % size)
        element //= size
    return f"f2::at<{', '.join(map(str, reversed(at)))}>"


def type_of(shape, registers, threads, lane_bits):
    def images(name, values):
        return f"f2::{name}<{', '.join(point(shape, v) for v in values)}>"

    return (f"f2::linear<f2::shape<{', '.join(map(str, shape))}>,\n    "
            f"{images('reg', registers)},\n    "
            f"{images('lane', threads[:lane_bits])},\n    "
            f"{images('warp', threads[lane_bits:])}>")


def formula(registers, threads):
    terms = [f"(r >> {i} & 1) * {v}" for i, v in enumerate(registers) if v]
    terms += [f"(t >> {i} & 1) * {v}" for i, v in enumerate(threads) if v]
    return " ^ ".join(terms) or "0"


def kernel(rng, number, lane_bits, warp_bits):
    threads = lane_bits + warp_bits
    size = rng.choice(list(TYPES))
    bits = rng.randint(4, min(threads + MOST_REGISTER_BITS - 2, 11))
    source = layout(rng, bits, threads, bits)
    wanted = bits if rng.random() < 0.7 else rng.randint(1, bits)
    target = layout(rng, bits, threads, wanted)
    if rng.random() < 0.15:  # The same threads hold the same: registers only.
        target = (source[0][::-1], source[1])
    shape = shape_of(rng, bits)
    name, element = f"pair_{number}", rng.choice(TYPES[size])
    return f"""
using S{number} = {type_of(shape, *source, lane_bits)};
using D{number} = {type_of(shape, *target, lane_bits)};
extern "C" __global__ void F2_BLOCK({1 << threads}, 1, 1)
{name}({element} *__restrict__ Out, {element} const *__restrict__ In) {{
  const int t = f2::detail::threadIndex<0>();
#ifdef EXPECTED
  for (int r = 0; r < {1 << len(target[0])}; ++r)
    Out[r * {1 << threads} + t] = In[{formula(*target)}];
#else
  f2::registers<{element}, {1 << len(source[0])}> V;
  _Pragma("unroll") for (int r = 0; r < {1 << len(source[0])}; ++r)
    V[r] = In[{formula(*source)}];
  auto W = f2::convert<S{number}, D{number}>(V);
  _Pragma("unroll") for (int r = 0; r < {1 << len(target[0])}; ++r)
    Out[r * {1 << threads} + t] = W[r];
#endif
}}
"""


def run(command, **kwargs):
    print("+", shlex.join(map(str, command)), flush=True)
    subprocess.run(list(map(str, command)), check=True, **kwargs)


def judge(args, out, threads):
    """Compiles one source in all ways, and compares. How many conversions the
    plugin has replaced."""
    source = out / f"pairs{threads}.cu"
    plugin = [f"-load-pass-plugin={args.plugin}", "-verify-each"]
    opt = [f"{args.llvm}/opt", "-S"]
    compile_ = shlex.split(args.clang) + ["-emit-llvm", source]
    module = {way: out / f"{way}{threads}.ll"
              for way in ("expected", "O0", "O3", "plugin")}
    run(compile_ + ["-DEXPECTED", "-o", module["expected"]])
    run(compile_ + ["-O0", "-o", module["O0"]])
    run(compile_ + ["-o", module["O3"]])
    remarks = out / f"remarks{threads}.txt"
    with open(remarks, "w", encoding="utf-8") as log:
        run(opt + plugin + ["-passes=f2layout", module["O3"],
                            "-pass-remarks=f2layout-reroute",
                            "-f2layout-all-remarks",
                            "-o", module["plugin"]], stderr=log)
    for way in ("O0", "O3", "plugin"):
        schedules = "forward" if way == "O0" else "forward,reverse"
        run([args.f2sim, "--equal", module["expected"], module[way], "--quiet",
             "--kernels", "all", "--block", threads, "--schedules", schedules])
    return remarks.read_text().count(" became ")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", required=True, help="sm_90, gfx942")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    for tool in ("llvm", "plugin", "f2sim"):
        parser.add_argument(f"--{tool}", required=True)
    for tool in ("clang-cuda", "clang-hip"):
        parser.add_argument(f"--{tool}", default="")
    args = parser.parse_args()
    nvidia = args.cpu.startswith("sm_")
    args.clang = (f"{args.clang_cuda} --cuda-gpu-arch={args.cpu}" if nvidia
                  else f"{args.clang_hip} --offload-arch={args.cpu}")
    lane_bits = 5 if nvidia else 6
    rng = random.Random(args.seed)
    out = pathlib.Path(args.out)
    os.makedirs(out, exist_ok=True)
    sizes, replaced = [0, 1, 2], 0
    for warp_bits in sizes:
        threads = 1 << (lane_bits + warp_bits)
        numbers = range(warp_bits, args.count, len(sizes))
        kernels = [kernel(rng, n, lane_bits, warp_bits) for n in numbers]
        source = '#include "f2layout.h"\n' + "".join(kernels)
        (out / f"pairs{threads}.cu").write_text(source)
        replaced += judge(args, out, threads)
    print(f"{args.count} conversions agree, {replaced} were replaced")
    if replaced < args.count / 2:
        sys.exit("what the plugin leaves alone proves nothing of it")


if __name__ == "__main__":
    main()
