"""Runs the commands of a document, and compares their output.

    commands.py DOCUMENT --toolkit cuda ...            those that use $CUDA
    commands.py DOCUMENT --toolkit hip ...             those that use $HIP
    commands.py DOCUMENT --toolkit cuda ... --update   writes what they print

A line of a block that begins with "$ " is a command, which continues in the next
line if it ends in a backslash; its output follows. A block
whose commands name $CUDA or $CUDA_FLAGS needs CUDA, one that names $HIP_FLAGS
needs HIP; other blocks belong to both. Commands run one after the other in a
copy of the repository's root made of links, with build/ as it is built, and
with clang++-22 and its like, and the names that scripts/toolkits.sh prints,
known.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOOLS = ("clang++", "opt", "llc")


def folder(args, at):
    """The repository's root in links, with a build folder."""
    for entry in pathlib.Path(args.root).iterdir():
        if not entry.name.startswith((".", "build")):
            (at / entry.name).symlink_to(entry)
    (at / "build" / "lib").mkdir(parents=True)
    (at / "build" / "lib" / "F2Layout.so").symlink_to(args.plugin)
    (at / "build" / "bin").symlink_to(args.tools)


def prelude(args):
    functions = "".join(
        f"{tool}-22() {{ {shlex.quote(f'{args.llvm}/{tool}')} \"$@\"; }}\n"
        for tool in TOOLS
    )
    return functions + 'eval "$(scripts/toolkits.sh)"\n'


def needs(block):
    if re.search(r"\$CUDA", block):
        return "cuda"
    return "hip" if "$HIP" in block else None


def examples(block):
    """Pairs of a command's lines and what it prints."""
    found, goes_on = [], False
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line, ""])
        elif goes_on:
            found[-1][0] += line
        else:
            found[-1][1] += line
        goes_on = (line.startswith("$ ") or goes_on) and line.endswith("\\\n")
    return found


def run(args, command, at):
    result = subprocess.run(
        ["bash", "-c", prelude(args) + command[2:]], cwd=at, check=False,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    status = result.returncode
    return result.stdout + (f"[exit status {status}]\n" if status else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("document")
    parser.add_argument("--toolkit", required=True, choices=("cuda", "hip"))
    parser.add_argument("--update", action="store_true")
    for name in ("root", "llvm", "plugin", "tools"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    for name in ("root", "plugin", "tools"):
        setattr(args, name, os.path.abspath(getattr(args, name)))
    path = pathlib.Path(args.document)
    text, count, wrong = path.read_text(), 0, []
    with tempfile.TemporaryDirectory() as name:
        at = pathlib.Path(name)
        folder(args, at)
        for block in FENCE.findall(text):
            mine = needs(block) in (None, args.toolkit)
            if not block.startswith("$ ") or not mine:
                continue
            written = ""
            for command, output in examples(block):
                count += 1
                printed = run(args, command, at)
                written += command + printed
                if printed != output:
                    wrong.append(f"{command}expected:\n{output}"
                                 f"printed:\n{printed}")
            text = text.replace(block, written)
    if args.update:
        path.write_text(text)
    print("".join(wrong) + f"{count} commands, {len(wrong)} differ")
    return 0 if count and (args.update or not wrong) else 1


if __name__ == "__main__":
    sys.exit(main())
