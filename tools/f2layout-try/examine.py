"""Compiles one job without and with the plugin, and compares.

The compiles that are timed differ in the plugin alone. They take turns, and who
goes first changes from repeat to repeat and from job to job. Before them, one
compile with the plugin writes remarks (and verifies the code after every pass, if
that is asked for); it also brings the sources into the file cache.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import statistics

import failures
import kernels
import passtimes
import remarks
import resident
import resources


@dataclasses.dataclass
class Outcome:
    """All that is known of one job."""

    job: object
    skipped: str = ""  # why it does not compile without the plugin
    failures: list = dataclasses.field(default_factory=list)
    without: list = dataclasses.field(default_factory=list)  # CPU seconds
    with_plugin: list = dataclasses.field(default_factory=list)
    megabytes: tuple = (0, 0)
    passes: dict = dataclasses.field(default_factory=dict)
    remarks: list = dataclasses.field(default_factory=list)
    kernels: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)

    @property
    def compiled(self):
        return bool(self.without and self.with_plugin)

    def seconds(self):
        """The least of each side."""
        return (min(self.without), min(self.with_plugin)) if self.compiled else None

    def medians(self):
        if not self.compiled:
            return None
        return statistics.median(self.without), statistics.median(self.with_plugin)

    @property
    def changed(self):
        return [kernel for kernel in self.kernels if kernel.changed]


class Examiner:
    def __init__(self, tools, options, runner):
        self.tools = tools
        self.options = options
        self.runner = runner
        self.limits = resident.limits()
        self.names = passtimes.pipeline_names()

    def command(self, job, output, plugin, extra=()):
        """clang's words for a job's device code."""
        arch = "--cuda-gpu-arch" if job.language == "cuda" else "--offload-arch"
        words = [self.tools.clang, "-x", job.language, job.source, *job.arguments]
        words += [f"{arch}={job.arch}", "--cuda-device-only", "-w"]
        words += ["-fno-crash-diagnostics", "-S", "-o", output, *extra]
        return words + (self.plugin_words(job) if plugin else [])

    def plugin_options(self, job):
        """Those of the command, but for what --plugin-arg states otherwise."""
        stated = [option.split("=")[0] for option in self.options.plugin_arg]
        of_command = [o for o in job.plugin_options if o.split("=")[0] not in stated]
        return [*of_command, *self.options.plugin_arg]

    def plugin_words(self, job):
        words = [f"-fpass-plugin={self.tools.plugin}"]
        options = self.plugin_options(job)
        if options:
            # clang 19 reads -mllvm before it loads pass plugins, but after -load.
            words += ["-Xclang", "-load", "-Xclang", self.tools.plugin]
        for argument in options:
            words += ["-Xclang", "-mllvm", "-Xclang", argument]
        return words

    def compile(self, job, output, plugin, extra=("-ftime-report",)):
        return self.runner.run(self.command(job, output, plugin, extra), job.directory)

    def inspect(self, job, folder, outcome):
        """The compile that writes remarks."""
        record = folder / "remarks.yaml"
        extra = [
            "-fsave-optimization-record=yaml",
            "-foptimization-record-passes=f2layout",
            f"-foptimization-record-file={record}",
            # Else clang names files from a folder that it does not name.
            "-fdebug-compilation-dir=/",
            # Counted by place.
            *("-Xclang", "-mllvm", "-Xclang", "-f2layout-all-remarks"),
        ]
        if self.options.verify:
            extra += ["-Xclang", "-llvm-verify-each"]
        done = self.compile(job, folder / "inspected.s", True, extra)
        if record.exists():
            outcome.remarks = remarks.read(
                record.read_text(errors="replace"), job.directory
            )
        return done

    def measure(self, job, number, folder, outcome):
        """The timed compiles; (last without, last with)."""
        files = folder / "before.s", folder / "after.s"
        done, reports = [None, None], []
        for repeat in range(self.options.repeat):
            order = (0, 1) if (repeat + number) % 2 else (1, 0)
            for plugin in order:
                done[plugin] = self.compile(job, files[plugin], bool(plugin))
            if not (done[0].good and done[1].good):
                break
            outcome.without.append(done[0].cpu)
            outcome.with_plugin.append(done[1].cpu)
            reports.append(passtimes.read(done[1].err, self.names))
        if reports:
            outcome.passes = min(reports, key=lambda report: sum(report.values()))
            outcome.megabytes = done[0].megabytes, done[1].megabytes
        return done

    def examine(self, job, number, folder):
        """The outcome of one job, with its files in the folder."""
        outcome = Outcome(job, notes=list(job.notes))
        inspected = None
        if not self.options.time_only:
            inspected = self.inspect(job, folder, outcome)
        if inspected and inspected.timed_out and not self.options.verify:
            # Once is enough.
            before = self.compile(job, folder / "before.s", False)
            after = inspected
        else:
            before, after = self.measure(job, number, folder, outcome)
        if not before.good:
            outcome.skipped = failures.failure_of(before).text
            outcome.remarks = []
            return outcome
        if not after.good:
            outcome.failures.append(failures.failure_of(after))
        elif inspected and not inspected.good:
            outcome.failures.append(failures.failure_of(inspected))
        if after.good:
            self.compare(job, folder, outcome)
        return outcome

    def compare(self, job, folder, outcome):
        """What changed in the kernels, and what got worse."""
        files = folder / "before.s", folder / "after.s"
        texts = [file.read_text(errors="replace") for file in files]
        pair = kernels.Pair(*texts)
        outcome.kernels = pair.kernels
        for symbol in pair.lost:
            text = "the compile with the plugin does not have it"
            outcome.failures.append(failures.Failure("lost kernel", text, symbol))
        if not pair.changed or self.options.time_only:
            return
        if pair.is_ptx:
            found = self.ptxas_of(job, files, outcome)
        else:
            found = [resources.metadata(text) for text in texts]
        if not found:
            return
        promised = resident.promised(self.plugin_options(job))
        limit = resident.of_arch(job.arch, self.limits)
        for kernel in pair.kernels:
            for side, all_kernels in zip((kernel.before, kernel.after), found):
                side.resources = all_kernels.get(side.symbol, {})
                threads = resident.launch_bounds(side.header) or promised
                resident.judge(job.arch, side.resources, threads, limit)
            outcome.failures += failures.worse(kernel)

    def ptxas_of(self, job, files, outcome):
        """[resources without, with]; None, with a note or a failure, if unknown."""
        program = self.tools.ptxas(job.option("--cuda-path="))
        if not program:
            outcome.notes.append("no ptxas: registers and spills are not known")
            return None
        found = []
        for file in files:
            try:
                options = job.ptxas_options
                found.append(
                    resources.ptxas(self.runner, program, job.arch, options, file)
                )
            except resources.Refusal as why:
                if found:  # it takes the code without the plugin
                    outcome.failures.append(failures.Failure("ptxas", str(why)))
                else:
                    outcome.notes.append(f"without the plugin, {why}")
                return None
        return found
