"""Expressions that name an object: variables, tile[y][x], *p, p->x; and pointers.

    place({"kind": "ArraySubscriptExpr", ...}) == SharedPlace(tile, ((y, 132), (x, 4)))

Each method place_KIND returns the place that an expression of this kind in clang's
syntax tree names (places.py). Arithmetic of pointers moves places.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from kernels_read import symbols
from kernels_read.places import (Address, Array, Elsewhere, SharedPlace, Variable, element_of,
                                 layout_of, plain_type, pointee_of)
from kernels_read.source import THROUGH
from kernels_read.symbols import INT, LOADED, Node, Unknown, constant


class LValues:
    def place(self, node):
        kind = node["kind"]
        if kind in THROUGH:
            return self.place(node["inner"][-1])
        handler = getattr(self, "place_" + kind, None)
        if handler:
            return handler(node)
        value = self.value(node)  # A temporary.
        known = isinstance(value, (Variable, SharedPlace, Elsewhere))
        return value if known else Variable(self.mask, value)

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
