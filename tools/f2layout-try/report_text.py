"""The report as text of 100 columns."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import textwrap

import summary as tell

WIDTH = 100


def wrapped(text, indent, hang=None):
    """Lines of at most WIDTH columns."""
    hang = indent + 2 if hang is None else hang
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * hang,
        break_on_hyphens=False,
    ) or [""]


def shortened(text, width):
    return text if len(text) <= width else text[: width - 3] + "..."


def kernel_name(name, width):
    """A name without what stands in its parentheses, if it is too long."""
    if len(name) > width and "(" in name:
        name = name[: name.rindex("(")] if name.endswith(")") else name
    return shortened(name, width)


def names_of(outcome):
    return {kernel.symbol: kernel.name for kernel in outcome.kernels}


def place(summary, outcome):
    return f"{summary.source(outcome)} [{outcome.job.arch}]"


def failures(summary):
    lines = []
    for outcome, failure in summary.failures:
        name = names_of(outcome).get(failure.kernel, failure.kernel)
        where = place(summary, outcome) + (f" {kernel_name(name, 50)}" if name else "")
        lines += wrapped(f"{failure.kind}: {where}: {failure.text}", 2, 4)
    return lines


def slow(summary):
    lines = []
    for outcome in summary.slow:
        without, with_plugin = summary.seconds(outcome)
        lines += wrapped(
            f"{summary.ratio(outcome):.2f} times: {without:.2f} s -> {with_plugin:.2f} s"
            f" {place(summary, outcome)}",
            2,
        )
        passes = sorted(outcome.passes.items(), key=lambda p: -p[1])[:4]
        lines += wrapped(", ".join(f"{name} {sec:.2f} s" for name, sec in passes), 4)
    return lines


def changed(summary):
    lines = []
    last = None
    for outcome, kernel in summary.changed:
        if outcome is not last:
            lines += wrapped(place(summary, outcome), 2)
            last = outcome
        kind = "" if kernel.is_kernel else "function "
        lines.append("    " + kind + kernel_name(kernel.name, WIDTH - 13))
        rows = [tell.change(*pair) for pair in tell.changes(kernel).items()]
        lines += wrapped("; ".join(rows) or "other instructions, the same counts", 6, 6)
    return lines


def remarks(summary):
    lines = []
    for (kind, pass_name, name), count, first in summary.remarks():
        lines.append(f"  {count:6} {kind:8} {pass_name:20} {name}")
        where = first.function
        if first.file:
            where = f"{summary.shown(first.file)}:{first.line}:{first.column}"
        lines += wrapped(f"{where}: {shortened(first.text, 220)}", 9, 9)
    return lines


def left_out(summary):
    lines = []
    for source, why in summary.left_out:
        lines += wrapped(f"{source}: {shortened(why, 160)}", 2, 4)
    return lines


def notes(summary):
    found = {}
    for outcome in summary.outcomes:
        for note in outcome.notes:
            found.setdefault(note, []).append(summary.source(outcome))
    lines = []
    for note, sources in found.items():
        more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
        lines += wrapped(f"{note} ({sources[0]}{more})", 2, 4)
    return lines


def totals(summary):
    t = summary.totals()
    lines = [
        f"  files {t['files']}, compiled {t['compiled']}, not compiled "
        f"{t['not_compiled']}; kernels {t['kernels']}, changed {t['changed_kernels']}; "
        f"failures {t['failures']}"
    ]
    if t["ratio"] is None:
        return lines
    lines += wrapped(
        f"compile seconds (CPU) {t['seconds_without']:.2f} without the plugin, "
        f"{t['seconds_with']:.2f} with it: {t['ratio']:.3f} times; worst "
        f"{t['worst_ratio']:.2f} times, {t['worst_file']}",
        2,
    )
    passes = [f"{name} {sec:.2f}" for name, sec in t["passes"].items() if sec >= 0.005]
    more = ": " + ", ".join(passes) if passes else ""
    lines += wrapped(f"seconds in the plugin's passes {t['plugin_seconds']:.3f}{more}", 2)
    return lines


def text(summary):
    """The whole report."""
    parts = [
        ("Failures", failures(summary), True),
        (f"Compiles more than {summary.options.slow:g} times as long", slow(summary), False),
        ("Changed kernels", changed(summary), True),
        ("Remarks", remarks(summary), False),
        ("Not compared", left_out(summary), False),
        ("Notes", notes(summary), False),
        ("Totals", totals(summary), True),
    ]
    lines = wrapped(f"{summary.compiler}; {summary.plugin}", 0)
    if summary.root and len(summary.outcomes) > 1:
        lines += wrapped(f"Files are named from {summary.root}", 0)
    for title, body, always in parts:
        if body or always:
            lines += ["", title, *(body or ["  none"])]
    return "\n".join(lines) + "\n"
