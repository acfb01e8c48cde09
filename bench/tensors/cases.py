# The kernels of each kind, by name.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from pathlib import Path

from gathers import every_gather
from lines import every_line

KINDS = {"gathers": every_gather, "lines": every_line}


def every_case(kind):
    return KINDS[kind]()


def built_cases(folder):
    """Those that build.py wrote into its list."""
    names = {line.split()[0] for line in (Path(folder) / "kernels.txt").open()}
    return [c for of_kind in KINDS.values() for c in of_kind() if c.name in names]
