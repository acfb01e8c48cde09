"""Typesets the TikZ pictures of `f2layout show` and reads them back.

    typeset.py F2LAYOUT

Makes a document of one picture for each kind of layout and each option that changes
the picture, and runs pdflatex on it. There must be no error, no character that a font
lacks and no line that is too long. pdftotext then reads the words of the page: those
of cells must be the elements' places that `show --json` lists, each as often as there
are such cells, and in the order of rows and columns.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

DOCUMENT = r"""\documentclass{article}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
\noindent\resizebox{\linewidth}{!}{\input{picture.tex}}
\end{document}
"""
LAYOUTS = [
    ["mma.m16n8k16.f16:D"],
    ["mma.m16n8k16.f16:D", "--tint", "register"],
    ["wgmma.m64n16k16:D", "--tint", "warp"],
    ["v_mfma_f32_32x32x8_f16:D", "--tint", "none"],
    ["lane=[[0,0,1],[1,0,0]], register=[[0,1,0]] -> [2,2,2]"],
    ["lane=[[1],[2]], block=[[4]] -> [8]", "--tint", "block"],
    ["offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]", "--bits", "16"],
    ["offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]", "--tint", "bank"],
    ["#ttg.padded_shared<[4:+1] {order = [1, 0], shape = [4, 4]}>"],
    ["lane=[[0,1],[1,0]], warp=[[0,0]] -> [2,2]"],  # Copies: t0|w1t0.
    ["lane=[[0,1],[0,2]] -> [2,4]"],  # Elements that nobody holds.
]


def name_of(place, with_warps, with_blocks):
    if "offset" in place:
        return str(place["offset"])
    letters = [("block", "b", with_blocks), ("warp", "w", with_warps), ("lane", "t", True), ("register", "r", True)]
    return "".join(f"{letter}{place[name]}" for name, letter, shown in letters if shown and name in place)


def typeset(folder, picture):
    (folder / "picture.tex").write_text(picture)
    (folder / "page.tex").write_text(DOCUMENT)
    run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=folder,
                         capture_output=True, text=True, check=False, errors="replace")
    assert run.returncode == 0, run.stdout[-2000:]
    log = (folder / "page.log").read_text(errors="replace")
    for wrong in ("Missing character", "Overfull", "undefined"):
        assert wrong not in log, log[log.index(wrong) :][:500]
    run = subprocess.run(["pdftotext", "-layout", "page.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True)
    return run.stdout


def main():
    tool = sys.argv[1]
    words = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for arguments in LAYOUTS:
            def show(*more, arguments=arguments):
                return subprocess.run([tool, "show", *arguments, *more], capture_output=True, text=True, check=True).stdout

            page = typeset(folder, show("--as", "tikz", "--view", "tensor"))
            assert "element → " in page and "¿" not in page, page[:500]
            page = page.replace(":", "")  # w0:t0:r0
            elements = json.loads(show("--json"))["elements"]
            padding = re.search(r"<\[(\d+):\+(\d+)\]", arguments[0])
            expected = []
            for element in elements:
                places = element["places"]
                if padding:
                    offset = places[0]["offset"]
                    places = [{"offset": offset + offset // int(padding.group(1)) * int(padding.group(2))}]
                names = [name_of(p, "warp" in p, "block" in p) for p in places]
                expected.append("|".join(names) if len(names) <= 2 else f"{names[0]}+{len(names) - 1}")
            expected = [word for word in expected if word]
            if len(elements[0]["at"]) == 2:  # Row by row: the head of the row, then its cells.
                rows = collections.defaultdict(list)
                for element, word in zip(elements, expected if len(expected) == len(elements) else []):
                    rows[element["at"][0]].append(word)
                lines = [line.split() for line in page.splitlines()]
                for row, cells in rows.items():
                    assert [str(row), *cells] in lines, (arguments, row, cells, page[:800])
            found = collections.Counter(page.split())
            for word, times in collections.Counter(expected).items():
                assert found[word] >= times, (arguments, word, times, page[:800])
            words += len(expected)
            typeset(folder, show("--as", "tikz", "--view", "both"))
    print(f"{len(LAYOUTS)} pictures, {words} cells")


if __name__ == "__main__":
    main()
