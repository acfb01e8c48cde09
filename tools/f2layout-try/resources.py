"""Registers, spills and shared memory of kernels.

NVIDIA's are those that ptxas -v prints for the PTX of the compile. AMD's stand in
the metadata at the end of the assembly.

    registers, stack_bytes, shared_bytes    both
    spill_stores, spill_loads               NVIDIA, bytes of a thread
    vector_spills, scalar_spills, scalars   AMD, registers

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re

COMPILING = re.compile(r"Compiling entry function '([^']+)'")
PROPERTIES = re.compile(r"Function properties for (\S+)")
STACK = re.compile(
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
USED = re.compile(r"Used (\d+) registers")
SHARED = re.compile(r"(\d+)(?:\+\d+)? bytes smem")

GCN_KEYS = {
    ".vgpr_count": "registers",
    ".sgpr_count": "scalars",
    ".vgpr_spill_count": "vector_spills",
    ".sgpr_spill_count": "scalar_spills",
    ".group_segment_fixed_size": "shared_bytes",
    ".private_segment_fixed_size": "stack_bytes",
    ".max_flat_workgroup_size": "most_threads",
    ".wavefront_size": "lanes",
}
SPILLS = ("spill_stores", "spill_loads", "vector_spills", "scalar_spills")


class Refusal(Exception):
    """What ptxas says of code that it does not take."""


def read_ptxas(text):
    """{kernel: resources} of what ptxas -v printed."""
    found, entry, function = {}, None, None
    for line in text.splitlines():
        if match := COMPILING.search(line):
            entry = match.group(1)
            found[entry] = {"shared_bytes": 0}
        elif match := PROPERTIES.search(line):
            function = match.group(1)
        elif match := STACK.search(line):
            values = map(int, match.groups())
            names = "stack_bytes", "spill_stores", "spill_loads"
            if function in found:
                found[function].update(zip(names, values))
        elif (match := USED.search(line)) and entry:
            found[entry]["registers"] = int(match.group(1))
            shared = SHARED.search(line)
            found[entry]["shared_bytes"] = int(shared.group(1)) if shared else 0
    return found


def ptxas(runner, program, arch, options, ptx):
    """{kernel: resources} of a file of PTX. Raises Refusal."""
    done = runner.run([program, f"-arch={arch}", "-v", *options, ptx, "-o", "/dev/null"])
    if not done.good:
        if done.timed_out:
            raise Refusal("ptxas reached the time limit")
        lines = [s for s in (done.err + done.out).splitlines() if "rror" in s or "fatal" in s]
        raise Refusal(lines[0] if lines else f"ptxas: status {done.status}")
    return read_ptxas(done.err + done.out)


def metadata(text):
    """{kernel: resources} of GCN assembly."""
    found, at = {}, text.rfind(".amdgpu_metadata\n---")
    if at < 0:
        return found
    kernel = {}
    for line in text[at:].splitlines():
        if line.startswith("  - "):  # the next kernel of the list
            kernel = {}
            line = "    " + line[4:]
        match = re.match(r"    (\.\w+):\s+(\S+)", line)
        if not match:
            continue
        key, value = match.groups()
        if key == ".name":
            found[value.strip("'\"")] = kernel
        elif key in GCN_KEYS:
            kernel[GCN_KEYS[key]] = int(value)
    return found


def spills(resources):
    return sum(resources.get(name, 0) for name in SPILLS)
