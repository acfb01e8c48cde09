"""Checks that the folders include each other in one direction only.

    layouts <- intrinsics <- passes <- plugin

Every #include "…" of a folder must name a file of that folder or of one to its
left. All but layouts/ may include compat/, which is about versions of LLVM. The
folders inside layouts/, intrinsics/, passes/, tools/f2layout/ and tools/f2sim/ are
ordered, too: ORDER lists them, and each may include itself and those above it.
Every folder there has a README.
layouts/ may use LLVM's ADT and Support and nothing of LLVM IR; and tools/f2sim,
which judges the rewrites, may use nothing else of the project, neither by
#include nor by linking.

Usage: includes.py ROOT. Prints one line per violation; exits 1 if there is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

MAY_INCLUDE = {
    "compat": {"compat"},
    "layouts": {"layouts"},
    "intrinsics": {"compat", "layouts", "intrinsics"},
    "passes": {"compat", "layouts", "intrinsics", "passes"},
    "plugin": {"compat", "layouts", "intrinsics", "passes", "plugin"},
    "tools/isl": {"layouts", "tools/isl"},
    "tools/f2layout": {"compat", "layouts", "intrinsics", "tools/isl", "tools/f2layout"},
    "tools/f2sim": {"compat", "tools/f2sim"},
}
# The folders of a library or a tool, each of which may include those before it.
# Folders of one line do not include each other. A folder inside a folder is named
# with it, and stands for itself.
ORDER = {
    "layouts": [
        ["f2"],
        ["algebra"],
        ["machine"],
        ["plan"],
        ["check"],
        ["routes"],
        ["lines"],
        ["families"],
        ["cute"],
        ["relations"],
        ["notations"],
    ],
    "intrinsics": [
        ["target"],
        ["atoms"],
        ["lanes", "words"],
        ["steps"],
        ["emit"],
        ["lines"],
        ["calls"],
        ["tensors"],
    ],
    "passes": [
        ["support"],
        ["launch"],
        ["uniformity"],
        ["evaluate"],
        ["sharedmemory/instructions"],
        ["sharedmemory/objects"],
        ["sharedmemory/accesses"],
        ["sharedmemory/changes"],
        ["sharedmemory/kernel"],
        ["barriers"],
        ["bits"],
        ["contiguity"],
        ["convergence"],
        ["price"],
        ["gathers"],
        ["exchange", "matrix", "relax", "swizzle", "vectorize"],
        ["completion", "loops"],
        ["reroute"],
        ["coalesce", "idle"],
        ["choose"],
        ["layoutcalls/calls"],
        ["layoutcalls/import"],
        ["layoutcalls/scratch"],
        ["layoutcalls/lower"],
        ["layoutcalls/fold"],
        ["tensors/program"],
        ["tensors/layouts"],
        ["tensors/staging"],
        ["tensors/choose"],
        ["tensors/emit"],
        ["tensors"],
    ],
    "tools/f2layout": [
        ["answer"],
        ["commandline"],
        ["code", "memory", "picture", "tables"],
        ["expressions"],
        ["commands"],
    ],
    "tools/f2sim": [
        ["program"],
        ["checks"],
        ["machine"],
        ["intrinsics"],
        ["amdgpu", "nvptx"],
        ["assembly"],
        ["decode"],
        ["run"],
    ],
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


def inner_rank(root, path):
    """(library, folder inside it, its line in ORDER), or None outside of ORDER."""
    library = folder_of(root, path)
    inside = path.resolve().relative_to(root / library).parts
    if library not in ORDER or len(inside) < 2:
        return None
    ranks = {name: rank for rank, line in enumerate(ORDER[library]) for name in line}
    nested = "/".join(inside[:2])
    folder = nested if nested in ranks else inside[0]
    return library, folder, ranks.get(folder)


def check_order(root, source, target):
    """Why the folder of source may not include that of target, or None."""
    here, there = inner_rank(root, source), inner_rank(root, target)
    if not here or not there or here[0] != there[0] or here[1] == there[1]:
        return None
    for library, folder, rank in (here, there):
        if rank is None:
            return f"{library}/{folder} is not in the order of folders"
    if there[2] < here[2]:
        return None
    return f"{here[0]}/{here[1]} must not include {there[0]}/{there[1]}"


def check_readmes(root):
    """The folders of ORDER, and those around them, that lack a README.md."""
    for library, lines in ORDER.items():
        folders = {name for line in lines for name in line}
        for folder in sorted({""} | folders | {name.split("/")[0] for name in folders}):
            path = root / library / folder / "README.md"
            if path.parent.is_dir() and not path.is_file():
                yield f"{path.relative_to(root)}: missing"


def check_include(root, folder, source, name):
    """Why source, in folder, may not include name; None if it may."""
    path = resolve(root, source, name)
    if path:
        target = folder_of(root, path)
        if target not in MAY_INCLUDE[folder]:
            return f"{folder} must not include {target}"
        return check_order(root, source, path)
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
    failures += check_readmes(root)
    cmake = root / "tools/f2sim/CMakeLists.txt"
    if cmake.is_file():
        for library in LIBRARY.findall(cmake.read_text()):
            failures.append(f"tools/f2sim/CMakeLists.txt: links {library}")
    print("\n".join(failures + [f"{checked} files, {len(failures)} violations"]))
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
