"""Checks the layouts that the names of instructions stand for.

    instructions.py F2LAYOUT LLVM_MC

The manuals give each element of a fragment by formulas. They are written here as
index expressions, one by one, and `f2layout fit` must find the name of the matrix
for them. PTX ISA 9.2, section 9.7.14.5 (mma, ldmatrix) and 9.7.15.5.1.1 (wgmma);
CDNA3 instruction set architecture, section 7.1.4, and AMD's matrix instruction
calculator; RDNA3 and RDNA4, "Wave Matrix Multiply Accumulate".

All names of AMD's instructions must be instructions for LLVM's assembler, on some
processor.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import subprocess
import sys

from ask import ask

# g: groupID, q: threadID_in_group.
GROUP = "int g = lane >> 2; int q = lane % 4; "
MMA = {
    "mma.m8n8k4.f64": ("g; q", "q; g", 1, 1, "g; q * 2 + (i & 1)"),
    "mma.m16n8k4.tf32": ("i == 0 ? g : g + 8; q", "q; g", 2, 1, None),
    "mma.m16n8k8.tf32": (
        "i == 0 || i == 2 ? g : g + 8; i < 2 ? q : q + 4", "i == 0 ? q : q + 4; g", 4, 2, None),
    "mma.m16n8k16.f64": (
        "i % 2 == 0 ? g : g + 8; i / 2 * 4 + q", "q + i * 4; g", 8, 4, None),
    "mma.m16n8k8.f16": (
        "i < 2 ? g : g + 8; q * 2 + (i & 1)", "q * 2 + (i & 1); g", 4, 2, None),
    "mma.m16n8k16.bf16": (
        "(i >= 0 && i < 2) || (i >= 4 && i < 6) ? g : g + 8; q * 2 + (i & 1) + (i >= 4 ? 8 : 0)",
        "q * 2 + (i & 1) + (i >= 2 ? 8 : 0); g", 8, 4, None),
    "mma.m8n8k16.s8": ("g; q * 4 + i", "q * 4 + i; g", 4, 4, "g; q * 2 + i"),
    "mma.m16n8k16.u8": (
        "i < 4 ? g : g + 8; q * 4 + (i & 3)", "q * 4 + (i & 3); g", 8, 4, None),
    "mma.m16n8k32.e4m3": (
        "i < 4 || (i >= 8 && i < 12) ? g : g + 8; i < 8 ? q * 4 + (i & 3) : q * 4 + (i & 3) + 16",
        "i < 4 ? q * 4 + (i & 3) : q * 4 + (i & 3) + 16; g", 16, 8, None),
    "mma.m16n8k64.s4": (
        "i < 8 || (i >= 16 && i < 24) ? g : g + 8; i < 16 ? q * 8 + (i & 7) : q * 8 + (i & 7) + 32",
        "i < 8 ? q * 8 + (i & 7) : q * 8 + (i & 7) + 32; g", 32, 16, None),
    "mma.m16n8k256.b1": (
        "i < 32 || (i >= 64 && i < 96) ? g : g + 8; i < 64 ? q * 32 + (i & 31) : q * 32 + (i & 31) + 128",
        "i < 32 ? q * 32 + i : q * 32 + (i & 31) + 128; g", 128, 64, None),
}
RESULT = "i < 2 ? g : g + 8; q * 2 + (i & 1)"

# (name, registers, threads, lanes, coordinates)
OTHERS = [
    *(
        (f"wgmma.m64n{n}k16:D", n // 2, 128, 32,
         "16 * warp + lane / 4 + 8 * (i / 2 % 2); 8 * (i / 4) + lane % 4 * 2 + i % 2")
        for n in (8, 64, 256)
    ),
    ("wgmma.m64n128k16:A", 8, 128, 32,
     "16 * warp + lane / 4 + 8 * (i / 2 % 2); 8 * (i / 4) + lane % 4 * 2 + i % 2"),
    ("wgmma.m64n8k32:A", 16, 128, 32,
     "16 * warp + lane / 4 + 8 * (i / 4 % 2); 16 * (i / 8) + lane % 4 * 4 + i % 4"),
    ("ldmatrix.x1", 2, 32, 32, "lane / 4; lane % 4 * 2 + i"),
    ("ldmatrix.x4", 8, 32, 32, "8 * (i / 2) + lane / 4; lane % 4 * 2 + i % 2"),
    ("ldmatrix.x4.trans", 8, 32, 32, "8 * (i / 2) + lane % 4 * 2 + i % 2; lane / 4"),
    ("stmatrix.x2.trans", 4, 32, 32, "8 * (i / 2) + lane % 4 * 2 + i % 2; lane / 4"),
    ("v_mfma_f32_32x32x8_f16:A", 4, 64, 64, "lane % 32; 4 * (lane / 32) + i"),
    ("v_mfma_f32_32x32x8_f16:B", 4, 64, 64, "4 * (lane / 32) + i; lane % 32"),
    ("v_mfma_f32_32x32x8_f16:D", 16, 64, 64, "8 * (i / 4) + 4 * (lane / 32) + i % 4; lane % 32"),
    ("v_mfma_f32_16x16x16_f16:A", 4, 64, 64, "lane % 16; 4 * (lane / 16) + i"),
    ("v_mfma_f32_16x16x32_f16:B", 8, 64, 64, "8 * (lane / 16) + i; lane % 16"),
    ("v_mfma_i32_16x16x32_i8:D", 4, 64, 64, "4 * (lane / 16) + i; lane % 16"),
    ("v_mfma_f64_16x16x4_f64:A", 1, 64, 64, "lane % 16; lane / 16"),
    ("v_mfma_f64_16x16x4_f64:D", 4, 64, 64, "4 * i + lane / 16; lane % 16"),
    ("v_mfma_f64_4x4x4_4b_f64:D", 1, 64, 64, "lane / 4 % 4; lane / 16; lane % 4"),
    ("v_mfma_f64_4x4x4_4b_f64:A", 1, 64, 64, "lane / 4 % 4; lane % 4; lane / 16"),
    ("v_mfma_f32_4x4x4_16b_f16:A", 4, 64, 64, "lane / 4; lane % 4; i"),
    ("v_mfma_f32_4x4x4_16b_f16:D", 4, 64, 64, "lane / 4; i; lane % 4"),
    ("v_wmma_f32_16x16x16_f16.gfx11:A", 16, 32, 32, "lane % 16; i"),
    ("v_wmma_f32_16x16x16_f16.gfx11:D", 8, 32, 32, "2 * i + lane / 16; lane % 16"),
    ("v_wmma_f32_16x16x16_f16.gfx12:A", 8, 32, 32, "lane % 16; 4 * (lane / 16) + i % 4 + i / 4 * 8"),
    ("v_wmma_f32_16x16x16_bf16.gfx12:B", 8, 32, 32, "4 * (lane / 16) + i % 4 + i / 4 * 8; lane % 16"),
    ("v_wmma_i32_16x16x16_iu8.gfx12:A", 8, 32, 32, "lane % 16; 8 * (lane / 16) + i"),
    ("v_wmma_i32_16x16x16_iu8.gfx12:D", 8, 32, 32, "i + 8 * (lane / 16); lane % 16"),
]


def check(tool, name, registers, threads, lanes, coordinates, before=""):
    text = before + "; ".join(f"x{n} = {c}" for n, c in enumerate(coordinates.split("; ")))
    found = ask(tool, "fit", text, "--registers", str(registers), "--threads", str(threads),
                "--wave", str(lanes))
    assert name in found["names"], (name, text, found)
    stated = ask(tool, "translate", name)
    tables = []
    for layout in (stated, found["layout"]):
        inputs = {i["name"]: i["bases"] for i in layout["inputs"] if i["bases"]}
        tables.append((inputs, [o["size"] for o in layout["outputs"]]))
    assert tables[0] == tables[1], (name, tables)


def processors(name):
    if name.endswith((".gfx11", ".gfx12")):
        return [{"gfx11": "gfx1100", "gfx12": "gfx1200"}[name.rsplit(".", 1)[1]]]
    return ["gfx908", "gfx90a", "gfx942", "gfx950"]


def is_known(mc, name):
    """An unknown mnemonic has an error of its own; operands are not tried."""
    for cpu in processors(name):
        run = subprocess.run(
            [mc, "-triple=amdgcn", f"-mcpu={cpu}"], input=name.split(".")[0] + " v0\n",
            text=True, capture_output=True, check=False,
        )
        if "instruction not supported" not in run.stderr and "invalid instruction" not in run.stderr:
            return True
    return False


def main():
    tool, mc = sys.argv[1:]
    matrices = 0
    for name, (a, b, of_a, of_b, result) in MMA.items():
        few = 2 if result else 4
        check(tool, f"{name}:A", of_a, 32, 32, a, GROUP)
        check(tool, f"{name}:B", of_b, 32, 32, b, GROUP)
        if not (result and name.startswith("mma.m16")):
            check(tool, f"{name}:D", few, 32, 32, result or RESULT, GROUP)
        matrices += 3
    for other in OTHERS:
        check(tool, *other)
        matrices += 1
    instructions = ask(tool, "instructions")["instructions"]
    every = 0
    for instruction in instructions:
        for matrix in instruction["matrices"] or [""]:
            stated = instruction["name"] + (f":{matrix}" if matrix else "")
            layout = ask(tool, "translate", stated)
            if instruction.get("alias"):
                other = ask(tool, "translate", f"{instruction['alias']}:{matrix}")
                assert other == layout, stated
            every += 1
    names = [i["name"] for i in instructions if i["name"].startswith("v_")]
    names += [i["alias"] for i in instructions if i.get("alias")]
    unknown = [name for name in names if not is_known(mc, name)]
    assert not unknown, unknown
    assert not is_known(mc, "v_mfma_f32_16x16x17_f16"), "the assembler knows everything"
    print(f"{matrices} matrices by formulas, {every} layouts, {len(names)} names of AMD's")


if __name__ == "__main__":
    main()
