"""Checks that a report has the fields that docs/try.md lists: fields.py FILE

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import sys

NUMBER = (int, float)
REPORT = {
    "f2layout_try": int,
    "compiler": str,
    "plugin": str,
    "arguments": list,
    "root": str,
    "repeats": int,
    "seconds": str,
    "totals": dict,
    "failures": list,
    "slow": list,
    "not_compiled": list,
    "remarks": list,
    "files": list,
}
TOTALS = {
    "files": int,
    "compiled": int,
    "not_compiled": int,
    "kernels": int,
    "changed_kernels": int,
    "failures": int,
    "slow": int,
    "seconds_without": NUMBER,
    "seconds_with": NUMBER,
    "ratio": NUMBER,
    "worst_ratio": NUMBER,
    "worst_file": str,
    "plugin_seconds": NUMBER,
    "passes": dict,
    "wall_seconds": NUMBER,
}
FAILURE = {"kind": str, "kernel": str, "text": str}
FILE = {
    "file": str,
    "source": str,
    "output": str,
    "language": str,
    "arch": str,
    "notes": list,
    "skipped": (str, type(None)),
    "failures": list,
    "seconds_without": list,
    "seconds_with": list,
    "ratio": (int, float, type(None)),
    "megabytes": list,
    "passes": dict,
    "remarks": list,
    "kernels": list,
}
KERNEL = {
    "symbol": str,
    "name": str,
    "is_kernel": bool,
    "changed": bool,
    "without": dict,
    "with": dict,
}
SIDE = {
    "accesses": list,
    "shared_atomics": int,
    "shuffles": int,
    "warp_barriers": int,
    "block_barriers": int,
    "instructions": int,
}
ACCESS = {"space": str, "kind": str, "width": str, "count": int}
REMARK = {"kind": str, "pass": str, "name": str, "count": int, "first": dict}
FIRST = {"file": str, "line": int, "column": int, "function": str, "text": str}


def check(where, value, fields, more=()):
    """Every field is there and of its kind, and no other is."""
    for name, kind in fields.items():
        if name not in value:
            sys.exit(f"{where}: no {name}")
        if not isinstance(value[name], kind):
            sys.exit(f"{where}: {name} is {value[name]!r}")
    unknown = set(value) - set(fields) - set(more)
    if unknown:
        sys.exit(f"{where}: unknown {unknown}")


def remarks(where, rows):
    for row in rows:
        check(where, row, REMARK)
        check(where, row["first"], FIRST)


RESOURCES = """registers scalars spill_stores spill_loads vector_spills scalar_spills
    stack_bytes shared_bytes threads blocks waves launchable lanes most_threads""".split()

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
check("report", report, REPORT)
check("totals", report["totals"], TOTALS)
remarks("remarks", report["remarks"])
for failure in report["failures"]:
    check("failures", failure, {**FAILURE, "file": str, "arch": str})
for row in report["files"]:
    check("files", row, FILE)
    remarks(row["source"], row["remarks"])
    for failure in row["failures"]:
        check(row["source"], failure, FAILURE)
    for kernel in row["kernels"]:
        check(row["source"], kernel, KERNEL)
        for side in kernel["without"], kernel["with"]:
            check(kernel["name"], side, SIDE, RESOURCES)
            for access in side["accesses"]:
                check(kernel["name"], access, ACCESS)
totals = report["totals"]
assert totals["compiled"] == sum(bool(r["seconds_with"]) for r in report["files"])
assert totals["failures"] == len(report["failures"])
