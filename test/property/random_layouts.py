"""Random layouts: of threads, with copies and offsets, and of memory.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class Layout:
    """Images of the bits of each input, as row-major numbers of 2^bits elements."""

    def __init__(self, images, offset, shape):
        self.images, self.offset, self.shape = images, offset, shape

    def element(self, name, index):
        """What the index of one input adds (xor)."""
        value = 0
        for bit, image in enumerate(self.images.get(name, [])):
            if index >> bit & 1:
                value ^= image
        return value

    def point(self, element):
        coordinates = []
        for bits in reversed(self.shape):
            coordinates.append(element & (1 << bits) - 1)
            element >>= bits
        return "[" + ",".join(map(str, reversed(coordinates))) + "]"

    def text(self):
        inputs = ", ".join(
            f"{name}=[{','.join(map(self.point, images))}]"
            for name, images in self.images.items()
        )
        sizes = ",".join(str(1 << bits) for bits in self.shape)
        offset = f" ^ {self.point(self.offset)}" if self.offset else ""
        return f"{inputs} -> [{sizes}]{offset}"


def invertible(rng, bits):
    """Columns of a random invertible matrix: a permutation, or any."""
    columns = [1 << b for b in range(bits)]
    rng.shuffle(columns)
    for _ in range(rng.choice([0, 0, bits, 3 * bits]) if bits > 1 else 0):
        a, b = rng.sample(range(bits), 2)
        columns[a] ^= columns[b]
    return columns


def split_shape(rng, bits):
    shape = []
    for _ in range(rng.randrange(3)):
        shape.append(rng.randrange(bits + 1))
        bits -= shape[-1]
    return [*shape, bits]


def random_layout(rng, shape, registers, lanes, warps, onto):
    """A layout of threads; onto: some thread holds every element."""
    bits, total = sum(shape), registers + lanes + warps
    images = invertible(rng, bits)
    if onto and rng.random() < 0.5:
        images.sort()  # registers, lanes, warps in order: what real tiles have
    extra = [
        0 if rng.random() < 0.7 else rng.randrange(1 << bits)
        for _ in range(total - bits)
    ]
    images = images[:total] + extra
    if onto:
        # Copies at any position among the bits.
        places = sorted(rng.sample(range(total), bits))
        spread = [0] * total
        others = iter(images[bits:])
        for place in range(total):
            if place not in places:
                spread[place] = next(others)
        for place, image in zip(places, images[:bits]):
            spread[place] = image
        images = spread
    else:
        rng.shuffle(images)
    offset = rng.randrange(1 << bits) if rng.random() < 0.2 else 0
    cut = [registers, registers + lanes]
    named = {
        "register": images[: cut[0]],
        "lane": images[cut[0] : cut[1]],
        "warp": images[cut[1] :],
    }
    if not warps and rng.random() < 0.5:
        del named["warp"]
    return Layout(named, offset, shape)


def random_memory(rng, shape):
    bits = sum(shape)
    columns = [1 << b for b in range(bits)]
    kind = rng.randrange(3)
    if kind == 1:  # a swizzle: low bits of the offset depend on high ones
        for high in range(bits // 2, bits):
            columns[high] ^= rng.randrange(1 << bits // 2)
    elif kind == 2:
        columns = invertible(rng, bits)
    return Layout({"offset": columns}, 0, shape)
