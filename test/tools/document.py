"""Runs the commands of a document, and compares what they print.

    document.py DOCUMENT --llvm DIR --plugin F2Layout.so --f2sim f2sim

A block of ```llvm is a file; its name is the first `name.ll` of the paragraph
before. In other blocks, lines that begin with "$ " are run by bash in a folder
that has these files. What follows, up to the next command, is what a command
prints on both streams, empty lines aside; "[exit status N]" ends it if the
status is not 0.
opt-22, clang++-22, build/lib/F2Layout.so and the tools in build/bin stand for those
that were given; examples/ and scripts/ are the project's. A command goes on in the
next line if it ends in a backslash.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile


ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def blocks(text):
    """(language, the paragraph before, lines) of every block."""
    before, block, language, ended = "", None, "", True
    for line in text.splitlines():
        if block is None and line.startswith("```"):
            language, block = line[3:], []
        elif block is not None and line == "```":
            yield language, before, block
            block = None
        elif block is not None:
            block.append(line)
        elif line.strip():
            before = line if ended else f"{before}\n{line}"
            ended = False
        else:
            ended = True
    assert block is None, "a block does not end"


def lines_of(text):
    return [line for line in text.splitlines() if line.strip()]


def run(command, folder):
    """What bash prints, with its exit status if that is not 0."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    status = f"[exit status {done.returncode}]\n" if done.returncode else ""
    return done.stdout + status


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--f2sim", required=True)
    args = parser.parse_args()
    tools = {
        "opt-22": f"{args.llvm}/opt",
        "clang++-22": f"{args.llvm}/clang++",
        "build/lib/F2Layout.so": args.plugin,
        "build/bin/": f"{pathlib.Path(args.f2sim).parent}/",
    }
    commands = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "scripts"):
            (pathlib.Path(folder) / name).symlink_to(ROOT / name)
        for language, before, lines in blocks(args.document.read_text()):
            if language == "llvm":
                name = re.findall(r"`(\w+\.ll)`", before)[-1]
                (pathlib.Path(folder) / name).write_text("\n".join(lines) + "\n")
            elif lines and lines[0].startswith("$ "):
                text = "\n".join(lines) + "\n"
                for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                    command = re.match(r"(?:.*\\\n)*.*", part)[0]
                    wanted = part[len(command) + 1 :]
                    for name, path in tools.items():
                        command = command.replace(name, path)
                    printed = run(command, folder)
                    commands += 1
                    if lines_of(printed) != lines_of(wanted):
                        wrong += 1
                        print(f"$ {command}\nprints\n{printed}expected\n{wanted}")
    print(f"{commands} commands, {wrong} wrong")
    sys.exit(bool(wrong or not commands))


if __name__ == "__main__":
    main()
