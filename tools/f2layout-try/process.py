"""Runs a program under a time limit, and measures it alone.

The seconds are CPU time, user and system, as the kernel counts them for this
child and what it waited for. Other programs on the machine disturb them far less
than they disturb wall time.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import os
import signal
import subprocess
import tempfile
import threading
import time


@dataclasses.dataclass
class Result:
    """What a program did."""

    status: int  # exit status; negative: the signal that ended it
    timed_out: bool
    out: str
    err: str
    cpu: float
    wall: float
    megabytes: float  # the most memory that it had at a time

    @property
    def good(self):
        return self.status == 0 and not self.timed_out


class Runner:
    """Starts programs for one run of the tool, and can end all of them."""

    def __init__(self, limit):
        self.limit = limit
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def stop(self):
        """Ends what runs; what is started later ends at once."""
        with self.lock:
            self.stopped = True
            for pid in self.running:
                self.kill(pid)

    @staticmethod
    def kill(pid):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def run(self, command, cwd=None, limit=None, stdin=None):
        """Runs the words of command; texts that are no UTF-8 are replaced."""
        limit = limit or self.limit
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            with self.lock:
                if self.stopped:
                    return Result(-signal.SIGKILL, False, "", "stopped", 0, 0, 0)
                try:
                    child = subprocess.Popen(
                        [str(word) for word in command],
                        cwd=cwd,
                        stdin=stdin or subprocess.DEVNULL,
                        stdout=out,
                        stderr=err,
                        start_new_session=True,
                    )
                except OSError as why:
                    return Result(127, False, "", str(why), 0, 0, 0)
                self.running.add(child.pid)
            expired = threading.Event()

            def end():
                expired.set()
                self.kill(child.pid)

            timer = threading.Timer(limit, end)
            timer.start()
            _, status, usage = os.wait4(child.pid, 0)
            timer.cancel()
            with self.lock:
                self.running.discard(child.pid)
            child.returncode = os.waitstatus_to_exitcode(status)
            wall = time.monotonic() - start
            out.seek(0)
            err.seek(0)
            return Result(
                child.returncode,
                expired.is_set() and child.returncode != 0,
                out.read().decode(errors="replace"),
                err.read().decode(errors="replace"),
                usage.ru_utime + usage.ru_stime,
                wall,
                usage.ru_maxrss / 1024,
            )
