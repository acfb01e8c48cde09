"""Runs a command and compares its exit status: status.py 2 COMMAND...

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import subprocess
import sys

done = subprocess.run(sys.argv[2:], check=False)
if done.returncode != int(sys.argv[1]):
    sys.exit(f"exit status {done.returncode}, expected {sys.argv[1]}")
