# Layout text as lists of images, for the other scripts of this folder.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
from pathlib import Path

LIST = Path(__file__).resolve().parent / "pairs.json"
WIDTHS = (8, 16, 32, 64)
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


class Pair:
    def __init__(self, known):
        self.name, self.kind = known["name"], known["class"]
        self.source, self.result = Layout(known["from"]), Layout(known["to"])
        self.texts = known["from"], known["to"]
        self.widths = tuple(known.get("bits", WIDTHS))

    def kernel(self, bits):
        return f"{self.name}_{bits}"


def read_pairs(path=LIST):
    return [Pair(known) for known in json.loads(path.read_text())]
