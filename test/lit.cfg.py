"""lit configuration of the f2layout tests. property/ and unit/ are suites of
their own.

Substitutions
  %plugin         F2Layout.so
  %f2opt          opt with the plugin, verifying after every pass
  %f2sim          the SIMT simulator
  %f2layout       the layout calculator
  %python         the Python that lit's site configuration found
  %examples       runs the examples of its help and of a document, compares
                  what they print: calculator/examples.py
  %clang          clang++ for the host
  %clang_format   clang-format
  %llc            llc
  %lld            ld.lld with the plugin
  %kernels        the folder of kernel sources shared by CUDA and HIP
  %include        the folder of f2layout.h, which %clang_cuda and %clang_hip know
  %counts         prints, per kernel, the shared-memory, shuffle and barrier
                  instructions of PTX or GCN assembly
  %clang_cuda     CUDA source to device code at -O3 (add --cuda-gpu-arch=…)
  %ptxas          ptxas
  %nvcc           nvcc, C++17, warnings being errors, with f2layout.h
  %clang_hip      HIP source to device code at -O3 (add --offload-arch=…),
                  device libraries linked
  %header_pairs   random conversions of f2layout.h: header/pairs.py
  %header_text    layout types against the calculator: header/text.py
  %commands       runs the commands of a document: header/commands.py
  %roundtrip      source to rewritten code, judged: tools/roundtrip.py
  %registers      registers of kernels, before and after: tools/registers.py
  %conversions    random exchanges, judged: property/conversions.py
  %random_banks   bank conflicts of random accesses: property/banks.py
  %random_copies  random copies of a few words: property/copies.py
  %random_swizzles  random tiles, swizzled: property/swizzles.py
  %random_matrices  fragments loaded and stored by hand: property/matrices.py
  %random_accesses  random neighbours, judged: property/accesses.py
  %random_registers  registers of random kernels: property/registers.py
  %mutate_calls   layout calls, damaged: property/mutate_calls.py
  %stated_layouts  metadata on accesses, judged: property/stated_layouts.py
  %document       runs a document's commands: tools/document.py
  %front_end      the compiler of examples/front_end
  %f2try          what the plugin does to a project: tools/f2layout-try
  %llvm_tools     the folder of LLVM's programs
  %layout_calls   random layouts in calls, judged: property/layout_calls.py
  %amd_conversions  conversions for AMD, compared and counted: bench/amd/run.py
  %compile_time   compile time of synthetic kernels: bench/compile-time/run.py
  %clang_hip_raw  the same without device libraries: __ockl_* calls stay
  %count_operations  counts the instructions of operations on layouts

Features
  cuda, hip        the toolkit is there; otherwise its tests are unsupported
  f2layout-plugin  F2Layout.so has been built
  front-end-example  so has the compiler of examples/front_end
  lld              ld.lld is there; without it links are only tested in opt
  zsh              zsh is there, whose completion is tested
  clang-format     clang-format is there
  counting         valgrind is there, and f2layout-count has been built with
                   optimisation, for which its limits hold
"""

import os
import shlex
import shutil
import subprocess

import lit.formats

config.name = "f2layout"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test", ".cu", ".hip"]
config.excludes = ["Inputs", "kernels", "property", "tools", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.f2_binary_root, "test")

supported, _ = lit_config.maxIndividualTestTimeIsSupported
if supported and not lit_config.maxIndividualTestTime:
    lit_config.maxIndividualTestTime = 300
elif not supported:
    lit_config.note("no timeouts: python3-psutil is not installed")



def toolkits():
    """Where CUDA and ROCm are, as scripts/toolkits.sh finds them."""
    script = os.path.join(config.f2_source_root, "scripts", "toolkits.sh")
    text = subprocess.check_output(["sh", script], text=True)
    return dict(word.split("=", 1) for word in shlex.split(text))


found = toolkits()
llvm = config.f2_llvm_tools
clang = os.path.join(llvm, "clang++")
scripts = os.path.join(config.f2_source_root, "scripts")
kernels = os.path.join(config.test_source_root, "kernels")
include = os.path.join(config.f2_source_root, "plugin", "include")

config.environment["PATH"] = os.pathsep.join(
    [config.f2_tools, llvm, config.environment["PATH"]]
)

# Longer names first: lit replaces in this order.
substitutions = [
    ("%plugin", config.f2_plugin),
    (
        "%f2opt",
        f"{llvm}/opt -load-pass-plugin={config.f2_plugin} -verify-each",
    ),
    ("%f2sim", f"{config.f2_tools}/f2sim"),
    ("%f2layout", f"{config.f2_tools}/f2layout"),
    (
        "%f2try",
        f"{config.f2_python} {config.f2_tools}/f2layout-try"
        f" --llvm {llvm} --plugin {config.f2_plugin}",
    ),
    ("%llvm_tools", llvm),
    ("%python", config.f2_python),
    (
        "%examples",
        f"{config.f2_python} {config.test_source_root}/calculator/examples.py"
        f" {config.f2_tools}/f2layout",
    ),
    ("%counts", f"{config.f2_python} {scripts}/count-instructions.py"),
    ("%kernels", kernels),
    ("%include", include),
    ("%llc", f"{llvm}/llc"),
]

device = f"-O3 -S -std=c++17 -I {kernels} -I {include}"
if found["CUDA"]:
    cuda = found["CUDA"]
    config.available_features.add("cuda")
    substitutions += [
        (
            "%clang_cuda",
            f"{clang} {found['CUDA_FLAGS']} {device} -I {cuda}/include/cccl",
        ),
        ("%ptxas", f"{cuda}/bin/ptxas"),
        (
            "%nvcc",
            f"{cuda}/bin/nvcc -std=c++17 -Werror all-warnings -I {include}",
        ),
    ]
else:
    lit_config.note("skipped: no CUDA toolkit")

if found["ROCM"]:
    config.available_features.add("hip")
    substitutions += [
        ("%clang_hip_raw", f"{clang} {found['HIP_RAW_FLAGS']} {device}"),
        ("%clang_hip", f"{clang} {found['HIP_FLAGS']} {device}"),
    ]
else:
    lit_config.note("skipped: no ROCm")

if os.path.exists(config.f2_plugin):
    config.available_features.add("f2layout-plugin")

example = os.path.join(config.f2_tools, "f2layout-front-end")
if os.path.exists(example):
    config.available_features.add("front-end-example")
    substitutions.append(("%front_end", example))

if os.path.exists(os.path.join(llvm, "ld.lld")):
    config.available_features.add("lld")
    substitutions.append(("%lld", f"{llvm}/ld.lld --load-pass-plugin={config.f2_plugin}"))
else:
    lit_config.note("skipped: no ld.lld, ThinLTO is not tested")

clang_format = os.path.join(llvm, "clang-format")
if os.path.exists(clang_format):
    config.available_features.add("clang-format")
    substitutions.append(("%clang_format", clang_format))
else:
    lit_config.note("skipped: no clang-format, the format is not checked")

if shutil.which("zsh"):
    config.available_features.add("zsh")
else:
    lit_config.note("skipped: no zsh, its completion is not tested")

counter = os.path.join(config.f2_tools, "f2layout-count")
if not shutil.which("valgrind"):
    lit_config.note("skipped: no valgrind, instructions are not counted")
elif os.path.exists(counter) and config.f2_build_type in (
    "RelWithDebInfo",
    "Release",
):
    config.available_features.add("counting")
count = os.path.join(config.f2_source_root, "bench", "layouts", "count.py")
substitutions.append(("%count_operations", f"{config.f2_python} {count} {counter}"))

commands = dict(substitutions)
roundtrip = [
    config.f2_python,
    os.path.join(config.test_source_root, "tools", "roundtrip.py"),
    f"--llvm={llvm}",
    f"--plugin={config.f2_plugin}",
    f"--f2sim={config.f2_tools}/f2sim",
    f"--counts={scripts}/assembly.py",
    f"--clang-cuda={commands.get('%clang_cuda', '')}",
    f"--ptxas={commands.get('%ptxas', '')}",
    f"--clang-hip={commands.get('%clang_hip', '')}",
]
substitutions.append(("%roundtrip", shlex.join(roundtrip)))
for name, script in (
    ("conversions", "property/conversions.py"),
    ("layout_calls", "property/layout_calls.py"),
    ("mutate_calls", "property/mutate_calls.py"),
    ("stated_layouts", "property/stated_layouts.py"),
    ("document", "tools/document.py"),
    ("random_banks", "property/banks.py"),
    ("random_copies", "property/copies.py"),
    ("random_swizzles", "property/swizzles.py"),
    ("random_matrices", "property/matrices.py"),
    ("random_accesses", "property/accesses.py"),
):
    judged = [
        config.f2_python,
        os.path.join(config.test_source_root, script),
        f"--llvm={llvm}",
        f"--plugin={config.f2_plugin}",
        f"--f2sim={config.f2_tools}/f2sim",
    ]
    substitutions.append(("%" + name, shlex.join(judged)))
for name, script in (
    ("random_registers", "property/registers.py"),
    ("registers", "tools/registers.py"),
):
    counted = [
        config.f2_python,
        "-B",
        os.path.join(config.test_source_root, script),
        f"--plugin={config.f2_plugin}",
        f"--clang-cuda={commands.get('%clang_cuda', '')}",
        f"--ptxas={commands.get('%ptxas', '')}",
    ]
    substitutions.append(("%" + name, shlex.join(counted)))
amd_conversions = [
    config.f2_python,
    "-B",
    os.path.join(config.f2_source_root, "bench", "amd", "run.py"),
    f"--llvm={llvm}",
    f"--plugin={config.f2_plugin}",
    f"--f2sim={config.f2_tools}/f2sim",
    f"--calculator={config.f2_tools}/f2layout",
]
substitutions.append(("%amd_conversions", shlex.join(amd_conversions)))
compile_time = [
    config.f2_python,
    "-B",
    os.path.join(config.f2_source_root, "bench", "compile-time", "run.py"),
    f"--llvm={llvm}",
    f"--plugin={config.f2_plugin}",
]
substitutions.append(("%compile_time", shlex.join(compile_time)))
header = os.path.join(config.test_source_root, "header")
pairs = [
    config.f2_python,
    os.path.join(header, "pairs.py"),
    f"--llvm={llvm}",
    f"--plugin={config.f2_plugin}",
    f"--f2sim={config.f2_tools}/f2sim",
    f"--clang-cuda={commands.get('%clang_cuda', '')}",
    f"--clang-hip={commands.get('%clang_hip', '')}",
]
substitutions.append(("%header_pairs", shlex.join(pairs)))
text = [
    config.f2_python,
    os.path.join(header, "text.py"),
    f"--clang={clang}",
    f"--include={include}",
    f"--f2layout={config.f2_tools}/f2layout",
]
substitutions.append(("%header_text", shlex.join(text)))
run_commands = [
    config.f2_python,
    os.path.join(header, "commands.py"),
    f"--root={config.f2_source_root}",
    f"--llvm={llvm}",
    f"--plugin={config.f2_plugin}",
    f"--tools={config.f2_tools}",
]
substitutions.append(("%commands", shlex.join(run_commands)))
substitutions.append(("%clang", clang))
for name, command in substitutions:
    config.substitutions.append((name + r"\b", command))
