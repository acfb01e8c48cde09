"""The report as one HTML page that needs nothing else.

The page is page.html, with what is known put in. Everything that comes from
sources, compilers and the command line is escaped here.
"""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
from html import escape

import diff_html
import summary as tell

PAGE = pathlib.Path(__file__).resolve().parent / "page.html"


def tag(name, body, **attributes):
    """An element; its body is HTML already, its attributes are not."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{body}</{name}>"


def cell(value, sort=None):
    """A cell; numbers sort as numbers, everything else as text."""
    if isinstance(value, (int, float)):
        text = f"{value:.3f}" if isinstance(value, float) else str(value)
        return tag("td", text, class_="number", data_v=value if sort is None else sort)
    return tag("td", value, class_="long", **({} if sort is None else {"data_v": sort}))


def word(value):
    """A cell that stays on one line; its text is not HTML yet."""
    return tag("td", escape(value), class_="word")


def table(titles, rows):
    """A table that its headings sort."""
    head = "".join(
        tag("th", tag("button", escape(title), type="button"), scope="col")
        for title in titles
    )
    body = "".join(tag("tr", "".join(row)) for row in rows)
    inner = tag("thead", tag("tr", head)) + tag("tbody", body)
    return tag("div", tag("table", inner), class_="wide")


def section(title, body):
    return tag("section", tag("h2", escape(title)) + body)


def none(text="none"):
    return tag("p", escape(text), class_="none")


def change(before, after):
    """A cell that shows 7 -> 1 and sorts by what is added."""
    if before is None or after is None:
        return cell("", 0)
    if before == after:
        return tag("td", str(after), class_="number same", data_v=0)
    return tag(
        "td", f"{before}&thinsp;&rarr;&thinsp;{after}", class_="number", data_v=after - before
    )


def anchors(summary):
    """{id of a kernel: name of its anchor}."""
    return {id(k): f"k{n}" for n, (_, k) in enumerate(summary.changed)}


def kernel_link(kernel, names):
    if id(kernel) not in names:
        return tag("code", escape(kernel.name))
    return tag("a", tag("code", escape(kernel.name)), href=f"#{names[id(kernel)]}")


def place(summary, outcome):
    return escape(f"{summary.source(outcome)} [{outcome.job.arch}]")


def failures(summary, names):
    rows = []
    for outcome, failure in summary.failures:
        kernel = next((k for k in outcome.kernels if k.symbol == failure.kernel), None)
        name = kernel_link(kernel, names) if kernel else escape(failure.kernel)
        rows.append(
            (
                tag("td", tag("strong", escape(failure.kind)), class_="word", data_v=failure.rank),
                cell(place(summary, outcome)),
                cell(name),
                cell(escape(failure.text)),
            )
        )
    return table(("what", "file", "kernel", "says"), rows) if rows else none()


def files(summary):
    slow = {id(o) for o in summary.slow}
    rows = []
    for outcome in sorted(summary.compiled, key=summary.ratio, reverse=True):
        without, with_plugin = summary.seconds(outcome)
        ratio = summary.ratio(outcome)
        text = f"{ratio:.2f}"
        rows.append(
            (
                cell(place(summary, outcome)),
                cell(without),
                cell(with_plugin),
                tag(
                    "td",
                    tag("strong", text) if id(outcome) in slow else text,
                    class_="number",
                    data_v=ratio,
                ),
                cell(float(sum(outcome.passes.values()))),
                cell(len(outcome.changed)),
                cell(len(outcome.remarks)),
            )
        )
    titles = (
        *("file", "s without", "s with", "times", "s in the plugin"),
        *("changed kernels", "remarks"),
    )
    return table(titles, rows) if rows else none()


def total(side, space):
    """All accesses of one space."""
    return sum(n for (where, _, _), n in side.accesses.items() if where == space)


def kernels(summary, names):
    titles = (
        *("kernel", "file", "shared accesses", "matrix", "global", "shuffles"),
        *("block barriers", "instructions", "registers", "spills", "shared bytes"),
        *("blocks",),
    )
    rows = []
    for outcome, kernel in summary.changed:
        before, after = kernel.before, kernel.after
        row = [cell(kernel_link(kernel, names)), cell(place(summary, outcome))]
        for space in ("shared", "matrix", "global"):
            row.append(change(total(before, space), total(after, space)))
        for what in ("shuffles", "block_barriers", "instructions"):
            row.append(change(before.counts[what], after.counts[what]))
        known = before.resources and after.resources
        row.append(change(*(s.resources.get("registers") for s in (before, after))))
        row.append(change(*(tell.spilled(s) if known else None for s in (before, after))))
        for key in ("shared_bytes", "blocks"):
            row.append(change(*(s.resources.get(key) for s in (before, after))))
        rows.append(row)
    return table(titles, rows) if rows else none()


def details(summary, names):
    """Both assemblies of every changed kernel."""
    parts = []
    for outcome, kernel in summary.changed:
        items = "".join(
            tag("li", escape(tell.change(what, rows)))
            for what, rows in tell.changes(kernel).items()
        )
        head = tag("code", escape(kernel.name)) + " " + tag(
            "span", place(summary, outcome), class_="where"
        )
        body = tag("ul", items) if items else ""
        body += diff_html.side_by_side(kernel.before, kernel.after)
        parts.append(
            tag("details", tag("summary", head) + body, id_=names[id(kernel)])
        )
    return "".join(parts) or none()


def remarks(summary):
    rows = []
    for (kind, pass_name, name), count, first in summary.remarks():
        where = first.function
        if first.file:
            where = f"{summary.shown(first.file)}:{first.line}:{first.column}"
        rows.append(
            (
                cell(count),
                word(kind),
                word(pass_name),
                word(name),
                cell(escape(where)),
                cell(escape(first.text)),
            )
        )
    titles = "count", "kind", "pass", "reason", "first place", "and what it says there"
    return table(titles, rows) if rows else none()


def totals(summary):
    figures = summary.totals()
    rows = []
    for key, value in figures.items():
        if key == "passes":
            value = ", ".join(f"{n} {s:.3f}" for n, s in value.items() if s >= 0.001)
        shown = "" if value is None else escape(str(value))
        rows.append(tag("dt", escape(key.replace("_", " "))) + tag("dd", shown))
    return tag("dl", "".join(rows))


def left_out(summary):
    rows = [(cell(escape(f)), cell(escape(why))) for f, why in summary.left_out]
    return table(("file", "why"), rows) if rows else none()


def page(summary):
    names = anchors(summary)
    body = section("Failures", failures(summary, names))
    body += section("Totals", totals(summary))
    body += section("Changed kernels", kernels(summary, names))
    body += section("Compiles, the slowest first", files(summary))
    body += section("Remarks", remarks(summary))
    body += section("Not compared", left_out(summary))
    body += section("Assembly of changed kernels", details(summary, names))
    words = " ".join(["f2layout-try", *summary.arguments])
    head = f"{escape(summary.compiler)}<br>{escape(summary.plugin)}<br><code>{escape(words)}</code>"
    text = PAGE.read_text(encoding="utf-8")
    return text.replace("<!-- head -->", head).replace("<!-- body -->", body)


def write(summary, path):
    path.write_text(page(summary), encoding="utf-8")
