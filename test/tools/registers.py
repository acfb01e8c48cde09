"""Registers of kernels with and without the plugin, as ptxas counts them.

    registers.py products.cu --clang-cuda '…' --ptxas ptxas --plugin F2Layout.so \\
        --cpu sm_90 --out DIR

compiles a source with and without the plugin, and prints per kernel

    dgemm: 32 -> 32 registers, 1024 -> 1024 threads

A kernel that does not state its block may be launched with 1024 threads. So for
each kernel without .maxntid and .reqntid, the result must leave room for at least as
many threads of a block as the original does; and no kernel may spill that did not.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import dataclasses
import pathlib
import re
import shlex
import subprocess
import sys

REGISTERS_OF_BLOCK = 64 * 1024
MOST_THREADS = 1024
COMPILED = re.compile(
    r"Compiling entry function '(\w+)'.*?(\d+) bytes stack frame, (\d+) bytes spill "
    r"stores, (\d+) bytes spill loads.*?Used (\d+) registers",
    re.DOTALL,
)
ENTRY = re.compile(r"^\.(?:visible|weak) \.entry (\w+)\(.*?\)(.*?)^\{", re.DOTALL | re.MULTILINE)


@dataclasses.dataclass
class Use:
    registers: int
    spilled: int  # bytes stored and loaded
    stated: bool  # the kernel says how large its blocks are

    def threads(self):
        """The largest block that can be launched. Registers are given to warps,
        eight of a thread at a time, and warps to four schedulers."""
        of_warp = -(-self.registers // 8) * 8 * 32
        warps = REGISTERS_OF_BLOCK // of_warp // 4 * 4
        return min(MOST_THREADS, warps * 32)


@dataclasses.dataclass
class Tools:
    clang_cuda: str  # the command, with its options
    ptxas: str
    plugin: str
    cpu: str

    def uses(self, source, ptx, options=()):
        """{kernel: Use}, of the code that clang makes with these options."""
        command = [*shlex.split(self.clang_cuda), f"--cuda-gpu-arch={self.cpu}"]
        command += [*options, str(source), "-o", str(ptx)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SystemExit(f"{shlex.join(command)}\n{made.stderr}")
        command = [self.ptxas, f"-arch={self.cpu}", "-v", str(ptx), "-o", "/dev/null"]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        if said.returncode:
            raise SystemExit(f"{shlex.join(command)}\n{said.stderr}")
        heads = dict(ENTRY.findall(pathlib.Path(ptx).read_text()))
        return {
            name: Use(int(registers), int(stored) + int(loaded),
                      bool(re.search(r"\.(?:maxntid|reqntid)", heads[name])))
            for name, _, stored, loaded, registers in COMPILED.findall(said.stderr)
        }  # fmt: skip

    def both(self, source, out, remarks=None):
        """({kernel: Use} without the plugin, the same with it)"""
        stem = pathlib.Path(out) / pathlib.Path(source).stem
        with_plugin = [f"-fpass-plugin={self.plugin}"]
        if remarks:
            with_plugin += ["-fsave-optimization-record", "-foptimization-record-passes=f2layout.*",
                            f"-foptimization-record-file={remarks}"]
        before = self.uses(source, f"{stem}.before.ptx")
        return before, self.uses(source, f"{stem}.after.ptx", with_plugin)


def complaints(before, after):
    """Describes what got worse in a kernel."""
    lost = []
    for name, old in before.items():
        new = after[name]
        text = f"{old.registers} -> {new.registers} registers"
        if not old.stated and new.threads() < old.threads():
            lost.append(f"{name}: {text}, {old.threads()} -> {new.threads()} threads")
        if new.spilled > old.spilled:
            lost.append(f"{name}: {text}, {old.spilled} -> {new.spilled} bytes spilled")
    return lost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("--out", required=True)
    for tool in ("clang-cuda", "ptxas", "plugin", "cpu"):
        parser.add_argument(f"--{tool}", required=True)
    args = parser.parse_args()
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    tools = Tools(args.clang_cuda, args.ptxas, args.plugin, args.cpu)
    before, after = tools.both(args.source, args.out)
    if not before:
        raise SystemExit("no kernel was compiled")
    for name, old in sorted(before.items()):
        new = after[name]
        print(f"{name}: {old.registers} -> {new.registers} registers, "
              f"{old.threads()} -> {new.threads()} threads")  # fmt: skip
    lost = complaints(before, after)
    print("".join(f"FAILED: {line}\n" for line in lost), end="")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
