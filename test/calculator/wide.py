"""Asks the calculator about layouts of more than 64 bits a side.

    wide.py F2LAYOUT ROUNDS

Layouts are drawn with up to 150 bits on either side. The answer of a command is
read back from its JSON and checked here on points: a place is an
index for each input, an element a coordinate for each output, and the image of
a place is the xor of the images of its bits. Flat numbers are integers of any
size.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import random
import subprocess
import sys

THREADS = ("register", "lane", "warp")
TENSOR = ("m", "n", "k")


class Layout:
    """inputs: {name: images}, outputs: {name: bits}; images and offset are
    {output: coordinate}. Both run in their order."""

    def __init__(self, inputs, outputs, offset=None):
        self.inputs = inputs
        self.outputs = outputs
        self.offset = offset or {name: 0 for name in outputs}

    def apply(self, place):
        element = dict(self.offset)
        for name, images in self.inputs.items():
            for bit, image in enumerate(images):
                if place.get(name, 0) >> bit & 1:
                    element = {o: element[o] ^ image[o] for o in element}
        return element

    def flat(self, element):
        """The last output has the lowest bits."""
        number = 0
        for name, bits in self.outputs.items():
            number = number << bits | element[name]
        return number

    def columns(self):
        return [self.flat(i) for images in self.inputs.values() for i in images]

    def rank(self):
        files = {}
        for column in self.columns():
            while column:
                top = column.bit_length()
                if top not in files:
                    files[top] = column
                    break
                column ^= files[top]
        return len(files)

    def input_bits(self):
        return sum(len(images) for images in self.inputs.values())

    def output_bits(self):
        return sum(self.outputs.values())

    def bit_names(self):
        return [
            f"{name} {1 << bit}"
            for name, images in self.inputs.items()
            for bit in range(len(images))
        ]

    def text(self):
        def point(p):
            return "[" + ",".join(str(p[o]) for o in self.outputs) + "]"

        inputs = ", ".join(
            f"{name}=[{','.join(map(point, images))}]"
            for name, images in self.inputs.items()
        )
        sizes = ",".join(f"{name}:{1 << bits}" for name, bits in self.outputs.items())
        offset = f" ^ {point(self.offset)}" if any(self.offset.values()) else ""
        return f"{inputs} -> [{sizes}]{offset}"

    @staticmethod
    def read(answer):
        """Reads a layout from the calculator's JSON."""
        names = [o["name"] for o in answer["outputs"]]
        return Layout(
            {
                i["name"]: [dict(zip(names, image)) for image in i["bases"]]
                for i in answer["inputs"]
            },
            {o["name"]: o["size"].bit_length() - 1 for o in answer["outputs"]},
            dict(zip(names, answer["offset"])),
        )


class Random(random.Random):
    def dims(self, names, most=50):
        return {name: self.randrange(most + 1) for name in names}

    def point(self, outputs):
        return {name: self.getrandbits(bits) for name, bits in outputs.items()}

    def place(self, layout):
        return self.point({n: len(images) for n, images in layout.inputs.items()})

    def layout(self, ins, outs):
        """Often with images that occur twice, or make no difference."""
        pool = [self.point(outs) for _ in range(self.randrange(1, 120))]
        inputs = {
            name: [
                self.choice(pool) if self.random() < 0.5 else self.point(outs)
                for _ in range(bits)
            ]
            for name, bits in ins.items()
        }
        return Layout(inputs, outs, self.choice([None, self.point(outs)]))

    def one_to_one(self, ins, outs):
        """The bits in another order, mixed by adding images to later ones."""
        bits = [(name, bit) for name, n in outs.items() for bit in range(n)]
        self.shuffle(bits)
        images = []
        for name, bit in bits:
            image = dict.fromkeys(outs, 0)
            image[name] = 1 << bit
            if images:
                other = self.choice(images)
                image = {o: image[o] ^ other[o] for o in outs}
            images.append(image)
        inputs = {}
        for name, n in ins.items():
            inputs[name], images = images[:n], images[n:]
        return Layout(inputs, outs, self.point(outs))


def product(inner, outer):
    """Low bits are the inner layout's, high bits the outer one's."""
    outs = {o: inner.outputs[o] + outer.outputs[o] for o in inner.outputs}

    def high(p):
        return {o: p[o] << inner.outputs[o] for o in outs}

    inputs = {
        name: images + [high(i) for i in outer.inputs[name]]
        for name, images in inner.inputs.items()
    }
    above = high(outer.offset)
    return Layout(inputs, outs, {o: inner.offset[o] | above[o] for o in outs})


class Calculator:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, status=0, text=None):
        result = subprocess.run(
            [self.path, *arguments],
            input=text,
            text=True,
            capture_output=True,
            check=False,
        )
        assert result.returncode == status, (arguments, result.stdout, result.stderr)
        return result.stdout if status < 2 else result.stderr

    def ask(self, *arguments, status=0):
        return json.loads(self.run(*arguments, "--json", status=status))

    def layout(self, *arguments):
        return Layout.read(self.ask(*arguments)["layout"])


def check_apply(rng, tool):
    layout = rng.layout(rng.dims(THREADS), rng.dims(TENSOR))
    place = rng.place(layout)
    element = layout.apply(place)
    words = [f"{name}={index}" for name, index in place.items()]
    point = ",".join(map(str, element.values()))
    assert tool.run("apply", layout.text(), *words) == f"({point})\n"
    places = tool.ask("apply", layout.text(), "--at", point)["places"]
    assert len(places) == min(4096, 2 ** (layout.input_bits() - layout.rank()))
    numbers = []
    for found in places[:: max(1, len(places) // 20)]:
        assert layout.apply(found) == element
        number = 0
        for name in reversed(layout.inputs):
            number = number << len(layout.inputs[name]) | found[name]
        numbers.append(number)
    assert numbers == sorted(set(numbers))


def check_matrix(rng, tool):
    layout = rng.layout(rng.dims(THREADS), rng.dims(TENSOR))
    answer = tool.ask("matrix", layout.text())
    columns = layout.columns()
    assert answer["columns"] == columns
    assert answer["rank"] == layout.rank()
    assert answer["rows"] == [
        "".join(str(c >> row & 1) for c in columns)
        for row in range(layout.output_bits())
    ]
    kernel = answer["kernel"]
    assert len({k.bit_length() for k in kernel}) == len(columns) - layout.rank()
    for vector in kernel:
        total = 0
        for bit, column in enumerate(columns):
            total ^= column if vector >> bit & 1 else 0
        assert vector and total == 0
    # As text a row is an output bit, "m 8", and '1' or '.' for each column.
    words = [line.split() for line in tool.run("matrix", layout.text()).splitlines()]
    rows = [w[2 : 2 + len(columns)] for w in words if w and w[0] in TENSOR]
    assert ["".join(r).replace(".", "0") for r in rows] == answer["rows"]


def check_compose(rng, tool):
    middle = rng.dims(TENSOR)
    first = rng.layout(rng.dims(THREADS), middle)
    second = rng.one_to_one(middle, dict(zip(THREADS, middle.values())))
    # The inverse of a layout of threads is read unchanged.
    place = rng.place(first)
    both = tool.layout("compose", first.text(), second.text())
    assert both.apply(place) == second.apply(first.apply(place))


def check_invert(rng, tool):
    ins = rng.dims(THREADS)
    layout = rng.one_to_one(ins, dict(zip(TENSOR, ins.values())))
    place = rng.place(layout)
    for arguments in (("invert",), ("invert", "--pseudo")):
        inverse = tool.layout(*arguments, layout.text())
        assert inverse.apply(layout.apply(place)) == place


def check_divide(rng, tool):
    inner = rng.layout(rng.dims(THREADS, 25), rng.dims(TENSOR, 25))
    outer = rng.layout(rng.dims(THREADS, 25), rng.dims(TENSOR, 25))
    whole = product(inner, outer)
    place = rng.place(outer)
    left = tool.layout("divide", whole.text(), inner.text())
    assert left.apply(place) == outer.apply(place)
    place = rng.place(inner)
    right = tool.layout("divide", "--right", whole.text(), outer.text())
    assert right.apply(place) == inner.apply(place)
    # Registers in the opposite order.
    whole.inputs["register"].reverse()
    answer = tool.ask("divide", "--rename", whole.text(), inner.text())
    quotient = Layout.read(answer["layout"])
    names = Layout.read(tool.ask("translate", answer["registers"], "--to", "json"))
    again = product(inner, quotient)
    place = rng.place(again)
    source = names.apply({"register": place["register"]})["register"]
    assert whole.apply({**place, "register": source}) == again.apply(place)


def check_check(rng, tool):
    layout = rng.layout(rng.dims(THREADS), rng.dims(TENSOR))
    answer = tool.ask("check", layout.text())
    columns, rank = layout.columns(), layout.rank()
    holds = {name: property["holds"] for name, property in answer.items()}
    assert holds["linear"] == (not any(layout.offset.values()))
    assert holds["injective"] == (rank == layout.input_bits())
    assert holds["surjective"] == (rank == layout.output_bits())
    assert holds["distributed"] == (
        rank == layout.output_bits()
        and all(bin(c).count("1") <= 1 for c in columns)
        and len({c for c in columns if c}) == len([c for c in columns if c])
    )
    # One bit to one bit: a permutation, until one image gets a second bit.
    ins = {name: 10 + rng.randrange(40) for name in THREADS}
    bits = [(o, b) for o, n in zip(TENSOR, ins.values()) for b in range(n)]
    rng.shuffle(bits)
    outs = dict(zip(TENSOR, ins.values()))
    images = [{**dict.fromkeys(outs, 0), o: 1 << b} for o, b in bits]
    inputs = {}
    for name, n in ins.items():
        inputs[name], images = images[:n], images[n:]
    layout = Layout(inputs, outs)
    tool.run("check", layout.text(), "--is", "permutation,distributed,invertible")
    first, last = layout.inputs["register"][0], layout.inputs["warp"][-1]
    layout.inputs["warp"][-1] = {o: first[o] ^ last[o] for o in outs}
    tool.run("check", layout.text(), "--is", "invertible")
    assert f"warp {1 << ins['warp'] - 1} goes to (" in tool.run(
        "check", layout.text(), "--is", "permutation", status=1
    )


def check_diff(rng, tool):
    # diff leaves out dimensions of size 1.
    ins = {name: 1 + bits for name, bits in rng.dims(THREADS).items()}
    outs = {name: 1 + bits for name, bits in rng.dims(TENSOR).items()}
    layout = rng.layout(ins, outs)
    other = Layout(
        dict(reversed(layout.inputs.items())),
        dict(reversed(layout.outputs.items())),
        layout.offset,
    )
    assert tool.run("diff", layout.text(), other.text()) == "same\n"
    name = rng.choice(TENSOR)
    changed = 1 << rng.randrange(layout.outputs[name])
    image = dict(other.inputs["warp"][-1])
    image[name] ^= changed
    other.inputs = {**other.inputs, "warp": other.inputs["warp"][:-1] + [image]}
    bit = 1 << len(layout.inputs["warp"]) - 1
    points = [
        "(" + ",".join(str(i[o]) for o in TENSOR) + ")"
        for i in (layout.inputs["warp"][-1], image)
    ]
    assert (
        tool.run("diff", layout.text(), other.text(), status=1)
        == f"warp {bit} is at {points[0]} and {points[1]}\n"
    )


def check_translate(rng, tool):
    layout = rng.layout(rng.dims(THREADS), rng.dims(TENSOR))
    text = tool.run("translate", layout.text())
    # Triton's dump has no offsets.
    dump = () if any(layout.offset.values()) else ("dump",)
    for notation in ("text", "json", "masks", *dump):
        written = tool.run("translate", "--to", notation, layout.text())
        assert tool.run("translate", "-", text=written) == text


def check_show(rng, tool):
    ins = {name: 22 + rng.randrange(29) for name in THREADS}
    layout = rng.layout(ins, rng.dims(TENSOR))
    shown = tool.run("show", layout.text()).splitlines()
    lines = [" ".join(line.split()) for line in shown]
    images = [i for images in layout.inputs.values() for i in images]
    for name, image in zip(layout.bit_names(), images):
        point = ",".join(str(image[o]) for o in TENSOR)
        assert f"{name} -> ({point})" in lines
    answer = tool.ask("show", layout.text())
    assert answer["copies"] == 2 ** (layout.input_bits() - layout.rank())
    error = tool.run("show", layout.text(), "--as", "svg", status=2)
    assert error == (
        "f2layout: error: no picture: the layout has "
        f"{layout.input_bits()} input bits and {layout.output_bits()} output bits, "
        "and tables are of at most 64 of each\n"
    )


def check_explain(rng, tool):
    layout = rng.layout(rng.dims(THREADS), rng.dims(TENSOR))
    sentences = tool.ask("explain", layout.text())["sentences"]
    images = [i for images in layout.inputs.values() for i in images]
    for name, image, sentence in zip(layout.bit_names(), images, sentences):
        point = ",".join(str(image[o]) for o in TENSOR)
        said = f" moves by ({point})" if any(image.values()) else " makes no difference"
        assert sentence.startswith(name + said), sentence
    copies = layout.input_bits() - layout.rank()
    times = ["once", "twice"][copies] if copies < 2 else f"2^{copies} times"
    held = (f"every element is held {times}", f" elements are held, {times}")
    assert any(s.endswith(held) for s in sentences)


def check_vectorize(rng, tool):
    """A thread has 2^v consecutive elements; lane 1 has the next ones."""
    v, rest = rng.randrange(4), rng.randrange(1, 40)
    outs = {"m": rest, "n": v}
    most = {"register": 40, "lane": 30, "warp": 50}
    ins = {name: rng.randrange(1, bits) for name, bits in most.items()}
    layout = rng.layout(ins, {"m": rest, "n": 0})
    layout.inputs["lane"][0] = {"m": layout.inputs["lane"][0]["m"] | 1, "n": 0}
    layout.inputs["register"][:0] = [{"m": 0, "n": 1 << bit} for bit in range(v)]
    whole = Layout(layout.inputs, outs, {"m": layout.offset["m"], "n": 0})
    answer = tool.ask("vectorize", whole.text(), "--bits", "8")
    assert answer["elements"] == 1 << v
    lanes = Layout({"lane": whole.inputs["lane"]}, outs).rank()
    assert answer["sectors"]["bytes"] == 1 << v + lanes


CHECKS = {
    name.removeprefix("check_"): function
    for name, function in list(globals().items())
    if name.startswith("check_")
}


def main():
    tool, rounds = Calculator(sys.argv[1]), int(sys.argv[2])
    for name, check in CHECKS.items():
        for seed in range(rounds):
            try:
                check(Random(f"{name} {seed}"), tool)
            except AssertionError:
                print(f"{name}, round {seed}:", file=sys.stderr)
                raise
        print(f"{name}: {rounds} layouts")


if __name__ == "__main__":
    main()
