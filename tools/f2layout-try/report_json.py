"""The report as JSON: docs/try.md has its fields."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json

import remarks

VERSION = 1


def side_of(side):
    return {
        "accesses": [
            {"space": space, "kind": verb, "width": width, "count": count}
            for (space, verb, width), count in sorted(side.accesses.items())
        ],
        **side.counts,
        **side.resources,
    }


def kernel_of(kernel):
    return {
        "symbol": kernel.symbol,
        "name": kernel.name,
        "is_kernel": kernel.is_kernel,
        "changed": kernel.changed,
        "without": side_of(kernel.before),
        "with": side_of(kernel.after),
    }


def remark_of(reason, count, first):
    kind, pass_name, name = reason
    return {
        "kind": kind,
        "pass": pass_name,
        "name": name,
        "count": count,
        "first": {
            "file": first.file,
            "line": first.line,
            "column": first.column,
            "function": first.function,
            "text": first.text,
        },
    }


def failure_of(failure):
    return {"kind": failure.kind, "kernel": failure.kernel, "text": failure.text}


def file_of(outcome, summary):
    row = {
        "file": str(outcome.job.path),
        "source": summary.source(outcome),
        "output": outcome.job.label,
        "language": outcome.job.language,
        "arch": outcome.job.arch,
        "notes": outcome.notes,
        "skipped": outcome.skipped or None,
        "failures": [failure_of(f) for f in sorted(outcome.failures, key=lambda f: f.rank)],
        "seconds_without": [round(s, 4) for s in outcome.without],
        "seconds_with": [round(s, 4) for s in outcome.with_plugin],
        "ratio": round(summary.ratio(outcome), 4) if outcome.compiled else None,
        "megabytes": [round(m, 1) for m in outcome.megabytes],
        "passes": {n: round(s, 4) for n, s in outcome.passes.items()},
        "remarks": [remark_of(*row) for row in remarks.by_reason(outcome.remarks)],
        "kernels": [kernel_of(k) for k in outcome.kernels],
    }
    return row


def data(summary):
    """The report as dictionaries and lists."""
    return {
        "f2layout_try": VERSION,
        "compiler": summary.compiler,
        "plugin": summary.plugin,
        "arguments": summary.arguments,
        "root": summary.root,
        "repeats": summary.options.repeat,
        "seconds": "median" if summary.options.median else "minimum",
        "totals": summary.totals(),
        "failures": [
            {"file": summary.source(o), "arch": o.job.arch, **failure_of(f)}
            for o, f in summary.failures
        ],
        "slow": [summary.source(o) for o in summary.slow],
        "not_compiled": [{"file": f, "reason": r} for f, r in summary.left_out],
        "remarks": [remark_of(*row) for row in summary.remarks()],
        "files": [file_of(o, summary) for o in summary.outcomes],
    }


def write(summary, path):
    path.write_text(json.dumps(data(summary), indent=1) + "\n")
