"""`pip install .`: the Python module f2layout, which CMake builds.

    pip install .
    pip wheel . --config-settings='--global-option=build_ext --cmake-folder=build'

CMake builds the module in build-python/; with --cmake-folder, the module that was
built in that folder is taken. The calculator, which it runs, becomes part of the
package.
pybind11, Python's headers and LLVM must be there; scripts/setup.sh installs them.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"project\(F2Layout VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
NATIVE = "f2layout._native"


class CMakeBuild(build_ext):
    """Takes what the target F2LayoutPython makes."""

    user_options = [*build_ext.user_options, ("cmake-folder=", None, "where CMake has built it")]

    def initialize_options(self):
        super().initialize_options()
        self.cmake_folder = None

    def build_extension(self, ext):
        made = self.cmake_folder or self.build_by_cmake()
        made = pathlib.Path(made).resolve() / "python" / "f2layout"
        native = pathlib.Path(self.get_ext_fullpath(ext.name))
        native.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made / native.name, native)
        # A link in the build folder; the package has the program itself.
        shutil.copy((made / "calculator").resolve(), native.with_name("calculator"))

    def build_by_cmake(self):
        """The folder that it is built in."""
        options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DF2LAYOUT_TESTS=OFF"]
        options += [f"-DPython3_EXECUTABLE={sys.executable}"]
        subprocess.run(["cmake", "-S", ROOT, "-B", self.build_temp, *options], check=True)
        build = ["cmake", "--build", self.build_temp, "--target", "F2LayoutPython"]
        subprocess.run(build, check=True)
        return self.build_temp


setup(
    name="f2layout",
    version=VERSION,
    description="Layouts of tensors in the registers, lanes and warps of GPUs",
    license="Apache-2.0 WITH LLVM-exception",
    python_requires=">=3.9",
    packages=["f2layout"],
    package_dir={"f2layout": "tools/python/f2layout"},
    package_data={"f2layout": ["py.typed", "*.pyi"]},
    ext_modules=[Extension(NATIVE, sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
