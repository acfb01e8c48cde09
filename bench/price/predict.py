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
        # One remark for each exchange.
        *("-Xclang", "-mllvm", "-Xclang", "-f2layout-all-remarks"),
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


# The way whose clocks ExchangeCost states.
AS_IT_RUNS = "as-it-runs"


def clocks(text):
    """Function -> (clocks as written, clocks as planned) of its exchanges. The second
    is None if one stays: a swizzle may change what that takes."""
    before, saved, staying = {}, {}, {}
    for name, function, arguments in records(text):
        if name == "ExchangeCost":
            clocks = float(arguments["ClocksBefore"])
            before[function] = before.get(function, 0) + clocks
            staying[function] = staying.get(function, 0) + 1
        elif name == "ExchangeReplaced":
            gain = float(arguments["ClocksBefore"]) - float(arguments["ClocksAfter"])
            saved[function] = saved.get(function, 0) + gain
            staying[function] -= 1
    return {f: (b, None if staying[f] else b - saved[f]) for f, b in before.items()}


def predictions(folder, ways):
    """Kernel -> way -> clocks of one warp."""
    result = {}
    for way in ways:
        for path in sorted((folder / way).glob("*.yaml")):
            for kernel, (before, after) in clocks(path.read_text()).items():
                known = result.setdefault(kernel, {})
                if way == AS_IT_RUNS:
                    known[way] = before
                elif after is not None:
                    known[way] = after
    return result
