"""From a compile command to the compile of its device code.

A command may have several sources and several processors. Each pair is a job of
its own: clang++ with the arguments that decide what the device code is, and none
of those that say what becomes of it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import os
import pathlib
import re

import hipcc
import nvcc

# Arguments of clang whose value is the next word.
WITH_VALUE = set(
    """-o -MF -MT -MQ -MJ -MV -I -D -U -L -l -F -x -isystem -iquote -idirafter
    -include -imacros -include-pch -isysroot -cxx-isystem -iprefix -iwithprefix
    -internal-isystem -Xclang -mllvm -Xarch_device -Xarch_host -Xlinker -Xassembler
    -Xpreprocessor -Xcuda-ptxas -Xcuda-fatbinary -Xoffload-linker -Xopenmp-target
    -target --target -arch --param -resource-dir -gcc-toolchain --sysroot -T -u -z
    -foffload-options -ivfsoverlay --config -dumpbase -dumpdir""".split()
)
# What is done with the result, and what would be printed on the way.
DROPPED = re.compile(
    r"-c|-S|-E|-M|-MM|-MD|-MMD|-MG|-MP|-MV|-emit-llvm|-fsyntax-only|-pipe|-v|-###"
    r"|-s|-shared|-static|-pthread|-rdynamic|-nostdlib"
    r"|-f(no-)?save-optimization-record.*|-foptimization-record-.*|-R(pass|no-pass).*"
    r"|-ftime-(report|trace).*|-save-temps.*|--save-temps.*|-fdiagnostics-.*"
    r"|-W.*|-w|--cuda-(device|host)-only|--offload-(device|host)-only"
    r"|--cuda-compile-host-device|--offload-host-device|--hip-link|--offload-link"
    r"|-foffload-lto.*|-flto.*|-fno-lto|-fuse-ld=.*"
    r"|--(no-)?(cuda|offload)-include-ptx=.*|--offload-(new-driver|compress)"
    r"|-l.+|-L.+"
)
DROPPED_WITH_VALUE = {
    *"-o -MF -MT -MQ -MJ -L -l -Xarch_host -Xlinker -Xassembler".split(),
    *"-Xcuda-fatbinary -Xoffload-linker -T -u -z -dumpbase -dumpdir".split(),
}
PLUGIN = re.compile(r".*F2Layout.*\.so")
PLUGIN_OPTION = re.compile(r"-f2layout-.+")
ARCH = re.compile(r"(?:--cuda-gpu-arch|--offload-arch)=(.+)")
NOT_ARCH = re.compile(r"--no-(?:cuda-gpu|offload)-arch=.*")
SOURCE = {".cu": "cuda", ".hip": "hip", ".cui": "cuda"}
LINKED = {".o", ".obj", ".a", ".so", ".lo", ".bc"}
LEVEL = re.compile(r"-O([0-3sz]|fast|g)?")
DEFAULT_ARCH = {"cuda": "sm_90", "hip": "gfx942"}
OPTIONS_OF_PTXAS = "-Xcuda-ptxas"


class NoDevice(Exception):
    """A command that compiles nothing for a GPU."""


@dataclasses.dataclass
class Job:
    """One source for one processor."""

    source: str  # as the command names it
    language: str
    arch: str
    directory: pathlib.Path
    arguments: list
    notes: list
    label: str = ""
    # What the command asks of the plugin: -f2layout-...
    plugin_options: list = dataclasses.field(default_factory=list)

    @property
    def path(self):
        return pathlib.Path(os.path.normpath(self.directory / self.source))

    def option(self, prefix):
        """The value of the last argument that begins with prefix, or ''."""
        values = [a[len(prefix) :] for a in self.arguments if a.startswith(prefix)]
        return values[-1] if values else ""

    @property
    def ptxas_options(self):
        values = []
        for word, value in zip(self.arguments, self.arguments[1:]):
            if word == OPTIONS_OF_PTXAS:
                values.append(value)
        if "-fgpu-rdc" in self.arguments:
            values.append("-c")
        return values


@dataclasses.dataclass
class Refused:
    """A source that is not compiled, and why."""

    source: str
    reason: str
    label: str = ""


def without_plugin(words):
    """(other arguments, options of the plugin) of a command that may load it.

    f2layout_enable() writes -Xarch_device -fpass-plugin=FILE, or -fpass-plugin=FILE and
    -Xclang -mllvm -Xclang -f2layout-OPTION.
    """
    kept, options, left = [], [], list(words)
    while left:
        plain = [word for word in left[:4] if word not in ("-Xclang", "-Xarch_device")]
        first = plain[0] if plain else ""
        second = plain[1] if len(plain) > 1 else ""
        if first.startswith("-fpass-plugin=") and PLUGIN.fullmatch(first):
            end = first
        elif first == "-load" and PLUGIN.fullmatch(second):
            end = second
        elif first == "-mllvm" and PLUGIN_OPTION.fullmatch(second):
            options.append(second)
            end = second
        else:
            kept.append(left.pop(0))
            continue
        del left[: left.index(end) + 1]
    return kept, options


def split(words):
    """(kept arguments, [(source, language)], processors) of clang's arguments."""
    kept, sources, archs, language = [], [], [], None
    words = iter(words)
    for word in words:
        if word == "--":
            continue
        if word in WITH_VALUE:
            value = next(words, "")
            if word == "-x":
                language = None if value == "none" else value
            elif word not in DROPPED_WITH_VALUE:
                kept += [word, value]
        elif word.startswith("-x") and len(word) > 2:
            language = word[2:]
        elif found := ARCH.fullmatch(word):
            archs += found.group(1).split(",")
        elif not word.startswith("-"):
            suffix = pathlib.PurePath(word).suffix
            if suffix in LINKED:
                continue
            if language in ("cuda", "hip"):
                sources.append((word, language))
            elif language is None and suffix in SOURCE:
                sources.append((word, SOURCE[suffix]))
        elif not DROPPED.fullmatch(word) and not NOT_ARCH.fullmatch(word):
            kept.append(word)
    return kept, sources, archs


def newest(archs):
    """The processor that is worth looking at: the newest of the command."""

    def age(arch):
        maker, number = re.match(r"(sm_|gfx)([0-9a-f]+)", arch).groups()
        if maker == "gfx":  # gfx90a, gfx942, gfx1100
            return int(number, 16), arch
        return int(re.match(r"\d+", number).group()), arch  # sm_90, sm_90a

    return max(archs, key=age)


def chosen_archs(archs, language, wanted, every):
    """The processors to compile for, and a note on those that are left out."""
    if wanted:
        return wanted, None
    named = [a for a in dict.fromkeys(archs) if re.match(r"(sm_|gfx)[0-9a-f]", a)]
    if not named:
        arch = DEFAULT_ARCH[language]
        return [arch], f"the command names no processor that is known here: {arch}"
    if every or len(named) == 1:
        return named, None
    arch = newest(named)
    return [arch], f"{arch} alone, of {', '.join(named)}"


def level_note(arguments):
    """A note if nothing is optimised, neither by clang nor by the plugin; else None."""
    levels = [a for a in arguments if LEVEL.fullmatch(a)]
    if not levels:
        return "the command has no -O: clang optimises nothing, nor does the plugin; add -O3"
    if levels[-1] == "-O0":
        return "the command has -O0: clang optimises nothing, nor does the plugin"
    return None


def jobs_of(entry, tools, wanted=(), every=False):
    """Jobs of one entry. Raises NoDevice, or nvcc.Untranslatable."""
    name = pathlib.PurePath(entry.words[0]).name
    words, notes = entry.words[1:], []
    if re.match(r"nvcc", name):
        words, notes = nvcc.translate(entry.words, tools)
    elif re.match(r"hipcc", name):
        words, notes = hipcc.translate(entry.words)
    elif not re.match(r"(.*-)?clang", name):
        raise NoDevice(f"{name} is neither clang, nvcc nor hipcc")
    words, plugin_options = without_plugin(words)
    kept, sources, archs = split(words)
    if not sources:
        raise NoDevice("no CUDA or HIP source")
    jobs = []
    for source, language in sources:
        mine = [a for a in wanted if a.startswith("gfx") == (language == "hip")]
        archs_of, note = chosen_archs(archs, language, mine, every)
        for arch in archs_of:
            arguments = list(kept)
            if re.match(r"hipcc", name):
                arguments += hipcc.toolkit_arguments(tools, arch, kept)
            if language == "hip" and "-fgpu-rdc" in arguments:
                # Relocatable HIP code is bitcode until it is linked.
                arguments.remove("-fgpu-rdc")
            jobs.append(
                Job(
                    source,
                    language,
                    arch,
                    entry.directory,
                    arguments,
                    notes + [n for n in (note, level_note(arguments)) if n],
                    entry.output,
                    plugin_options,
                )
            )
    return jobs
