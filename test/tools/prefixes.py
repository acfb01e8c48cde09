"""Every number of a debug counter selects one rewrite.

    prefixes.py 'opt -load-pass-plugin=… -passes=f2layout' k.ll f2layout-exchange …

For each counter, the module is rewritten with the first 0, 1, 2 … rewrites of the kind.
Each must change what the one before left, and all of them together must be what comes
out without a selection. Prints the number of rewrites of each kind.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import shlex
import subprocess
import sys


def run(opt, module, *options):
    command = [*shlex.split(opt), module, "-S", "-o", "-", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def main():
    opt, module, *kinds = sys.argv[1:]
    everything = run(opt, module, "-print-debug-counter")
    for kind in kinds:
        count = int(re.search(rf"^{kind} *: {{(\d+),", everything.stderr, re.MULTILINE).group(1))
        print(f"{kind}: {count}")
        before = run(opt, module, f"-debug-counter={kind}={1 << 30}").stdout
        for number in range(count):
            first = f"0-{number}" if number else "0"
            after = run(opt, module, f"-debug-counter={kind}={first}").stdout
            if after == before:
                sys.exit(f"{module}: {kind}={number} changes nothing")
            before = after
        if before != everything.stdout:
            sys.exit(f"{module}: {kind}=0-{count - 1} is not all")


if __name__ == "__main__":
    main()
