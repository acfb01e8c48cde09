"""Calls: functions of the source are entered, and some of the libraries are known.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

from kernels_read import symbols
from kernels_read.places import Address, Elsewhere, SharedPlace, Variable, plain_type
from kernels_read.source import body_of
from kernels_read.symbols import BOOL, INT, LOADED, UNSIGNED, Unknown, constant

RETURNED = "what a function of a library returns"


@dataclasses.dataclass
class Frame:
    """A function that is being executed."""

    returned: object  # The mask of the threads that have returned.
    result: object = None
    this: object = None


class Calls:
    def value_LambdaExpr(self, node):
        return Variable(self.mask, Unknown("a lambda"))

    def value_CXXThisExpr(self, _):
        return self.frames[-1].this

    def value_CallExpr(self, node):
        callee = node["inner"][0]
        while callee.get("inner") and callee["kind"] not in ("DeclRefExpr", "MemberExpr"):
            callee = callee["inner"][-1]
        if callee["kind"] == "MemberExpr":  # A static one.
            return self.call(node, callee.get("referencedMemberDecl"), callee.get("name", ""),
                             node["inner"][1:], None, plain_type(callee["inner"][0]))
        reference = callee.get("referencedDecl", {})
        name = reference.get("name", "")
        return self.call(node, reference.get("id"), name, node["inner"][1:], None)

    def value_CXXMemberCallExpr(self, node):
        member = node["inner"][0]
        base = member.get("inner", [{}])[0]
        if member.get("name", "").startswith("operator ") and base.get("kind") == "MemberExpr":
            inner = base["inner"][0].get("referencedDecl", {})
            if inner.get("name") in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
                return self.builtin(inner["name"], base["name"])  # As HIP has them.
        this = self.value(base) if member.get("isArrow") else self.place(base)
        if isinstance(this, Variable):
            this = Address(this)
        while base["kind"] == "ImplicitCastExpr":  # To the class that has the member.
            base = base["inner"][0]
        return self.call(node, member.get("referencedMemberDecl"), member.get("name", ""),
                         node["inner"][1:], this, plain_type(base))

    def value_CXXOperatorCallExpr(self, node):
        callee = node["inner"][0]["inner"][0].get("referencedDecl", {})
        operands = node["inner"][1:]
        declared = self.source.declarations.get(callee.get("id"), {"isImplicit": True})
        if callee.get("name") == "operator=" and declared.get("isImplicit"):
            return self.assign_record(node, *operands)
        if callee.get("kind") == "CXXMethodDecl":
            this = self.place(operands[0])
            this = Address(this) if isinstance(this, Variable) else this
            return self.call(node, callee.get("id"), callee.get("name"), operands[1:], this)
        return self.call(node, callee.get("id"), callee.get("name", ""), operands, None)

    def assign_record(self, node, left, right):
        """The members are copied as one piece of memory."""
        place, value = self.place(left), self.place(right)
        if self.source.hip and re.match(r"u?[a-z]+[24]$|HIP_vector_type", plain_type(left)):
            for part, side in ((left, place), (right, value)):  # No copy of memory in HIP.
                if isinstance(side, SharedPlace):
                    self.passed(part, side, "the function operator= of a library accesses it")
            value = Unknown("a vector of HIP")
            if isinstance(place, Variable):
                place.become(value, self.mask)
            return value
        where = self.operator_place(node)
        if isinstance(value, SharedPlace):
            self.access(node, False, value, plain_type(right), where, right)
            value = Unknown(LOADED)
        elif isinstance(value, Elsewhere):
            value = Unknown(value.why)
        if isinstance(place, SharedPlace):
            self.access(node, True, place, plain_type(left), where, left)
        elif isinstance(place, Variable):
            place.become(value.copy() if isinstance(value, Variable) else value, self.mask)
        return value

    def value_CXXConstructExpr(self, node):
        arguments = node.get("inner", ())
        if len(arguments) == 1 and plain_type(arguments[0]) == plain_type(node):  # A copy.
            place = self.place(arguments[0])
            if isinstance(place, SharedPlace):
                self.access(node, False, place, plain_type(node), self.start(arguments[0]))
                return Unknown(LOADED)
            return place.copy() if isinstance(place, Variable) else Unknown(place.why)
        for argument in arguments:
            self.value(argument)
        return Variable(self.mask, Unknown("an object of a library"))

    value_CXXTemporaryObjectExpr = value_CXXConstructExpr

    def call(self, node, reference, name, arguments, this, this_type=""):
        function = self.source.function(reference) if reference else None
        if function is None:
            return self.known_call(node, name, arguments, this_type)
        if len(self.frames) > 20:
            raise RuntimeError("functions that call each other")
        parameters = [c for c in function["inner"] if c["kind"] == "ParmVarDecl"]
        bound = []
        for parameter, argument in zip(parameters, arguments):
            if plain_type(parameter).endswith("&"):
                bound.append(self.place(argument))
            else:
                value = self.value(argument)
                bound.append(value.copy() if isinstance(value, Variable)
                             else Variable(self.mask, value))
        for parameter, value in zip(parameters, bound):
            self.variables[parameter["id"]] = value
        return self.enter(function, this)

    def enter(self, function, this):
        frame = Frame(constant(0, BOOL), None, this)
        self.frames.append(frame)
        before, loops = self.mask, self.loops
        self.loops = []
        self.statement(body_of(function), before)
        self.frames.pop()
        self.mask, self.loops = before, loops
        return frame.result if frame.result is not None else Unknown("nothing")

    def returned_value(self, node):
        if self.frames[-1].result is None and node.get("valueCategory") == "lvalue":
            return self.place(node)
        return self.value(node)

    def known_call(self, node, name, arguments, this_type):
        values = [self.argument_value(argument) for argument in arguments]
        type_ = symbols.TYPES.get(plain_type(node))
        are_known = all(isinstance(v, symbols.Node) for v in values)
        if name in ("min", "max", "__popc") and type_ and are_known:
            return symbols.operation(name, type_, *values)
        if name == "__builtin_assume_aligned":
            return values[0]
        if name == "__cvta_generic_to_shared":
            return values[0]
        if this_type.endswith("thread_block"):
            x, y, z = self.launch.block
            if name == "thread_rank":
                return symbols.cast(symbols.name("t", INT), UNSIGNED)
            if name in ("size", "num_threads"):
                return constant(x * y * z, UNSIGNED)
        tile = re.search(r"thread_block_tile<(\d+)", this_type)
        if tile:
            numbers = {"thread_rank": "%", "meta_group_rank": "/"}
            size = constant(int(tile.group(1)), UNSIGNED)
            if name in numbers:
                thread = symbols.cast(symbols.name("t", INT), UNSIGNED)
                return symbols.operation(numbers[name], UNSIGNED, thread, size)
            if name in ("size", "num_threads"):
                return size
        for argument, value in zip(arguments, values):
            if isinstance(value, SharedPlace):
                self.passed(argument, value, f"the function {name} of a library accesses it")
        return Unknown(f"{RETURNED}: {name}")

    def argument_value(self, node):
        if node.get("valueCategory") == "lvalue":
            place = self.place(node)
            return place.value if isinstance(place, Variable) else place
        return self.value(node)

    def do_GCCAsmStmt(self, node, mask):
        """Operands are outputs and inputs. The lane's number is known."""
        text = self.source.text(node)
        for child in node.get("inner", ()):
            if child.get("valueCategory") == "lvalue":
                place = self.place(child)
                lane = symbols.cast(symbols.name("lane", INT), UNSIGNED)
                if isinstance(place, Variable):
                    place.become(lane if "%laneid" in text else Unknown("inline assembly"), mask)
            else:
                value = self.value(child)
                if isinstance(value, SharedPlace):
                    self.passed(node, value, "an instruction of inline assembly accesses it")
        return mask
