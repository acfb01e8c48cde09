"""Prints a kernel of very many operations on tensors: many.py KIND COUNT

    chain   element-wise operations, transposes, reductions and loops in a row
    apart   reductions that have nothing to do with each other
    deep    one element-wise operation after the other

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

TILE, COLUMN, ROWS = (
    f'target("f2.tensor", float, {s})' for s in ("64, 64", "64, 1", "64")
)


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    lines, declared, number = [], {}, 0
    block, loops = "entry", 0

    def emit(op, result, *operands):
        nonlocal number
        number += 1
        types = ", ".join(o.rsplit(" ", 1)[0] for o in operands)
        declared.setdefault(op, f"declare {result} @f2.tensor.{op}({types})")
        call = f"call {result} @f2.tensor.{op}({', '.join(operands)})"
        lines.append(f"  {call}" if result == "void" else f"  %v{number} = {call}")
        return f"{result} %v{number}"

    def add(a, b):
        return emit("map", TILE, "ptr @add", a, b)

    def add_sums(x, axis):
        sums = emit("reduce.fadd", ROWS, x, f"i32 {axis}")
        column = emit("expand_dims", COLUMN, sums, "i32 1")
        return add(x, emit("broadcast", TILE, column))

    x = emit("load", TILE, "ptr addrspace(1) %p", "i64 64", "i64 1")
    other = emit("load.columns", TILE, "ptr addrspace(1) %q", "i64 1", "i64 64")
    turn = 0
    while number < count:
        turn += 1
        if kind == "apart":
            y = emit("iota", TILE.replace("float", "i32"), "i32 0")
            y = emit("reduce.add", ROWS.replace("float", "i32"), y, "i32 1")
            emit("store.rows", "void", "ptr addrspace(1) %p", y, "i64 1")
        elif kind == "deep":
            x = add(x, other)
        elif turn % 50 == 0:
            loops += 1
            name, before = f"loop{loops}", block
            lines.append(f"  br label %{name}\n{name}:")
            at = len(lines)
            y = add_sums(add(f"{TILE} %x{loops}", other), 1)
            lines.insert(at, f"  %x{loops} = phi {TILE} [ {x.rsplit(' ', 1)[1]}, %{before} ], "
                             f"[ {y.rsplit(' ', 1)[1]}, %{name} ]")  # fmt: skip
            lines.append(f"  br i1 %c, label %{name}, label %{name}.end\n{name}.end:")
            block, x = f"{name}.end", y
        elif turn % 7 == 3:
            x = emit("trans", TILE, x, "i32 1", "i32 0")
        elif turn % 7 == 5:
            x = add_sums(x, 0)
        else:
            x = add(x, other)
    emit("store", "void", "ptr addrspace(1) %p", x, "i64 64", "i64 1")
    print('target triple = "nvptx64-nvidia-cuda"')
    print("\n".join(f"{d} convergent nounwind" for d in declared.values()))
    print("define internal float @add(float %a, float %b) {")
    print("  %r = fadd float %a, %b\n  ret float %r\n}")
    print("define ptx_kernel void @k(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i1 %c)")
    print('  convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {\nentry:')
    print("\n".join(lines) + "\n  ret void\n}")


main()
