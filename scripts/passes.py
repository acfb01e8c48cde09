#!/usr/bin/env python3
"""Prints docs/passes.md, the table of all passes, made from passes/PassRegistry.def.

The passes of the pipeline f2layout come in the order in which plugin/Plugin.cpp adds
them.

    scripts/passes.py > docs/passes.md

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENTRY = re.compile(r'((?:///[^\n]*\n)*)(\w*(?:PASS|ANALYSIS)\w*)\(\s*"([^"]+)",\s*(\w+)')
KINDS = {"FUNCTION_PASS": "function", "MODULE_PASS": "module", "LOOP_PASS": "loop"}

HEAD = """\
# Passes

The plugin registers these passes for `opt -passes=` under the names of the tables. `f2layout`, a pass on modules, runs
those of the first table in its order; parameters follow a name as in `f2layout<no-shared>` ([options.md](options.md)).
In clang, `f2layout` runs at the end of the optimiser; where the block's shape is promised, `f2layout-block-size` and
`f2layout-trip-counts` run at its beginning. The name of a pass is also the name of its remarks
([remarks.md](remarks.md)).
"""


def registered():
    """[(name, class, kind, text)] in the order of the registry; an analysis has no kind."""
    text = (ROOT / "passes" / "PassRegistry.def").read_text()
    rows = []
    for comment, macro, name, cls in ENTRY.findall(text):
        words = " ".join(line[3:].strip() for line in comment.splitlines())
        if not words:
            raise SystemExit(f"passes.py: PassRegistry.def does not say what {name} does")
        kind = next((KINDS[k] for k in KINDS if macro.startswith(k)), None)
        rows.append((name, cls, kind, words))
    return rows


def pipeline():
    """The classes of the passes that the pipeline adds, in order."""
    source = (ROOT / "plugin" / "Plugin.cpp").read_text()
    bodies = [
        re.search(rf"^static \w+ {name}\(.*?^}}", source, re.M | re.S)[0]
        for name in ("addLowering", "addPipeline")
    ]
    lowering = re.findall(r"\b([A-Z]\w+Pass)\(", bodies[0])
    added = re.findall(r"\b([A-Z]\w+Pass)\(", bodies[1])
    return list(dict.fromkeys(added[:1] + lowering + added[1:]))


def table(title, rows):
    lines = [f"\n## {title}\n", "| name | runs on | does |", "|---|---|---|"]
    lines += [f"| `{name}` | {kind}s | {text} |" for name, _, kind, text in rows]
    return "\n".join(lines) + "\n"


def main():
    rows = registered()
    order = pipeline()
    # A pass without a name in pipelines refuses the options of the command line.
    missing = set(order) - {r[1] for r in rows} - {"RefusePass"}
    if missing:
        raise SystemExit(f"passes.py: not in PassRegistry.def: {', '.join(sorted(missing))}")
    passes = [r for r in rows if r[2]]
    within = sorted((r for r in passes if r[1] in order), key=lambda r: order.index(r[1]))
    printers = [r for r in passes if r[0].startswith("print<")]
    others = [r for r in passes if r not in within and r not in printers]
    print(HEAD, end="")
    print(table("Of the pipeline `f2layout`", within), end="")
    print(table("Others", others), end="")
    print(table("That print", printers).replace("| does |", "| prints |"), end="")
    print("\n## Analyses\n\nOn functions; their results are kept by LLVM, and `print<...>` of the above shows some.\n")
    print("| name | finds |\n|---|---|")
    for name, _, kind, text in rows:
        if not kind:
            print(f"| `{name}` | {text} |")


main()
