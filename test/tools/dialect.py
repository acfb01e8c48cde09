"""Runs a tool of LLVM 19 on IR that is written for LLVM 22.

    dialect.py TOOL ARGUMENT...

The tests and their CHECK lines are written once, as LLVM 22 reads and prints IR.
Where LLVM 19 only spells the same otherwise, each text that TOOL reads is
translated before, and what it prints is translated back:

    LLVM 22                                        LLVM 19
    captures(none)                                 nocapture
    @llvm.nvvm.barrier.cta.sync.aligned.all(       @llvm.nvvm.bar.sync(
    @llvm.lifetime.start.p0(ptr %p)                @llvm.lifetime.start.p0(i64 -1, ptr %p)
    splat (i32 7)                                  <i32 7, i32 7>
    @llvm.nvvm.read.ptx.sreg.tid.x(), in 0..1023   range(i32 0, 1024), stated by each call
    ld.shared.b32, in PTX                          ld.shared.u32, .f32
    define ptx_kernel void @k(                     define void @k(, and !{ptr @k, !"kernel", i32 1}
    icmp samesign, attributes that LLVM 19 lacks   left out

Nothing else is changed: what LLVM 19 computes otherwise is seen by the tests.
test/lit.cfg.py puts this before opt, llc, clang and f2sim in a build with LLVM
19.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import re
import subprocess
import sys
import tempfile

# Of barriers: the name behind llvm.nvvm. in LLVM 22, and in LLVM 19.
BARRIERS = (
    ("barrier.cta.sync.aligned.all", "bar.sync"),
    ("barrier.cta.sync.aligned.count", "barrier"),
    ("barrier.cta.sync.all", "barrier.sync"),
    ("barrier.cta.sync.count", "barrier.sync.cnt"),
)
# What LLVM 22 knows of intrinsics that say where a thread is: the first number, and the first
# one beyond. (With LLVM 19 clang states it at each call.)
RANGES = {
    "nvvm.read.ptx.sreg.laneid": (0, 32),
    "nvvm.read.ptx.sreg.warpsize": (32, 33),
    **{f"nvvm.read.ptx.sreg.tid.{d}": (0, 1024) for d in "xy"},
    "nvvm.read.ptx.sreg.tid.z": (0, 64),
    **{f"nvvm.read.ptx.sreg.ntid.{d}": (1, 1025) for d in "xy"},
    "nvvm.read.ptx.sreg.ntid.z": (1, 65),
    "nvvm.read.ptx.sreg.ctaid.x": (0, 2147483647),
    **{f"nvvm.read.ptx.sreg.ctaid.{d}": (0, 65535) for d in "yz"},
    "nvvm.read.ptx.sreg.nctaid.x": (1, -2147483648),
    **{f"nvvm.read.ptx.sreg.nctaid.{d}": (1, 65536) for d in "yz"},
    **{f"amdgcn.workitem.id.{d}": (0, 1024) for d in "xyz"},
}
ONE_OF = "(" + "|".join(map(re.escape, RANGES)) + ")"
PLACE = re.compile(r"(call (?:noundef )?)(i32 @llvm\." + ONE_OF + r"\(\))")
STATED = re.compile(
    r"range\(i32 (-?\d+), (-?\d+)\) (i32 @llvm\." + ONE_OF + r"\(\))"
)
LACKED = re.compile(
    r"\b(?:captures\((?!none\))(?:[^()]|\([^()]*\))*\)"
    r"|initializes\((?:\(-?\d+, -?\d+\)(?:, )?)+\)"
    r"|dead_on_return(?:\(\d+\))?|nocreateundeforpoison) ?"
)
# It stands before other attributes, captures(none) behind them.
NOCAPTURE = re.compile(
    r" nocapture((?: (?!null\b|undef\b|poison\b)(?:[a-z_]+\([^()]*\)|align \d+|[a-z_]+))*)"
)
LIFETIME = re.compile(r"(@llvm\.lifetime\.(?:start|end)\.p\d+\()(?=ptr)")
SIZED_LIFETIME = re.compile(r"(@llvm\.lifetime\.(?:start|end)\.p\d+\()i64(?: immarg| -?\d+)?, ")
# In LLVM 22, loads that extend no sign, and stores, have no type but the bits.
PTX = re.compile(
    r"^(\t(?:ld|st|ldu)\.[a-z0-9.:]*?)\.[uf](8|16|32|64)(?=[ \t])", re.MULTILINE
)
KERNEL = re.compile(r'^!\d+ = (?:distinct )?!\{ptr @([\w.$]+), !"kernel", i32 1', re.MULTILINE)
DEFINED = re.compile(r"^(define (?:(?!ptx_kernel)[\w()]+ )*?)(void @([\w.$]+)\()", re.MULTILINE)
# <T c, T c, ...>, all the same.
SPLAT = re.compile(r"<(\w+ [\w.+-]+)(?:, \1)+>")


def with_range(match):
    return "{}range(i32 {}, {}) {}".format(match[1], *RANGES[match[3]], match[2])


def without_range(match):
    return match[3] if (int(match[1]), int(match[2])) == RANGES[match[4]] else match[0]


def to_older(text):
    """The text as LLVM 19 reads it."""
    text = text.replace("captures(none)", "nocapture")
    text = LACKED.sub("", text)
    text = text.replace("icmp samesign ", "icmp ")
    for newer, older in BARRIERS:
        text = text.replace(f"@llvm.nvvm.{newer}(", f"@llvm.nvvm.{older}(")
    text = PLACE.sub(with_range, text)
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if "@llvm.lifetime." in line:
            size = "i64, " if line.startswith("declare") else "i64 -1, "
            lines[n] = LIFETIME.sub(lambda m, size=size: m[1] + size, line)
    return "\n".join(lines)


def without_second_declarations(text):
    """Of barriers with several names in LLVM 19, and one in LLVM 22."""
    seen, lines = set(), []
    for line in text.split("\n"):
        name = line.startswith("declare ") and re.search(r"@llvm\.nvvm\.bar[\w.]+", line)
        if name:
            if name[0] in seen:
                continue
            seen.add(name[0])
        lines.append(line)
    return "\n".join(lines)


def to_newer(text):
    """What LLVM 19 prints, as LLVM 22 would."""
    text = NOCAPTURE.sub(r"\1 captures(none)", text)
    text = STATED.sub(without_range, text)
    text = text.replace(
        "declare void @llvm.nvvm.barrier0()",
        "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)",
    ).replace(
        "@llvm.nvvm.barrier0()", "@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"
    ).replace("@llvm.nvvm.barrier.n(", "@llvm.nvvm.barrier.cta.sync.aligned.all(")
    for newer, older in BARRIERS:
        text = text.replace(f"@llvm.nvvm.{older}(", f"@llvm.nvvm.{newer}(")
    text = without_second_declarations(text)
    kernels = set(KERNEL.findall(text))
    if kernels:
        text = DEFINED.sub(
            lambda m: f"{m[1]}ptx_kernel {m[2]}" if m[3] in kernels else m[0], text
        )
    text = PTX.sub(r"\1.b\2", text)
    return SPLAT.sub(r"splat (\1)", SIZED_LIFETIME.sub(r"\1", text))


def is_text(data):
    return b"\0" not in data[:4096] and not data.startswith(b"BC\xc0\xde")


def translated(data, way):
    return way(data.decode("utf-8", "surrogateescape")).encode(
        "utf-8", "surrogateescape"
    ) if is_text(data) else data


def name_of(tool):
    return os.path.basename(tool)


def is_output(arguments, n):
    return n > 0 and arguments[n - 1] in ("-o", "--o")


def main():
    tool, arguments = sys.argv[1], sys.argv[2:]
    written, renamed = [], []

    def shown(data):
        if not is_text(data):
            return data
        for copy, original in renamed:
            data = data.replace(copy.encode(), original.encode())
        return translated(data, to_newer)

    # clang 19 loads pass plugins behind reading options for them, and -load before.
    if name_of(tool).startswith("clang") and "-mllvm" in arguments:
        for argument in list(arguments):
            if argument.startswith("-fpass-plugin="):
                library = argument.split("=", 1)[1]
                arguments += ["-Xclang", "-load", "-Xclang", library]

    with tempfile.TemporaryDirectory() as folder:
        for n, argument in enumerate(arguments):
            if is_output(arguments, n):
                written.append(argument)
            elif argument.startswith("-o=") or argument.startswith("--o="):
                written.append(argument.split("=", 1)[1])
            elif os.path.isfile(argument) and (
                argument.endswith(".ll") or not name_of(tool).startswith("clang")
            ):
                with open(argument, "rb") as file:
                    before = file.read()
                after = translated(before, to_older)
                if after != before:
                    name = os.path.join(folder, str(n))
                    os.mkdir(name)
                    arguments[n] = os.path.join(name, os.path.basename(argument))
                    renamed.append((arguments[n], argument))
                    with open(arguments[n], "wb") as file:
                        file.write(after)
        # Tools read from the pipe if no file is named, or "-" is.
        data = None
        if not os.isatty(0) and not any(
            os.path.isfile(a) and not is_output(arguments, n)
            for n, a in enumerate(arguments)
        ) and not name_of(tool).startswith("clang"):
            data = translated(sys.stdin.buffer.read(), to_older)
        # One stream if they are one outside, so that the order stays.
        out, err = os.fstat(1), os.fstat(2)
        same = (out.st_dev, out.st_ino) == (err.st_dev, err.st_ino)
        run = subprocess.run(
            [tool, *arguments],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if same else subprocess.PIPE,
            check=False,
        )
        sys.stdout.buffer.write(shown(run.stdout))
        sys.stdout.flush()
        if not same:
            sys.stderr.buffer.write(shown(run.stderr))
            sys.stderr.flush()
        for name in written:
            if os.path.isfile(name):
                with open(name, "rb") as file:
                    before = file.read()
                after = shown(before)
                if after != before:
                    with open(name, "wb") as file:
                        file.write(after)
        if run.returncode < 0:  # as a shell shows a signal
            return 128 - run.returncode
        return run.returncode


if __name__ == "__main__":
    sys.exit(main())
