"""Lets the unit tests import the tool's modules."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tools" / "f2layout-try"), str(ROOT / "scripts")]
