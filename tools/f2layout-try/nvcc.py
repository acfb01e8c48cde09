"""From nvcc's command line to clang's, as far as device code depends on it.

    nvcc -gencode arch=compute_90,code=sm_90 --expt-relaxed-constexpr -Xcompiler
      -fPIC,-DN=4 -lineinfo -c k.cu -o k.o

becomes

    clang++ -x cuda --cuda-gpu-arch=sm_90 -DN=4 -gline-tables-only -O3 k.cu

An option that would change device code and has no counterpart makes the command
untranslatable. One that concerns the host, linking or messages is dropped.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re

# Long names, and the one that the rest of this file knows them by.
ALIASES = {
    "--gpu-architecture": "-arch",
    "--gpu-code": "-code",
    "--generate-code": "-gencode",
    "--compiler-options": "-Xcompiler",
    "--ptxas-options": "-Xptxas",
    "--include-path": "-I",
    "--system-include": "-isystem",
    "--pre-include": "-include",
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--optimize": "-O",
    "--std": "-std",
    "--maxrregcount": "-maxrregcount",
    "--relocatable-device-code": "-rdc",
    "--device-c": "-dc",
    "--device-w": "-dw",
    "--generate-line-info": "-lineinfo",
    "--device-debug": "-G",
    "--use_fast_math": "-use_fast_math",
    "--ftz": "-ftz",
    "--fmad": "-fmad",
    "--x": "-x",
}
# Options with a value, behind "=", as the next word or (short ones) at once.
WITH_VALUE = set(
    """-arch -code -gencode -Xcompiler -Xptxas -I -isystem -include -D -U -O -std
    -maxrregcount -rdc -ftz -fmad -prec-div -prec-sqrt --prec-div --prec-sqrt -x
    -o -odir --output-file --output-directory -MF -MT -MQ -ccbin
    --compiler-bindir -Xlinker --linker-options -Xarchive --archive-options
    -Xnvlink --nvlink-options -Xcudafe -t --threads -split-compile --split-compile
    -l -L --library --library-path -cudart --cudart -cudadevrt --cudadevrt
    -default-stream --default-stream -keep-dir --keep-dir -Werror --Werror
    -diag-suppress --diag-suppress -diag_suppress --diag_suppress
    -diag-error --diag-error -diag-warn --diag-warn -m --machine
    -time --time -idp --input-drive-prefix -ddp -target-dir --target-directory
    -brief-diag --brief-diagnostics -static-global-template-stub
    --static-global-template-stub""".split()
)
DROPPED = re.compile(
    r"-c|--compile|-E|--preprocess|-M.*|--generate-dependenc.*"
    r"|--?(ptx|cubin|fatbin|cuda|lib|link|run|dryrun|keep|clean-targets|shared|v"
    r"|verbose|resource-usage|res-usage|profile|debug|expt-relaxed-constexpr"
    r"|expt-extended-lambda|extended-lambda|allow-unsupported-compiler"
    r"|forward-unknown-to-host-compiler|forward-unknown-to-host-linker"
    r"|forward-unknown-opts|disable-warnings|no-host-device-.*|display-error-number"
    r"|dlto|lto|source-in-ptx|save-temps|no-compress|compress-mode|use-local-env"
    r"|extra-device-vectorization|no-display-error-number|objdir-as-tempdir)(=.*)?"
    r"|-g|-w|-W.*|-l.+|-L.+|-pg|-pthread|-m(32|64)|-time|-link|-dryrun"
)
FORWARDED = re.compile(r"--?forward-unknown-(to-host-compiler|opts)")
FOR_DEVICE = re.compile(r"-[DUI].+|-std=.+")


class Untranslatable(Exception):
    """Why a command cannot be compiled by clang."""


def options(words):
    """(option, value) of each option, and (None, word) of each other word."""
    words = iter(words)
    for word in words:
        if not word.startswith("-") or word == "-":
            yield None, word
            continue
        name, equals, value = word.partition("=")
        name = ALIASES.get(name, name)
        if name in WITH_VALUE:
            yield name, value if equals else next(words, "")
            continue
        short = re.match(r"-[IDUO]", word)
        if short and not re.match(r"-(Ofast|Ofc)", word):
            yield short.group(), word[2:].removeprefix("=")
        else:
            yield ALIASES.get(word, word), None


def archs_of(value):
    """sm_NN of "arch=compute_90,code=[compute_90,sm_90]" or of "sm_90"."""
    real = re.findall(r"sm_\w+", value)
    virtual = re.findall(r"compute_(\w+)", value)
    return real or [f"sm_{number}" for number in virtual]


def split_commas(value):
    return [part for part in value.split(",") if part]


class Translation:
    def __init__(self, words):
        self.words = words
        self.arguments = []
        self.notes = []
        self.archs = []
        self.debug = False

    def flag(self, name):
        """An option without a value."""
        if name in ("-dc", "-dw"):
            self.arguments.append("-fgpu-rdc")
        elif name == "-lineinfo":
            self.arguments.append("-gline-tables-only")
        elif name == "-use_fast_math":
            self.arguments += ["-ffast-math", "-fgpu-flush-denormals-to-zero"]
        elif name == "-G":
            self.debug = True
            self.notes.append("-G: no optimisation, and so nothing for the plugin")
        elif name in ("-restrict", "--restrict"):
            self.notes.append("-restrict has no counterpart: pointers may alias")
        elif DROPPED.fullmatch(name):
            pass
        elif any(FORWARDED.fullmatch(word) for word in self.words):
            self.host([name])
        else:
            raise Untranslatable(f"nvcc's option {name} has no counterpart in clang")

    def host(self, words):
        """What is for the host compiler, except what device code sees, too."""
        words = iter(words)
        for word in words:
            if word in ("-I", "-D", "-U", "-isystem", "-include"):
                self.arguments += [word, next(words, "")]
            elif FOR_DEVICE.fullmatch(word):
                self.arguments.append(word)

    def valued(self, name, value):
        if name in ("-arch", "-code", "-gencode"):
            if re.match(r"native|all", value):
                self.notes.append(f"{name}={value}: no processor is named")
            self.archs += archs_of(value)
        elif name in ("-I", "-D", "-U"):
            self.arguments.append(name + value)
        elif name in ("-isystem", "-include"):
            self.arguments += [name, value]
        elif name == "-std":
            self.arguments.append(f"-std={value}")
        elif name == "-x":
            self.arguments += ["-x", "cuda" if value == "cu" else value]
        elif name == "-Xcompiler":
            self.host(split_commas(value))
        elif name == "-Xptxas":
            for option in split_commas(value):
                self.arguments += ["-Xcuda-ptxas", option]
        elif name == "-maxrregcount":
            self.arguments += ["-Xcuda-ptxas", f"-maxrregcount={value}"]
        elif name == "-rdc" and value == "true":
            self.arguments.append("-fgpu-rdc")
        elif name == "-ftz" and value == "true":
            self.arguments.append("-fgpu-flush-denormals-to-zero")
        elif name == "-fmad" and value == "false":
            self.arguments.append("-ffp-contract=off")
        # All others concern the host, linking, or messages. nvcc's -O is the
        # host's; its device code is always optimised.

    def run(self):
        for name, value in options(self.words):
            if name is None:
                self.arguments.append(value)
            elif value is None:
                self.flag(name)
            else:
                self.valued(name, value)
        self.arguments.append("-O0" if self.debug else "-O3")
        real = dict.fromkeys(self.archs)
        self.arguments += [f"--cuda-gpu-arch={arch}" for arch in real]


def cuda_of(program):
    """The toolkit that nvcc was called in, if its path says so."""
    path = pathlib.Path(program)
    if path.parent.name == "bin" and (path.parent.parent / "nvvm").is_dir():
        return str(path.parent.parent)
    return ""


def translate(words, tools):
    """(clang's arguments, notes) for the words of an nvcc command."""
    translation = Translation(words[1:])
    translation.run()
    arguments = translation.arguments
    cuda = cuda_of(words[0]) or tools.cuda
    if cuda:
        arguments.append(f"--cuda-path={cuda}")
        cccl = pathlib.Path(cuda) / "include" / "cccl"
        if cccl.is_dir():
            arguments += ["-isystem", str(cccl)]
    return arguments, translation.notes
