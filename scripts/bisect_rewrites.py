#!/usr/bin/env python3
"""Finds the rewrite with which a module goes wrong (docs/bisect.md).

    bisect_rewrites.py before.bc --opt 'opt-22 -load-pass-plugin=F2Layout.so -passes=f2layout' \\
        --check './run-and-compare {}'

--check is a command that gets the rewritten module in place of {} and exits with 0 if
it is right. The script selects rewrites by LLVM's debug counters and prints

    f2layout-exchange: number 5 of 12
    k.cu:14:3: remark: shared exchange of 4 x i32 per thread within a warp became 4 shuffles

It exits with 0 if it has found a rewrite, with 1 if the module is right with the plugin,
or wrong without any rewrite.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COUNTER = re.compile(r"^(f2layout-[\w-]+) *: \{(\d+),", re.MULTILINE)
NONE = "4000000000"  # no rewrite has this number


def first(number):
    """The rewrites up to this number; LLVM takes no range of one."""
    return f"0-{number}" if number > 0 else "0" if number == 0 else NONE


class Module:
    def __init__(self, args, folder):
        self.args, self.after = args, pathlib.Path(folder) / "after.ll"

    def rewrite(self, selected, *options):
        """What opt says with these rewrites: {counter: ranges}."""
        command = [*shlex.split(self.args.opt), str(self.args.module), "-S"]
        command += ["-o", str(self.after), "-pass-remarks=f2layout", *options]
        command += [f"-debug-counter={kind}={which}" for kind, which in selected.items()]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SystemExit(f"{shlex.join(command)}\n{made.stderr}")
        return made.stderr

    def counts(self):
        """{counter: rewrites} of those that rewrite anything"""
        found = COUNTER.findall(self.rewrite({}, "-print-debug-counter"))
        return {kind: int(count) for kind, count in found if int(count)}

    def is_right(self, selected):
        self.rewrite(selected)
        command = self.args.check.replace("{}", shlex.quote(str(self.after)))
        return subprocess.run(command, shell=True, check=False).returncode == 0

    def culprit(self, kind, rewrites):
        """The least n with which the rewrites 0 to n of this kind are wrong."""
        right, wrong = -1, rewrites - 1
        while wrong - right > 1:
            middle = (right + wrong) // 2
            if self.is_right({kind: first(middle)}):
                right = middle
            else:
                wrong = middle
        return wrong

    def remarks(self, kind, number):
        """The remarks that come with this rewrite."""
        before = self.rewrite({kind: first(number - 1)}).splitlines()
        for line in self.rewrite({kind: first(number)}).splitlines():
            if line in before:
                before.remove(line)
            else:
                yield line


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", help="as it is before the plugin")
    parser.add_argument("--opt", required=True, help="the command, with the plugin")
    parser.add_argument("--check", required=True, help="exits with 0 if {} is right")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        module = Module(args, folder)
        counts = module.counts()
        if module.is_right({}):
            sys.exit("the module is right with all rewrites")
        if not module.is_right({kind: NONE for kind in counts}):
            sys.exit("the module is wrong without any rewrite")
        guilty = [kind for kind in counts if module.is_right({kind: NONE})]
        if not guilty:
            sys.exit("it is wrong without the rewrites of any one kind: select several")
        for kind in guilty:
            number = module.culprit(kind, counts[kind])
            print(f"{kind}: number {number} of {counts[kind]}")
            print("\n".join(module.remarks(kind, number)))


if __name__ == "__main__":
    main()
