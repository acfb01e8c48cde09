"""What goes wrong with the plugin alone: compiles that fail, kernels that get worse.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

import resources

# Failures, the worst first. What is behind "lost" runs, but worse than before.
KINDS = (
    *("crash", "verifier", "error", "time limit", "ptxas", "lost kernel"),
    *("more spills", "more stack", "fewer blocks", "fewer waves", "fewer threads"),
)
SAYS = (
    r"Assertion .* failed.*",
    r"UNREACHABLE executed.*",
    r"LLVM ERROR: .*",
    r"(?:fatal )?error: .*",
    r"\d+\.\s+Running pass .*",
)


@dataclasses.dataclass
class Failure:
    kind: str
    text: str
    kernel: str = ""  # its symbol

    @property
    def rank(self):
        return KINDS.index(self.kind)


def first_words(result):
    """The line that says what went wrong."""
    for pattern in SAYS:
        found = re.search(pattern, result.err, re.M)
        if found:
            return found.group()
    lines = result.err.strip().splitlines()
    return lines[0] if lines else f"exit status {result.status}"


def kind_of(result):
    """What sort of failure a compile is."""
    if result.timed_out:
        return "time limit"
    if "Broken module found" in result.err or "Broken function found" in result.err:
        return "verifier"
    crashed = "PLEASE submit a bug report" in result.err or "Stack dump:" in result.err
    if crashed or result.status < 0 or result.status >= 128:
        return "crash"
    return "error"


def failure_of(result):
    kind = kind_of(result)
    if kind == "time limit":
        return Failure(kind, f"the compile ended after {result.wall:.0f} s")
    if kind == "verifier":
        lines = result.err.strip().splitlines()
        return Failure(kind, lines[0] if lines else "")
    text = first_words(result)
    running = re.findall(r"Running pass \"([^\"]*)\"", result.err)
    if kind == "crash" and running:
        text += f" (in {running[-1]})"
    return Failure(kind, text)


def worse(kernel):
    """What a changed kernel has less or more of than it should."""
    before, after = kernel.before.resources, kernel.after.resources
    if not before or not after:
        return []
    pairs = [
        ("more spills", -resources.spills(before), -resources.spills(after)),
        ("more stack", -before.get("stack_bytes", 0), -after.get("stack_bytes", 0)),
    ]
    for kind, key in (
        ("fewer blocks", "blocks"),
        ("fewer waves", "waves"),
        ("fewer threads", "launchable"),
    ):
        if key in before and key in after:
            pairs.append((kind, before[key], after[key]))
    units = {"fewer blocks": "resident blocks", "fewer threads": "threads in a block"}
    units |= {"fewer waves": "waves of a SIMD", "more stack": "bytes of stack"}
    return [
        Failure(kind, f"{abs(a)} -> {abs(b)} {units.get(kind, 'spilled')}", kernel.symbol)
        for kind, a, b in pairs
        if b < a
    ]
