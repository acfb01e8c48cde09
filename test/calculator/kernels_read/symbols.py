"""Values of C as expressions of the numbers of a thread.

    x = binary("+", name("threadIdx.x", UNSIGNED), constant(8, INT))
    render([x]) == ([], ["(threadIdx.x + 8u)"])
    values(x, threads) == [8, 9, 10, ...]

A Node is an expression; equal ones are one object. What has the same value in every
thread has it in Node.value, too. Values that are unknown, since they were loaded, are
Unknown, with the reason; every expression of one is unknown.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections

Type = collections.namedtuple("Type", "bits signed text")
BOOL = Type(1, False, "bool")
INT, UNSIGNED = Type(32, True, "int"), Type(32, False, "unsigned")
LONG, ULONG = Type(64, True, "long"), Type(64, False, "unsigned long")
TYPES = {
    "bool": BOOL, "int": INT, "unsigned int": UNSIGNED, "long": LONG, "unsigned long": ULONG,
    "long long": LONG, "unsigned long long": ULONG, "char": Type(8, True, "signed char"),
    "signed char": Type(8, True, "signed char"), "unsigned char": Type(8, False, "unsigned char"),
    "short": Type(16, True, "short"), "unsigned short": Type(16, False, "unsigned short"),
}

LOADED = "it depends on what memory holds"


class Unknown:
    """A value that does not follow from the numbers of threads."""

    def __init__(self, why):
        self.why = why


class Node:
    __slots__ = ("op", "args", "type", "value", "loops", "number")


_nodes = {}


def _make(op, args, type_, value=None, loops=()):
    key = (op, tuple(map(id, args)) if op != "name" else args, type_, value, loops)
    if key not in _nodes:
        node = Node()
        node.op, node.args, node.type, node.value = op, args, type_, value
        node.loops = loops
        if op not in ("name", "constant", "loop"):
            node.loops = tuple(sorted({x for a in args for x in a.loops}))
        node.number = len(_nodes)
        _nodes[key] = node
    return _nodes[key]


def forget():
    """Frees all expressions; none may be used afterwards."""
    _nodes.clear()


def wrap(value, type_):
    if type_ == BOOL:
        return int(value != 0)
    value &= (1 << type_.bits) - 1
    return value - (1 << type_.bits) if type_.signed and value >> type_.bits - 1 else value


def constant(value, type_=INT):
    return _make("constant", (), type_, wrap(value, type_))


def name(text, type_):
    return _make("name", (text,), type_)


def loop_value(variable, value, type_):
    """The value of a variable of a loop in a round: a constant that has a name."""
    return _make("loop", (), type_, value, ((variable, value),))


def plain(node):
    """The same value without the names of variables of loops."""
    if isinstance(node, Node) and node.value is not None:
        return constant(node.value, node.type)
    return node


def _quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


FOLD = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": _quotient, "%": lambda a, b: a - b * _quotient(a, b),
    "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b),
    "&&": lambda a, b: int(bool(a and b)), "||": lambda a, b: int(bool(a or b)),
    "min": min, "max": max,
    "~": lambda a: ~a, "neg": lambda a: -a, "!": lambda a: int(not a), "cast": lambda a: a,
    "?:": lambda c, a, b: a if c else b,
    "__popc": lambda a: bin(a & 0xFFFFFFFF).count("1"),
}


def operation(op, type_, *args):
    for arg in args:
        if not isinstance(arg, Node):
            return arg if isinstance(arg, Unknown) else Unknown("a value that is no number")
    folded = None
    if all(arg.value is not None for arg in args):
        if op in ("/", "%") and args[1].value == 0:
            return Unknown("a division by zero")
        if op in ("<<", ">>") and not 0 <= args[1].value < args[0].type.bits:
            return Unknown("a shift by more than the width")
        folded = wrap(FOLD[op](*(arg.value for arg in args)), type_)
        if not any(arg.loops for arg in args):
            return constant(folded, type_)
    if op == "cast" and args[0].type == type_:
        return args[0]
    # The sums that variables of loops become: (t + 128) + 128.
    if op == "+" and folded is None and not args[1].loops and args[1].value is not None:
        left = args[0]
        if left.op == "+" and not left.args[1].loops and left.args[1].value is not None:
            if left.type == type_:
                return operation("+", type_, left.args[0],
                                 constant(left.args[1].value + args[1].value, type_))
    return _make(op, args, type_, folded)


def without_names(roots):
    """The same, but that a variable of a loop that has several values in them, of several
    rounds, has no name: a mask may remember who left in an earlier round."""
    values_of = collections.defaultdict(set)
    for root in roots:
        for variable, value in root.loops:
            values_of[variable].add(value)
    several = {variable for variable, values in values_of.items() if len(values) > 1}
    memo = {}

    def rebuilt(node):
        if not any(variable in several for variable, _ in node.loops):
            return node
        if node not in memo:
            memo[node] = (constant(node.value, node.type) if node.op == "loop" else
                          operation(node.op, node.type, *map(rebuilt, node.args)))
        return memo[node]

    return [rebuilt(root) for root in roots]


def cast(node, type_):
    return operation("cast", type_, node)


def truth(node):
    return node if isinstance(node, Node) and node.type == BOOL else cast(node, BOOL)


def both(a, b):
    """a && b, for conditions under which threads take part."""
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Node) and x.value is not None:
            return y if x.value else constant(0, BOOL)
    return a if a is b else operation("&&", BOOL, a, b)


def either(a, b):
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Node) and x.value is not None:
            return constant(1, BOOL) if x.value else y
    return a if a is b else operation("||", BOOL, a, b)


def negated(a):
    return operation("!", BOOL, a)


def choose(condition, a, b):
    if a is b:
        return a
    if isinstance(condition, Node) and condition.value is not None:
        return a if condition.value else b
    if isinstance(a, Node) and isinstance(b, Node):
        return operation("?:", a.type, condition, a, b)
    if isinstance(condition, Unknown):
        return condition
    unknown = next((x for x in (a, b) if isinstance(x, Unknown)), None)
    return unknown or Unknown("one of two objects")


def values(node, threads, memo):
    """The value in each thread. The value of names in each are threads[name]."""
    if node.value is not None:
        return [node.value] * threads["count"]
    if node.op == "name":
        return threads[node.args[0]]
    if node.number not in memo:
        args = [values(arg, threads, memo) for arg in node.args]
        fold, type_ = FOLD[node.op], node.type
        if node.op == "?:":
            memo[node.number] = [a if c else b for c, a, b in zip(*args)]
        elif node.op in ("/", "%"):
            memo[node.number] = [wrap(fold(a, b), type_) if b else 0 for a, b in zip(*args)]
        elif node.op in ("<<", ">>"):
            memo[node.number] = [wrap(fold(a, max(0, min(b, 63))), type_) for a, b in zip(*args)]
        elif type_.bits >= 32 and node.op in ("&", "|", "^", "/", "%", ">>", "min", "max"):
            memo[node.number] = list(map(fold, *args))
        else:
            memo[node.number] = [wrap(x, type_) for x in map(fold, *args)]
    return memo[node.number]


def _number(node):
    value, suffix = node.value, {UNSIGNED: "u", LONG: "l", ULONG: "ul"}.get(node.type, "")
    if value == -1 << node.type.bits - 1 and node.type.signed:
        return f"(-{-value - 1}{suffix} - 1)"
    return f"{value}{suffix}" if value >= 0 else f"(-{-value}{suffix})"


def render(roots):
    """Definitions and the text of each root. What is used twice has a name."""
    uses = collections.Counter()

    def count(node):
        uses[node] += 1
        if uses[node] == 1 and node.op != "name" and (node.value is None or node.loops):
            for arg in node.args:
                count(arg)

    for root in roots:
        count(root)
    lines, names = [], {}

    def text(node):
        if node.value is not None and not node.loops:
            return _number(node)
        if node.op in ("name", "loop"):
            return node.args[0] if node.op == "name" else node.loops[0][0]
        if node in names:
            return names[node]
        args = [text(arg) for arg in node.args]
        if node.op == "cast":
            said = f"({node.type.text}){args[0]}"
        elif node.op == "?:":
            said = f"({args[0]} ? {args[1]} : {args[2]})"
        elif node.op in ("min", "max", "__popc"):
            said = f"{node.op}({', '.join(args)})"
        elif len(args) == 1:
            said = f"{'-' if node.op == 'neg' else node.op}{args[0]}"
            said = f"({said})"
        else:
            said = f"({args[0]} {node.op} {args[1]})"
        if uses[node] > 1 and len(said) > 12:
            names[node] = f"v{len(names)}"
            lines.append(f"auto {names[node]} = {said}")
            return names[node]
        return said

    return lines, [text(root) for root in roots]
