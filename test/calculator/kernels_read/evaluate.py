"""Expressions of a kernel: their values, and the accesses that they make.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

from kernels_read import symbols
from kernels_read.calls import Calls
from kernels_read.places import (Address, Array, Elsewhere, SharedPlace, Variable, element_of,
                                 layout_of, plain_type, pointee_of, strip)
from kernels_read.symbols import BOOL, INT, UNSIGNED, Node, Unknown, constant

LOADED = "it depends on what memory holds"
THROUGH = {"ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr",
           "SubstNonTypeTemplateParmExpr", "CXXDefaultArgExpr", "ConstantExpr"}
AXES = {"__fetch_builtin_x": "x", "__fetch_builtin_y": "y", "__fetch_builtin_z": "z"}


@dataclasses.dataclass
class Access:
    line: int  # Of the token (source.py).
    store: bool
    place: object  # A SharedPlace, or None.
    bytes: int
    mask: object
    why: str = ""  # Why it has no expression.


def pieces(size, align, hip):
    """The place and the bytes of each access that a load or a store becomes.

    clang gives an access of eight halves at &as[r][x] the alignment of a half, whatever
    the type it is cast to: store <8 x half> ..., align 2. NVIDIA's accesses are aligned,
    so that it becomes eight. AMD's need not be: it is one ds_write_b128, and only with
    half of their size as alignment do 8 or 16 bytes become the two of ds_write2.
    """
    at = 0
    while at < size:
        most, known = min(size - at, 16), min(align, at & -at or align)
        if not hip:
            width = min(1 << most.bit_length() - 1, known)
        else:
            width = most // 2 if (most, known) in ((8, 4), (16, 8)) else most
        yield at, width
        at += width


class Evaluate(Calls):
    def __init__(self, source, launch):
        self.source, self.launch = source, launch
        self.threads = launch.threads()
        self.variables, self.frames, self.ordinals = {}, [], {}
        self.mask = constant(1, BOOL)
        self.accesses = []

    # Accesses.

    def alignment(self, node, place):
        """What clang knows of the alignment: where a cast is of an array that stands
        there, that of the array and of its subscripts, otherwise that of the type."""
        node = self.strip_parens(node)
        if node["kind"] not in ("UnaryOperator", "ArraySubscriptExpr"):
            return 16
        cast = self.strip_parens(node["inner"][0])
        if cast["kind"] not in ("CXXReinterpretCastExpr", "CStyleCastExpr"):
            return 16
        inner = self.strip_parens(cast["inner"][-1])
        decay = inner.get("castKind") == "ArrayToPointerDecay"
        if not decay and not (inner["kind"] == "UnaryOperator" and inner["opcode"] == "&"):
            return 16
        least = 16
        for index, size in place.steps:
            bytes_ = size
            if isinstance(index, Node) and index.value is not None and not index.loops:
                bytes_ = index.value * size
            least = min(least, bytes_ & -bytes_ or 16)
        return least

    def access(self, node, store, place, type_, offset=None, written=None):
        layout = layout_of(type_, self.source.records)
        line = self.source.line(self.place_of(node) if offset is None else offset)[0]
        why = ""
        indices = [index for index, _ in place.steps]
        for index in indices + [self.mask]:
            if isinstance(index, Unknown):
                why = f"{'its condition' if index is self.mask else 'its index'}: {index.why}"
        if layout is None:
            why = why or f"the size of {type_} is not known"
        if layout is None:
            self.accesses.append(Access(line, store, place, 4, self.mask, why))
            return
        align = min(layout.align, self.alignment(written or node, place))
        for at, width in pieces(layout.size, align, self.source.hip):
            part = place if at == 0 else place.step(constant(at), 1, False)
            odd = "" if width & width - 1 == 0 else f"an access of {width} bytes by one instruction"
            self.accesses.append(Access(line, store, part, width, self.mask, why or odd))

    def place_of(self, node):
        """The offset of the token that debug information names (Expr::getExprLoc)."""
        while node["kind"] in THROUGH:
            node = node["inner"][-1]
        if node["kind"] == "ArraySubscriptExpr":
            return self.start(node["inner"][0])
        if node["kind"] == "MemberExpr":
            return node["range"]["end"]["offset"]
        return self.start(node)

    @staticmethod
    def start(node):
        return node["range"]["begin"]["offset"]

    def operator_place(self, node):
        """The offset of a binary operator: after its left operand."""
        left = node["inner"][0] if node["kind"] != "CXXOperatorCallExpr" else node["inner"][1]
        end = left["range"]["end"]
        return end["offset"] + end["tokLen"] + 1

    def load(self, node, place, type_, offset=None):
        if isinstance(place, Variable):
            return place if place.parts is not None else place.value
        if isinstance(place, SharedPlace):
            self.access(node, False, place, type_, offset)
            return Unknown(LOADED)
        return Unknown(place.why) if isinstance(place, Elsewhere) else Unknown(LOADED)

    def store(self, node, place, type_, value):
        if isinstance(place, Variable):
            place.become(value, self.mask)
        elif isinstance(place, SharedPlace):
            self.access(node, True, place, type_, self.operator_place(node), node["inner"][0])

    # Places.

    def place(self, node):
        kind = node["kind"]
        if kind in THROUGH:
            return self.place(node["inner"][-1])
        handler = getattr(self, "place_" + kind, None)
        if handler:
            return handler(node)
        value = self.value(node)  # A temporary.
        return value if isinstance(value, (Variable, SharedPlace, Elsewhere)) else Variable(self.mask, value)

    def place_DeclRefExpr(self, node):
        number = node["referencedDecl"]["id"]
        if number not in self.variables:
            declared = self.source.declarations.get(number)
            if declared is None or declared["kind"] != "VarDecl":
                return Elsewhere(f"the value of {node['referencedDecl'].get('name')}")
            self.declare(declared)
        found = self.variables[number]
        return found

    def declare(self, node):
        type_ = plain_type(node)
        kinds = {child["kind"] for child in node.get("inner", ())}
        if "CUDASharedAttr" in kinds:
            self.variables[node["id"]] = SharedPlace(Array(node["name"], type_))
            return
        start = [c for c in node.get("inner", ()) if not c["kind"].endswith("Attr")]
        if type_.endswith("&"):
            self.variables[node["id"]] = self.place(start[0]) if start else Elsewhere()
            return
        variable = Variable(self.mask, Unknown("a variable without a value"))
        if start:
            value = self.value(start[0])
            variable = value.copy() if isinstance(value, Variable) else Variable(self.mask, value)
            variable.mask = self.mask
        self.variables[node["id"]] = variable

    def place_ArraySubscriptExpr(self, node):
        base, index = node["inner"]
        pointer, index = self.value(base), self.value(index)
        return self.pointed(self.plus(pointer, index, plain_type(node)))

    def place_UnaryOperator(self, node):
        if node["opcode"] == "*":
            return self.pointed(self.value(node["inner"][0]))
        if node["opcode"] in ("++", "--"):
            self.value(node)
            return self.place(node["inner"][0])
        return self.place(node["inner"][0])

    def place_MemberExpr(self, node):
        base = node["inner"][0]
        place = self.pointed(self.value(base)) if node.get("isArrow") else self.place(base)
        return self.member(place, base, node)

    def member(self, place, base, node):
        if isinstance(place, Variable):
            return place.part(node["name"])
        if isinstance(place, SharedPlace):
            type_ = plain_type(base)
            type_ = pointee_of(type_) if node.get("isArrow") else type_
            record = layout_of(type_, self.source.records)
            if record is None or node["name"] not in record.fields:
                return place.step(Unknown(f"the place of the member {node['name']}"), 1, False)
            return place.step(constant(record.fields[node["name"]]), 1, False)
        return place

    def place_ImplicitCastExpr(self, node):
        if node["castKind"] in ("NoOp", "DerivedToBase", "UncheckedDerivedToBase", "LValueBitCast"):
            return self.place(node["inner"][-1])
        return Variable(self.mask, self.value(node))

    place_CXXReinterpretCastExpr = place_CStyleCastExpr = place_ImplicitCastExpr
    place_CXXStaticCastExpr = place_CXXConstCastExpr = place_ImplicitCastExpr

    def place_BinaryOperator(self, node):
        self.value(node)
        return self.place(node["inner"][0 if node["opcode"] != "," else 1])

    place_CompoundAssignOperator = place_BinaryOperator

    def place_ConditionalOperator(self, node):
        arms = []

        def arm(part):
            place = self.place(part)
            arms.append((part, place))
            return place

        value = self.conditional(node, arm)
        if isinstance(value, Unknown):
            for part, place in arms:
                if isinstance(place, SharedPlace):
                    self.passed(part, place, f"its condition: {value.why}")
        return value if not isinstance(value, Unknown) else Elsewhere(value.why)

    # Pointers.

    def pointed(self, pointer):
        if isinstance(pointer, Address):
            return pointer.variable
        if isinstance(pointer, SharedPlace):
            return pointer
        return Elsewhere(pointer.why) if isinstance(pointer, Unknown) else Elsewhere()

    def plus(self, pointer, count, type_):
        if isinstance(pointer, SharedPlace):
            layout = layout_of(type_, self.source.records)
            if layout is None:
                return pointer.step(Unknown(f"the size of {type_} is not known"), 1, False)
            return pointer.moved(count, layout.size)
        if isinstance(pointer, Address) and pointer.array:
            index = pointer.index
            where = symbols.operation("+", INT, index, symbols.cast(count, INT)) \
                if isinstance(count, Node) else Unknown(getattr(count, "why", LOADED))
            if isinstance(where, Node) and where.value is not None:
                return Address(pointer.array.part(where.value), pointer.array, symbols.plain(where))
            return Address(Variable(self.mask, Unknown("an array at an index that varies")))
        return pointer

    def decay(self, node):
        place = self.place(node)
        if isinstance(place, SharedPlace):
            element = element_of(plain_type(node))
            layout = layout_of(element, self.source.records) if element else None
            if layout is None:
                return place.step(Unknown(f"the size of {element} is not known"), 1, False)
            return place.step(constant(0), layout.size, place.plain)
        if isinstance(place, Variable):
            return Address(place.part(0), place, constant(0))
        return place

    # Values.

    def value(self, node):
        kind = node["kind"]
        if kind == "ConstantExpr" and "value" in node and plain_type(node) in symbols.TYPES:
            value = {"true": 1, "false": 0}.get(node["value"], node["value"])
            return constant(int(value), symbols.TYPES[plain_type(node)])
        if kind in THROUGH:
            inner = node.get("inner")
            return self.value(inner[-1]) if inner else Unknown("an argument by default")
        handler = getattr(self, "value_" + kind, None)
        if handler:
            return handler(node)
        if hasattr(self, "place_" + kind):
            return self.load(node, self.place(node), plain_type(node))
        return self.other(node)

    def other(self, node):
        """Operands of what is not known may be accesses all the same."""
        for child in node.get("inner", ()):
            if child.get("kind", "").endswith(("Expr", "Operator", "Literal")):
                self.value(child)
        return Unknown(f"a {node['kind']}")

    def condition(self, node):
        value = self.value(node)
        return symbols.truth(value) if isinstance(value, (Node, Unknown)) else Unknown(LOADED)

    def value_IntegerLiteral(self, node):
        return constant(int(node["value"]), symbols.TYPES[plain_type(node)])

    def value_CXXBoolLiteralExpr(self, node):
        return constant(int(node["value"]), BOOL)

    def value_FloatingLiteral(self, _):
        return Unknown("a floating-point number")

    def value_ImplicitValueInitExpr(self, node):
        return constant(0, symbols.TYPES.get(plain_type(node), INT))

    value_CXXScalarValueInitExpr = value_ImplicitValueInitExpr

    def value_PseudoObjectExpr(self, node):
        """threadIdx.x of CUDA."""
        call = node["inner"][-1]
        member = call["inner"][0]["inner"][0]
        base = member["inner"][0]
        while base.get("inner"):
            base = base["inner"][0]
        return self.builtin(base["referencedDecl"]["name"], AXES.get(member["name"], ""))

    def builtin(self, which, axis):
        text, at = f"{which}.{axis}", "xyz".find(axis)
        if which == "threadIdx":
            return symbols.name(text, UNSIGNED)
        sizes = {"blockDim": self.launch.block, "gridDim": self.launch.grid,
                 "blockIdx": self.launch.index}.get(which)
        if sizes is None or at < 0:
            return Unknown(f"the value of {text}")
        return symbols.loop_value(text, sizes[at], UNSIGNED)

    def value_ImplicitCastExpr(self, node):
        how, inner = node["castKind"], node["inner"][-1]
        if how == "ArrayToPointerDecay":
            return self.decay(inner)
        if how == "LValueToRValue":
            return self.load(inner, self.place(inner), plain_type(inner))
        if how in ("IntegralCast", "IntegralToBoolean", "BooleanToSignedIntegral"):
            value = self.value(inner)
            type_ = symbols.TYPES.get(plain_type(node))
            if isinstance(value, Unknown) or isinstance(value, SharedPlace):
                return value
            return symbols.cast(value, type_) if type_ else Unknown("a conversion")
        value = self.value(inner)
        if how in ("IntegralToFloating", "FloatingToIntegral", "FloatingCast"):
            return Unknown(value.why if isinstance(value, Unknown) else "a floating-point number")
        if how == "PointerToBoolean":
            return constant(1, BOOL) if not isinstance(value, Unknown) else value
        return value

    value_CXXReinterpretCastExpr = value_CStyleCastExpr = value_ImplicitCastExpr
    value_CXXStaticCastExpr = value_CXXFunctionalCastExpr = value_ImplicitCastExpr
    value_CXXConstCastExpr = value_ImplicitCastExpr

    def value_UnaryExprOrTypeTraitExpr(self, node):
        type_ = strip((node.get("argType") or {}).get("desugaredQualType")
                      or (node.get("argType") or {}).get("qualType")
                      or (plain_type(node["inner"][0]) if node.get("inner") else ""))
        layout = layout_of(type_, self.source.records)
        if layout is None:
            return Unknown(f"the size of {type_} is not known")
        return constant(layout.size if node["name"] == "sizeof" else layout.align, symbols.ULONG)

    def value_UnaryOperator(self, node):
        inner, op = node["inner"][0], node["opcode"]
        if op == "&":
            place = self.place(inner)
            if not isinstance(place, Variable):
                return place
            base = self.strip_parens(inner)
            if base["kind"] == "ArraySubscriptExpr":  # &v[2], which may be moved.
                pointer = self.value(base["inner"][0])
                return self.plus(pointer, self.value(base["inner"][1]), plain_type(base))
            return Address(place)
        if op in ("++", "--"):
            place, type_ = self.place(inner), plain_type(inner)
            old = self.load(inner, place, type_)
            new = self.arithmetic(op[0], old, constant(1), symbols.TYPES.get(type_, INT), type_)
            if isinstance(place, SharedPlace):
                self.access(node, True, place, type_, self.start(node) if not node.get("isPostfix")
                            else node["range"]["end"]["offset"])
            else:
                self.store(node, place, type_, new)
            return old if node.get("isPostfix") else new
        if op == "*":
            return self.load(node, self.place(node), plain_type(node))
        value = self.value(inner)
        if isinstance(value, Unknown) or op in ("+", "__extension__"):
            return value
        type_ = symbols.TYPES.get(plain_type(node), INT)
        return symbols.operation({"-": "neg"}.get(op, op), type_, symbols.truth(value) if op == "!" else value)

    @staticmethod
    def strip_parens(node):
        while node["kind"] == "ParenExpr":
            node = node["inner"][0]
        return node

    def value_BinaryOperator(self, node):
        left, right = node["inner"]
        op = node["opcode"]
        if op == "=":
            value = self.value(right)
            place = self.place(left)
            self.store(node, place, plain_type(left), value)
            return value
        if op in ("&&", "||"):
            a, before = self.condition(left), self.mask
            self.mask = symbols.both(before, a if op == "&&" else symbols.negated(a))
            skipped = isinstance(self.mask, Node) and self.mask.value == 0
            b = constant(op == "||", BOOL) if skipped else self.condition(right)
            self.mask = before
            if skipped and op == "&&":
                return a
            return symbols.operation(op, BOOL, a, b)
        a, b = self.value(left), self.value(right)
        if op == ",":
            return b
        type_ = symbols.TYPES.get(plain_type(node))
        return self.arithmetic(op, a, b, type_, plain_type(node))

    def arithmetic(self, op, a, b, type_, text):
        if isinstance(b, (SharedPlace, Address)):
            a, b = b, a
        if isinstance(a, (SharedPlace, Address)):
            pointee = pointee_of(text)
            if op not in ("+", "-") or pointee is None:
                return Unknown("a number that a pointer is")
            if op == "-" and isinstance(b, Node):
                b = symbols.operation("neg", b.type, b)
            return self.plus(a, b, pointee)
        if isinstance(a, Unknown) or isinstance(b, Unknown):
            return b if not isinstance(a, Unknown) or getattr(b, "why", "") == LOADED else a
        if type_ is None:
            return Unknown("a floating-point number")
        return symbols.operation(op, type_, a, b)

    def value_CompoundAssignOperator(self, node):
        left, right = node["inner"]
        value, place, text = self.value(right), self.place(left), plain_type(left)
        old = self.load(left, place, text, self.operator_place(node))
        between = symbols.TYPES.get(plain_type(node["computeResultType"]))
        target = symbols.TYPES.get(text)
        if isinstance(old, Node) and between:
            old = symbols.cast(old, between)
        new = self.arithmetic(node["opcode"][:-1], old, value, between, text)
        if isinstance(new, Node) and target:
            new = symbols.cast(new, target)
        self.store(node, place, text, new)
        return new

    def value_ConditionalOperator(self, node):
        return self.conditional(node, self.value)

    def conditional(self, node, how):
        condition, before = self.condition(node["inner"][0]), self.mask
        found = []
        for part, taken in ((1, condition), (2, symbols.negated(condition))):
            self.mask = symbols.both(before, taken)
            gone = isinstance(self.mask, Node) and self.mask.value == 0
            found.append(None if gone else how(node["inner"][part]))
        self.mask = before
        if found[0] is None or found[1] is None:
            return found[1] if found[0] is None else found[0]
        return symbols.choose(condition, *found)

    def value_InitListExpr(self, node):
        variable = Variable(self.mask, constant(0))
        type_ = plain_type(node)
        names = range(len(node.get("inner", ())))
        if not element_of(type_):
            record = layout_of(type_, self.source.records)
            names = list(record.fields) if record and record.fields else list(names)
        if type_ in symbols.TYPES:
            return self.value(node["inner"][0]) if node.get("inner") else constant(0, symbols.TYPES[type_])
        for name, child in zip(names, node.get("inner", ())):
            variable.part(name).become(self.value(child), self.mask)
        if "array_filler" in node:
            for number, child in enumerate(c for c in node["array_filler"]
                                           if c["kind"] != "ImplicitValueInitExpr"):
                variable.part(number).become(self.value(child), self.mask)
        return variable
