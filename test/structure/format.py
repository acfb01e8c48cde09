"""Checks the format of C++ and the width of lines.

C++ must be formatted by clang-format, and its lines have at most 80 columns,
except for text in raw string literals. Lines of Markdown have at most 120
columns, except for tables, code, and lines that cannot be broken.

Usage: format.py ROOT CLANG_FORMAT. Prints one line per violation; exits 1 if
there is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import pathlib
import re
import subprocess
import sys

CPP_COLUMNS, MARKDOWN_COLUMNS = 80, 120
CPP = {".h", ".cpp"}
# A raw string literal, whose text may have any width.
RAW = re.compile(r'R"([^\s()\\]*)\(.*?\)\1"', re.DOTALL)
# Code in Markdown, between two fences of the same kind.
FENCED = re.compile(r"^ *(```|~~~).*?^ *\1", re.DOTALL | re.MULTILINE)
ERROR = re.compile(r"^(.*?):(\d+):\d+: error: ", re.MULTILINE)


def sources(root):
    """The project's files, without build trees, tools' folders and test inputs."""
    for folder, names, files in os.walk(root):
        left_out = ("build", ".", "Inputs")
        names[:] = [name for name in names if not name.startswith(left_out)]
        yield from (pathlib.Path(folder, name) for name in files)


def lines_of(text, matches):
    """The numbers of the lines that the matches lie on, from 1."""
    numbers = set()
    for match in matches:
        first = text.count("\n", 0, match.start()) + 1
        numbers.update(range(first, first + match[0].count("\n") + 1))
    return numbers


def wide_lines(path):
    """Pairs of a line and what is wrong with its width."""
    text = path.read_text()
    markdown = path.suffix == ".md"
    most = MARKDOWN_COLUMNS if markdown else CPP_COLUMNS
    excepted = lines_of(text, (FENCED if markdown else RAW).finditer(text))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) <= most or number in excepted:
            continue
        if markdown and (line.lstrip().startswith("|") or " " not in line[2:].strip()):
            continue
        yield number, f"{len(line)} columns, at most {most} are allowed"


def unformatted_lines(root, clang_format, paths):
    """Triples of a file, a line and what clang-format would say."""
    run = subprocess.run(
        [clang_format, "--dry-run", "-Werror", "--style=file", *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = {(match[1], int(match[2])) for match in ERROR.finditer(run.stderr)}
    for name, number in sorted(found):
        yield pathlib.Path(name), number, "is not as clang-format leaves it"
    if run.returncode and not found:
        sys.exit(run.stderr)


def main():
    root, clang_format = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    paths = sorted(sources(root))
    code = [path for path in paths if path.suffix in CPP]
    documents = [path for path in paths if path.suffix == ".md"]
    found = [
        (path, number, why)
        for path in code + documents
        for number, why in wide_lines(path)
    ]
    found += unformatted_lines(root, clang_format, code)
    for path, number, why in sorted(found):
        print(f"{path.relative_to(root)}:{number}: {why}")
    print(f"{len(code) + len(documents)} files, {len(found)} violations")
    return 1 if found or not code else 0


if __name__ == "__main__":
    sys.exit(main())
