"""Charts of the paper's figures, from the data in bench/results: figure4-h200.json and so on.

`paper.py charts` draws them: figures 4 to 7 as measured, 8 and 9 from modelled clocks.
A bar is a geometric mean, its error bar from the lowest to the highest.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
from pathlib import Path

import figure4
import figures

SUBJECT = "f2layout"
RESULTS = Path(__file__).resolve().parents[1] / "results"


def fastest(times, names):
    found = [times[n] for n in names if n in times]
    return min(found) if found and SUBJECT in times else None


def of_figure4(results):
    for row in results["rows"]:
        times = {v: t[0] for v, t in row["microseconds"].items()}
        name = "x".join(map(str, row["shape"]))
        yield name, fastest(times, figure4.GENERIC), times[SUBJECT]


def of_figure5(results):
    """Widths of a shape are the inputs of a bar; those whose elements have registers of
    their own are another form."""
    for name, times in results["kernels"].items():
        _, shape, _, registers = name.split("_")
        if not registers.endswith("e"):
            yield shape, fastest(times, ("clang", "nvcc")), times.get(SUBJECT)


def of_figure6(results):
    """Widths of a shape and place of the axis are the inputs of a bar."""
    for name, times in results["kernels"].items():
        _, shape, place, _ = name.split("_")
        yield f"{shape} {place}", fastest(times, ["generic"]), times.get(SUBJECT)


def of_figure7(results):
    families = {x["kernel"]: x["family"] for x in figures.launches.all_launches()}
    for name, times in results["kernels"].items():
        yield families[name.split(",")[0]], times.get("clang"), times.get(SUBJECT)


#: Name of the chart -> its data, what reads them, and the paper's figure.
MEASURED = {
    "figure4-h200": ("figure4-h200", of_figure4, (4, "GH200", (1.0, 1.87))),
    "figure5-h200": ("figure5-h200", of_figure5, (5, "GH200", (1.0, 3.93))),
    "figure6-h200": ("gather-h200", of_figure6, (6, "GH200", (1.0, 14.20))),
    "figure7-h200": ("figure7-h200", of_figure7, figures.FIGURES["sm_90"]),
}
#: And of the modelled ones, their target.
MODELLED = {"figure8-modelled": "sm_89", "figure9-modelled": "gfx90a"}


def title(results):
    machine = results.get("machine", results)
    driver = f", driver {machine['driver']}" if "driver" in machine else ""
    return f"Measured: {machine['gpu']}{driver}, {machine['date'][:10]}"


def measured(name):
    """The chart, or None if there are no data."""
    data, read, figure = MEASURED[name]
    path = RESULTS / f"{data}.json"
    if not path.exists():
        return None
    results = json.loads(path.read_text())
    pairs = [(bar, before / after) for bar, before, after in read(results) if before and after]
    return figures.chart(figures.bars(pairs), title(results), figure)


def modelled(target):
    path = RESULTS / "figures-modelled.json"
    if not path.exists():
        return None
    rows = json.loads(path.read_text())["rows"]
    _, some, head = figures.modelled_report(rows, target)
    return figures.chart(some, head, figures.FIGURES[target])


def write_modelled(results):
    """What paper.py's figures counted, as data of a chart."""
    rows = [row for result in results for row in result["rows"] if row["target"] != "sm_90"]
    lines = ",\n".join(json.dumps(row) for row in rows)
    (RESULTS / "figures-modelled.json").write_text(f'{{"rows": [\n{lines}\n]}}\n')


def draw(folder):
    """Draws all charts into a folder."""
    charts = {name: measured(name) for name in MEASURED}
    charts.update({name: modelled(target) for name, target in MODELLED.items()})
    for name, text in charts.items():
        if text:
            (folder / f"{name}.svg").write_text(text)
        print(f"{name}: {'drawn' if text else 'no data'}")
