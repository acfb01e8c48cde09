"""Values of expressions: literals, threadIdx.x, operators, conversions.

    value({"kind": "BinaryOperator", "opcode": "+", ...}) == Node (threadIdx.x + 8u)

Each method value_KIND returns the value of an expression of this kind in clang's syntax
tree, and executes what it does: assignments change variables, and accesses to shared
memory are listed (accesses.py). calls.py has the calls.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from kernels_read import symbols
from kernels_read.places import (Address, SharedPlace, Variable, element_of, layout_of, plain_type,
                                 pointee_of, strip)
from kernels_read.source import THROUGH, strip_parens
from kernels_read.symbols import BOOL, INT, LOADED, UNSIGNED, Node, Unknown, constant

AXES = {"__fetch_builtin_x": "x", "__fetch_builtin_y": "y", "__fetch_builtin_z": "z"}


class Values:
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
            base = strip_parens(inner)
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
        value = symbols.truth(value) if op == "!" else value
        return symbols.operation({"-": "neg"}.get(op, op), type_, value)

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
            inner = node.get("inner")
            return self.value(inner[0]) if inner else constant(0, symbols.TYPES[type_])
        for name, child in zip(names, node.get("inner", ())):
            variable.part(name).become(self.value(child), self.mask)
        if "array_filler" in node:
            for number, child in enumerate(c for c in node["array_filler"]
                                           if c["kind"] != "ImplicitValueInitExpr"):
                variable.part(number).become(self.value(child), self.mask)
        return variable
