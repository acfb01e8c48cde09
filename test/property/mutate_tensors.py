"""Damages programs of tensors at random; the result must be an error, or correct.

    mutate_tensors.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

takes a random module of tensor_kernels.py and damages one thing, everywhere it is
used so that it stays a module of LLVM: the sizes or the elements of a type, the name
of an operation, a number among the operands, the number of operands, a tensor that
becomes undefined, a layout's text, an attribute. Then `opt
-passes=f2layout-assign,f2layout-lower` must say what is wrong and exit with status 1,
or its output must compute the same as the damaged program in f2sim.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re
import sys

import harness
import tensor_kernels
from tensor_graphs.text import Module
from mutate_calls import STRING, damaged_text

TYPE = re.compile(r'target\("f2\.tensor", (\w+)((?:, \d+)*)\)')
CALL = re.compile(r"call [^@\n]*@(f2\.tensor\.[\w.]+)\(([^\n]*)\)$", re.MULTILINE)


def in_sizes(rng, module):
    """One size of one type is another, or there is one more, or one less."""
    found = rng.choice(list(TYPE.finditer(module)))
    sizes = found.group(2).split(", ")[1:]
    at = rng.randrange(len(sizes) + 1)
    what = rng.choice(["change", "change", "more", "less"])
    if what == "more" or not sizes:
        sizes.insert(at, rng.choice(["1", "2", "3", "4096"]))
    elif what == "less":
        del sizes[at % len(sizes)]
    else:
        sizes[at % len(sizes)] = rng.choice(["0", "1", "2", "3", "16", "64", "65536", "2147483648"])
    new = f'target("f2.tensor", {", ".join([found.group(1), *sizes])})'
    return module.replace(found.group(0), new)


def in_elements(rng, module):
    found = rng.choice(list(TYPE.finditer(module)))
    element = rng.choice(["i1", "i8", "i12", "i128", "i32", "half", "float", "double", "fp128", "ptr"])
    new = f'target("f2.tensor", {element}{found.group(2)})'
    return module.replace(found.group(0), new)


def in_name(rng, module):
    """An operation is another one."""
    old = rng.choice(list(CALL.finditer(module))).group(1)
    verbs = ["load", "store", "splat", "iota", "map", "trans", "reshape", "broadcast", "expand_dims",
             "join", "split", "reduce.add", "reduce.fadd", "scan.fmax", "scan.smin", "gather", "dot",
             "convert", "reduce", "square", ""]  # fmt: skip
    new = f"f2.tensor.{rng.choice(verbs)}.{rng.choice(['x', 'add.y', ''])}z"
    return re.sub(re.escape("@" + old) + r"\(", f"@{new}(", module)


def in_number(rng, module):
    calls = [c for c in CALL.finditer(module) if re.search(r"\bi(1|32|64) ", c.group(2))]
    if not calls:
        return module
    call = rng.choice(calls)
    numbers = list(re.finditer(r"\b(i1|i32|i64) ([\w%.-]+)", call.group(2)))
    one = rng.choice(numbers)
    new = {
        "i1": ["true", "false", "undef"],
        "i32": ["0", "1", "2", "7", "-1", "%f", "undef", "poison"],
        "i64": ["0", "1", "2", "-1", "1048576", "%n", "undef"],
    }[one.group(1)]
    at = call.start(2)
    return (
        module[: at + one.start(2)] + rng.choice(new) + module[at + one.end(2) :]
    )


def split_operands(text):
    """At commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "(<[{"
        depth -= c in ")>]}"
        if c == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def in_operands(rng, module):
    """An operand goes, is there twice, or two change places: in all calls of a
    function, and in its declaration."""
    name = rng.choice(list(CALL.finditer(module))).group(1)
    count = len(split_operands(next(c for c in CALL.finditer(module) if c.group(1) == name).group(2)))
    order = list(range(count))
    what = rng.choice(["drop", "double", "swap"])
    if what == "drop" and count:
        del order[rng.randrange(count)]
    elif what == "double" and count:
        order.insert(rng.randrange(count), rng.randrange(count))
    elif count > 1:
        i, j = rng.sample(range(count), 2)
        order[i], order[j] = order[j], order[i]

    def rewrite(match):
        operands = split_operands(match.group(2))
        return match.group(1) + ", ".join(operands[i] for i in order) + match.group(3)

    return re.sub(
        rf"(@{re.escape(name)}\()([^\n]*)(\)(?: #1)?)$", rewrite, module, flags=re.MULTILINE
    )


def in_value(rng, module):
    """A tensor is undefined."""
    uses = list(re.finditer(r'(target\("f2\.tensor"[^)]*\)) (%v\d+)', module))
    if not uses:
        return module
    one = rng.choice(uses)
    new = rng.choice(["undef", "poison"])
    return module[: one.start(2)] + new + module[one.end(2) :]


def in_string(rng, module):
    strings = list(STRING.finditer(module))
    if not strings:
        return module
    found = rng.choice(strings)
    text = damaged_text(rng, found.group(1))
    size = len(re.sub(r"\\[0-9A-F]{2}", "x", text)) + 1
    return module[: found.start()] + f'[{size} x i8] c"{text}\\00"' + module[found.end() :]


def in_attributes(rng, module):
    old, new = rng.choice([
        ("{ convergent nounwind }", "{ nounwind memory(none) }"),
        ('"target-cpu"="', '"target-cpu"="x'),
        ('"f2layout-block"="', '"f2layout-block"="3'),
        ('"f2layout-block"="', '"f2layout-block"="-'),
        ('"f2layout-block"', '"other"'),
        ("ptx_kernel ", ""), ("amdgpu_kernel ", ""),
        ("alwaysinline", "noinline"),
    ])  # fmt: skip
    return module.replace(old, new)


KINDS = [in_sizes, in_sizes, in_elements, in_name, in_name, in_number, in_number, in_operands,
         in_operands, in_value, in_string, in_attributes]  # fmt: skip


class Mutator(harness.Runner):
    def one(self, number):
        """(tally, what is wrong)"""
        outcome, why = self.mutation(number)
        wrong = [f"mutation {number}: {outcome}: {why[:1500]}\n"] if why else []
        return [outcome.split(":")[0]], wrong

    def mutation(self, number):
        """The outcome, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = tensor_kernels.random_launch(rng, number)
        text = Module(launch["target"])
        kernel = tensor_kernels.TensorKernel(rng, launch, "k", text)
        kernel.room = min(kernel.room, 8)
        module = tensor_kernels.module_text(launch, text, [kernel.body(rng.choice([3, 6, 10]))])
        kind = rng.choice(KINDS)
        mutant = kind(rng, module)
        before, after = (self.out / f"x{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(mutant)
        after.write_text("")
        done = self.opt("f2layout-assign,f2layout-lower", "-S", before, "-o", after)
        wrong, outcome = "", ""
        if done.returncode == 1 and "error: " in done.stderr:
            parsed = "in function" in done.stderr
            outcome = "refused" if parsed else "no module"
            if "internal error" in done.stderr or "Broken module" in done.stderr:
                wrong = done.stderr
        elif done.returncode:
            outcome, wrong = "crash", f"{kind.__name__}: status {done.returncode}: {done.stderr}"
        else:
            outcome = "unharmed" if mutant == module else "assigned"
            block = f"{launch['x']},{launch['y']}"
            judged = self.equal(
                before, after, "--kernel", "k", "--quiet", "--block", block,
                "--buffer-bytes", str(1 << 18), "--arg", "0=1", "--arg", "1=0,1",
                "--schedules", "forward",
            )  # fmt: skip
            said = judged.stdout + judged.stderr
            faulty = "before cannot be run: " in said and "unsupported: call" not in said
            if judged.returncode in (harness.NO_VERDICT, harness.DEPENDS) or faulty:
                outcome = "no verdict"
            elif judged.returncode:
                wrong = f"{kind.__name__}: {said}"
        if not wrong and not self.args.keep:
            before.unlink()
            after.unlink()
        return outcome, wrong


def main():
    parser = harness.option_parser("mutate-tensors.out", 200)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.count)
    outcomes, wrong = harness.add_up(Mutator(args).one, args, numbers=numbers)
    harness.report(outcomes, wrong)
    print(f"{len(wrong)} wrong")
    if not wrong and args.count >= 50 and not outcomes["refused"] * outcomes["assigned"]:
        sys.exit("mutations that are all refused, or all assigned, show little")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
