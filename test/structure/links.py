"""Checks the relative links of the documents, and the tests that they name.

Documents are those in the root, in docs/, examples/ and bench/, and the READMEs
of all folders of the sources.

A link must lead to a file or folder of the repository, and its #fragment to a
heading there:

    [options](options.md#printers)    [`Mma.*`][Mma] ... [Mma]: MmaTest.cpp

Where the text of a link to a C++ file is a test, `Suite.Name`, `Suite.*` or
(the suite having been named before) `.Name`, the file must have that test.

Usage: links.py ROOT. Prints one line per violation; exits 1 if there is one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

DOCUMENTS = ("*.md", "docs/**/*.md", "examples/**/*.md", "bench/**/*.md") + tuple(
    f"{folder}/**/README.md"
    for folder in ("layouts", "intrinsics", "passes", "plugin", "tools")
)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[([^\[\]]*)\](?:\(([^()\s]+)\)|\[([^\[\]]+)\])")
DEFINITION = re.compile(r"^\[([^\[\]]+)\]:\s*(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
# Possibly with the instance of a parameterised test: Gpus/WavefrontsOn.*
TEST = re.compile(r"^`(?:\w+/)?(\w*)\.(\w+|\*)`$")
EXTERNAL = re.compile(r"^[a-z]+:")


def without(pattern, text, characters):
    """The text with the matches replaced by blanks, so that positions stay."""
    blank = str.maketrans(dict.fromkeys(characters, " "))
    return pattern.sub(lambda match: match[0].translate(blank), text)


def prose(text):
    """The text without code, which may look like links."""
    return without(CODE, without(FENCE, text, "[]()#"), "[]()")


def anchors(text):
    """The anchors that a forge generates for the headings."""
    found = set()
    for heading in HEADING.findall(prose(text)):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(words.replace(" ", "-"))
    return found


def check_target(root, document, target):
    """Why the link of the document may not be to target; None if it may."""
    name, _, fragment = target.partition("#")
    path = (document.parent / name if name else document).resolve()
    if not path.is_relative_to(root) or not path.exists():
        return "no such file"
    if fragment and not (path.is_file() and fragment in anchors(path.read_text())):
        return "no such heading"
    return None


def check_test(document, target, text):
    """Why the file does not have the test that the link is called by."""
    test = TEST.match(text)
    if not test or not target.endswith(".cpp"):
        return None
    suite = test[1] or r"\w+"
    name = r"\w+" if test[2] == "*" else test[2]
    source = (document.parent / target).read_text()
    if re.search(rf"\bTEST(_[FP])?\({suite},\s*{name}\)", source):
        return None
    return f"has no test {text}"


def check_document(root, document):
    """Pairs of a line and what is wrong there."""
    text = prose(document.read_text())
    defined = dict(DEFINITION.findall(text))
    for match in LINK.finditer(text):
        target = match[2] or defined.get(match[3])
        if target and EXTERNAL.match(target):
            continue
        if not target:
            why, target = "is not defined", match[3]
        else:
            why = check_target(root, document, target) or check_test(
                document, target, match[1]
            )
        if why:
            line = text.count("\n", 0, match.start()) + 1
            yield f'{document.relative_to(root)}:{line}: "{target}": {why}'


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = sorted(path for glob in DOCUMENTS for path in root.glob(glob))
    failures = [line for path in documents for line in check_document(root, path)]
    count = f"{len(documents)} documents, {len(failures)} violations"
    print("\n".join(failures + [count]))
    return 1 if failures or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
