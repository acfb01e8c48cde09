"""Draws the gallery of layouts: docs/gallery.md and the pictures in docs/gallery/.

    gallery.py F2LAYOUT            writes them
    gallery.py F2LAYOUT --check    fails if they are not what would be written

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"

HEAD = """# Gallery

What the families of layouts look like. Every picture is `f2layout show LAYOUT --as svg` of the layout above it
([calculator.md](calculator.md)); `scripts/gallery.py` draws this page, and a test compares it with what the calculator
draws today. Cells are elements of the tensor. They name the place that holds the element (t: lane, r: register, w:
warp), and are coloured by lane; in memory they name the offset and are coloured by bank.
"""

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [1, 0]}>"
SWIZZLED = "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
NVMMA = "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>"
PADDED = "#ttg.padded_shared<[32:+1] {order = [1, 0], shape = [8, 32]}>"

# (title, what to say, (layout, more options)...)
SECTIONS = [
    ("mma.sync", "Eight rows of four lanes; neighbours along a row share a 32-bit register.",
     ("mma.m16n8k16.f16:A",), ("mma.m16n8k16.f16:B",), ("mma.m16n8k16.f16:D",)),
    ("wgmma", "Each of four warps has 16 rows of the pattern of mma.sync.", ("wgmma.m64n8k16:D",)),
    ("ldmatrix", "A lane gets two neighbours of a row, or with `.trans` of a column.",
     ("ldmatrix.x2",), ("ldmatrix.x2.trans",)),
    ("MFMA", "A lane has its share of consecutive k, and four rows of a column of the result.",
     ("v_mfma_f32_16x16x16_f16:A",), ("v_mfma_f32_16x16x16_f16:D",), ("v_mfma_f32_32x32x8_f16:A",),
     ("v_mfma_f64_16x16x4_f64:D",)),
    ("WMMA", "On gfx11 both halves of the wave hold all of the operands, and alternate rows of the result; on gfx12 "
     "each has its own k and its own rows.",
     ("v_wmma_f32_16x16x16_f16.gfx11:A",), ("v_wmma_f32_16x16x16_f16.gfx11:D",),
     ("v_wmma_f32_16x16x16_f16.gfx12:A",), ("v_wmma_f32_16x16x16_f16.gfx12:D",)),
    ("Blocked", "Rectangles of registers, lanes and warps.", (BLOCKED, "--shape", "8x32")),
    ("Swizzled memory", "Rows are permuted by xor, in vectors of four, so that the words of a column are in "
     "different banks.", (SWIZZLED, "--shape", "8x32", "--tint", "bank")),
    ("Memory for wgmma", "The swizzle that the matrix units of Hopper read, here of 32 bytes.",
     (NVMMA, "--shape", "8x16", "--bits", "16", "--tint", "bank")),
    ("Padded memory", "Each row begins a bank later; cells are addresses.", (PADDED, "--tint", "bank")),
]


def name_of(layout, used):
    name = re.sub(r"[^a-z0-9]+", "-", layout.partition("<")[0].lower()).strip("-")
    assert name not in used, name
    used.add(name)
    return name


def ask(tool, *arguments):
    return subprocess.run([tool, *arguments], text=True, capture_output=True, check=True).stdout


def pages(tool):
    """The text of every file, by its path."""
    files, text, used = {}, [HEAD], set()
    for title, sentence, *layouts in SECTIONS:
        text.append(f"\n## {title}\n\n{fold(sentence)}\n")
        for layout, *options in layouts:
            name = name_of(layout, used)
            shown = f"'{layout}'" if " " in layout else layout
            command = " ".join(["f2layout show", shown, *options, "--as svg"])
            files[f"gallery/{name}.svg"] = ask(tool, "show", layout, *options, "--as", "svg")
            text.append(f"\n```\n{continued(command)}\n```\n\n![{name}](gallery/{name}.svg)\n")
    files["gallery.md"] = "".join(text)
    return files


def fold(text, width=120):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def continued(command):
    """A long command in lines that end in a backslash."""
    return command if len(command) <= 120 else command.replace("' ", "' \\\n  ", 1)


def main():
    tool, *rest = sys.argv[1:]
    files = pages(tool)
    folder = DOCS / "gallery"
    stale = []
    if "--check" not in rest:
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (DOCS / name).write_text(text)
    for name, text in files.items():
        path = DOCS / name
        if not path.exists() or path.read_text() != text:
            stale.append(name)
    kept = {f"gallery/{path.name}" for path in folder.glob("*")} | {"gallery.md"}
    stale += sorted(kept - set(files))
    for name in stale:
        print(f"docs/{name} is not what scripts/gallery.py draws")
    print(f"{len(files) - 1} pictures, {len(stale)} stale")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
