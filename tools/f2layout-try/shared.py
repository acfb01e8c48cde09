"""What this tool shares with the scripts of the repository."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

from toolchain import ROOT

sys.path.append(str(ROOT / "scripts"))

import assembly  # noqa: E402, F401  (scripts/assembly.py)
