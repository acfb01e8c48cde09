"""What the modules and the remarks of check.py say, and the page that it writes.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import re
import textwrap

KERNEL = re.compile(r"^define [^@\n]*(?:ptx_kernel|amdgpu_kernel) [^@\n]*@([\w.$]+)\(", re.M)
REMARK = re.compile(r"^--- !(\w+)\n(.*?)^\.\.\.", re.M | re.S)


def kernels(module):
    """The names of the kernels that a module defines."""
    return sorted(KERNEL.findall(module))


def remarks(yaml):
    """{kernel: {"Passed": {name: count}, "Missed": ...}} of a file of remarks."""
    found = {}
    for kind, text in REMARK.findall(yaml):
        fields = dict(re.findall(r"^(Pass|Name|Function): +'?([^'\n]*)", text, re.M))
        counts = found.setdefault(fields["Function"], {}).setdefault(kind, {})
        name = f"{fields['Pass'].removeprefix('f2layout-')} {fields['Name']}"
        counts[name] = counts.get(name, 0) + 1
    return found


def is_changed(kernel):
    """A pass says that it changed something; names of values and types of pointers do
    not count."""
    return bool(kernel["remarks"].get("Passed"))


def is_wrong(kernel):
    """The result differs, or f2sim ended in another way than it documents."""
    verdict = kernel.get("verdict", "")
    return verdict == "different" or verdict.startswith("status")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def targets(rows):
    """A row for each source, processor and level."""
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["source"], row["cpu"], row["level"]].append(row)
    for (source, cpu, level), group in groups.items():
        kernels = [k for row in group for k in row["kernels"].values()]
        verdicts = collections.Counter(k.get("verdict", "compiled only") for k in kernels)
        rest = [f"{n} {v}" for v, n in verdicts.items() if v not in ("equal", "different")]
        if any("original" in row for row in group):
            rest.append("original not assembled")
        yield (
            f"`{source}`", cpu, f"-O{level}", len(group), len(kernels),
            sum(is_changed(k) for k in kernels), verdicts["equal"], ", ".join(rest),
            sum("broken" in row for row in group),
        )  # fmt: skip


def joined(counter):
    names = dict.fromkeys(name.split()[1] for name, _ in counter.most_common())
    return ", ".join(list(names)[:3])


def algorithms(rows, source):
    """A row for each algorithm: how often it changes, by what, and what was missed."""
    groups = collections.defaultdict(list)
    for row in rows:
        if row["source"] == source:
            for name, kernel in row["kernels"].items():
                groups[name].append(kernel)
    for name, kernels in sorted(groups.items()):
        counts = {kind: collections.Counter() for kind in ("Passed", "Missed")}
        for kernel in kernels:
            for kind, counter in counts.items():
                counter.update(kernel["remarks"].get(kind, {}))
        yield (
            f"`{name}`", f"{sum(map(is_changed, kernels))} of {len(kernels)}",
            joined(counts["Passed"]), joined(counts["Missed"]),
        )  # fmt: skip


def paragraph(text):
    return [*textwrap.wrap(" ".join(text.split()), 120, break_on_hyphens=False), ""]


def page(rows, gpu):
    kernels = [k for row in rows for k in row["kernels"].values()]
    run = [k for k in kernels if "verdict" in k]
    equal = sum(k["verdict"] == "equal" for k in run)
    wrong = sum(map(is_wrong, run))
    broken = sum("broken" in row for row in rows)
    lines = ["# Libraries' algorithms with the plugin", ""]
    lines += paragraph(
        f"""Every block and warp algorithm of CUB and rocPRIM, and the kernels of Thrust's sorts, scans
        and reductions, compiled without and with the plugin. **{len(rows)} modules with {len(kernels)}
        kernels: {broken} modules broken, {wrong} kernels wrong.** f2sim ran {len(run)} of the kernels,
        {equal} of them are equal byte for byte in four orders of the threads. Thrust's kernels take
        the library's own structures as arguments, and were only compiled."""
    )
    lines += paragraph(
        """This page is generated: `bench/algorithms/check.py --page docs/algorithms.md`
        ([bench/README.md](../bench/README.md)). `opt -verify-each` ran LLVM's whole pipeline of the
        level with the plugin in it; llc, and ptxas for NVIDIA, assembled the result. A kernel has no
        verdict if the original already has a race or takes too long ("no verdict"), has something
        that f2sim cannot run ("not run"), or writes what depends on the order of the threads ("by schedule"): then there
        is nothing to compare. "Original not assembled" means that the library uses instructions
        that the processor lacks."""
    )
    lines += paragraph(
        f"""On a GPU ({gpu["gpu"]}, driver {gpu["driver"]}, {gpu["date"]}, `bench/algorithms/run.py`), 500
        blocks of random elements: **{gpu["equal"]} kernels of {gpu["modules"]} modules for sm_90 write
        the same bytes without and with the plugin, {len(gpu["different"])} do not.** Of
        {len(gpu["no verdict"])} kernels the original itself writes other bytes when it runs again."""
    )
    lines += ["## Targets", ""]
    lines += table(
        ("source", "processor", "level", "modules", "kernels", "changed", "equal",
         "no verdict", "broken"),
        targets(rows),
    )  # fmt: skip
    for source in sorted({row["source"] for row in rows}):
        lines += [
            "",
            f"## {source}",
            "",
            *paragraph(
                """In how many of the modules the kernel changes, and the most frequent remarks about
                changes and about what was missed ([remarks.md](remarks.md))."""
            ),
        ]
        lines += table(("kernel", "changed", "by", "missed"), algorithms(rows, source))
    return "\n".join(lines) + "\n"
