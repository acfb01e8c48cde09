"""Asks the calculator, and reads its JSON.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import subprocess


def ask(tool, *arguments):
    command = [tool, *arguments, "--json"]
    run = subprocess.run(command, text=True, capture_output=True, check=False)
    assert run.returncode == 0, (command, run.stdout, run.stderr)
    return json.loads(run.stdout)
