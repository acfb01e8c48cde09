"""Checks that no two types of one namespace have the same name.

C++ gives a template of a type, such as SmallVector<X>, one symbol for all files.
Where two files mean different types by X, the linker keeps the code for one of
them, and the other file's vectors are overwritten; neither compiler nor linker
says so. Types in anonymous namespaces have symbols of their own.

Usage: names.py ROOT. Prints one line per violation; exits 1 if there is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import pathlib
import re
import sys

# What is linked into one program. The simulator is another.
PROGRAMS = (
    ("layouts", "intrinsics", "passes", "plugin", "tools/f2layout"),
    ("tools/f2sim",),
)
OPEN = re.compile(r"(?:inline )?namespace(?: ([\w:]+))? *\{$")
CLOSE = re.compile(r"\} *// *(?:anonymous )?namespace\b")
TYPE = re.compile(
    r"(?:struct|class|enum|enum class) (\w+)(?: final)?(?: *(?<!:):(?!:)[^;]*)?(?: *\{.*)?$"
)


def types_of(path):
    """Yields the line, namespace and name of each type that has a linkage."""
    spaces = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := OPEN.match(line):
            spaces.append(match[1] or "")
        elif CLOSE.match(line) and spaces:
            spaces.pop()
        elif (match := TYPE.match(line)) and "" not in spaces:
            yield number, "::".join(spaces), match[1]


def main():
    root = pathlib.Path(sys.argv[1])
    count, violations = 0, 0
    for folders in PROGRAMS:
        found = collections.defaultdict(list)
        for folder in folders:
            for path in sorted((root / folder).rglob("*")):
                if path.suffix not in (".h", ".cpp") or "include" in path.relative_to(root).parts:
                    continue
                for number, space, name in types_of(path):
                    found[space, name].append(f"{path.relative_to(root)}:{number}")
        count += len(found)
        for (space, name), places in sorted(found.items()):
            if len(places) > 1:
                print(f"{places[1]}: {space}::{name} is also the type of {places[0]}")
                violations += 1
    if not count:
        sys.exit(f"{root}: no types are declared there")
    print(f"{count} types, {violations} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
