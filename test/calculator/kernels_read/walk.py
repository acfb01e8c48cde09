"""Executes the statements of a kernel and finds its accesses to shared memory.

    walk = Walk(source, launch)
    walk.run("transpose_8")
    walk.accesses       every access of every round of every loop

Each statement is executed once for all threads: values are expressions of the
numbers of a thread (symbols.py), and a mask says which threads take part. Functions
are entered, loops are run round by round until no thread is left in them. Where a
condition or an index depends on what memory holds, or on what the source does not
say, accesses have no expression, but a reason.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

from kernels_read import symbols
from kernels_read.accesses import Accesses
from kernels_read.calls import Calls, Frame
from kernels_read.lvalues import LValues
from kernels_read.places import FIXED, Variable, plain_type
from kernels_read.source import body_of
from kernels_read.symbols import BOOL, LOADED, Node, Unknown, constant
from kernels_read.values import Values

MOST_ROUNDS = 5000


@dataclasses.dataclass
class Launch:
    """How a kernel is run: one of its blocks."""

    block: tuple  # Sizes.
    grid: tuple
    index: tuple  # Of the block.
    lanes: int  # Of a warp.
    arguments: dict  # Whole numbers by the number of the parameter.

    def threads(self):
        """The names that differ between threads, with the values of all threads."""
        x, y, z = self.block
        count = x * y * z
        return {
            "count": count,
            "threadIdx.x": [t % x for t in range(count)],
            "threadIdx.y": [t // x % y for t in range(count)],
            "threadIdx.z": [t // x // y for t in range(count)],
            "lane": [t % self.lanes for t in range(count)],
            "t": list(range(count)),
        }


@dataclasses.dataclass
class Loop:
    left: object
    continued: object


class Walk(Accesses, LValues, Values, Calls):
    def __init__(self, source, launch):
        self.source, self.launch = source, launch
        self.threads = launch.threads()
        self.variables, self.frames, self.ordinals, self.loops = {}, [], {}, []
        self.mask = constant(1, BOOL)
        self.accesses = []

    def run(self, name):
        kernel = self.source.kernels()[name]
        number = 0
        for child in kernel["inner"]:
            if child["kind"] == "ParmVarDecl":
                self.variables[child["id"]] = Variable(self.mask, self.argument(child, number))
                number += 1
        self.frames.append(Frame(constant(0, BOOL)))
        self.statement(body_of(kernel), self.mask)

    def argument(self, parameter, number):
        text = plain_type(parameter)
        if text in symbols.TYPES:
            return constant(int(self.launch.arguments.get(number, 256)), symbols.TYPES[text])
        if text.endswith("*"):  # What it points at.
            return Unknown(LOADED)
        kind = "a floating-point number" if text in FIXED else f"a structure {text}"
        return Unknown(f"an argument of the kernel that is {kind}")

    # Statements. Each returns the mask of the threads that go on after it.

    def statement(self, node, mask):
        self.mask = mask
        if not node or dead(mask):
            return mask
        handler = getattr(self, "do_" + node["kind"], None)
        if handler:
            return handler(node, mask)
        self.value(node)
        return mask

    def do_CompoundStmt(self, node, mask):
        for child in node.get("inner", ()):
            mask = self.statement(child, mask)
        return mask

    def do_AttributedStmt(self, node, mask):
        return self.statement(node["inner"][-1], mask)

    def do_NullStmt(self, node, mask):
        return mask

    def do_DeclStmt(self, node, mask):
        for child in node["inner"]:
            if child["kind"] == "VarDecl":
                self.declare(child)
        return mask

    def do_IfStmt(self, node, mask):
        parts = list(node["inner"])
        if node.get("hasInit") or node.get("hasVar"):
            mask = self.statement(parts.pop(0), mask)
        condition = self.condition(parts[0])
        then = symbols.both(mask, condition)
        other = symbols.both(mask, symbols.negated(condition))
        after = self.statement(parts[1], then)
        rest = self.statement(parts[2], other) if len(parts) > 2 else other
        if after is then and rest is other:
            return mask
        joined = symbols.either(after, rest)
        if len(self.frames) == 1 and not self.loops:  # Those that left never return.
            self.rebase(mask, joined)
        return joined

    def rebase(self, old, new):
        for variable in self.variables.values():
            if isinstance(variable, Variable) and variable.mask is old:
                variable.mask = new

    def do_ReturnStmt(self, node, mask):
        frame = self.frames[-1]
        if node.get("inner"):
            value = self.returned_value(node["inner"][0])
            frame.result = (value if frame.result is None
                            else symbols.choose(mask, value, frame.result))
        frame.returned = symbols.either(frame.returned, mask)
        return constant(0, BOOL)

    def do_BreakStmt(self, node, mask):
        self.loops[-1].left = symbols.either(self.loops[-1].left, mask)
        return constant(0, BOOL)

    def do_ContinueStmt(self, node, mask):
        self.loops[-1].continued = symbols.either(self.loops[-1].continued, mask)
        return constant(0, BOOL)

    # Loops.

    def do_ForStmt(self, node, mask):
        init, _, condition, step, body = (node["inner"] + [{}] * 5)[:5]
        self.statement(init, mask)
        declared = [d["id"] for d in init.get("inner", ()) if d.get("kind") == "VarDecl"]
        return self.loop(mask, condition, body, step, declared, False)

    def do_WhileStmt(self, node, mask):
        return self.loop(mask, node["inner"][-2], node["inner"][-1], {}, [], False)

    def do_DoStmt(self, node, mask):
        return self.loop(mask, node["inner"][1], node["inner"][0], {}, [], True)

    def name_rounds(self, declared, mask):
        """Variables that the loop declares are constants with a name, in a round."""
        for number in declared:
            variable = self.variables[number]
            variable.mask = mask
            value = variable.value
            if isinstance(value, Node) and value.value is not None:
                name = f"{self.source.declarations[number]['name']}_{self.ordinal(number)}"
                variable.value = symbols.loop_value(name, value.value, value.type)

    def ordinal(self, number):
        return self.ordinals.setdefault(number, len(self.ordinals))

    def loop(self, mask, condition, body, step, declared, after):
        entered, returned = mask, self.frames[-1].returned
        state = Loop(constant(0, BOOL), constant(0, BOOL))
        self.loops.append(state)
        for round_ in range(MOST_ROUNDS + 1):
            self.mask = mask
            if not after or round_:
                self.name_rounds(declared, mask)
                goes_on = self.condition(condition) if condition else constant(1, BOOL)
                mask = self.narrow(mask, goes_on)
                if dead(mask):
                    break
            if round_ == MOST_ROUNDS:
                raise RuntimeError(f"a loop of more than {MOST_ROUNDS} rounds")
            self.name_rounds(declared, mask)
            mask = symbols.either(self.statement(body, mask), state.continued)
            state.continued = constant(0, BOOL)
            for number in declared:
                variable = self.variables[number]
                variable.value, variable.mask = symbols.plain(variable.value), mask
            if step and not dead(mask):
                self.mask = mask
                self.value(step)
            if isinstance(mask, Unknown) or unknown(goes_on if not after else mask):
                break  # One round stands for all.
        self.loops.pop()
        gone = self.frames[-1].returned
        if gone is returned:
            return entered
        return symbols.both(entered, symbols.negated(gone))

    def narrow(self, mask, condition):
        """The threads of a mask for which a condition holds."""
        if isinstance(condition, Unknown) or isinstance(mask, Unknown):
            return symbols.both(mask, condition)
        memo = {}
        holds = symbols.values(condition, self.threads, memo)
        in_mask = symbols.values(mask, self.threads, memo)
        if not any(h and m for h, m in zip(holds, in_mask)):
            return constant(0, BOOL)
        if all(h or not m for h, m in zip(holds, in_mask)):
            return mask
        return symbols.both(mask, condition)


def dead(mask):
    return isinstance(mask, Node) and mask.value == 0


def unknown(value):
    return isinstance(value, Unknown)
