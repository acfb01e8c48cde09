"""Runs the examples of the help texts and documents, and compares their output.

    examples.py F2LAYOUT              the example of every command's help text
    examples.py F2LAYOUT DOCUMENT     the blocks of a document, between lines of
                                      three backquotes, that begin with "$ "
    examples.py F2LAYOUT DOCUMENT --update   writes what they print instead

A line "$ command" is run by bash, with f2layout as a function; it continues in
the next line if it ends in a backslash. What follows, up to the next command or
the end of the block, is what it prints on both streams; a block may end in
"[exit status N]" if a command's status is not 0. Help texts have no such line.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import shlex
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

import document  # noqa: E402

FENCE = "```"
# The help texts do not show the exit status. It is 0, but for these commands, whose
# examples are a table that is no layout, and layouts that differ.
ANSWERS_NO = {"explain": 1, "diff": 1}


def run(tool, command, folder):
    """What the command prints, with its exit status if that is not 0."""
    script = f"f2layout() {{ {shlex.quote(tool)} \"$@\"; }}\n{command}\n"
    return document.run(script, folder)


def examples_of_block(lines):
    """Pairs of a command's lines and the lines of its output."""
    examples, goes_on = [], False
    for line in lines:
        if line.startswith("$ "):
            examples.append(([line], []))
        elif goes_on:
            examples[-1][0].append(line)
        else:
            examples[-1][1].append(line)
        goes_on = (line.startswith("$ ") or goes_on) and line.endswith("\\\n")
    return examples


def check_document(tool, path, update, folder):
    """The number of examples, and those whose output differs."""
    count, failures, written = 0, [], []
    lines = path.read_text().splitlines(keepends=True)
    while lines:
        written.append(lines.pop(0))
        if not written[-1].startswith(FENCE):
            continue
        end = next(i for i, line in enumerate(lines) if line.startswith(FENCE))
        block, lines = lines[:end], lines[end:]
        if block and block[0].startswith("$ "):
            for command, output in examples_of_block(block):
                count += 1
                printed = run(tool, "".join(command)[2:], folder)
                if printed != "".join(output):
                    failures.append(("".join(command), "".join(output), printed))
                written += command + [printed]
        else:
            written += block
        written.append(lines.pop(0))
    if update:
        path.write_text("".join(written))
    return count, failures


def check_help(tool, folder):
    commands = json.loads(run(tool, "f2layout help --json", folder))["commands"]
    failures = []
    for command in commands:
        line = f"f2layout {command['example']}"
        printed = run(tool, line, folder)
        status = ANSWERS_NO.get(command["name"])
        expected = command["output"] + (f"[exit status {status}]\n" if status else "")
        if printed != expected:
            failures.append((f"$ {line}\n", expected, printed))
    assert set(ANSWERS_NO) <= {command["name"] for command in commands}, ANSWERS_NO
    return len(commands), failures


def main():
    tool, *rest = sys.argv[1:]
    tool = str(pathlib.Path(tool).resolve())
    update = "--update" in rest
    with tempfile.TemporaryDirectory() as folder:
        if rest:
            path = pathlib.Path(rest[0]).resolve()
            count, failures = check_document(tool, path, update, folder)
        else:
            count, failures = check_help(tool, folder)
    for command, expected, printed in failures:
        print(f"{command}expected:\n{expected}printed:\n{printed}")
    print(f"{count} examples, {len(failures)} differ")
    return 0 if count and (update or not failures) else 1


if __name__ == "__main__":
    sys.exit(main())
