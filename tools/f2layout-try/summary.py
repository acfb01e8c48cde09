"""What all jobs together say, and the order in which it is told.

Failures come first: code that does not compile any more, then kernels that got
worse. Slow compiles follow, then what changed.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import os
from collections import Counter

import remarks
import resources

SLOW_SECONDS = 0.1  # less than that is no reason to call a compile slow
RESOURCES = (
    ("registers", "registers"),
    ("scalars", "scalar registers"),
    ("spill_stores", "bytes of spill stores"),
    ("spill_loads", "bytes of spill loads"),
    ("vector_spills", "spilled vector registers"),
    ("scalar_spills", "spilled scalar registers"),
    ("stack_bytes", "bytes of stack"),
    ("shared_bytes", "bytes of shared memory"),
    ("blocks", "resident blocks"),
    ("waves", "waves of a SIMD"),
    ("launchable", "threads in a block at most"),
)


def spilled(side):
    """Bytes (NVIDIA) or registers (AMD) that are spilled."""
    return resources.spills(side.resources)


def changes(kernel):
    """{what: [(width or "", before, after)]} of what differs."""
    found = kernel.differences()
    for key, title in RESOURCES:
        before = kernel.before.resources.get(key)
        after = kernel.after.resources.get(key)
        if before is not None and after is not None and before != after:
            found[title] = [("", before, after)]
    return found


def change(what, rows):
    """What a report says of it: shared loads 4 B 7 -> 1, 8 B 0 -> 1."""
    parts = [f"{width} {a} -> {b}".lstrip() for width, a, b in rows]
    return f"{what} {', '.join(parts)}"


@dataclasses.dataclass
class Summary:
    outcomes: list
    refused: list  # device.Refused
    options: object
    arguments: list
    compiler: str
    plugin: str
    wall: float = 0

    def __post_init__(self):
        folders = [str(o.job.path.parent) for o in self.outcomes]
        self.root = os.path.commonpath(folders) if folders else ""

    def shown(self, path):
        """A path as the report has it: from the folder that holds all sources."""
        path = os.path.normpath(path)
        return os.path.relpath(path, self.root) if self.holds(path) else path

    def holds(self, path):
        return len(self.root) > 1 and path.startswith(self.root + os.sep)

    def source(self, outcome):
        return self.shown(outcome.job.path)

    @property
    def compiled(self):
        return [o for o in self.outcomes if o.compiled]

    def seconds(self, outcome):
        return outcome.medians() if self.options.median else outcome.seconds()

    def ratio(self, outcome):
        without, with_plugin = self.seconds(outcome)
        return with_plugin / without if without else 1.0

    @property
    def failures(self):
        """[(outcome, failure)], the worst first."""
        found = [(o, f) for o in self.outcomes for f in o.failures]
        return sorted(found, key=lambda pair: pair[1].rank)

    @property
    def slow(self):
        """Outcomes whose compile takes too much longer, the slowest first."""
        found = []
        for outcome in self.compiled:
            without, with_plugin = self.seconds(outcome)
            long = with_plugin - without > SLOW_SECONDS
            if long and self.ratio(outcome) > self.options.slow:
                found.append(outcome)
        return sorted(found, key=self.ratio, reverse=True)

    @property
    def changed(self):
        """[(outcome, kernel)] of what the plugin changed."""
        return [(o, k) for o in self.outcomes for k in o.changed]

    @property
    def kernels(self):
        return sum(k.is_kernel for o in self.outcomes for k in o.kernels)

    def totals(self):
        """The figures of the last lines."""
        pairs = [self.seconds(o) for o in self.compiled]
        without, with_plugin = (sum(side) for side in zip(*pairs)) if pairs else (0, 0)
        worst = max(self.compiled, key=self.ratio, default=None)
        passes = Counter()
        for outcome in self.compiled:
            passes.update(outcome.passes)
        return {
            "files": len(self.outcomes) + len(self.refused),
            "compiled": len(self.compiled),
            "not_compiled": sum(bool(o.skipped) for o in self.outcomes)
            + len(self.refused),
            "kernels": self.kernels,
            "changed_kernels": sum(k.is_kernel for _, k in self.changed),
            "failures": len(self.failures),
            "slow": len(self.slow),
            "seconds_without": round(without, 4),
            "seconds_with": round(with_plugin, 4),
            "ratio": round(with_plugin / without, 4) if without else None,
            "worst_ratio": round(self.ratio(worst), 4) if worst else None,
            "worst_file": self.source(worst) if worst else None,
            "plugin_seconds": round(sum(passes.values()), 4),
            "passes": {n: round(s, 4) for n, s in passes.most_common()},
            "wall_seconds": round(self.wall, 1),
        }

    def remarks(self):
        """[(reason, how many, the first)] over all jobs."""
        return remarks.by_reason([r for o in self.outcomes for r in o.remarks])

    @property
    def left_out(self):
        """[(source, why)] of what was not compared."""
        rows = [(self.shown(r.source), r.reason) for r in self.refused]
        return rows + [(self.source(o), o.skipped) for o in self.outcomes if o.skipped]
