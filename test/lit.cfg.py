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
  %roundtrip      source to rewritten code, checked: tools/roundtrip.py
  %registers      registers of kernels, before and after: tools/registers.py
  %conversions    random exchanges, checked: property/conversions.py
  %random_banks   bank conflicts of random accesses: property/banks.py
  %random_barriers  barriers between random steps: property/barriers.py
  %random_loose   barriers of cooperative groups: property/loose_barriers.py
  %random_promises  kernels for any block, compiled for one: property/promises.py
  %random_handovers  threads that wait inside exchanges: property/handovers.py
  %random_exits   threads that leave early, tiles filled in part: property/early_exits.py
  %random_programs  whole programs as people write them: property/programs.py
  %random_handmade  kernels of hand-tuned kinds: property/handmade.py
  %random_fills   tiles filled in loops and under conditions: property/loop_fills.py
  %random_swaps   conditional writes in place: property/swaps.py
  %random_one_barrier  exchanges at one barrier: property/one_barrier.py
  %random_rounds  loops that halve or double a distance: property/rounds.py
  %random_races   lanes of a warp that race: property/warp_races.py
  %random_idle    branches of warps around shuffles: property/idle.py
  %random_structures  structures stored side by side: property/structures.py
  %random_copies  random copies of a few words: property/copies.py
  %random_unwritten  reads of what nobody has written: property/unwritten.py
  %random_swizzles  random tiles, swizzled: property/swizzles.py
  %random_tile_shapes  blocks guessed from random tiles: property/tile_shapes.py
  %random_fragments  tiles that WMMA reads, in other rows: property/fragments.py
  %random_matrices  fragments loaded and stored by hand: property/matrices.py
  %random_products  matrix products of tensors: property/products.py
  %random_accesses  random neighbours, checked: property/accesses.py
  %random_alignment  arguments that may be aligned: property/tested_alignment.py
  %random_overlap  accesses that may overlap: property/tested_overlap.py
  %random_registers  registers of random kernels: property/registers.py
  %mutate_calls   layout calls, damaged: property/mutate_calls.py
  %random_tensors  programs of tensors, checked: property/tensors.py
  %mutate_tensors  programs of tensors, damaged: property/mutate_tensors.py
  %stated_layouts  metadata on accesses, checked: property/stated_layouts.py
  %document       runs a document's commands: tools/document.py
  %front_end      the compiler of examples/front_end
  %tensors        that of examples/tensors
  %f2try          what the plugin does to a project: tools/f2layout-try
  %llvm_tools     the folder of LLVM's programs
  %llvm_itself    the same, where %llvm_tools translates IR (tools/dialect.py)
  %llvm_major     the version of LLVM
  %random_lines   reductions and scans of random tiles: property/lines.py
  %layout_calls   random layouts in calls, checked: property/layout_calls.py
  %random_folds   conversions and element-wise operations: property/folds.py
  %random_data_indices  loads at an index from data, checked: property/data_indices.py
  %random_gathers  random gathers in calls, checked: property/gathers.py
  %amd_conversions  conversions for AMD, compared and counted: bench/amd/run.py
  %paper_figures  the kernels of the paper's figures: bench/paper/figures.py
  %compile_time   compile time of synthetic kernels: bench/compile-time/run.py
  %clang_hip_raw  the same without device libraries: __ockl_* calls stay
  %count_operations  counts the instructions of operations on layouts
  %deterministic  compiles modules many times: tools/deterministic.py
  %cmake          cmake
  %build          the folder that this project was built in
  %consumer       cmake for a project of consumers/, with this one's compiler
  %cuda_project   cmake for consumers/kernels, compiled as CUDA by clang
  %hip_project    the same as HIP, to assembly

Features
  cuda, hip        the toolkit is installed; otherwise its tests are unsupported
  cuda-objects     clang makes objects of CUDA sources with this toolkit; clang 19 cannot
                   with CUDA 13, whose fatbinary has dropped -image
  pdflatex         pdflatex with TikZ, and pdftotext
  rocprim          ROCm has rocPRIM's headers
  f2layout-plugin  F2Layout.so has been built
  front-end-example  so has the compiler of examples/front_end
  tensors-example  and that of examples/tensors
  python-module    the Python module has been built, and numpy is there
  pip              pip is installed, and what makes wheels
  lld              ld.lld is installed; without it links are only tested in opt
  isl              f2layout has been built with isl, the integer set library
  zsh              zsh is installed, and its completion is tested
  ccache           ccache is installed
  dpkg             LLVM is Debian's, and so is what makes packages
  clang-format     clang-format is installed
  llvm-19, llvm-22  the version of LLVM
  sm_100, gfx950, gfx1250  LLVM knows these processors, and newer ones of NVIDIA
  stmatrix         LLVM has intrinsics for stmatrix
  cta-barriers     LLVM has intrinsics for all of PTX's barriers of a block, and
                   for elect.sync and griddepcontrol
  kernel-pointers  LLVM knows in opt, not only in llc, that the pointers of CUDA's
                   kernels are of global memory
  gap-filling      LLVM's vectorizer makes one access of 16 bytes of three of 4
  byval-calls      LLVM's NVPTX does not copy an argument passed by value to the
                   stack for each call that it is given to
  mma-f64          LLVM has intrinsics for mma of doubles in tiles of 16 rows
  newer-intrinsics  LLVM has llvm.minimumnum, llvm.amdgcn.wave.shuffle, and NVPTX's
                   intrinsics for fabs of any type and for the modes of prmt; clang has
                   atomicCAS of 16 bits for sm_75
  exp2             NVPTX generates code for llvm.exp2
  scalar-accesses  LLVM's vectorizer leaves neighbouring accesses of few bytes alone where
                   LLVM 19's makes unaligned vectors of them
  before-codegen   LLVM calls plugins before code generation
  lto-phase        LLVM tells plugins the phase of LTO
  counting         valgrind is installed, and f2layout-count has been built with
                   optimisation, for which its limits hold
"""

import glob
import os
import shlex
import shutil
import subprocess

import lit.formats

# Names of what LLVM 22 can do and LLVM 19 cannot.
LLVM_22_HAS = ("sm_100", "gfx950", "gfx1250", "stmatrix", "cta-barriers", "kernel-pointers",
                "gap-filling", "byval-calls", "mma-f64", "newer-intrinsics", "scalar-accesses", "exp2",
                "before-codegen", "lto-phase")

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
# --param llvm=DIR: other programs of LLVM, as scripts/sanitize.sh makes them.
llvm = lit_config.params.get("llvm", config.f2_llvm_tools)
host_clang = os.path.join(llvm, "clang++")
tools = config.f2_tools


def add_dialect(folder):
    """A folder of the programs of an LLVM before 22, and of this project's, of
    which those that read or print IR do so as LLVM 22 does: tools/dialect.py."""
    os.makedirs(folder, exist_ok=True)
    script = os.path.join(os.path.dirname(__file__), "tools", "dialect.py")
    readers = "opt llc llvm-reduce llvm-as llvm-dis llvm-link llvm-extract clang clang++ f2sim".split()
    for place in (config.f2_tools, llvm):
        for name in os.listdir(place):
            old, new = os.path.join(place, name), os.path.join(folder, name)
            if os.path.lexists(new):
                continue
            if name not in readers:
                os.symlink(old, new)
                continue
            command = shlex.join([config.f2_python, "-B", script, old])
            temporary = f"{new}.{os.getpid()}"
            with open(temporary, "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\nexec {command} "$@"\n')
            os.chmod(temporary, 0o755)
            os.replace(temporary, new)
    return folder


# What tests name in REQUIRES where an LLVM lacks it.
config.available_features.add(f"llvm-{config.f2_llvm_major}")
if config.f2_llvm_major >= 22:
    for feature in LLVM_22_HAS:
        config.available_features.add(feature)
else:
    llvm = add_dialect(os.path.join(config.f2_binary_root, "test", "dialect"))
    tools = llvm
    lit_config.note(f"skipped: LLVM {config.f2_llvm_major} lacks " + ", ".join(LLVM_22_HAS))
clang = os.path.join(llvm, "clang++")
f2sim = os.path.join(tools, "f2sim")
scripts = os.path.join(config.f2_source_root, "scripts")
kernels = os.path.join(config.test_source_root, "kernels")
include = os.path.join(config.f2_source_root, "plugin", "include")

config.environment["PATH"] = os.pathsep.join(
    [llvm, tools, config.environment["PATH"]]
)

# Longer names first: lit replaces in this order.
substitutions = [
    ("%plugin", config.f2_plugin),
    (
        "%f2opt",
        f"{llvm}/opt -load-pass-plugin={config.f2_plugin} -verify-each",
    ),
    ("%f2sim", f2sim),
    ("%f2layout", f"{config.f2_tools}/f2layout"),
    (
        "%f2try",
        f"{config.f2_python} {config.f2_tools}/f2layout-try"
        f" --llvm {llvm} --plugin {config.f2_plugin}",
    ),
    ("%llvm_tools", llvm),
    ("%llvm_itself", config.f2_llvm_tools),
    ("%llvm_major", str(config.f2_llvm_major)),
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
    if config.f2_llvm_major < 22 and not os.path.exists(
        os.path.join(cuda, "include", "texture_fetch_functions.h")
    ):
        # CUDA 13 has dropped a header of nothing but old texture types, and the
        # clang before it includes it.
        headers = os.path.join(config.f2_binary_root, "test", "cuda")
        os.makedirs(headers, exist_ok=True)
        open(os.path.join(headers, "texture_fetch_functions.h"), "a").close()
        config.environment["CPLUS_INCLUDE_PATH"] = headers
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
    if os.path.exists(os.path.join(found["ROCM"], "include", "rocprim", "rocprim.hpp")):
        config.available_features.add("rocprim")
    else:
        lit_config.note("skipped: no rocPRIM")
else:
    lit_config.note("skipped: no ROCm")

if os.path.exists(config.f2_plugin):
    config.available_features.add("f2layout-plugin")

example = os.path.join(config.f2_tools, "f2layout-front-end")
if os.path.exists(example):
    config.available_features.add("front-end-example")
    substitutions.append(("%front_end", example))

example = os.path.join(config.f2_tools, "f2layout-tensors")
if os.path.exists(example):
    config.available_features.add("tensors-example")
    substitutions.append(("%tensors", example))

module = os.path.join(config.f2_binary_root, "python")
if glob.glob(os.path.join(module, "f2layout", "_native*")) and not subprocess.run(
    [config.f2_python, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False
).returncode:
    config.available_features.add("python-module")
    substitutions.append(
        ("%python_module", f"env PYTHONPATH={module} {config.f2_python}")
    )

if all(
    not subprocess.run(
        [config.f2_python, "-c", f"import {name}"], stderr=subprocess.DEVNULL, check=False
    ).returncode
    for name in ("pip", "setuptools", "wheel")
):
    config.available_features.add("pip")

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

if config.f2_isl and not config.f2_isl.endswith("NOTFOUND"):
    config.available_features.add("isl")
else:
    lit_config.note("skipped: no isl, relations of layouts are not checked by it")
cmake = config.f2_cmake
cache = config.f2_cmake_cache
options = [f"-D{name}={value}" for name, value in cache.items()]
consumer = [cmake, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
device_consumer = shlex.join([*consumer, f"-DCMAKE_CXX_COMPILER={host_clang}"])
substitutions += [
    ("%cmake", cmake),
    ("%build", config.f2_binary_root),
    ("%consumer", shlex.join([*consumer, *options])),
]
if found["CUDA"]:
    flags = found["CUDA_FLAGS"].replace("--cuda-device-only ", "")
    flags = shlex.quote(f"-DFLAGS=SHELL:{flags} --cuda-gpu-arch=sm_90")
    substitutions.append(("%cuda_project", f"{device_consumer} -DLANGUAGE=CXX {flags}"))
    fatbinary = os.path.join(found["CUDA"], "bin", "fatbinary")
    if (
        config.f2_llvm_major >= 22
        or "(-image)" in subprocess.check_output([fatbinary, "--help"], text=True)
    ):
        config.available_features.add("cuda-objects")
    else:
        lit_config.note("skipped: clang makes no objects with this CUDA toolkit")
if found["ROCM"]:
    flags = f"{found['HIP_FLAGS']} -D__AMDGCN_WAVEFRONT_SIZE=64"
    flags = shlex.quote(f"-DFLAGS=SHELL:{flags} --offload-arch=gfx90a -S")
    substitutions.append(("%hip_project", f"{device_consumer} -DLANGUAGE=CXX {flags}"))
if shutil.which("pdflatex") and shutil.which("pdftotext"):
    config.available_features.add("pdflatex")
else:
    lit_config.note("skipped: no pdflatex and pdftotext, pictures are not typeset")
if shutil.which("ccache"):
    config.available_features.add("ccache")
else:
    lit_config.note("skipped: no ccache, what it makes of the plugin is not tested")
packagers = ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file")
if config.f2_llvm_tools.startswith("/usr/lib/llvm-") and all(map(shutil.which, packagers)):
    config.available_features.add("dpkg")
else:
    lit_config.note("skipped: no Debian or no dpkg-dev, packages are not tested")

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
tests = config.test_source_root
bench = os.path.join(config.f2_source_root, "bench")
judges = {
    "llvm": llvm,
    "plugin": config.f2_plugin,
    "f2sim": f2sim,
}
compilers = {
    "clang-cuda": commands.get("%clang_cuda", ""),
    "clang-hip": commands.get("%clang_hip", ""),
}
counters = {
    "plugin": config.f2_plugin,
    "clang-cuda": compilers["clang-cuda"],
    "ptxas": commands.get("%ptxas", ""),
}


def add_script(name, script, options, *python):
    """%name runs the script with these options, and Python with its own."""
    words = [config.f2_python, *python, script]
    words += [f"--{option}={value}" for option, value in options.items()]
    substitutions.append(("%" + name, shlex.join(words)))


add_script(
    "roundtrip",
    os.path.join(tests, "tools", "roundtrip.py"),
    {
        **judges,
        **compilers,
        "counts": f"{scripts}/assembly.py",
        "ptxas": commands.get("%ptxas", ""),
        "features": ",".join(sorted(config.available_features)),
    },
)
for name, script in (
    ("conversions", "property/conversions.py"),
    ("layout_calls", "property/layout_calls.py"),
    ("random_folds", "property/folds.py"),
    ("random_data_indices", "property/data_indices.py"),
    ("random_gathers", "property/gathers.py"),
    ("random_lines", "property/lines.py"),
    ("mutate_calls", "property/mutate_calls.py"),
    ("random_tensors", "property/tensors.py"),
    ("mutate_tensors", "property/mutate_tensors.py"),
    ("stated_layouts", "property/stated_layouts.py"),
    ("document", "tools/document.py"),
    ("random_banks", "property/banks.py"),
    ("random_barriers", "property/barriers.py"),
    ("random_loose", "property/loose_barriers.py"),
    ("random_promises", "property/promises.py"),
    ("random_handovers", "property/handovers.py"),
    ("random_exits", "property/early_exits.py"),
    ("random_programs", "property/programs.py"),
    ("random_handmade", "property/handmade.py"),
    ("random_fills", "property/loop_fills.py"),
    ("random_swaps", "property/swaps.py"),
    ("random_one_barrier", "property/one_barrier.py"),
    ("random_rounds", "property/rounds.py"),
    ("random_races", "property/warp_races.py"),
    ("random_idle", "property/idle.py"),
    ("random_structures", "property/structures.py"),
    ("random_copies", "property/copies.py"),
    ("random_unwritten", "property/unwritten.py"),
    ("random_swizzles", "property/swizzles.py"),
    ("random_tile_shapes", "property/tile_shapes.py"),
    ("random_fragments", "property/fragments.py"),
    ("random_matrices", "property/matrices.py"),
    ("random_products", "property/products.py"),
    ("random_accesses", "property/accesses.py"),
    ("random_alignment", "property/tested_alignment.py"),
    ("random_overlap", "property/tested_overlap.py"),
):
    add_script(name, os.path.join(tests, script), judges)
for name, script in (
    ("random_registers", "property/registers.py"),
    ("registers", "tools/registers.py"),
):
    add_script(name, os.path.join(tests, script), counters, "-B")
add_script(
    "amd_conversions",
    os.path.join(bench, "amd", "run.py"),
    {**judges, "calculator": f"{config.f2_tools}/f2layout"},
    "-B",
)
add_script(
    "paper_figures",
    os.path.join(bench, "paper", "figures.py"),
    {**judges, "calculator": f"{config.f2_tools}/f2layout"},
    "-B",
)
add_script(
    "deterministic",
    os.path.join(tests, "tools", "deterministic.py"),
    {"llvm": llvm, "plugin": config.f2_plugin},
    "-B",
)
add_script(
    "compile_time",
    os.path.join(bench, "compile-time", "run.py"),
    judges,
    "-B",
)
add_script(
    "header_pairs",
    os.path.join(tests, "header", "pairs.py"),
    {**judges, **compilers},
)
add_script(
    "header_text",
    os.path.join(tests, "header", "text.py"),
    {"clang": clang, "include": include, "f2layout": f"{config.f2_tools}/f2layout"},
)
add_script(
    "commands",
    os.path.join(tests, "header", "commands.py"),
    {
        "root": config.f2_source_root,
        "llvm": llvm,
        "plugin": config.f2_plugin,
        "tools": tools,
    },
)
substitutions.append(("%clang", clang))
for name, command in substitutions:
    config.substitutions.append((name + r"\b", command))
