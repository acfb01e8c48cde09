"""Checks that the same input always gives the same bytes.

    deterministic.py [--runs 20] [--link-runs 4] [--out DIR]
                     [--against OTHER.so [--against-llvm DIR]] A.ll B.ll ...

Compilers keep sets of pointers, whose order depends on where the system has
placed memory: a plugin that follows such an order writes other code in another
run. The system must place it at random (ASLR); the check looks at itself first.
Caches of compilers and distributed builds rely on it that nothing depends on
this, nor on what else the process does.

- One at a time: every module is compiled `--runs` times, with two processes at
  once. The module, the remarks and the errors are compared to the byte.
- Two threads in one process: the modules for AMD GPUs are linked by ThinLTO,
  whose backends run the plugin in one, then in two threads at once. The linked
  files are compared.
- Two builds (`--against`): the plugin built by another compiler, or with
  assertions, must give the same. C++ leaves the order open in which arguments
  are evaluated and equal elements are sorted.

Exits 1 and names the module if there is a difference; both results stay in DIR.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import concurrent.futures
import functools
import pathlib
import re
import subprocess
import sys

# What clang does at -O3, with every remark of the plugin.
PIPELINE = ["-passes=default<O3>", "-S", "-o", "-"]
REMARKS = [
    f"-pass-remarks{kind}=f2layout" for kind in ("", "-missed", "-analysis")
]


def addresses_vary():
    """Whether the system puts the memory of processes at random places."""
    places = set()
    for _ in range(4):
        text = subprocess.check_output(["cat", "/proc/self/maps"], text=True)
        places.add(tuple(line.split("-")[0] for line in text.splitlines()))
    return len(places) > 1


def compiled(path, llvm, plugin):
    """What opt prints of a module: its status, code, and messages."""
    command = [f"{llvm}/opt", f"-load-pass-plugin={plugin}", *PIPELINE]
    done = subprocess.run([*command, *REMARKS, path], capture_output=True, check=False)
    if done.returncode < 0:  # The stack dump tells where memory was.
        return f"signal {-done.returncode}".encode()
    return done.returncode.to_bytes(1, "little") + done.stdout + done.stderr


def has_remark(result):
    return b"[-Rpass" in result or b"remark:" in result


def name_of(path):
    return "-".join(pathlib.Path(path).parts[-3:])


def differs(args, name, first, other):
    for number, text in enumerate((first, other), 1):
        (args.out / f"{name}.{number}").write_bytes(text)
    print(f"{name}: two runs differ: {args.out / name}.1 and .2")
    return 1


def runs_of_opt(args):
    """Compiles the modules again and again, two processes at once."""
    if not args.runs:
        return 0
    failures, changed = 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path in args.modules:
            one = functools.partial(compiled, path, args.llvm)
            results = list(pool.map(one, [args.plugin] * args.runs))
            other = next((r for r in results if r != results[0]), None)
            if other is not None:
                failures += differs(args, name_of(path), results[0], other)
            changed += has_remark(results[0])
    print(f"{len(args.modules)} modules, {args.runs} runs each, {changed} with remarks")
    return failures


def other_build(args):
    """Compiles the modules with each of the two plugins."""
    if not args.against:
        return 0
    failures, changed = 0, 0
    for path in args.modules:
        first = compiled(path, args.llvm, args.plugin)
        other = compiled(path, args.against_llvm or args.llvm, args.against)
        if first != other:
            failures += differs(args, name_of(path), first, other)
        changed += has_remark(first)
    print(f"{len(args.modules)} modules, two builds, {changed} with remarks")
    return failures


def with_own_names(text, number):
    """The module with names that no other of the link has."""
    for name in set(re.findall(r"^define [^@]*@([\w.]+)\(", text, re.M)):
        text = re.sub(rf"@{re.escape(name)}(?![\w.])", f"@m{number}.{name}", text)
    return text


def linked(args, objects, threads, plugin=True):
    """The bytes of a link by ThinLTO with so many threads."""
    out = args.out / "linked.so"
    command = [f"{args.llvm}/ld.lld", "-shared", "--lto-O3", "-o", out, *objects]
    command += [f"--thinlto-jobs={threads}"]
    command += [f"--load-pass-plugin={args.plugin}"] if plugin else []
    subprocess.run(command, check=True)
    return out.read_bytes()


def runs_of_lld(args):
    """Links the modules for AMD GPUs with one thread, then with two."""
    if not args.link_runs:
        return 0
    objects = []
    for path in args.modules:
        text = pathlib.Path(path).read_text()
        if "amdgcn" not in text:
            continue
        out = args.out / f"{len(objects)}.bc"
        command = [f"{args.llvm}/opt", "-module-summary", "-", "-o", out]
        text = with_own_names(text, len(objects))
        subprocess.run(command, input=text, text=True, check=True)
        objects.append(out)
    if len(objects) < 2:
        sys.exit("fewer than two modules for AMD GPUs")
    first = linked(args, objects, 1)
    if first == linked(args, objects, 1, plugin=False):
        sys.exit("the plugin changes nothing in the link")
    failures = 0
    for _ in range(args.link_runs):
        other = linked(args, objects, 2)
        if other != first:
            failures += differs(args, "linked", first, other)
    print(f"{len(objects)} modules linked by 2 threads, {args.link_runs} times")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--link-runs", type=int, default=4)
    parser.add_argument("--against", help="the plugin of another build")
    parser.add_argument("--against-llvm", help="the opt for it, if not that of --llvm")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("modules", nargs="+")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if not addresses_vary():
        sys.exit("memory is always at the same place (ASLR is off): nothing to see")
    failures = runs_of_opt(args) + runs_of_lld(args) + other_build(args)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
