"""The compile commands that the tool is asked about.

One stands on the command line, or many in a compile_commands.json, each with the
folder that it runs in. Response files (@file) are read, and what only starts a
compiler (ccache, env) is taken off.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import json
import os
import pathlib
import re
import shlex

LAUNCHERS = ("ccache", "sccache", "distcc", "icecc", "time", "nice")


class BadInput(Exception):
    """What the user named cannot be used."""


@dataclasses.dataclass
class Entry:
    directory: pathlib.Path
    words: list  # the compiler and its arguments
    output: str = ""  # what the database calls its result, if it says so


def expanded(words, directory, depth=0):
    """The words, with those of the response files that they name."""
    result = []
    for word in words:
        place = directory / word[1:]
        if word.startswith("@") and depth < 8 and place.is_file():
            inside = shlex.split(place.read_text(errors="replace"), comments=False)
            result += expanded(inside, directory, depth + 1)
        else:
            result.append(word)
    return result


def without_launchers(words):
    """The command that ccache, env and the like run."""
    words = list(words)
    while words:
        name = pathlib.PurePath(words[0]).name
        if name == "cmake" and words[1:3] == ["-E", "env"]:
            words = words[3:]
        elif name in LAUNCHERS:
            words = words[1:]
        elif name == "env" or re.fullmatch(r"[A-Za-z_]\w*=.*", words[0]):
            words = words[1:]
        elif name == "--":
            words = words[1:]
        else:
            break
    return words


def from_words(words):
    """The command behind "--"."""
    here = pathlib.Path.cwd()
    words = without_launchers(expanded(words, here))
    if not words:
        raise BadInput("no compile command after --")
    return [Entry(here, words)]


def from_database(path, pattern=None):
    """Entries of a compile_commands.json whose file or output matches."""
    path = pathlib.Path(path)
    if path.is_dir():
        path = path / "compile_commands.json"
    try:
        rows = json.loads(path.read_text())
    except OSError as why:
        raise BadInput(f"cannot read {path}: {why.strerror}") from why
    except ValueError as why:
        raise BadInput(f"{path}: {why}") from why
    if not isinstance(rows, list):
        raise BadInput(f"{path}: expected a list of commands")
    entries = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not (row.get("command") or row.get("arguments")):
            raise BadInput(f"{path}: entry {number} has neither command nor arguments")
        file, output = str(row.get("file", "")), str(row.get("output", ""))
        if pattern and not (re.search(pattern, file) or re.search(pattern, output)):
            continue
        directory = pathlib.Path(os.path.abspath(path.parent / row.get("directory", ".")))
        words = row.get("arguments") or shlex.split(row["command"])
        words = without_launchers(expanded(map(str, words), directory))
        entries.append(Entry(directory, words, output))
    if not rows or not entries:
        which = f"matches {pattern}" if pattern else "is there"
        raise BadInput(f"{path}: no entry {which}")
    return entries
