"""The seconds of the plugin's own passes and analyses, from clang -ftime-report.

LLVM's timers name classes (f2layout::passes::ReroutePass) and stop while another
pass or analysis runs inside, so that the sum counts nothing twice. What the plugin
makes LLVM's own analyses do is theirs; it shows in the seconds of the whole compile.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re

from toolchain import ROOT

ROW = re.compile(r'(?:PASS|ANALYSIS)\w*\("([^"]+)",\s*(\w+)')
NUMBER = re.compile(r"\s*(\d+\.\d+)(?:e[+-]\d+)?\s+\(\s*[-\d.naif]+%\)")


def pipeline_names():
    """{class: name in pipelines} of passes/PassRegistry.def."""
    text = (ROOT / "passes" / "PassRegistry.def").read_text()
    return {cls: name for name, cls in ROW.findall(text)}


def columns(header):
    """The titles of a report's columns, from its header line."""
    return [t.strip() for t in re.findall(r"-{2,}\s?([A-Z][\w+ ]*?)\s?-{2,}", header)]


def read(text, names=None):
    """{pass: CPU seconds} of the plugin's passes, by pipeline name."""
    names = pipeline_names() if names is None else names
    seconds, titles = {}, []
    for line in text.splitlines():
        if "--- Name ---" in line:
            titles = columns(line)
            continue
        values = []
        rest = line
        while match := NUMBER.match(rest):
            values.append(float(match.group(1)))
            rest = rest[match.end() :]
        name = rest.strip()
        if not values or not name.startswith("f2layout"):
            continue
        name = name.rpartition("::")[2]
        name = names.get(name, name)
        by_title = dict(zip(titles, values))
        cpu = by_title.get("User+System", by_title.get("User Time", values[0]))
        seconds[name] = seconds.get(name, 0) + cpu
    return seconds
