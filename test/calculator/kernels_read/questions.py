"""Accesses as questions to `f2layout banks`.

    for question in questions(accesses): question.command("f2layout", "sm_90", launch)

Accesses of several rounds of a loop are one question if they have the same
expression: the variables of loops are then functions of i, the number of the
access.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

from kernels_read import symbols
from kernels_read.symbols import INT

# What an access of so many bytes is cast to.
WIDE = {1: "char", 2: "half", 4: "float", 8: "float2", 16: "float4"}
MOST_RUNS = 100


@dataclasses.dataclass
class Question:
    store: bool
    text: str
    condition: str
    options: list
    rounds: list  # For each access the values of variables of loops.

    def command(self, tool, target, launch):
        let, rounds = definitions(self.rounds, self.text + ";" + self.condition)
        command = [tool, "banks", self.text, "--json", "--target", target]
        command += ["--only", "store" if self.store else "load"]
        command += ["--block", "x".join(map(str, launch.block)), *self.options]
        if let:
            command += ["--let", "; ".join(let)]
        if rounds > 1:
            command += ["--registers", str(rounds)]
        if self.condition:
            command += ["--if", self.condition]
        return command


def in_bytes(place):
    total = symbols.constant(0)
    for index, size in place.steps:
        step = symbols.operation("*", INT, symbols.cast(index, INT), symbols.constant(size))
        total = step if total.value == 0 else symbols.operation("+", INT, total, step)
    return total


def place_of(access):
    """The subscripts, and the options that describe the array."""
    place = access.place
    sizes = re.findall(r"\[(\d*)\]", place.array.type)
    if (place.plain and place.steps and len(sizes) == len(place.steps)
            and place.steps[-1][1] == access.bytes and access.bytes <= 8):
        shape = ["--shape", "x".join(sizes)] if all(sizes) else []
        if shape or len(sizes) == 1:
            options = [*shape, "--bits", str(8 * access.bytes)]
            return [index for index, _ in place.steps], options, ""
    return [in_bytes(place)], ["--type", "char"], f"*({WIDE[access.bytes]} *)&"


def questions(accesses):
    found = {}
    for access in accesses:
        subscripts, options, cast = place_of(access)
        takes_part = [access.mask] if access.mask.value is None else []
        roots = symbols.without_names(subscripts + takes_part)
        lines, texts = symbols.render(roots)
        text = "".join(f"[{s}]" for s in texts[: len(subscripts)])
        text = "; ".join([*lines, f"{cast}{access.place.array.name}{text}"])
        condition = "; ".join([*lines, texts[-1]]) if takes_part else ""
        loops = {}
        for node in roots:
            loops.update(node.loops)
        rounds = found.setdefault((text, condition, tuple(options)), [])
        rounds.append(loops)
    store = accesses[0].store
    for (text, condition, options), rounds in found.items():
        for part in parts_of(rounds):
            yield Question(store, text, condition, list(options), part)


def parts_of(rounds):
    """Rounds such that each variable changes at most MOST_RUNS times."""
    part, runs = [], {}
    for loops in rounds:
        for name, value in loops.items():
            if not part or part[-1][name] != value:
                runs[name] = runs.get(name, 0) + 1
        if part and (len(part) == 1024 or max(runs.values(), default=0) > MOST_RUNS):
            yield part
            part, runs = [], dict.fromkeys(loops, 1)
        part.append(loops)
    yield part


def definitions(rounds, text):
    """The variables of loops as functions of i, and the number of accesses."""
    lines = []
    for name in sorted(rounds[0]):
        if name not in text or name.startswith("blockDim"):
            continue
        column = [loops[name] for loops in rounds]
        lines.append(f"{name} = {function_of_i(column)}" if "." in name
                     else f"int {name} = {function_of_i(column)}")
    return lines, len(rounds)


def function_of_i(column):
    if len(set(column)) == 1:
        return str(column[0])
    count = len(column)
    repeat = next(n for n, x in enumerate(column) if x != column[0])
    period = next((n for n in range(repeat + 1, count) if column[n] == column[0]), count)
    step = column[repeat] - column[0]
    if all(x == column[0] + step * (n // repeat % max(1, period // repeat))
           for n, x in enumerate(column)):
        return f"{column[0]} + {step} * (i / {repeat} % {max(1, period // repeat)})"
    runs = []
    for n, x in enumerate(column):
        if runs and runs[-1][0] == x:
            runs[-1][1] = n + 1
        else:
            runs.append([x, n + 1])
    return "".join(f"i < {end} ? {x} : " for x, end in runs[:-1]) + str(runs[-1][0])
