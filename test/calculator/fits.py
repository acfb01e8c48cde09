"""Layouts that `f2layout fit` finds for expressions, compared at every place.

    fits.py F2LAYOUT COUNT

Draws blocks and numbers of registers of any size, and functions of the thread and
the register: maps over F2, sums of sizes and strides, and both with one place that
is different. They are written as expressions of C. The layout that is printed must
be the function at every place of its domain. Where none is printed, all ways to cut
the numbers into modes are tried here, and all affine maps: there must be none that
is the function. The place that is said to break it must be the first one at which
no map gives the places up to it, and the value beside it must be that of the maps
which give the places before. For strides, it may be the first along one number, or
among multiples in it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import itertools
import json
import random
import re
import subprocess
import sys

THREADS = [(4,), (12,), (24,), (32,), (36,), (40,), (48,), (64,), (96,), (96, 2), (8, 5, 3), (128,)]


def factors(n):
    """All ways to write n as an ordered product of numbers above 1."""
    if n == 1:
        return [[]]
    return [[f, *rest] for f in range(2, n + 1) if n % f == 0 for rest in factors(n // f)]


def bits_of(n):
    return max(n - 1, 0).bit_length()


class Case:
    def __init__(self, rng):
        self.block = rng.choice(THREADS)
        self.threads = 1
        for size in self.block:
            self.threads *= size
        self.registers = rng.choice([1, 1, 2, 3, 4, 6])
        self.rank = rng.choice([1, 2])
        self.shape = rng.choice([None, (24, 40)]) if self.rank == 2 else None
        self.kind = rng.choice(["F2", "strides"])
        carries = rng.random() < 0.5
        most = [24, 40] if self.shape else [64, 64]
        self.columns = []
        for name, size in (("t", self.threads), ("i", self.registers)):
            if self.kind == "F2":
                for bit in range(bits_of(size)):
                    images = [rng.choice([0, 1, 2, 4, 8, 16, 3, 5]) for _ in range(self.rank)]
                    self.columns.append((f"({name} >> {bit}) % 2", images))
            else:
                unit = 1
                for factor in rng.choice(factors(size)):
                    stride = [rng.choice([0, 0, 1, 1, 2, 3]) for _ in range(self.rank)]
                    if not carries:
                        axis = rng.randrange(self.rank)
                        stride = [unit if d == axis else 0 for d in range(self.rank)]
                    self.columns.append((f"({name} / {unit}) % {factor}", stride))
                    unit *= factor
        self.zero = [rng.choice([0, 0, 0, 5, 1]) for _ in range(self.rank)]
        sign = " ^ " if self.kind == "F2" else " + "
        self.broken = rng.random() < 0.4
        at = rng.randrange(self.threads), rng.randrange(self.registers)
        self.texts = []
        for d in range(self.rank):
            terms = [f"{image[d]} * ({digit})" for digit, image in self.columns]
            terms.append(str(self.zero[d]))
            text = f"({sign.join(terms)}) % {most[d]}"
            if self.broken and d == 0:
                text = f"(t == {at[0]} && i == {at[1]} ? {rng.randrange(24)} : {text})"
            self.texts.append(text)
        self.values = {}
        for t in range(self.threads):
            for i in range(self.registers):
                point = list(self.zero)
                for digit, image in self.columns:
                    value = eval(digit.replace("/", "//"), {"t": t, "i": i})
                    for d in range(self.rank):
                        term = value * image[d]
                        point[d] = point[d] ^ term if sign == " ^ " else point[d] + term
                point = [x % m for x, m in zip(point, most)]
                if self.broken and (t, i) == at:
                    point[0] = int(re.search(r"\? (\d+) :", self.texts[0]).group(1))
                self.values[t, i] = tuple(point)

    def ask(self, tool):
        text = ", ".join(f"x{d} = {text}" for d, text in enumerate(self.texts))
        self.command = [tool, "fit", text, "--threads", "x".join(map(str, self.block)),
                        "--registers", str(self.registers), "--json"]
        if self.shape:
            self.command += ["--shape", "x".join(map(str, self.shape))]
        run = subprocess.run(self.command, capture_output=True, text=True, check=False)
        assert run.returncode in (0, 1), (self.command, run.stderr)
        return run.returncode, json.loads(run.stdout)

    # The answers.

    def word(self, t, i):
        return i | t << bits_of(self.registers)

    def check_layout(self, text):
        """A layout text, evaluated from the images of its bits."""
        body, _, outputs = text.partition(" -> ")
        images = {}
        for name, listed in re.findall(r"(\w+)=\[((?:\[[\d,]+\],?)*)\]", body):
            points = re.findall(r"\[[\d,]+\]", listed)
            images[name] = [tuple(map(int, re.findall(r"\d+", point))) for point in points]
        offset = re.search(r"\^ \[([\d,]+)\]", outputs)
        columns = images.get("register", []) + images["lane"] + images.get("warp", [])
        for (t, i), expected in self.values.items():
            point = list(map(int, offset.group(1).split(","))) if offset else [0] * self.rank
            for bit, column in enumerate(columns):
                if self.word(t, i) >> bit & 1:
                    point = [x ^ y for x, y in zip(point, column)]
            assert tuple(point) == expected, (self.command, t, i, point, expected)

    def sizes(self):
        if self.shape:
            return list(self.shape)
        return [max(v[d] for v in self.values.values()) + 1 for d in range(self.rank)]

    def code(self, point):
        return point[0] + (self.sizes()[0] * point[1] if self.rank == 2 else 0)

    def check_cute(self, text):
        """Sizes and strides, evaluated from the text."""
        comment, layout = re.fullmatch(r"(\(.*?\) -> \(.*?\)) (.*)", text).groups()
        sizes = self.sizes()
        inputs = f"T{self.threads}" + (f",V{self.registers}" if self.registers > 1 else "")
        outputs = ",".join(f"{'MN'[d]}{size}" for d, size in enumerate(sizes))
        assert comment == f"({inputs}) -> ({outputs})", (comment, inputs, outputs)
        offset, _, layout = layout.rpartition(" o ")
        offset = int(offset or "0")
        shape, stride = (eval(part) for part in layout.split(":"))
        if self.registers == 1:
            shape, stride = (shape,), (stride,)
        for (t, i), point in self.values.items():
            code = offset
            for x, s, d in zip((t, i), shape, stride):
                for size, step in zip(*((v,) if isinstance(v, int) else v for v in (s, d))):
                    code += x % size * step
                    x //= size
                assert x == 0, (self.command, "the modes are smaller than the domain")
            assert code == self.code(point), (self.command, t, i, code, point)

    # What the answers must be.

    def affine_breaks(self):
        """(place, value of the map) for places that do not follow from the ones before.

        The dictionary has the values that all affine maps have in common which give
        the places that were followed: those at sums of an odd number of places.
        """
        breaks, known, first = [], {}, None
        for place, point in sorted((self.word(*at), point) for at, point in self.values.items()):
            if first is None:
                known, first = {place: point}, place
            elif place in known:
                if known[place] != point:
                    breaks.append((place, known[place]))
            else:
                change = [x ^ y for x, y in zip(point, known[first])]
                known.update({other ^ place ^ first: tuple(x ^ y for x, y in zip(value, change))
                              for other, value in known.items()})
        return breaks

    def break_along(self, values):
        """(number, value) where no cut into modes gives values, but the value before it."""
        cuts = factors(len(values))
        for x, value in enumerate(values):
            found = {}
            for cut in cuts:
                digits, unit, sum_ = x, 1, values[0]
                for factor in cut:
                    # The stride of a mode is the value at its first number.
                    sum_ += digits % factor * (values[unit] - values[0])
                    digits //= factor
                    unit *= factor
                found.setdefault(sum_, []).append(cut)
            if value not in found:
                assert len(found) == 1, (self.command, x, found)
                return x, next(iter(found))
            cuts = found[value]
        return None

    def breaks_along(self, values):
        """(number, value) of the first number that breaks modes. Behind it are the
        first among the multiples of each number that may begin a mode.
        """
        first = self.break_along(values)
        if not first:
            return []
        units = [unit for unit in range(2, len(values)) if len(values) % unit == 0]
        found = [(unit, self.break_along(values[::unit])) for unit in units]
        others = [(unit * at[0], at[1]) for unit, at in found if at]
        return [first, *(other for other in others if other[0] > first[0])]

    def stride_breaks(self):
        """(thread, register, code of the strides) of places that break them.

        The first of all, threads fastest, comes first. Behind it are those that are
        the first along one number, and the first where both numbers count.
        """
        along = [self.code(self.values[t, 0]) for t in range(self.threads)]
        across = [self.code(self.values[0, i]) for i in range(self.registers)]
        breaks = [(t, 0, code) for t, code in self.breaks_along(along)]
        breaks += [(0, i, code) for i, code in self.breaks_along(across)]
        for i, t in itertools.product(range(self.registers), range(self.threads)):
            code = along[t] + across[i] - along[0]
            if self.code(self.values[t, i]) != code:
                breaks.append((t, i, code))
                break
        return sorted(breaks, key=lambda at: (at[1], at[0]))


def main():
    tool, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(31)
    seen = dict.fromkeys(["layouts", "partial", "strides", "both", "neither", "differ more",
                          "threads", "registers", "both numbers"], 0)
    later = 0
    for _ in range(count):
        case = Case(rng)
        status, answer = case.ask(tool)
        breaks, stride_breaks = case.affine_breaks(), case.stride_breaks()
        linear, strides = not breaks, not stride_breaks
        assert answer["linear"] == linear, (case.command, answer)
        assert status == (0 if linear or strides else 1), (case.command, answer)
        whole = all(n & n - 1 == 0 for n in (case.threads, case.registers, *(case.shape or ())))
        if linear:
            case.check_layout(answer["layout"]["text"])
            seen["layouts"] += 1
            seen["partial"] += not whole
        assert ("domain" in answer) == (not linear or not whole), (case.command, answer)
        if "domain" in answer:
            domain = {"threads": case.threads, "registers": case.registers, "shape": case.sizes()}
            assert answer["domain"] == domain, (case.command, answer)
            assert ("cute" in answer) == strides, (case.command, answer)
            if strides:
                case.check_cute(answer["cute"])
                seen["strides"] += 1
                seen["both"] += linear
            else:
                wrong = answer["noStrides"]
                place = wrong["thread"], wrong["register"]
                found = (*place, case.code(wrong["expected"]))
                assert found in stride_breaks, (case.command, answer, stride_breaks)
                assert tuple(wrong["is"]) == case.values[place], (case.command, answer)
                seen["both numbers" if all(place) else "registers" if place[1] else "threads"] += 1
                later += found != stride_breaks[0]
        if not linear:
            found = answer["place"], tuple(answer["expected"])
            assert found == breaks[0], (case.command, answer, breaks[0])
            is_ = next(v for at, v in case.values.items() if case.word(*at) == answer["place"])
            assert tuple(answer["is"]) == is_, (case.command, answer)
            assert answer["differ"] == len(breaks), (case.command, answer, len(breaks))
            seen["neither"] += not strides
            seen["differ more"] += len(breaks) > 1
    assert min(seen.values()) > count / 50, seen
    print(f"{count} expressions;", ", ".join(f"{name}: {n}" for name, n in seen.items()))
    print(f"{later} places that break strides are the first along one number only")


if __name__ == "__main__":
    main()
