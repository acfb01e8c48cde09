"""Says which source files can be compiled together.

    units.py MOST ROOT SOURCE...

prints a line for each unit: at most MOST sources, separated by semicolons. Headers
are found from ROOT. Neighbours in the list of all sources stay together where they
can.

Two sources can be in one unit if no name that one of them defines at the left margin
(a static function, a constant, a class, a macro) is in the text of the other one, or
in a header that only the other one includes. So no name is defined twice, and no call
finds the function of another file:

    a.cpp   static bool isKnown(Value *V)         not together with b.cpp,
    b.cpp   if (isKnown(&Load)) ...               whose isKnown is a header's

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import re
import sys

# Forward declarations and qualified names define no name.
NAMED = re.compile(
    r"^(?:#define +(\w+)|using(?! namespace) +(\w+)"
    r"|(?:class|struct|union|enum(?: class)?) +(\w+)(?!\w|::| *;))",
    re.M,
)
# What stands before the first of ( = { ; in a definition at the left margin. Members
# of namespaces and classes of headers are left out, since their names are qualified.
DEFINED = re.compile(
    r"^(?!inline namespace|namespace|using|class|struct|union|enum)"
    r"[A-Za-z](?:[^(={;:]|::)*?(?<![\w:])(\w+)(?:\[\w*\])*\s*[({=;]",
    re.M,
)
# Enumerators of enumerations without "class" are names of the namespace.
ENUMERATION = re.compile(r"^enum(?! class)[^{;]*\{([^}]*)\}", re.M)
INCLUDED = re.compile(r'^#include "(.*)"', re.M)


def words(text):
    return set(re.findall(r"\w+", text))


class Headers:
    """The words of headers without their comments, and what they include."""

    def __init__(self, root):
        self.root, self.known = root, {}

    def find(self, name, folder):
        """The path of a header, or None if it is not this project's."""
        for place in (folder, self.root):
            path = os.path.normpath(os.path.join(place, name))
            if path in self.known:
                return path
            if os.path.isfile(path):
                text = read(path)
                self.known[path] = (words(text), INCLUDED.findall(text))
                return path
        return None

    def closure(self, names, folder):
        found, work = set(), [(name, folder) for name in names]
        while work:
            path = self.find(*work.pop())
            if path and path not in found:
                found.add(path)
                work += [(name, os.path.dirname(path)) for name in self.known[path][1]]
        return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"//.*", "", file.read())


class Source:
    def __init__(self, path, headers):
        self.path, self.all_headers = path, headers
        text = read(path)
        self.words = words(text)
        self.headers = headers.closure(INCLUDED.findall(text), os.path.dirname(path))
        self.names = {"".join(found) for found in NAMED.findall(text)}
        self.names |= set(DEFINED.findall(text))
        for enumerators in ENUMERATION.findall(text):
            self.names |= words(enumerators)

    def keeps_its_names_beside(self, other):
        if not self.names.isdisjoint(other.words):
            return False
        return all(
            self.names.isdisjoint(self.all_headers.known[path][0])
            for path in other.headers - self.headers
        )

    def goes_with(self, other):
        return self.keeps_its_names_beside(other) and other.keeps_its_names_beside(self)


def main():
    most, headers, units = int(sys.argv[1]), Headers(sys.argv[2]), []
    for path in sorted(sys.argv[3:]):
        source = Source(path, headers)
        for unit in units:
            if len(unit) < most and all(map(source.goes_with, unit)):
                unit.append(source)
                break
        else:
            units.append([source])
    for unit in units:
        print(";".join(source.path for source in unit))


if __name__ == "__main__":
    main()
