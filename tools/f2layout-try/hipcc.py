"""From hipcc's command line to clang's.

hipcc is clang with HIP as its language, optimisation unless told otherwise, and
ROCm's folders. Where ROCm's device libraries do not know the processor, those
that do not depend on it are linked instead, as scripts/toolkits.sh names them.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re

OLD_ARCH = re.compile(r"--amdgpu-target=(.+)")
LEVEL = re.compile(r"-O([0-3sz]|fast|g)?")


def translate(words):
    """(clang's arguments, notes)."""
    arguments = [] if "-x" in words else ["-x", "hip"]
    for word in words[1:]:
        old = OLD_ARCH.fullmatch(word)
        arguments.append(f"--offload-arch={old.group(1)}" if old else word)
    if not any(LEVEL.fullmatch(word) for word in arguments):
        arguments.append("-O3")
    return arguments, []


def bitcode(rocm, name):
    """The folder of ROCm's device libraries that has this one; None."""
    for place in "amdgcn/bitcode", "lib/amdgcn/bitcode", "lib/*/amdgcn/bitcode":
        for path in pathlib.Path(rocm).glob(f"{place}/{name}"):
            return path.parent
    return None


def toolkit_arguments(tools, arch, given):
    """What clang must be told of ROCm, if the command does not say it."""
    if not tools.rocm or any(
        word == "-nogpulib" or word.startswith(("--rocm-path", "--rocm-device-lib"))
        for word in given
    ):
        return []
    number = arch.partition(":")[0].removeprefix("gfx")
    # Headers of before ROCm 7 ask for what clang 22 does not define any more.
    wave = 32 if re.match(r"1[0-9][0-9a-f]{2}", number) else 64
    macro = f"-D__AMDGCN_WAVEFRONT_SIZE={wave}"
    folder = bitcode(tools.rocm, f"oclc_isa_version_{number}.bc")
    if folder:
        flags = [f"--rocm-path={tools.rocm}", f"--rocm-device-lib-path={folder}"]
        if not (folder / "oclc_abi_version_600.bc").exists():
            flags.append("-mcode-object-version=4")
        return [*flags, macro]
    flags = [f for f in tools.hip_flags if f != "--cuda-device-only"]
    if "-x" in flags:
        at = flags.index("-x")
        del flags[at : at + 2]
    return [*flags, macro]
