"""Builds the text of a function of LLVM IR, one instruction after the other.

Shared by the kernels of hardware/ (NVPTX) and of manual/ (AMDGPU).

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class Builder:
    """Collects the instructions of one function. Methods return the names of values."""

    def __init__(self, name):
        self.name = name
        self.lines, self.values = [], 0
        self.declared = set()

    def emit(self, text):
        self.lines.append("  " + text)

    def let(self, text):
        """A new value."""
        self.values += 1
        self.emit(f"%v{self.values} = {text}")
        return f"%v{self.values}"

    def label(self, name):
        self.lines.append(f"{name}:")

    def call(self, result, name, *arguments):
        """A call of an intrinsic, whose declaration comes from the arguments.

        An argument is "TYPE VALUE", or "TYPE immarg VALUE".
        """
        kinds = ", ".join(type_of(a) for a in arguments)
        self.declared.add(f"declare {result} @{name}({kinds})")
        text = f"call {result} @{name}({', '.join(a.replace(' immarg', '') for a in arguments)})"
        return self.emit(text) if result == "void" else self.let(text)


def type_of(argument):
    return argument.rsplit(" ", 1)[0].replace(" immarg", "")
