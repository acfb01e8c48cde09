"""Code of layouts whose dimensions have the names of words of C++.

    names.py F2LAYOUT CLANG

Writes layouts of threads and of memory as functions, with every word of C++20, with
names that kernels of CUDA and HIP have, and with names that become the same one. A
compiler of C++ must take all of them, those of kernels being macros here that are no
names, and `static_assert` compares values. Functions cannot have such names.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import subprocess
import sys
import tempfile

# The table of keywords and that of alternative tokens of ISO C++20.
WORDS = """
alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class
concept const consteval constexpr constinit const_cast continue co_await co_return
co_yield decltype default delete do double dynamic_cast else enum explicit export extern
false float for friend goto if inline int long mutable namespace new noexcept nullptr
operator private protected public register reinterpret_cast requires return short signed
sizeof static static_assert static_cast struct switch template this thread_local throw
true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq
""".split()
KERNELS = """
threadIdx blockIdx blockDim gridDim warpSize NULL __shared__ __global__ __device__
__host__ __constant__ __restrict__ __launch_bounds__
""".split()
FREE = "tile row column lane warp block offset thread index x final override import module".split()


def show(tool, layout, *options):
    command = [tool, "show", "--as", "c++", layout, *options]
    return subprocess.run(command, text=True, capture_output=True, check=False)


def main():
    tool, clang = sys.argv[1:]
    code = [f"#define {word} 1 + / 2" for word in KERNELS]

    def add(layout, *checks):
        ran = show(tool, layout)
        assert ran.returncode == 0, (layout, ran)
        asserts = "".join(f"static_assert({check});\n" for check in checks)
        code.append(f"namespace n{len(code)} {{\n{ran.stdout}{asserts}}}")
        return ran.stdout

    for word in WORDS + KERNELS + FREE:
        # A member of the point, and a parameter of the function back.
        text = add(f"lane=[[1,0],[0,1],[0,2]] -> [{word}:2,other:4]", "layout(6).other == 3",
                   "layout_inverse(1, 2) == 5")
        assert (f" {word}," in text) == (word in FREE), text
        named = show(tool, "lane=[[1]] -> [2]", "--name", word)
        assert named.returncode == (0 if word in FREE else 2), (word, named)
        if word not in FREE:
            why = f"f2layout: error: --name is '{word}', which means something"
            assert named.stderr.startswith(why), named.stderr
        else:
            code.append(f"namespace n{len(code)} {{\n{named.stdout}}}")
    # A parameter of a relation's function.
    add("{ [class, new] -> [class' = new, warpSize = class] : 0 <= class, new <= 1 }",
        "layout(1, 0).warpSize_ == 1")
    # Names that differ in what is no letter, or in the '_' that is put behind.
    add("lane=[[1,0],[0,1]] -> [c.d:2,c_d:2]", "layout(1).c_d_ == 1", "layout(2).c_d == 1")
    add("lane=[[1,0],[0,1]] -> [int:2,int_:2]", "layout(1).int__ == 1", "layout(2).int_ == 1")
    # Beside the variable of padded memory: 3 + 3 / 2.
    add("{ [address] -> [offset] : exists (o : 0 <= o <= 3 and address = o + floor(o/2) "
        "and offset = o) }", "layout_inverse(3) == 4")
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name) / "names.cpp"
        source.write_text("\n".join(code))
        command = [clang, "-std=c++20", "-Wall", "-Werror", "-fsyntax-only", str(source)]
        subprocess.run(command, check=True)
    print(f"{len(WORDS) + len(KERNELS)} words")


if __name__ == "__main__":
    main()
