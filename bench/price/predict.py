# What the price says of the exchanges of a kernel, from the records of remarks
# that clang writes.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re


def record_options(cubin):
    """clang's options that write the record of a variant beside its cubin."""
    return [
        "-fsave-optimization-record=yaml",
        "-foptimization-record-passes=f2layout-reroute",
        f"-foptimization-record-file={cubin.with_suffix('.yaml')}",
    ]


def records(text):
    """(name, function, arguments) of each remark. The records are a sequence of
    flat documents, so that no reader of YAML is needed."""
    for document in re.split(r"^--- ", text, flags=re.M)[1:]:
        name = re.search(r"^Name: +(\S+)", document, re.M)
        function = re.search(r"^Function: +(\S+)", document, re.M)
        if not name or not function:
            continue
        arguments = re.findall(r"^  - (\w+): +'?([^'\n]*)'?", document, re.M)
        yield name.group(1), function.group(1), dict(arguments)


def clocks(text):
    """Function -> (clocks as written, clocks as planned) of its exchanges. An
    exchange that stays costs what it did."""
    before, saved = {}, {}
    for name, function, arguments in records(text):
        if name == "ExchangeCost":
            clocks = float(arguments["ClocksBefore"])
            before[function] = before.get(function, 0) + clocks
        elif name == "ExchangeReplaced":
            gain = float(arguments["ClocksBefore"]) - float(arguments["ClocksAfter"])
            saved[function] = saved.get(function, 0) + gain
    return {f: (b, b - saved.get(f, 0)) for f, b in before.items()}


def predictions(folder, ways):
    """Kernel -> variant -> clocks of one warp. The original is the variant clang. Of
    the way `swizzle` the exchanges' price says nothing."""
    result = {}
    for way in ways:
        if way == "swizzle":
            continue
        for path in sorted((folder / way).glob("*.yaml")):
            for kernel, (before, after) in clocks(path.read_text()).items():
                known = result.setdefault(kernel, {})
                known.setdefault("clang", before)
                known[way] = after
    return result
