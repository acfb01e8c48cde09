"""A family: its name, what --list says of it, its function and its forms.

The name is the function's, the text the first line of its docstring. Every family
has the form DEFAULT of ir/forms.py; the decorator gives the names of the others.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

from ir.forms import DEFAULT


@dataclasses.dataclass(frozen=True)
class Family:
    """write(module, n) appends kernels; `forms` are names of FORMS."""

    name: str
    what: str
    write: object
    forms: tuple


def family(*others):
    """Makes a family of a function of a module and the number of accesses; `others`
    are its forms besides the usual one."""

    def made(write):
        what = write.__doc__.strip().splitlines()[0].rstrip(".")
        return Family(write.__name__, what, write, (DEFAULT, *others))

    return made
