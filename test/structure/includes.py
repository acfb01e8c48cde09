"""Checks that the folders know each other in one direction only.

    layouts <- intrinsics <- passes <- plugin

Every #include "…" of a folder must name a file of that folder or of one to its
left; layouts/ may use LLVM's ADT and Support and nothing of LLVM IR; and
tools/f2sim, which judges the rewrites, may use nothing of the project at all,
neither by #include nor by linking.

Usage: includes.py ROOT. Prints one line per violation; exits 1 if there is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

MAY_INCLUDE = {
    "layouts": {"layouts"},
    "intrinsics": {"layouts", "intrinsics"},
    "passes": {"layouts", "intrinsics", "passes"},
    "plugin": {"layouts", "intrinsics", "passes", "plugin"},
    "tools/f2layout": {"layouts", "intrinsics", "tools/f2layout"},
    "tools/f2sim": {"tools/f2sim"},
}
LLVM_OF_LAYOUTS = ("llvm/ADT/", "llvm/Support/", "llvm/Config/")
SOURCES = {".h", ".cpp", ".def", ".inc", ".td"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
# A library of the project in a link line: F2LayoutPasses, F2Layout::layouts.
LIBRARY = re.compile(r"\bF2Layout\w*(?:::\w+)?")


def folder_of(root, path):
    """The folder of the project that path lies in, as MAY_INCLUDE names it."""
    parts = path.resolve().relative_to(root).parts
    return "/".join(parts[:2]) if parts[0] == "tools" else parts[0]


def resolve(root, source, name):
    """The file of the project that an include names, or None."""
    for base in (source.parent, root):
        path = base / name
        if path.is_file() and path.resolve().is_relative_to(root):
            return path
    return None


def check_include(root, folder, source, name):
    """Why source, in folder, may not include name; None if it may."""
    path = resolve(root, source, name)
    if path:
        target = folder_of(root, path)
        if target not in MAY_INCLUDE[folder]:
            return f"{folder} must not include {target}"
        return None
    first = name.split("/")[0]
    if first in {allowed.split("/")[0] for allowed in MAY_INCLUDE} - {"tools"}:
        return "names a file that does not exist"
    if folder == "layouts" and first in {"llvm", "llvm-c", "clang"}:
        if not name.startswith(LLVM_OF_LAYOUTS):
            return "layouts may use LLVM's ADT and Support only"
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    checked, failures = 0, []
    for folder in MAY_INCLUDE:
        for source in sorted((root / folder).rglob("*")):
            if source.suffix not in SOURCES:
                continue
            checked += 1
            text = source.read_text()
            for match in INCLUDE.finditer(text):
                line = text.count("\n", 0, match.start(1)) + 1
                why = check_include(root, folder, source, match.group(2))
                if why:
                    where = source.relative_to(root)
                    failures.append(f'{where}:{line}: "{match.group(2)}": {why}')
    cmake = root / "tools/f2sim/CMakeLists.txt"
    if cmake.is_file():
        for library in LIBRARY.findall(cmake.read_text()):
            failures.append(f"tools/f2sim/CMakeLists.txt: links {library}")
    print("\n".join(failures + [f"{checked} files, {len(failures)} violations"]))
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
