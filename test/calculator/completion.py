"""Completes command lines in a shell, and compares with what f2layout accepts.

    completion.py F2LAYOUT bash|zsh SCRIPT

Completion must offer what `f2layout help --json` lists: commands, options and
their values, and in a list of values the next one. Then the parser must accept
every value of a closed set, and refuse a misspelt one.

bash fills COMPREPLY, so its function is called as readline would. In zsh, a shell
on a pseudo-terminal gets the line and a Tab, with compadd wrapped so that its
arguments are also written to a file.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import os
import pathlib
import pty
import select
import shlex
import subprocess
import sys
import tempfile
import time

GLOBAL = ["--version", "--help"]
BASH = """
source {script}
{calls}
"""
BASH_CALL = """
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); COMPREPLY=()
_f2layout; echo "${{COMPREPLY[*]}}"
"""
ZSH_SETUP = """
PS1= PS2= RPS1= KEYTIMEOUT=1 LISTMAX=10000
unsetopt zle_bracketed_paste beep prompt_sp 2>/dev/null
autoload -Uz compinit; compinit -u -d {folder}/dump
source {script}
function compadd {{
  if [[ ${{@[1,(i)(-|--)]}} != *-(O|A|D)\ * ]]; then
    local -a __found=()
    builtin compadd -A __found "$@"
    (( $#__found )) && print -rl -- $__found >> {folder}/out
  fi
  builtin compadd "$@"
}}
bindkey '^I' complete-word
bindkey '^U' kill-whole-line
print -r -- {end} >> {folder}/out
"""
END = "-- end of one line --"


def bash(script, lines):
    """The offers for each line, whose last word is completed."""
    calls = "".join(
        BASH_CALL.format(words=" ".join(shlex.quote(w) for w in line))
        for line in lines
    )
    text = BASH.format(script=shlex.quote(script), calls=calls)
    command = ["bash", "--norc", "-c", text]
    result = subprocess.run(command, text=True, capture_output=True, check=False)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return [answer.split() for answer in result.stdout.splitlines()]


def zsh(script, lines):
    """The same. Each line is typed into a shell, with a Tab behind it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        out.touch()
        setup = pathlib.Path(folder, "setup")
        setup.write_text(
            ZSH_SETUP.format(
                folder=folder, script=shlex.quote(script), end=shlex.quote(END)
            )
        )
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp("zsh", ["zsh", "-f", "-i"])
        mark = f" print -r -- {shlex.quote(END)} >> {folder}/out\n"
        type_and_wait(terminal, f" source {setup}\n", out, 1)
        for count, line in enumerate(lines, 2):
            type_and_wait(terminal, " ".join(line) + "\t\x15" + mark, out, count)
        os.close(terminal)
        os.waitpid(child, 0)
        return [
            [word.removesuffix("=") for word in answer.split()]
            for answer in out.read_text().split(END)[1:-1]
        ]


def type_and_wait(terminal, text, out, count):
    """Waits until END has been printed that many times."""
    os.write(terminal, text.encode())
    limit = time.monotonic() + 60
    while out.read_text().count(END) < count:
        assert time.monotonic() < limit, f"zsh does not answer {text!r}"
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)


def commands_of(tool):
    text = subprocess.check_output([tool, "help", "--json"], text=True)
    return json.loads(text)["commands"]


def values_of(option):
    return option.get("choices", option.get("known", ""))


def expected_lines(commands, shell):
    """Pairs of a line and the words that it must offer. bash splits --to=text
    into three words and wants a whole list, zsh the word that is added to it."""
    equals = ["="] if shell == "bash" else []
    before = "linear," if shell == "bash" else ""
    names = [c["name"] for c in commands]
    yield ["f2layout", ""], names + GLOBAL
    yield ["f2layout", "--v"], ["--version"]
    for command in commands:
        line = ["f2layout", command["name"]]
        options = [f"--{o['name']}" for o in command["options"]]
        yield line + ["--"], options
        for option in command["options"]:
            name = f"--{option['name']}"
            values = values_of(option).split("|")
            if values == [""]:
                continue
            yield line + [name, ""], values
            yield line + [name] + equals + [values[-1]], [values[-1]]
    yield ["f2layout", "help", "sw"], ["swizzle"]
    yield ["f2layout", "completion", "z"], ["zsh"]
    yield ["f2layout", "target", "gfx94"], ["gfx942"]
    yield ["f2layout", "check", "--is", "linear,inj"], [before + "injective"]


def check_accepted(tool, commands):
    """Checks with the parser. 'nothing' is not a layout, which is a later error."""
    for command in commands:
        for option in command["options"]:
            values = option.get("choices", "").split("|")
            for value in values if values != [""] else []:
                for text, taken in ((value, True), (value + "x", False)):
                    words = [tool, command["name"], f"--{option['name']}", text]
                    said = subprocess.run(
                        words, text=True, capture_output=True, check=False
                    ).stderr
                    refused = f"--{option['name']} is '{text}'" in said
                    refused |= f"--{option['name']} has '{text}'" in said
                    assert refused != taken, (words, said)
            for value in filter(None, option.get("known", "").split("|")):
                words = [tool, "show", "lane=[] -> [1]", "--target", value]
                subprocess.run(words, stdout=subprocess.DEVNULL, check=True)


def main():
    tool, shell, script = sys.argv[1:]
    commands = commands_of(tool)
    expected = list(expected_lines(commands, shell))
    lines = [line for line, _ in expected]
    found = bash(script, lines) if shell == "bash" else zsh(script, lines)
    assert len(found) == len(lines), (len(found), len(lines))
    for (line, words), offered in zip(expected, found):
        assert sorted(offered) == sorted(words), (line, offered, words)
    check_accepted(tool, commands)
    print(f"{len(lines)} command lines complete")


if __name__ == "__main__":
    main()
