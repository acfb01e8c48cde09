"""Where clang, the plugin and the vendors' toolkits are.

The plugin must run in the clang that it was built for, so it is this clang that
compiles, whatever compiler a command names. CUDA and ROCm are found where
scripts/toolkits.sh finds them.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class NotFound(Exception):
    """A program or a file that the tool cannot do without."""


def folder_of_build(program):
    """The build folder whose bin/ holds the program, or the default one. An
    installed tree has lib/F2Layout.so where a build folder has it."""
    place = pathlib.Path(program).absolute().parent
    for folder in place, place.resolve():  # bin/ may be a link itself
        if folder.name == "bin" and (folder.parent / "CMakeCache.txt").exists():
            return folder.parent
    installed = (ROOT / "lib" / "F2Layout.so").exists()
    return ROOT if installed else ROOT / "build"


def llvm_of_build(build):
    """The programs of the LLVM that the build was configured with."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():
        return None
    found = re.search(r"^LLVM_DIR:\w+=(.+)/lib/cmake/llvm$", cache.read_text(), re.M)
    return pathlib.Path(found.group(1)) / "bin" if found else None


def toolkits():
    """CUDA, CUDA_FLAGS, ROCM and so on; empty values mean absent."""
    script = ROOT / "scripts" / "toolkits.sh"
    done = subprocess.run(
        ["sh", script], stdout=subprocess.PIPE, text=True, check=False
    )
    return dict(word.split("=", 1) for word in shlex.split(done.stdout))


class Toolchain:
    def __init__(self, program, plugin=None, llvm=None):
        build = folder_of_build(program)
        self.llvm = pathlib.Path(llvm) if llvm else llvm_of_build(build)
        if not self.llvm:
            clang = shutil.which("clang++-22")
            if not clang:
                raise NotFound("no clang++-22 on PATH; --llvm names its folder")
            self.llvm = pathlib.Path(clang).resolve().parent
        self.clang = self.tool("clang++")
        self.plugin = pathlib.Path(plugin or build / "lib" / "F2Layout.so").resolve()
        if not self.plugin.is_file():
            raise NotFound(f"no plugin {self.plugin}; build it, or name it by --plugin")
        kits = toolkits()
        self.cuda = kits.get("CUDA", "")
        self.rocm = kits.get("ROCM", "")
        self.hip_flags = shlex.split(kits.get("HIP_FLAGS", ""))

    def tool(self, name):
        path = self.llvm / name
        if not path.exists():
            raise NotFound(f"no {name} in {self.llvm}; --llvm names another folder")
        return path

    def ptxas(self, cuda=""):
        """ptxas of the toolkit that a command names, else any; None: absent."""
        for place in (cuda, self.cuda):
            path = pathlib.Path(place) / "bin" / "ptxas"
            if place and path.exists():
                return path
        found = shutil.which("ptxas")
        return pathlib.Path(found) if found else None

    def check(self, runner, arguments=()):
        """Raises NotFound with clang's words if the plugin does not load."""
        command = [self.tool("opt"), f"-load-pass-plugin={self.plugin}", *arguments]
        command += ["-passes=no-op-module", "-disable-output", "/dev/null"]
        done = runner.run(command)
        if not done.good:
            said = done.err.strip().splitlines() or [f"status {done.status}"]
            raise NotFound(f"{self.plugin} does not work in {self.llvm}: {said[0]}")
        version = runner.run([self.clang, "--version"]).out
        return version.splitlines()[0] if version else str(self.clang)
