"""Tests of the translation of compile commands."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import shlex
import tempfile
import types
import unittest

import paths  # noqa: F401  isort: skip
import device
import entries
import nvcc

TOOLS = types.SimpleNamespace(cuda="/nowhere/cuda", rocm="", hip_flags=[])
HERE = pathlib.Path("/src")


def jobs(command, **options):
    entry = entries.Entry(HERE, entries.without_launchers(shlex.split(command)))
    return device.jobs_of(entry, TOOLS, **options)


def arguments(command):
    (job,) = jobs(command)
    return shlex.join(job.arguments)


class Clang(unittest.TestCase):
    def test_what_is_dropped(self):
        self.assertEqual(
            arguments(
                "clang++ -x cuda a.cu --cuda-gpu-arch=sm_90 -O3 -c -o a.o -MD -MF a.d "
                "-MT a.o -Wall -Werror -I inc -Iinc2 -DX=1 -D Y -isystem s "
                "-fpass-plugin=build/lib/F2Layout.so -Rpass=f2layout -ftime-report "
                "-Xarch_host -O0 -Xarch_device -O2 -lcudart -L/lib x.o"
            ),
            "-O3 -I inc -Iinc2 -DX=1 -D Y -isystem s -Xarch_device -O2",
        )

    def test_plugin_of_the_project(self):
        # As f2layout_enable() writes them.
        for words, options in (
            ("-Xarch_device -fpass-plugin=/p/F2Layout.so", []),
            (
                "-fpass-plugin=/p/F2Layout.so -Xclang -load -Xclang /p/F2Layout.so "
                "-Xclang -mllvm -Xclang -f2layout-block=32x8 -mllvm -f2layout-no-shared",
                ["-f2layout-block=32x8", "-f2layout-no-shared"],
            ),
        ):
            (job,) = jobs(
                f"clang++ -O3 {words} -Xarch_device -O2 -Xclang -mllvm -Xclang -x=1 "
                "-fpass-plugin=/p/Other.so -c a.cu --cuda-gpu-arch=sm_90"
            )
            self.assertEqual(
                shlex.join(job.arguments),
                "-O3 -Xarch_device -O2 -Xclang -mllvm -Xclang -x=1 -fpass-plugin=/p/Other.so",
            )
            self.assertEqual(job.plugin_options, options)

    def test_sources(self):
        found = jobs("clang++ a.cu b.hip c.cpp -O2", every=True)
        self.assertEqual(
            [(j.source, j.language, j.arch) for j in found],
            [("a.cu", "cuda", "sm_90"), ("b.hip", "hip", "gfx942")],
        )
        found = jobs("clang++ -x hip a.cpp -x none b.cpp --offload-arch=gfx90a,gfx1100")
        self.assertEqual(
            [(j.source, j.arch) for j in found], [("a.cpp", "gfx1100")]
        )

    def test_archs(self):
        command = "clang++ a.cu --cuda-gpu-arch=sm_90a --cuda-gpu-arch=sm_100"
        self.assertEqual([j.arch for j in jobs(command)], ["sm_100"])
        self.assertEqual([j.arch for j in jobs(command, every=True)], ["sm_90a", "sm_100"])
        self.assertEqual([j.arch for j in jobs(command, wanted=["sm_80"])], ["sm_80"])
        self.assertEqual(
            device.newest(["gfx942", "gfx90a", "gfx1100"]), "gfx1100"
        )
        (job,) = jobs("clang++ a.cu --offload-arch=native")
        self.assertEqual(job.arch, "sm_90")
        self.assertIn("no processor", job.notes[0])

    def test_levels(self):
        for words in ("-O", "-O0 -O2", "-Os", "-Ofast", "-O3"):
            (job,) = jobs(f"clang++ a.cu --cuda-gpu-arch=sm_90 {words}")
            self.assertEqual(job.notes, [], words)
        for words, said in (("", "no -O:"), ("-O3 -O0", "-O0:")):
            (job,) = jobs(f"clang++ a.cu --cuda-gpu-arch=sm_90 {words}")
            self.assertIn(said, job.notes[0])

    def test_no_device_code(self):
        for command in ("clang++ -c a.cpp", "g++ -c a.cu", "clang++ a.o -o a"):
            with self.assertRaises(device.NoDevice, msg=command):
                jobs(command)

    def test_ptxas_options(self):
        (job,) = jobs("clang++ a.cu -Xcuda-ptxas -maxrregcount=32 -fgpu-rdc")
        self.assertEqual(job.ptxas_options, ["-maxrregcount=32", "-c"])


class Nvcc(unittest.TestCase):
    def test_translation(self):
        self.assertEqual(
            arguments(
                "nvcc -gencode arch=compute_90,code=sm_90 --expt-relaxed-constexpr "
                "-Xcompiler -fPIC,-DN=4 -lineinfo -c k.cu -o k.o -std c++17 -I=inc "
                "--use_fast_math -Xptxas=-v,-O2 -maxrregcount 64 -diag-suppress 20012 "
                "-ccbin g++ -MD -MF k.d --fmad=false -O 2 -m64 -D A -DB=2 -rdc=true"
            ),
            "-DN=4 -gline-tables-only -std=c++17 -Iinc -ffast-math "
            "-fgpu-flush-denormals-to-zero -Xcuda-ptxas -v -Xcuda-ptxas -O2 "
            "-Xcuda-ptxas -maxrregcount=64 -ffp-contract=off -DA -DB=2 -fgpu-rdc -O3 "
            "--cuda-path=/nowhere/cuda",
        )

    def test_archs(self):
        for words, archs in (
            ("-arch=sm_80", ["sm_80"]),
            ("-arch sm_90a", ["sm_90a"]),
            ("-arch=compute_80", ["sm_80"]),
            ("--gpu-architecture=compute_80 --gpu-code=sm_86,sm_89", ["sm_80", "sm_86", "sm_89"]),
            ("-gencode=arch=compute_75,code=[compute_75,sm_75]", ["sm_75"]),
            ("--generate-code arch=compute_100,code=compute_100", ["sm_100"]),
        ):
            found = [j.arch for j in jobs(f"nvcc {words} a.cu", every=True)]
            self.assertEqual(found, archs, words)

    def test_refusals_and_notes(self):
        with self.assertRaisesRegex(nvcc.Untranslatable, "--odd"):
            jobs("nvcc --odd a.cu")
        (job,) = jobs("nvcc -forward-unknown-to-host-compiler -fodd -G a.cu")
        self.assertIn("-O0", job.arguments)
        self.assertIn("-G", job.notes[0])
        (job,) = jobs("nvcc --restrict a.cu")
        self.assertIn("alias", job.notes[0])

    def test_language(self):
        (job,) = jobs("nvcc -x cu -c a.cpp")
        self.assertEqual((job.source, job.language), ("a.cpp", "cuda"))


class Hipcc(unittest.TestCase):
    def test_translation(self):
        self.assertEqual(arguments("hipcc -c a.cpp --amdgpu-target=gfx90a -Iinc"), "-Iinc -O3")
        (job,) = jobs("hipcc -c a.cpp -O1 -fgpu-rdc")
        self.assertEqual((job.arguments, job.arch), (["-O1"], "gfx942"))


class Entries(unittest.TestCase):
    def test_launchers(self):
        for words in (
            "ccache clang++ a.cu",
            "env A=1 B=2 clang++ a.cu",
            "cmake -E env X=y -- ccache clang++ a.cu",
            "CCACHE_DIR=/x clang++ a.cu",
        ):
            self.assertEqual(
                entries.without_launchers(words.split()), ["clang++", "a.cu"], words
            )

    def test_response_files(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "outer.rsp").write_text("-DA='x y' @inner.rsp\n")
            (place / "inner.rsp").write_text("-Iinc\n@none.rsp @inner.rsp")
            words = entries.expanded(["nvcc", "@outer.rsp"], place)
            self.assertEqual(words[:4], ["nvcc", "-DA=x y", "-Iinc", "@none.rsp"])


if __name__ == "__main__":
    unittest.main()
