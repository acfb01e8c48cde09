"""Random gathers by @f2.gather, checked by f2sim.

    gathers.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 2000

Unlike the layouts of layout_calls.py, most of these leave every element in its
warp: each bit of the tensor is in registers, lanes or warps, at places drawn for
the bits of the axis and the others, and the result has the others at the same
places or nearly. Registers and lanes are then mixed with each other, bits that
hold copies are inserted, and coordinates are shifted. Elements have 8 to 64 bits,
indices 32 or 64, any value.

The plain kernel loads each element from its place, which the script computes. It
must write the same as the call by its definition, and as three lowerings: the
cheapest plan, one without shuffles, and one with shuffles wherever possible. The
last must not touch shared memory if the axis stays in the warp. In some kernels
other gathers come before, which use the same scratch memory.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re

from call_kernels import STRIDE, random_launch
from call_runner import CallRunner, judge_calls
from layout_calls import Kernel
from random_layouts import Layout

#: Options of f2layout-lower by the way they ask for.
WAYS = {"cheapest": "", "memory": ";no-shuffle", "shuffles": ";no-shared"}


def mixed(rng, images):
    """Images of which some have another one added."""
    images = list(images)
    for _ in range(rng.choice([0, 0, 1, 3])):
        if len(images) > 1:
            a, b = rng.sample(range(len(images)), 2)
            images[a] ^= images[b]
    return images


class Gather(Kernel):
    """A kernel with one gather."""

    def __init__(self, rng, launch, name, alone=False):
        self.name, self.launch, self.kind, self.pairs = name, launch, "gather", 1
        self.set_type(rng)
        self.set_index(rng)
        lanes, warps = launch["lanes"], launch["warps"]
        registers = rng.randrange(5)
        room = {"register": registers, "lane": lanes, "warp": warps}
        # How many bits of each input hold copies.
        copies = {
            name: rng.choice([0, 0, 0, min(1, bits), min(2, bits)])
            for name, bits in room.items()
        }
        places = [n for n, bits in room.items() for _ in range(bits - copies[n])]
        if not places:
            places, copies["lane"] = ["lane"], lanes - 1
        axis_places = self.draw(rng, places, rng.randrange(7))
        axis_bits, others = len(axis_places), list(places)
        for place in axis_places:
            others.remove(place)
        rng.shuffle(others)
        rank = rng.choice([2, 2, 3]) if others else 1
        self.axis = rng.randrange(rank)
        self.shape = self.with_axis(rng, rank, len(others), axis_bits)
        along, beside = self.element_bits(self.shape)
        source = {n: [0] * copies[n] for n in room}
        for bit, place in [*zip(along, axis_places), *zip(beside, others)]:
            source[place].append(1 << bit)
        self.stays = "warp" not in axis_places
        # The result's axis may be of another size, anywhere.
        shape = list(self.shape)
        shape[self.axis] = max(0, axis_bits + rng.choice([-2, 0, 0, 0, 1]))
        along, beside = self.element_bits(shape)
        result = {n: [] for n in room}
        for bit, place in zip(beside, others):
            if place != "warp" and rng.random() < 0.15:
                place = rng.choice(["register", "lane"])
            result[place].append(1 << bit)
        for bit in along:
            place = rng.choice(["register", "lane", "lane", "warp"])
            result[place].append(1 << bit)
        result = {n: self.cut(rng, images, room[n], n) for n, images in result.items()}
        if warps and rng.random() < 0.1:
            self.stays = False
            rng.shuffle(result["warp"])
        self.stays &= not copies["warp"]
        self.layouts = [
            self.layout(rng, source, self.shape),
            self.layout(rng, result, shape),
        ]
        others = 0 if alone else rng.choice([0, 0, 0, 1, 2])
        self.before = [Gather(rng, launch, name, True) for _ in range(others)]
        self.stays &= all(other.stays for other in self.before)

    def gather(self, lines, text, value):
        for number, other in enumerate(self.before):
            # The values do not matter.
            zeros = ["zeroinitializer"] * 2
            other.call_gather(lines, text, f"%before{number}", *zeros)
        return super().gather(lines, text, value)

    def tally(self):
        return [self.type, self.index, self.launch["cpu"]]

    @staticmethod
    def draw(rng, places, count):
        """Places of the axis: often of one kind, or of registers and lanes."""
        kinds = rng.choice(
            [["register"], ["lane"], ["register", "lane"], ["register", "lane", "warp"]]
        )
        first = [p for p in places if p in kinds]
        rng.shuffle(first)
        return first[:count]

    def with_axis(self, rng, rank, bits, axis_bits):
        shape = [0] * rank
        shape[self.axis] = axis_bits
        for _ in range(bits):
            shape[rng.choice([d for d in range(rank) if d != self.axis])] += 1
        return shape

    def element_bits(self, shape):
        """Bits of row-major numbers: those of the axis, and the others."""
        first = sum(shape[self.axis + 1 :])
        along = range(first, first + shape[self.axis])
        return list(along), [b for b in range(sum(shape)) if b not in along]

    @staticmethod
    def cut(rng, images, bits, name):
        """Fills up with copies, or forgets elements; registers need not."""
        most = 5 if name == "register" else bits
        images = images[:most]
        if name != "register":
            images += [0] * (bits - len(images))
        return images

    def layout(self, rng, images, shape):
        images = {n: list(of) for n, of in images.items()}
        for name in ("register", "lane"):
            rng.shuffle(images[name])
        near = len(images["register"])
        both = mixed(rng, images["register"] + images["lane"])
        images["register"], images["lane"] = both[:near], both[near:]
        offset = rng.randrange(1 << sum(shape)) if rng.random() < 0.2 else 0
        if offset and "warp" in images:
            # Of the warp's bits none.
            for image in images["warp"]:
                offset &= ~image
        # A warp may have its elements in other lanes and registers than others.
        if both:
            images["warp"] = [
                image ^ (rng.choice(both) if image and rng.random() < 0.25 else 0)
                for image in images["warp"]
            ]
        return Layout(images, offset, shape)


class Runner(CallRunner):
    Kernel = Gather

    def launch(self, rng, number):
        launch = random_launch(rng, number)
        launch["scratch"] = rng.choice([32768, 32768, 4096])
        return launch

    def ways(self, launch):
        return WAYS

    def check(self, way, kernels, lowered, tally, wrong):
        """Which kernels use shuffles and memory."""
        for k in kernels:
            body = re.search(rf"^define [^@]*@{k.name}\(.*?^}}", lowered, re.M | re.S)[0]
            memory = bool(re.search(r"(load|store) .*addrspace\(3\)", body))
            tally[f"{way} by memory" if memory else f"{way} without memory"] += 1
            if way == "shuffles" and memory and k.stays:
                wrong.append(f"{k.name}: memory, though nothing leaves the warp\n")


if __name__ == "__main__":
    ways = {"cheapest by memory", "cheapest without memory", "shuffles without memory"}
    judge_calls(Runner, "gathers.out", 10, {*STRIDE, "i32", "i64", *ways})
