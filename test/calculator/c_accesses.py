"""Finds accesses of shared arrays in the source of kernels, and what decides where
they go: definitions, loops and conditions around them.

    for access in accesses_of(text): ...

An Access holds text that `f2layout banks` reads: the definitions that its
subscripts need, loop variables as functions of the number i of the access, and
the conditions under which it is executed. Accesses that depend on anything else
than that have a reason instead (Access.skipped).

This is no parser of C++. It knows declarations with initialisers, for, if, else
and blocks. What it does not know makes an access be skipped, not wrong.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

INTEGER = r"(?:unsigned int|unsigned|int|size_t|auto)"
QUALIFIERS = r"(?:(?:const|constexpr|static)\s+)*"
ELEMENT = (
    r"(?:unsigned short|unsigned char|signed char|unsigned int|unsigned|short|char|"
    r"int|float|double|_Float16)"
)
BYTES = {"short": 2, "unsigned short": 2, "char": 1, "unsigned char": 1,
         "signed char": 1, "double": 8, "_Float16": 2}
WORD = re.compile(r"[A-Za-z_]\w*(?:\.[xyz]\b)?")
NAMES = {f"{name}.{axis}" for name in ("threadIdx", "blockDim") for axis in "xyz"}
TYPES = {"unsigned", "int", "const", "size_t", "long"}


@dataclasses.dataclass
class Access:
    line: int
    store: bool
    array: str
    text: str = ""  # for f2layout banks
    condition: str = ""
    shape: tuple = ()
    bytes: int = 4
    repeats: int = 1  # the number of values of i
    skipped: str = ""


class Unknown(Exception):
    """The place, or how often it is accessed, does not follow from threads."""


def without_comments(text):
    """The same text, with blanks where comments and directives are."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())

    text = re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", blank, text, flags=re.M)


def closing(text, at):
    """The place after the bracket that closes the one at this place."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    stack = []
    for place in range(at, len(text)):
        if text[place] in pairs:
            stack.append(pairs[text[place]])
        elif stack and text[place] == stack[-1]:
            stack.pop()
            if not stack:
                return place + 1
    raise Unknown("unbalanced brackets")


def split(text, separator=","):
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return parts + [text[start:]]


@dataclasses.dataclass
class Scope:
    """What is known at a place of a function: a chain, innermost last."""

    entries: list = dataclasses.field(default_factory=list)  # (name, text or None)
    conditions: list = dataclasses.field(default_factory=list)  # text or None
    loops: list = dataclasses.field(default_factory=list)  # (name, values or None)

    def child(self):
        return Scope(list(self.entries), list(self.conditions), list(self.loops))


class Function:
    def __init__(self, source, begin, end, constants):
        self.source = source
        self.begin = begin
        self.end = end
        self.arrays = {}
        self.accesses = []
        body = source[begin:end]
        self.assigned = set(re.findall(r"(?<![\w.])([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)=(?!=)", body))
        self.assigned |= set(re.findall(r"(?:\+\+|--)\s*([A-Za-z_]\w*)", body))
        self.assigned |= set(re.findall(r"([A-Za-z_]\w*)\s*(?:\+\+|--)", body))
        for match in re.finditer(r"([A-Za-z_]\w*)\s*=(?!=)", body):
            before = body[: match.start()].rstrip()
            if before.endswith((";", "{", "}", ")", "=")):
                self.assigned.add(match.group(1))
        self.constants = constants
        self.gone = []  # Conditions of earlier returns, negated; None: unknown.

    # Statements.

    def statement(self, at, scope):
        """Runs the statement at this place; returns the place after it."""
        text = self.source
        while text[at].isspace():
            at += 1
        if text[at] == "{":
            self.block(at + 1, closing(text, at) - 1, scope.child())
            return closing(text, at)
        keyword = re.compile(r"(?:for|if|while|do|else|switch)\b").match(text, at)
        if keyword and keyword.group() == "for":
            return self.loop(at, scope)
        if keyword and keyword.group() == "if":
            return self.branch(at, scope)
        if keyword:
            return self.other(at, keyword, scope)
        end = at
        while text[end] != ";":
            end = closing(text, end) if text[end] in "([{" else end + 1
        self.simple(at, end, scope)
        return end + 1

    def block(self, at, end, scope):
        while at < end and self.source[at:end].strip():
            at = self.statement(at, scope)

    def other(self, at, keyword, scope):
        """Statements that run an unknown number of times."""
        inner = scope.child()
        inner.loops.append((None, None))
        at += len(keyword.group())
        if keyword.group() == "do":
            at = self.statement(at, inner)
            at = self.source.index("while", at) + 5
            return self.source.index(";", closing(self.source, self.source.index("(", at))) + 1
        opening = self.source.index("(", at)
        self.scan(opening, closing(self.source, opening), inner)
        return self.statement(closing(self.source, opening), inner)

    def loop(self, at, scope):
        opening = self.source.index("(", at)
        after = closing(self.source, opening)
        header = self.source[opening + 1 : after - 1]
        inner = scope.child()
        parts = split(header, ";")
        body_end = self.statement_end(after)
        breaks = re.search(r"\b(?:break|continue|return)\b", self.source[after:body_end])
        match = None
        if len(parts) == 3 and not breaks:
            match = re.fullmatch(rf"\s*{QUALIFIERS}({INTEGER})\s+(\w+)\s*=(.*)", parts[0], re.S)
        if not match or "," in match.group(3):
            inner.loops.append((None, None))
            for name in re.findall(r"([A-Za-z_]\w*)\s*=", parts[0]):
                inner.entries.append((name, None))
            return self.statement(after, inner)
        kind, name, first = match.groups()
        step = parts[2].strip()
        forms = (
            (rf"\+\+\s*{name}|{name}\s*\+\+", "({first}) + ({n})"),
            (rf"--\s*{name}|{name}\s*--", "({first}) - ({n})"),
            (rf"{name}\s*\+=(.*)", "({first}) + ({n}) * ({step})"),
            (rf"{name}\s*-=(.*)", "({first}) - ({n}) * ({step})"),
            (rf"{name}\s*<<=\s*1|{name}\s*\*=\s*2", "({first}) << ({n})"),
            (rf"{name}\s*>>=\s*1|{name}\s*/=\s*2", "({first}) >> ({n})"),
        )
        for pattern, form in forms:
            found = re.fullmatch(pattern, step, re.S)
            if found:
                values = (kind, first.strip(), form, (found.groups() or ("",))[0], parts[1])
                inner.loops.append((name, values))
                inner.entries.append((name, ("loop", len(inner.loops) - 1)))
                inner.conditions.append((parts[1].strip(), len(inner.entries)))
                break
        else:
            inner.loops.append((None, None))
            inner.entries.append((name, None))
        return self.statement(after, inner)

    def statement_end(self, at):
        """The place after a statement, without running it."""
        probe = Function(self.source, self.begin, self.end, self.constants)
        return probe.statement(at, Scope([], [], []))

    def branch(self, at, scope):
        opening = self.source.index("(", at)
        after = closing(self.source, opening)
        if re.match(r"\s*constexpr", self.source[at + 2 : opening]):
            raise Unknown("if constexpr")
        condition = self.source[opening + 1 : after - 1].strip()
        self.scan(opening, after, scope)
        known = (condition, len(scope.entries))
        inner = scope.child()
        inner.conditions.append(known)
        end = self.statement(after, inner)
        if re.search(r"\breturn\b", self.source[after:end]):
            plain = re.fullmatch(r"\s*(?:return\s*;|\{\s*return\s*;\s*\})\s*", self.source[after:end])
            top = not scope.loops and not scope.conditions
            self.gone.append((f"!({condition})", scope.child()) if plain and top else None)
        rest = re.compile(r"\s*else\b").match(self.source, end)
        if rest:
            inner = scope.child()
            inner.conditions.append((f"!({condition})", len(scope.entries)))
            end = self.statement(rest.end(), inner)
        return end

    def simple(self, at, end, scope):
        text = self.source[at:end]
        shared = re.fullmatch(
            rf"(extern\s+)?__shared__\s+(volatile\s+)?(?:(?:alignas|__align__)\(\w+\)\s*)?(.*)", text, re.S
        )
        if shared:
            self.declare_arrays(shared.group(3), scope)
            return
        match = re.match(rf"\s*{QUALIFIERS}({INTEGER})\s+(?=\w+\s*(?:=|,|$))", text)
        if match:
            for part in split(text[match.end() :]):
                name, equals, value = part.partition("=")
                name = name.strip()
                known = equals and name not in self.assigned and "{" not in value
                scope.entries.append((name, ("is", match.group(1), value.strip()) if known else None))
        else:
            declared = re.match(r"\s*(?:const\s+)?[A-Za-z_][\w:<>]*[\s*&]+([A-Za-z_]\w*)\s*(?:=|$|\[)", text)
            if declared and declared.group(1) not in self.arrays:
                scope.entries.append((declared.group(1), None))
        self.scan(at, end, scope)

    def declare_arrays(self, text, scope):
        match = re.match(rf"({ELEMENT})\s+(?=\w+\s*\[)", text)
        for part in split(text[match.end() :] if match else text):
            name = re.search(r"([A-Za-z_]\w*)\s*((?:\[[^\]]*\]\s*)*)$", part.strip())
            if not name:
                continue
            sizes = re.findall(r"\[([^\]]*)\]", name.group(2))
            bytes_ = BYTES.get(match.group(1), 4) if match else None
            self.arrays[name.group(1)] = (sizes, bytes_, len(scope.entries), scope)

    # Accesses.

    def scan(self, at, end, scope):
        text = self.source[at:end]
        for name in self.arrays:
            for match in re.finditer(rf"(?<![\w.]){name}\b", text):
                self.one(at, end, at + match.start(), name, scope)

    def one(self, at, end, place, name, scope):
        text = self.source
        sizes, bytes_, _, _ = self.arrays[name]
        subscripts, after = [], place + len(name)
        while True:
            skip = len(text[after:end]) - len(text[after:end].lstrip())
            if text[after + skip : after + skip + 1] != "[":
                break
            close = closing(text, after + skip)
            subscripts.append(text[after + skip + 1 : close - 1])
            after = close
        rest = text[after:end].lstrip()
        operator = after + len(text[after:end]) - len(rest)
        kinds = [False]
        if re.match(r"=(?!=)", rest):
            kinds = [True]
        elif re.match(r"(?:[-+*/%&|^]|<<|>>)=", rest) or re.match(r"\+\+|--", rest):
            kinds = [True, False]
        before = text[at:place].rstrip()
        if before.endswith(("++", "--")):
            kinds = [True, False]
        for store in kinds:
            line = text.count("\n", 0, operator if store else place) + 1
            access = Access(line, store, name)
            try:
                if len(subscripts) != len(sizes) or not subscripts:
                    raise Unknown("the array as a whole or a row of it")
                if re.search(r"(?:^|[^\w)\]&\s])\s*&$", before) or before == "&":
                    raise Unknown("its address is taken")
                if rest.startswith((".", "->")) or bytes_ is None:
                    raise Unknown("a structure")
                outside = re.sub(r"\[[^\]]*\]", "", text[at:end])
                if re.search(r"\?|&&|\|\||\[&?=?\]|\[&\]", outside) and "if" not in outside[:3]:
                    raise Unknown("a conditional expression or a lambda")
                self.complete(access, subscripts, sizes, bytes_, scope)
            except Unknown as why:
                access.skipped = str(why)
            self.accesses.append(access)

    def complete(self, access, subscripts, sizes, bytes_, scope):
        access.bytes = bytes_
        access.shape = tuple(self.constant(size) for size in sizes)
        if any(values is None for _, values in scope.loops):
            raise Unknown("a loop of unknown length")
        if None in self.gone:
            raise Unknown("some threads may have left")
        trips = [self.trips((name, *values[1:])) for name, values in scope.loops]
        access.repeats = 1
        names = []
        for trip in trips:
            names.append(f"count_ / {access.repeats} % {trip}")
            access.repeats *= trip
        if access.repeats > 4096:
            raise Unknown("more than 4096 rounds")
        conditions = [text for text, _ in scope.conditions]
        guards = [condition for condition, _ in self.gone]
        wanted = self.needed(subscripts + conditions + guards, scope)
        # Every loop counts, even if its variable does not matter.
        loops = {name for name, values in scope.loops}
        lines = ["int count_ = i"]
        for constant, value in self.constants.items():
            if constant in wanted:
                lines.append(f"int {constant} = {value}")
        for number, (name, value) in enumerate(scope.entries):
            if name not in wanted and name not in loops:
                continue
            if value is None or [n for n, _ in scope.entries].count(name) > 1:
                if name in wanted or value is None:
                    raise Unknown(f"{name} is not a function of the thread")
            if value[0] == "is":
                lines.append(f"{value[1]} {name} = {value[2]}")
            else:
                kind, first, form, step, _ = scope.loops[value[1]][1]
                lines.append(f"{kind} {name} = " + form.format(first=first, n=names[value[1]], step=step))
        text = "; ".join(lines)
        access.text = f"{text}; {access.array}" + "".join(f"[{s}]" for s in subscripts)
        every = [f"({c})" for c in conditions + guards]
        access.condition = f"{text}; {' && '.join(every)}" if every else ""
        for part in [access.text, access.condition]:
            access.text = access.text.replace("\n", " ")
            access.condition = access.condition.replace("\n", " ")

    def needed(self, texts, scope):
        known = dict(scope.entries)
        todo, done = list(texts), set()
        for _, values in scope.loops:
            todo += [values[1], values[3]]
        while todo:
            for word in WORD.findall(re.sub(r"\b\d\w*", "", todo.pop())):
                base = word.split(".")[0]
                if word in NAMES or word in TYPES or base in done:
                    continue
                done.add(base)
                if base in known:
                    value = known[base]
                    if value and value[0] == "is":
                        todo.append(value[2])
                elif base not in self.constants:
                    raise Unknown(f"{base} is not a function of the thread")
        return done

    def constant(self, text):
        words = {w: v for w, v in self.constants.items()}
        try:
            return int(eval(text.replace("/", "//"), {"__builtins__": {}}, words))
        except Exception as error:
            raise Unknown(f"size {text}") from error

    def number(self, text):
        """The value of a constant; None if it is none."""
        try:
            return self.constant(re.sub(r"\b(\d+)[uUlL]+", r"\1", text))
        except Unknown:
            return None

    def trips(self, values):
        """At least so many rounds; conditions end loops that end earlier."""
        name, first, form, step, condition = values
        start, by = self.number(first), self.number(step) if step.strip() else 1
        bound = re.fullmatch(rf"\s*(?:{name}\s*([<>]=?|!=)(.*)|{name})\s*", condition, re.S)
        limit = self.number(bound.group(2)) if bound and bound.group(2) else 0
        if not bound or limit is None or not by:
            raise Unknown("a loop of unknown length")
        if "<<" in form or ">>" in form:
            if start is None and "<<" in form:
                raise Unknown("a loop of unknown length")
            return 32 if start is None else max(start, limit).bit_length() + 1
        if "+" in form:  # A thread may start later, not earlier than at 0.
            return max(0, (limit - (start or 0)) // by) + 2
        if start is None:
            raise Unknown("a loop of unknown length")
        return max(0, (start - limit) // by) + 2


def constants_of(text, warp):
    """Whole numbers that the file names."""
    known = {"WARP_SIZE": warp, "warpSize": warp}
    pattern = rf"^\s*#define\s+(\w+)\s+(\d+)\s*$|^(?:static\s+)?(?:constexpr|const)\s+(?:unsigned|int)\s+([^;]*);"
    for define, value, rest in re.findall(pattern, text, re.M):
        if define:
            known[define] = int(value)
        for part in split(rest) if rest else []:
            name, _, value = part.partition("=")
            try:
                known[name.strip()] = int(eval(value.replace("/", "//"), {"__builtins__": {}}, dict(known)))
            except Exception:
                pass
    return known


def accesses_of(source, warp, given):
    """Accesses by kernel. Kernels that a macro or a template makes are left out.

    Arguments that are whole numbers have the values in given, by their number, and
    256, as in f2sim, if they are not there.
    """
    constants = constants_of(source, warp)
    text = without_comments(source)
    found = {}
    pattern = re.compile(r"^(?:KERNEL|KERNEL_BOUNDS\([^)]*\))\s+(\w+)\s*\(", re.M)
    for match in pattern.finditer(text):
        end = closing(text, match.end() - 1)
        while text[end].isspace():
            end += 1
        if text[end] != "{":
            continue
        function = Function(text, end, closing(text, end), dict(constants))
        parameters = text[match.end() : closing(text, match.end() - 1) - 1]
        for number, parameter in enumerate(split(parameters)):
            value = re.fullmatch(r"\s*(?:const\s+)?(?:int|unsigned)\s+(\w+)\s*", parameter)
            if value and value.group(1) not in function.assigned:
                function.constants[value.group(1)] = int(given.get(str(number), 256))
        try:
            function.statement(end, Scope())
        except Unknown as why:
            for access in function.accesses:
                access.skipped = access.skipped or str(why)
        found[match.group(1)] = function.accesses
    return found
