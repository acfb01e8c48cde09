#!/usr/bin/env python3
# Writes synthetic kernels with a growing number of shared accesses, as LLVM IR.
#
#   bench/compile-time/kernels.py --list
#   bench/compile-time/kernels.py matmul 1000 [--form gfx942] > matmul.ll
#
# prints a module with 1000 accesses of shared memory, or a few more. families/ has
# the families, each a way in which real code grows; ir/ writes the text, as clang
# -O3 leaves it. run.py uses `module` and `listed`.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import sys

from families import FAMILIES
from ir.forms import DEFAULT, FORMS
from ir.module import Module


def module(name, n, form=DEFAULT):
    """A module of the family with at least n accesses of shared memory."""
    result = Module(FORMS[form])
    FAMILIES[name].write(result, n)
    return result


def listed():
    """Every family in each of its forms."""
    return [(f, form) for f in FAMILIES.values() for form in f.forms]


def main():
    parser = argparse.ArgumentParser(description="Prints a synthetic module.")
    parser.add_argument("family", nargs="?", choices=FAMILIES, metavar="family")
    parser.add_argument("n", nargs="?", type=int, default=100)
    parser.add_argument("--form", choices=FORMS, default=DEFAULT)
    parser.add_argument("--list", action="store_true", help="all families")
    options = parser.parse_args()
    if options.list or not options.family:
        for f, form in listed():
            print(f"{f.name:16} {form:14} {f.what}")
        return 0
    sys.stdout.write(module(options.family, options.n, options.form).text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
