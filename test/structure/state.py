"""Checks that the plugin keeps no state of its own between two runs.

A compiler may run the plugin in several threads, and must get the same code
whatever it has compiled before. So nothing that the plugin can write may outlive
a run, except what LLVM asks for or counts with:

    AnalysisKey X::Key;             an address that LLVM compares
    static cl::opt<bool> X          an option, which LLVM sets
    static RewriteKind X            LLVM's statistic and debug counter
    const, constexpr                written once, by its initialiser; of a
                                    pointer, the pointer itself is const

The file of the plugin says which objects it can write (those of .data, .bss and
of threads; a variable that no code writes is not there). The sources say how
each of them is declared. The file also shows objects that a search of the
sources for `static` does not find, as members and templates have.

Usage: state.py NM PLUGIN ROOT. Prints one line per violation; exits 1 if there
is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import subprocess
import sys

FOLDERS = ("layouts", "intrinsics", "passes", "plugin")
WRITABLE = re.compile(r"\.(data|bss|tdata|tbss)$")
# The linker's, the C library's, and what LLVM's headers define in each library.
FOREIGN = re.compile(
    r"__dso_handle|__TMC_END__|completed\.\d+|_edata|_end|__bss_start"
    r"|llvm::VerifyDisableABIBreakingChecks|llvm::VerifyEnableABIBreakingChecks"
    r"|DW\.ref\..*"
)
ALLOWED = (
    r"\bAnalysisKey\s+(?:\w+::)*{name}\s*;",
    r"\bcl::(?:opt|list)<[^;(]*>\s*{name}\s*\(",
    r"\bRewriteKind\s+{name}\s*\(",
    r"\bconstexpr\s[^;(){{}}=]*\b{name}\s*(?:;|=|\[|\(|\{{)",
    r"\bconst\s[^;(){{}}=*]*\b{name}\s*(?:;|=|\[|\(|\{{)",
    r"\*\s*const\s+{name}\s*(?:;|=|\[|\(|\{{)",
)
# `static T Name`, where T is neither const nor one of the types above, and
# `static const T *Name`.
REFUSED = (
    r"\b(?:static|thread_local)\s+(?:(?!const\b|constexpr\b|cl::"
    r"|(?:llvm::)?AnalysisKey\b|RewriteKind\b)"
    r"[\w:<>,*& ]+[\s*&]|const\s[\w:<>, ]+\*\s*){name}\s*(?:;|=|\[|\{{)"
)


def writable_objects(nm, plugin):
    """The names of the objects of the plugin that can be written, demangled."""
    command = [nm, "-C", "--format=sysv", plugin]
    for line in subprocess.check_output(command, text=True).splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and WRITABLE.search(fields[6]) and fields[0]:
            yield fields[0]


def variable_of(symbol):
    """The variable's own name: `A::f(int)::Name` and `Name.3` are Name's."""
    symbol = symbol.removeprefix("guard variable for ")
    symbol = re.sub(r"\[abi:\w+\]", "", symbol)
    return re.sub(r"\.\d+$", "", symbol).rsplit("::", 1)[-1]


def judge(name, text):
    """Why the plugin may not have the variable; None if it may."""
    if re.search(REFUSED.format(name=re.escape(name)), text):
        return "can be written, and stays between runs"
    if not any(re.search(a.format(name=re.escape(name)), text) for a in ALLOWED):
        return "is not declared in a way that allows it"
    return None


def main():
    nm, plugin, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    files = [
        file
        for folder in FOLDERS
        for file in sorted((root / folder).rglob("*"))
        if file.suffix in (".h", ".cpp")
    ]
    text = "\n".join(re.sub(r"//.*", "", f.read_text()) for f in files)
    symbols = sorted(set(writable_objects(nm, plugin)))
    ours = [s for s in symbols if not FOREIGN.fullmatch(s)]
    violations = 0
    for symbol in ours:
        reason = judge(variable_of(symbol), text)
        if reason:
            print(f"{symbol}: {reason}")
            violations += 1
    if not ours:
        sys.exit(f"{plugin} has no symbols: nothing to see")
    print(f"{len(ours)} objects that can be written, {violations} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
