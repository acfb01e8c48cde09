"""Damages layout calls at random; the result must be an error, or correct.

    mutate_calls.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 2000

takes a random module of layout_calls.py or lines.py and damages one thing: a
character of a layout's text is deleted, doubled, replaced (by one that is not
ASCII, too) or exchanged with its neighbour, the text is cut, a number is made
huge, two operands change places, an axis is another, an attribute goes. Then
`opt -passes=f2layout-lower` must say what is wrong and exit with status 1, or
its output must compute the same as the damaged calls in f2sim. Anything else is
wrong: a crash, another result, a call that is left. (Where a layout now claims
copies of what is not the same, any of them may be read: results may then differ.)

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re
import sys

import harness
import layout_calls
import lines
from call_kernels import module_text, random_launch
from call_runner import CallRunner

STRING = re.compile(r'\[\d+ x i8\] c"([^"]*)\\00"')


def has_copies(text):
    """Whether a layout that opt could read holds some element more than once."""
    inputs, _, sizes = text.partition("->")
    sizes = [int(n) for n in re.findall(r"\d+", sizes.split("^")[0])]
    basis = {}
    for point in re.findall(r"\[([\d,\s]+)\]", inputs):
        element = 0
        for size, at in zip(sizes, map(int, point.split(","))):
            element = element * size + at
        while element and element.bit_length() in basis:
            element ^= basis[element.bit_length()]
        if not element:
            return True
        basis[element.bit_length()] = element
    return False


def damaged_text(rng, text):
    """Escapes are those of IR: a byte is "\\XX"."""
    at = rng.randrange(len(text))
    what = rng.choice(["delete", "double", "replace", "swap", "cut", "number"])
    if what == "delete":
        return text[:at] + text[at + 1 :]
    if what == "double":
        return text[:at] + text[at] + text[at:]
    if what == "replace":
        new = rng.choice([*"[],=->^:0123456789 xz", "\\C3\\BC", "\\00", "\\FF"])
        return text[:at] + new + text[at + 1 :]
    if what == "swap":
        return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    if what == "cut":
        return text[:at]
    numbers = list(re.finditer(r"\d+", text))
    one = rng.choice(numbers)
    huge = rng.choice(["4294967296", "18446744073709551616", "9" * 60, "3", "1024"])
    return text[: one.start()] + huge + text[one.end() :]


def in_string(rng, module):
    found = rng.choice(list(STRING.finditer(module)))
    text = damaged_text(rng, found.group(1))
    size = len(re.sub(r"\\[0-9A-F]{2}", "x", text)) + 1
    new = f'[{size} x i8] c"{text}\\00"'
    return module[: found.start()] + new + module[found.end() :]


def in_operand(rng, module):
    """Replaces a string operand."""
    uses = list(re.finditer(r"@l\d+(?=[,)])", module))
    names = re.findall(r"^@l\d+", module, re.MULTILINE)
    one = rng.choice(uses)
    return module[: one.start()] + rng.choice(names) + module[one.end() :]


def in_axis(rng, module):
    axis = f"i32 {rng.choice([0, 1, 2, 7, -1])}"
    flags = r"(?:i1 \w+, )*"
    return re.sub(rf"i32 \d+(?=, {flags}ptr addrspace\(\d\) @l)", axis, module)


def in_attributes(rng, module):
    old, new = rng.choice(
        [
            ("{ convergent nocallback nounwind }", "{ nounwind }"),
            ("{ convergent nocallback nounwind }", "{ convergent memory(none) }"),
            ('"target-cpu"="', '"target-cpu"="x'),
            ('"="32', '"="33'),
            ('"f2layout-block"="', '"f2layout-block"="-'),
        ]
    )
    return module.replace(old, new)


class Mutator(CallRunner):
    def one(self, number):
        """(tally, what is wrong)"""
        outcome, why = self.mutation(number)
        wrong = [f"mutation {number}: {outcome}: {why[:1000]}\n"] if why else []
        return [outcome], wrong

    def mutation(self, number):
        """The outcome, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = random_launch(rng)
        launch["scratch"], launch["options"] = 16384, ""
        kinds = [in_string, in_string, in_string, in_operand, in_attributes]
        if rng.random() < 0.4:
            module = module_text(launch, [lines.Kernel(rng, launch, "k")], True)
            kinds.append(in_axis)
        else:
            kernels = [layout_calls.Kernel(rng, launch, "k")]
            module = module_text(launch, kernels, True)
            if kernels[0].kind == "gather":
                kinds.append(in_axis)
        kind = rng.choice(kinds)
        mutant = kind(rng, module)
        before, after = (self.out / f"x{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(mutant)
        after.write_text("")
        done = self.lower(launch, before, after)
        wrong = ""
        if done.returncode == 1 and "error: " in done.stderr:
            outcome = "refused"
            if "internal error" in done.stderr:
                wrong = done.stderr
        elif done.returncode:
            outcome, wrong = "crash", f"status {done.returncode}: {done.stderr}"
        elif "@f2." in after.read_text():
            outcome, wrong = "left", "calls are left"
        else:
            outcome = "unharmed" if mutant == module else "lowered"
            judged = self.compare(launch, before, after)
            texts = [s.group(1) for s in STRING.finditer(mutant)]
            if judged.returncode == 1 and any(map(has_copies, texts)):
                outcome = "other copies"
            elif judged.returncode:
                wrong = judged.stdout + judged.stderr
        if not wrong and not self.args.keep:
            before.unlink()
            after.unlink()
        return outcome, wrong


def main():
    parser = harness.option_parser("mutate-calls.out", 200)
    parser.add_argument("--schedules", default="forward")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    outcomes, wrong = harness.add_up(Mutator(args).one, args)
    harness.report(outcomes, wrong)
    print(f"{len(wrong)} wrong")
    if not wrong and args.count >= 50 and not outcomes["refused"] * outcomes["lowered"]:
        sys.exit("mutations that are all refused, or all lowered, show little")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
