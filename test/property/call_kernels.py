"""What random kernels with layout calls share: launches, and kernels as text.

A test derives its kernels from CallKernel, draws a launch for a module of them by
random_launch, and writes the module by module_text, with calls or without.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from random_layouts import Layout
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module, known

LANE_BITS = {
    "nvptx": {"sm_75": 5, "sm_80": 5, "sm_90": 5},
    "amdgcn": known({"gfx90a": 6, "gfx942": 6, "gfx950": 6, "gfx1100": 5, "gfx1201": 5}),
}
#: NVIDIA's as often as AMD's.
CPUS = [("nvptx", cpu) for cpu in sorted(LANE_BITS["nvptx"])] * 2 + [
    ("amdgcn", cpu) for cpu in sorted(LANE_BITS["amdgcn"])
]
#: Bytes between elements in memory.
STRIDE = {
    "i8": 1, "i16": 2, "i24": 4, "i32": 4, "i48": 8, "i64": 8, "half": 2,
    "bfloat": 2, "float": 4, "double": 8, "ptr": 8,
}  # fmt: skip


def random_launch(rng, number=None):
    """A launch for any processor, or for the next one in the list."""
    turn = rng.randrange(len(CPUS)) if number is None else number
    target, cpu = CPUS[turn % len(CPUS)]
    lanes, warps = LANE_BITS[target][cpu], rng.choice([0, 1, 2, 2, 3])
    threads = 1 << lanes + warps
    x = threads >> rng.choice([0, 0, 1, 3])
    attributes = {"target-cpu": cpu}
    stated = rng.randrange(4)
    if stated == 1:
        attributes["f2layout-block"] = f"{x},{threads // x},1"
    elif stated and target == "nvptx":
        attributes["nvvm.reqntid" if stated == 2 else "nvvm.maxntid"] = (
            f"{x},{threads // x}"
        )
    elif stated:
        attributes["amdgpu-flat-work-group-size"] = f"{threads},{threads}"
    return {
        "target": target,
        "cpu": cpu,
        "lanes": lanes,
        "warps": warps,
        "x": x,
        "y": threads // x,
        "attributes": attributes,
        "scratch": rng.choice([16384, 16384, 8192, 2048, 512, 64]),
        "options": rng.choice(["", "", ";no-shared", ";no-shuffle"]),
    }


def string_space(launch):
    """Constants are in address space 0, 1 or 4, as in front ends."""
    return {"nvptx": (0, 1, 4), "amdgcn": (1, 4)}[launch["target"]][
        launch["x"].bit_length() % 2
    ]


def thread_index(launch):
    """IR that sets %t to the thread's number in its block."""
    tid = TID[launch["target"]]
    return [
        f"  %t.x = call i32 {tid}.x()",
        f"  %t.y = call i32 {tid}.y()",
        f"  %t.r = mul i32 %t.y, {launch['x']}",
        "  %t = add i32 %t.r, %t.x",
    ]


def barrier(launch):
    return [f"  {line}" for line in BARRIER[launch["target"]]]


class Text:
    """Strings and declarations of a module."""

    def __init__(self, space):
        self.space, self.globals, self.declarations = space, [], []
        self.names = {}

    def declare(self, text):
        if text not in self.declarations:
            self.declarations.append(text)

    def string(self, layout):
        text = layout.text()
        if text not in self.names:
            self.names[text] = f"@l{len(self.names)}"
            self.globals.append(
                f"{self.names[text]} = private unnamed_addr addrspace({self.space}) "
                f'constant [{len(text) + 1} x i8] c"{text}\\00"'
            )
        return f"ptr addrspace({self.space}) {self.names[text]}"


def registers(layout):
    return 1 << len(layout.images["register"])


class CallKernel:
    """One kernel, with calls and without: a name, a launch and a type of elements.

    body(text) is its definition, with calls if there is a text for their strings;
    pairs says how many calls it counts for, and tally() what it has."""

    def vector(self, layout):
        return f"<{registers(layout)} x {self.type}>"

    def suffix(self, layout):
        return f"v{registers(layout)}{self.type}"

    def tally(self):
        return [self.kind, self.type, self.launch["cpu"]]

    def thread_part(self, lines, layout, tag):
        """The element of register 0 of this thread."""
        images = [*layout.images["lane"], *layout.images.get("warp", [])]
        value = str(layout.offset)
        for bit, image in enumerate(images):
            if not image:
                continue
            lines += [
                f"  %{tag}.{bit}.s = lshr i32 %t, {bit}",
                f"  %{tag}.{bit}.b = and i32 %{tag}.{bit}.s, 1",
                f"  %{tag}.{bit}.m = mul i32 %{tag}.{bit}.b, {image}",
                f"  %{tag}.{bit} = xor i32 {value}, %{tag}.{bit}.m",
            ]
            value = f"%{tag}.{bit}"
        return value

    def elements(self, lines, layout, tag):
        """The numbers of the elements of this thread, by register."""
        thread = self.thread_part(lines, layout, tag)
        numbers = [f"%{tag}.e{r}" for r in range(registers(layout))]
        for r, number in enumerate(numbers):
            lines.append(f"  {number} = xor i32 {thread}, {layout.element('register', r)}")
        return numbers

    def places(self, lines, layout, tag, first=0):
        """The numbers of what this thread stores, by register, behind others."""
        n = registers(layout)
        lines.append(f"  %{tag}.m = mul i32 %t, {n}")
        for r in range(n):
            lines.append(f"  %{tag}.i{r} = add i32 %{tag}.m, {first + r}")
        return [f"%{tag}.i{r}" for r in range(n)]

    def pointer(self, lines, name, array, number):
        lines.append(
            f"  {name} = getelementptr i{8 * STRIDE[self.type]}, "
            f"ptr addrspace(1) {array}, i32 {number}"
        )

    def load(self, lines, layout, tag, array, numbers):
        """A vector of registers whose numbers in the array are values of IR."""
        value, vector = "poison", self.vector(layout)
        for r, number in enumerate(numbers):
            self.pointer(lines, f"%{tag}.p{r}", array, number)
            lines += [
                f"  %{tag}.l{r} = load {self.type}, ptr addrspace(1) %{tag}.p{r}",
                f"  %{tag}.v{r} = insertelement {vector} {value}, "
                f"{self.type} %{tag}.l{r}, i32 {r}",
            ]
            value = f"%{tag}.v{r}"
        return value

    def store(self, lines, layout, tag, value, first=0):
        """Stores the vector to %out, where no other thread does."""
        for r, number in enumerate(self.places(lines, layout, tag, first)):
            self.pointer(lines, f"%{tag}.p{r}", "%out", number)
            lines += [
                f"  %{tag}.x{r} = extractelement {self.vector(layout)} {value}, i32 {r}",
                f"  store {self.type} %{tag}.x{r}, ptr addrspace(1) %{tag}.p{r}",
            ]

    def call(self, lines, text, result, name, returned, *arguments):
        """A call of @f2.NAME. An argument is a type with a value, or a layout; the
        result may be None."""
        typed = [text.string(a) if isinstance(a, Layout) else a for a in arguments]
        types = ", ".join(a.rsplit(" ", 1)[0] for a in typed)
        text.declare(f"{returned} @f2.{name}({types})")
        to = f"{result} = " if result else ""
        lines.append(f"  {to}call {returned} @f2.{name}({', '.join(typed)})")
        return result

    def definition(self, lines, *pointers):
        """The kernel, whose arguments are these."""
        arguments = ", ".join(f"ptr addrspace(1) noalias {p}" for p in pointers)
        return "\n".join(
            [
                f"define {KERNEL[self.launch['target']]} void @{self.name}({arguments}) #0 {{",
                "entry:",
                *lines,
                "  ret void",
                "}",
            ]
        )


def module_text(launch, kernels, calls):
    text = Text(string_space(launch)) if calls else None
    bodies = [k.body(text) for k in kernels]
    attributes = " ".join(f'"{k}"="{v}"' for k, v in launch["attributes"].items())
    target = launch["target"]
    return ir_module(
        target,
        [*BLOCK_DECLARATIONS[target], *(f"{d} #1" for d in (text.declarations if text else []))],
        *(text.globals if text else []),
        *bodies,
        f"attributes #0 = {{ convergent nounwind {attributes} }}",
        "attributes #1 = { convergent nocallback nounwind }",
    )
