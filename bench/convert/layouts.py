# Layout text as lists of images, for the other scripts of this folder.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
from pathlib import Path

LIST = Path(__file__).resolve().parent / "pairs.json"
WIDTHS = (8, 16, 32, 64)
# What is held between two conversions (convert.cuh), and what the names of its
# kernels end in.
FORMS = {"words": "", "elements": "e"}
IN_DIMS = ("register", "lane", "warp")


class Layout:
    """Images of the bits of each input, as lists of coordinates."""

    def __init__(self, text):
        inputs, shape = text.split(" -> ")
        self.images = {
            name: json.loads(images)
            for name, images in re.findall(r"(\w+)=(\[(?:\[[\d,]*\],?)*\])", inputs)
        }
        self.shape = json.loads(shape)

    def places(self, *dims):
        """Images in the row-major tile."""
        columns = self.shape[1]
        return [i * columns + j for dim in dims for i, j in self.images[dim]]

    def elements(self):
        return self.shape[0] * self.shape[1]

    def threads(self):
        return 1 << len(self.images["lane"] + self.images["warp"])


class Pair:
    def __init__(self, known):
        self.name, self.kind = known["name"], known["class"]
        self.source, self.result = Layout(known["from"]), Layout(known["to"])
        self.texts = known["from"], known["to"]
        self.widths = tuple(known.get("bits", WIDTHS))

    def kernel(self, bits, form="words"):
        return f"{self.name}_{bits}{FORMS[form]}"

    def kernels(self):
        """Width and form of each kernel. Wide elements are words."""
        for form in FORMS:
            for bits in self.widths:
                if form == "words" or bits < 32:
                    yield bits, form


def form_of(kernel):
    return "elements" if kernel.endswith(FORMS["elements"]) else "words"


def read_pairs(path=LIST):
    return [Pair(known) for known in json.loads(path.read_text())]


def built_pairs(folder=None):
    """Those of the list that a build in this folder is of, or of the fixed one."""
    own = folder / LIST.name if folder else LIST
    return read_pairs(own if own.exists() else LIST)
