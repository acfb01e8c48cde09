"""Questions to the calculator, the program `f2layout`, which is part of the package.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import subprocess

PROGRAM = pathlib.Path(__file__).with_name("calculator")
#: Its exit status for a mistake in the question; 0 and 1 are answers.
MISTAKE = 2


class LayoutError(ValueError):
    """What the calculator says about a mistake in a layout or an option."""


class Answer(dict):
    """An answer as the calculator's JSON has it, whose keys are attributes, too. Printed, it
    is the text. `yes` says whether the answer is "yes", as the exit status does."""

    def __init__(self, of, printed, yes):
        super().__init__(of)
        self._printed = printed
        self.yes = yes

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no '{name}' in this answer, which has {sorted(self)}") from None

    def __str__(self):
        return self._printed

    def __repr__(self):
        return f"<{type(self).__name__}: {self._printed.splitlines()[0] if self._printed else ''}>"


def _run(command, operands, options):
    words = [str(PROGRAM), command, *map(str, operands)]
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append("x".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value))
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise LayoutError(done.stderr.replace("f2layout: error: ", "").strip())
    return done.stdout, done.returncode == 0


def text(command, *operands, **options):
    """What a command prints. Names of options have _ in place of -; True is a switch."""
    return _run(command, operands, options)[0].rstrip("\n")


def ask(command, *operands, **options):
    """The Answer of a command."""
    printed, yes = _run(command, operands, options)
    as_json, _ = _run(command, operands, {**options, "json": True})
    return Answer(json.loads(as_json), printed.rstrip("\n"), yes)
