"""The syntax tree of a kernel's source, as clang has it.

    source = read(compiler, "tiles.cu", folder)
    source.functions["0x55d1"]["inner"], source.records["Particle"].size

The source is preprocessed, and each of its tokens is put on a line of its own with a
number from FIRST_LINE on, so that the line numbers of debug information tell
accesses apart that are side by side. Included headers stay as they are. The own
text is put into a namespace, by whose name clang is told which part of the tree to
print: headers of a toolkit would be gigabytes.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import bisect
import dataclasses
import json
import pathlib
import re
import subprocess

FIRST_LINE = 1000000
SPACE = "f2_read"
MARKER = re.compile(r'# (\d+) "([^"]*)"((?: \d)*)')
TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\.?\d(?:[eEpP][+-]|[\w.\'])*|\w+'
    r"|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||##|\S"
)

# Kinds of nodes that have the value of their only operand.
THROUGH = {"ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr",
           "SubstNonTypeTemplateParmExpr", "CXXDefaultArgExpr", "ConstantExpr"}


@dataclasses.dataclass
class Record:
    """A structure: its bytes, and the offsets of its members by name."""

    size: int
    align: int
    fields: dict


class Source:
    def __init__(self, text, tokens, trees, records, hip):
        self.hip = hip
        self._text = text.encode()
        self._offsets = [offset for offset, _ in tokens]
        self._lines = [line for _, line in tokens]
        self.records = records
        self.declarations = {}
        self.bodies = {}  # By mangled name.
        for tree in trees:
            self._collect(tree)

    def line(self, offset):
        """The number of the token at an offset, and the line of the original."""
        at = bisect.bisect_right(self._offsets, offset) - 1
        return FIRST_LINE + at, self._lines[at]

    def text(self, node):
        span = node["range"]
        end = span["end"]["offset"] + span["end"]["tokLen"]
        return self._text[span["begin"]["offset"] : end].decode()

    def original(self, number):
        return self._lines[number - FIRST_LINE]

    def _collect(self, tree):
        stack = [tree]
        while stack:
            node = stack.pop()
            kind = node.get("kind", "")
            if kind.endswith("Decl"):
                self.declarations[node["id"]] = node
                if body_of(node) and "mangledName" in node:
                    self.bodies[node["mangledName"]] = node
            stack += node.get("inner", ())

    def function(self, reference):
        """The definition that a reference to a function means, or None."""
        found = self.declarations.get(reference)
        if found is None or body_of(found):
            return found
        return self.bodies.get(found.get("mangledName"))

    def kernels(self):
        return {
            node["name"]: node
            for node in self.bodies.values()
            if any(child.get("kind") == "CUDAGlobalAttr" for child in node["inner"])
        }


def body_of(function):
    if function.get("kind") not in ("FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl",
                                    "CXXConversionDecl"):
        return None
    return next((c for c in function.get("inner", ()) if c.get("kind") == "CompoundStmt"), None)


def strip_parens(node):
    while node["kind"] == "ParenExpr":
        node = node["inner"][0]
    return node


def _one_token_a_line(preprocessed, path):
    """The text for clang, and the offset and the original line of each token."""
    out, tokens, size, line, own, opened = [], [], 0, 0, False, False

    def put(text):
        nonlocal size
        out.append(text + "\n")
        size += len(text.encode()) + 1

    for text in preprocessed.split("\n"):
        marker = MARKER.match(text)
        if marker:
            own = marker.group(2) == path
            line = int(marker.group(1))
            if opened and not own:
                put("}")
                opened = False
            if not own:  # Flag 3 says that the header is the system's.
                put(f'# {line} "{marker.group(2)}"' + (" 3" if "3" in marker.group(3) else ""))
            continue
        if not own:
            put(text)
            continue
        if text.strip() and not opened:
            put(f"namespace {SPACE} {{")
            put(f'# {FIRST_LINE + len(tokens)} "{path}"')
            opened = True
        if text.lstrip().startswith("#"):
            tokens.append((size, line))
            put(text)
        else:
            for token in TOKEN.findall(text):
                tokens.append((size, line))
                put(token)
        line += 1
    if opened:
        put("}")
    return "".join(out), tokens


def _records(text):
    """What clang's -fdump-record-layouts prints."""
    found = {}
    for part in text.split("*** Dumping AST Record Layout")[1:]:
        rows = re.findall(r"^ *(\d+)(?::\S+)? \|( +)(.*)$", part, re.M)
        size = re.search(r"\[sizeof=(\d+),.*?align=(\d+)", part, re.S)
        if not rows or not size:
            continue
        name = re.sub(r"^(?:struct|union|class) ", "", rows[0][2])
        fields = {}
        for offset, indent, what in rows[1:]:
            if len(indent) == 3 and "(base)" not in what:
                fields[re.split(r"[\s&*]", what)[-1]] = int(offset)
        found[re.sub(r" \((?:empty|base).*", "", name)] = Record(int(size[1]), int(size[2]), fields)
    return found


def _trees(text):
    decoder, at, trees = json.JSONDecoder(), 0, []
    while at < len(text):
        if text[at] != "{":
            at += 1
            continue
        tree, at = decoder.raw_decode(text, at)
        trees.append(tree)
    return trees


def read(compiler, path, folder):
    """The source, and a module of its kernels at folder/kernel.ll. None if it is not
    for the target."""
    run = {"capture_output": True, "text": True, "check": False}
    plain = [word for word in compiler if word not in ("-S", "-O3")]
    done = subprocess.run([*plain, "-E", path], **run)
    if done.returncode != 0:
        return None
    text, tokens = _one_token_a_line(done.stdout, path)
    folder = pathlib.Path(folder)
    # The headers are in the text, and nothing may be included before it.
    hip = "hip" in compiler
    rest = ["-nogpuinc"] if hip else ["-nocudainc"]
    file = folder / ("kernel.hip" if hip else "kernel.cu")
    file.write_text(text)
    command = [*plain, *rest, str(file), "-Wno-unused-command-line-argument"]
    tree = subprocess.run([*command, "-fsyntax-only", "-Xclang", "-ast-dump=json",
                           "-Xclang", f"-ast-dump-filter={SPACE}"], **run)
    assert tree.returncode == 0, tree.stderr
    built = subprocess.run([*command, "-O0", "-S", "-emit-llvm", "-gline-tables-only",
                            "-Xclang", "-fdump-record-layouts", "-o", str(folder / "kernel.ll")],
                           **run)
    assert built.returncode == 0, built.stderr
    return Source(text, tokens, _trees(tree.stdout), _records(built.stdout), hip)
