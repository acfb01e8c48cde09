"""The command line of f2layout-try."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import re
import sys
import tempfile
import time

import device
import entries
import kernels
import nvcc
import reduce
import report_html
import report_json
import report_text
from examine import Examiner
from process import Runner
from summary import Summary
from toolchain import NotFound, Toolchain

DESCRIPTION = """\
Compiles the device code of CUDA and HIP sources without and with the f2layout
plugin, and says what changed in each kernel, what it costs to compile, and what
goes wrong. Host code is not compiled, and nothing is run.
"""
EXAMPLES = """\
  f2layout-try -- clang++ -x cuda k.cu --cuda-gpu-arch=sm_90 -O3
  f2layout-try -- nvcc -arch=sm_90 --expt-relaxed-constexpr -I include -c k.cu
  f2layout-try -p build --filter 'src/.*gemm' --html report.html
  f2layout-try -p build --time-only --repeat 3 --json times.json
  f2layout-try -p build --reduce slow_kernel --out reduced

Exit status: 0 if nothing failed, 1 if a compile fails with the plugin alone or a
kernel has more spills, fewer resident blocks or fewer threads than without, 2 for
a mistake on the command line. docs/try.md goes through all of it.
"""


def positive(text):
    value = float(text)
    if not value > 0:
        raise ValueError
    return value


def count(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def parser():
    it = argparse.ArgumentParser(
        "f2layout-try",
        usage="f2layout-try [options] -- COMPILER ARGUMENTS...\n"
        "       f2layout-try [options] -p DIR|FILE [--filter REGEX]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = it.add_argument
    add("-p", dest="database", metavar="DIR|FILE", help="compile_commands.json")
    add("--filter", metavar="REGEX", help="entries whose file or output matches")
    add("--arch", metavar="ARCH", action="append", default=[],
        help="compile for this processor instead (may be repeated)")
    add("--all-archs", action="store_true",
        help="every processor of a command, not only the newest")
    add("--plugin", metavar="FILE", help="F2Layout.so")
    add("--plugin-arg", metavar="OPTION", action="append", default=[],
        help="an option of the plugin, such as -f2layout-block=128")
    add("--llvm", metavar="DIR", help="the folder of clang++ and opt")
    add("-j", dest="jobs", type=count, default=os.cpu_count() or 1, metavar="N",
        help="compiles at a time (default: all cores)")
    add("--limit", type=positive, default=300, metavar="SECONDS",
        help="time limit of one compile (default 300)")
    add("--repeat", type=count, default=1, metavar="N",
        help="timed compiles of each side (default 1); the fastest counts")
    add("--median", action="store_true", help="the median counts, not the fastest")
    add("--slow", type=positive, default=1.25, metavar="RATIO",
        help="compiles that take more than this are listed (default 1.25)")
    add("--verify", action="store_true", help="verify the code after every pass")
    add("--time-only", action="store_true",
        help="no remarks, registers and spills: only the timed compiles")
    add("--progress", action="store_true", help="a line for each job that is done")
    add("--json", type=pathlib.Path, metavar="FILE", help="the report as JSON")
    add("--html", type=pathlib.Path, metavar="FILE", help="the report as one page")
    add("--keep", type=pathlib.Path, metavar="DIR",
        help="keep assembly and remarks of every job in this folder")
    add("--reduce", metavar="FILE|KERNEL",
        help="reduce the source or the kernel of this name instead")
    add("--reduce-match", metavar="REGEX",
        help="keep what makes opt print this, instead of a failure or slowness")
    add("--reduce-ratio", type=positive, default=2, metavar="X",
        help="reduce a slow module while it takes X times as long (default 2)")
    add("--reduce-limit", type=positive, default=900, metavar="SECONDS",
        help="time limit of llvm-reduce (default 900)")
    add("--out", type=pathlib.Path, default=pathlib.Path("f2layout-reduced"),
        metavar="DIR", help="the folder for what --reduce makes")
    return it


def arguments(words):
    """(options, compile command behind "--" or None)."""
    command = None
    if "--" in words:
        at = words.index("--")
        words, command = words[:at], words[at + 1 :]
    it = parser()
    options = it.parse_args(words)
    if (command is None) == (options.database is None):
        it.error("give a compile command after --, or -p, and not both")
    if options.filter and not options.database:
        it.error("--filter needs -p")
    for pattern in (options.filter, options.reduce_match):
        try:
            re.compile(pattern or "")
        except re.error as why:
            it.error(f"{pattern}: {why}")
    options.arch = [a for word in options.arch for a in word.split(",")]
    return options, command


def check_outputs(options):
    """Finds out before hours of compiles that a report cannot be written."""
    try:
        for path in (options.json, options.html):
            if path:
                new = not path.exists()
                path.open("a").close()
                if new:
                    path.unlink()
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise entries.BadInput(f"cannot write {why.filename}: {why.strerror}") from why


def jobs_of(options, command, tools):
    """(jobs, refused sources) of everything that was asked for."""
    if command is not None:
        found = entries.from_words(command)
    else:
        found = entries.from_database(options.database, options.filter)
    jobs, refused, seen = [], [], set()
    for entry in found:
        try:
            mine = device.jobs_of(entry, tools, options.arch, options.all_archs)
        except nvcc.Untranslatable as why:
            source = next((w for w in entry.words if w.endswith(".cu")), entry.words[-1])
            path = str(entry.directory / source)
            refused.append(device.Refused(path, str(why), entry.output))
            continue
        except device.NoDevice as why:
            if command is not None:
                raise entries.BadInput(str(why)) from why
            continue
        for job in mine:
            key = job.path, job.arch, tuple(job.arguments)
            if key not in seen:
                seen.add(key)
                jobs.append(job)
    if not jobs and not refused:
        raise entries.BadInput("no command compiles CUDA or HIP for a GPU")
    return jobs, refused


def examine_all(jobs, examiner, options, runner):
    """Outcomes in the order of the jobs."""
    with contextlib.ExitStack() as stack:
        if options.keep:
            root = options.keep.resolve()
            root.mkdir(parents=True, exist_ok=True)
        else:
            root = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(options.jobs))

        def one(number):
            job = jobs[number]
            name = job.label or pathlib.Path(job.source).stem
            name = re.sub(r"[^\w.+-]+", "_", f"{number:04}-{name}-{job.arch}")
            folder = root / name
            folder.mkdir(exist_ok=True)
            outcome = examiner.examine(job, number, folder)
            if not options.keep:
                for file in folder.iterdir():
                    file.unlink()
            return outcome

        futures = [pool.submit(one, number) for number in range(len(jobs))]
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                progress(options, done, len(jobs), future.result())
        except BaseException:
            runner.stop()
            for future in futures:
                future.cancel()
            raise
        return [future.result() for future in futures]


def progress(options, done, number, outcome):
    """Says on the error stream how far it is; --progress, what each job was."""
    if options.progress:
        pair = outcome.seconds()
        what = "{:.2f} s -> {:.2f} s".format(*pair) if pair else "not compared"
        more = f", {len(outcome.failures)} failures" if outcome.failures else ""
        print(f"{done}/{number} {outcome.job.source}: {what}{more}", file=sys.stderr)
    elif sys.stderr.isatty():
        end = "\r" if done < number else "\r\033[K"
        print(f"{done}/{number}", end=end, file=sys.stderr, flush=True)


def run(program, words):
    options, command = arguments(words)
    runner = Runner(options.limit)
    start = time.monotonic()
    try:
        tools = Toolchain(program, options.plugin, options.llvm)
        compiler = tools.check(runner, options.plugin_arg)
        check_outputs(options)
        jobs, refused = jobs_of(options, command, tools)
        examiner = Examiner(tools, options, runner)
        if options.reduce:
            return reduce.run(jobs, examiner, options, runner)
    except (NotFound, entries.BadInput) as why:
        print(f"f2layout-try: {why}", file=sys.stderr)
        return 2
    outcomes = examine_all(jobs, examiner, options, runner)
    kernels.demangle(outcomes, runner, tools)
    summary = Summary(outcomes, refused, options, words, compiler, str(tools.plugin))
    summary.wall = time.monotonic() - start
    print(report_text.text(summary), end="")
    for path, report in ((options.json, report_json), (options.html, report_html)):
        if path:
            report.write(summary, path)
    nothing_compared = not summary.totals()["compiled"]
    return 1 if summary.failures or nothing_compared else 0


def main(program, words):
    try:
        return run(program, words)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
