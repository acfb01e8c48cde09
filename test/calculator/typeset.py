"""Typesets the TikZ pictures of `f2layout show` and reads them back.

    typeset.py F2LAYOUT

Makes a document with a page for each kind of layout and each option that changes the
picture. It has both sides, the tensor's and the hardware's; small layouts have a page
for each side, too. There must be no error, no character that a font lacks and no line
that is too long. pdftotext then reads the pages. Their lines must be those of the
grids that are computed here from the images of the layout's bits: titles, heads, and
the cells row by row, no word more and none less. The elements that `show --json`
lists must be the same.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

from linear import image

DOCUMENT = r"""\documentclass{article}
\usepackage{tikz}
\pagestyle{empty}
\textheight=80cm
\pdfpageheight=100cm
\begin{document}
%s
\end{document}
"""
# Wide pictures are made smaller.
PAGE = r"""\setbox0\hbox{\input{picture%d.tex}}
\noindent\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\box0\fi\newpage"""
LAYOUTS = [
    ["mma.m16n8k16.f16:D", "--tint", "register"],
    ["wgmma.m64n8k16:D", "--tint", "warp"],
    ["v_mfma_f32_16x16x16_f16:D", "--tint", "none"],
    ["lane=[[0,0,1],[1,0,0]], register=[[0,1,0]] -> [2,2,2]"],
    ["lane=[[1],[2]], block=[[4]] -> [8]", "--tint", "block"],
    ["lane=[[4],[8],[16],[32]], register=[[1],[2]] -> [64] ^ [5]"],  # Two rows of 32.
    ["offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]", "--bits", "16"],
    ["offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]", "--tint", "bank"],
    ["offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,2]] -> [8,8]"],  # Two rows of banks.
    ["offset=[[1],[2],[4],[8],[16],[32]] -> [64]", "--bits", "8"],
    ["#ttg.padded_shared<[4:+1] {order = [1, 0], shape = [4, 4]}>"],
    ["#ttg.padded_shared<[16:+4] {order = [1, 0], shape = [8, 8]}>"],
    ["lane=[[0,1],[1,0]], warp=[[0,0]] -> [2,2]"],  # Copies: t0|w1t0.
    ["lane=[[0,1],[1,0]], warp=[[0,0],[0,0]], block=[[2,0]] -> [4,2]"],  # More of them.
    ["lane=[[0,1],[0,2]] -> [2,4]"],  # Elements that nobody holds.
]
BANK_BITS, BANKS = 32, 32


class Layout:
    """A layout of threads or of memory, and the lines of its grids."""

    def __init__(self, answer, bits):
        spec = answer["layout"]
        self.bits = bits
        self.sizes = [output["size"] for output in spec["outputs"]]
        self.inputs = {i["name"]: [self.flat(p) for p in i["bases"]] for i in spec["inputs"]}
        self.paddings = [(p["interval"], p["amount"]) for p in spec.get("paddings", [])]
        self.memory = list(self.inputs) == ["offset"]
        self.letters = [(name, letter) for name, letter in zip(
            ("block", "warp", "lane", "register"), "bwtr") if name in self.inputs]  # fmt: skip
        columns = list(itertools.chain(*self.inputs.values()))
        self.held, self.element_at = {}, {}  # The places of an element, and the reverse.
        for word in range(1 << len(columns)):
            element, place = image(columns, word) ^ self.flat(spec["offset"]), self.place(word)
            self.held.setdefault(element, []).append(place)
            self.element_at[tuple(sorted(place.items()))] = element

    def flat(self, point):
        number = 0
        for x, size in zip(point, self.sizes):
            number = number * size + x
        return number

    def point(self, element):
        point = []
        for size in reversed(self.sizes):
            point.append(element % size)
            element //= size
        return point[::-1]

    def place(self, word):
        place = {}
        for name, images in self.inputs.items():
            place[name] = word % (1 << len(images))
            word >>= len(images)
        return place

    def address(self, offset):
        return offset + sum(offset // interval * amount for interval, amount in self.paddings)

    # Words of the page.

    def element_word(self, element):
        places = self.held.get(element, [])
        if not places:
            return "."
        if self.memory:
            return str(self.address(places[0]["offset"]))
        apart = ":" if {"block", "warp"} & set(self.inputs) else ""
        order = [name for name, _ in self.letters]
        places = sorted(places, key=lambda place: [place[name] for name in order])
        names = [apart.join(f"{letter}{place[name]}" for name, letter in self.letters)
                 for place in places]  # fmt: skip
        return "|".join(names) if len(names) <= 2 else f"{names[0]}+{len(names) - 1}"

    def place_word(self, **place):
        element = self.element_at[tuple(sorted(place.items()))]
        return f"({','.join(map(str, self.point(element)))})"

    def tensor(self):
        """Rows are those of the last dimension but one; one dimension has rows of 32."""
        title = ["element", "→", "place"]
        if self.memory:
            title[2] = "address" if self.paddings else "offset"
        *outer, rows, columns = [1, *self.sizes] if len(self.sizes) == 1 else self.sizes
        corner = [f"dim{len(self.sizes) - 1}"]
        if len(self.sizes) == 1:
            rows, columns = max(1, columns // 32), min(columns, 32)
            heads = [str(row * columns) for row in range(rows)]
        else:
            corner = [f"dim{len(self.sizes) - 2}", "\\", *corner]
            heads = list(map(str, range(rows)))
        elements = iter(range(1 << 62))
        for at in itertools.product(*map(range, outer)):
            if outer:
                yield [*title[:2], title[2] + ",", f"[{','.join(map(str, at))},:,:]"]
            else:
                yield title
            yield [*corner, *map(str, range(columns))]
            for head in heads:
                yield [head, *(self.element_word(next(elements)) for _ in range(columns))]

    def hardware(self):
        return self.rows_of_banks() if self.memory else self.warps()

    def warps(self):
        """Rows are registers, columns lanes; each warp has a grid."""
        outer = [name for name in ("block", "warp") if name in self.inputs]
        lanes = range(1 << len(self.inputs["lane"]))
        registers = range(1 << len(self.inputs.get("register", [])))
        corner = ["register", "\\", "lane"] if "register" in self.inputs else ["lane"]
        for at in itertools.product(*(range(1 << len(self.inputs[name])) for name in outer)):
            title = ", ".join(["place → element", *(f"{n} {x}" for n, x in zip(outer, at))])
            yield title.split()
            yield [*corner, *(f"t{lane}" for lane in lanes)]
            for register in registers:
                place = dict(zip(outer, at))
                head = []
                if "register" in self.inputs:
                    place["register"] = register
                    head = [f"r{register}"]
                yield [*head, *(self.place_word(**place, lane=lane) for lane in lanes)]

    def rows_of_banks(self):
        elements = {self.address(places[0]["offset"]): places[0] for places in self.held.values()}
        size = max(elements) + 1
        columns = BANKS * BANK_BITS // self.bits
        while columns // 2 >= size:
            columns //= 2
        name = "address" if self.paddings else "offset"
        yield [name, "→", "element"]
        banks = [column * self.bits // BANK_BITS for column in range(columns)]
        yield [name, "\\", "bank", *(f"b{bank}" for bank in banks)]
        for first in range(0, size, columns):
            row = range(first, min(first + columns, size))
            yield [str(first), *(self.place_word(**elements[at]) if at in elements else "."
                                 for at in row)]  # fmt: skip


def typeset(folder, pictures):
    """The pages of a document, as lists of lines, as lists of words."""
    for number, picture in enumerate(pictures):
        (folder / f"picture{number}.tex").write_text(picture)
    pages = "\n".join(PAGE % number for number in range(len(pictures)))
    (folder / "page.tex").write_text(DOCUMENT % pages)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, errors="replace"
    )
    assert run.returncode == 0, run.stdout[-2000:]
    log = (folder / "page.log").read_text(errors="replace")
    for wrong in ("Missing character", "Overfull", "undefined"):
        assert wrong not in log, log[log.index(wrong) :][:500]
    command = ["pdftotext", "-layout", "page.pdf", "-"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    lines = [[line.split() for line in page.split("\n") if line.strip()]
             for page in run.stdout.split("\f")]  # fmt: skip
    assert lines.pop() == [] and len(lines) == len(pictures), len(lines)
    return lines


def main():
    tool = sys.argv[1]
    pictures, expected = [], []
    for arguments in LAYOUTS:

        def show(*more, arguments=arguments):
            command = [tool, "show", *arguments, *more]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout

        answer = json.loads(show("--json"))
        bits = int(arguments[2]) if arguments[1:2] == ["--bits"] else 32
        layout = Layout(answer, bits)
        for number, element in enumerate(answer["elements"]):
            assert element["at"] == layout.point(number), (arguments, element)
            held = layout.held.get(number, [])
            same = len(held) == len(element["places"]) and all(p in held for p in element["places"])
            assert same, (arguments, element, held)
        tensor, hardware = list(layout.tensor()), list(layout.hardware())
        views = [("both", tensor + hardware)]
        if len(answer["elements"]) < 100:
            views += [("tensor", tensor), ("hardware", hardware)]
        for view, lines in views:
            pictures.append(show("--as", "tikz", "--view", view))
            expected.append(((arguments, view), lines))
    with tempfile.TemporaryDirectory() as name:
        pages = typeset(pathlib.Path(name), pictures)
    words = 0
    for (case, lines), page in zip(expected, pages):
        for line, found in itertools.zip_longest(lines, page):
            assert line == found, (case, line, found)
        words += sum(map(len, lines))
    print(f"{len(pictures)} pictures of {len(LAYOUTS)} layouts, {words} words")


if __name__ == "__main__":
    main()
