"""Cases of what each thread computes by itself, of memory and of atomics.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def calls(name, result, *draws, immediate=()):
    """Calls of one intrinsic with random operands."""

    def case(k):
        for _ in range(8):
            arguments = [f"{kind} {draw(k)}" for kind, draw in draws]
            k.put(k.call(result, name, *arguments, *immediate), result)

    return case


WORD = ("i32", lambda k: k.word())
LONG = ("i64", lambda k: k.long())
REAL = ("float", lambda k: k.real())
DOUBLE = ("double", lambda k: k.real("double"))
ANY_REAL = ("float", lambda k: k.any_real())
ANY_DOUBLE = ("double", lambda k: k.any_real("double"))
SPECIAL = ("float", lambda k: k.special_real())
SPECIAL_DOUBLE = ("double", lambda k: k.special_real("double"))
POSITIVE = ("float", lambda k: k.call("float", "llvm.fabs.f32", f"float {k.any_real()}"))
POSITIVE_DOUBLE = (
    "double",
    lambda k: k.call("double", "llvm.fabs.f64", f"double {k.any_real('double')}"),
)

N = "llvm.nvvm."
SPECIAL_CALLS = [
    *[(f"{op}_f", N + f"{op}.f", SPECIAL, 2) for op in ("fmin", "fmax", "mul.rn", "add.rz")],
    *[(f"{op}_d", N + f"{op}.d", SPECIAL_DOUBLE, 2) for op in ("fmin", "fmax", "mul.rn", "add.rm")],
    *[
        (f"{op}_{kind}", f"llvm.{op}.{kind}", draw, 2)
        for op in ("minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum")
        for kind, draw in (("f32", SPECIAL), ("f64", SPECIAL_DOUBLE))
    ],
    ("fma_f32", "llvm.fma.f32", SPECIAL, 3),
    ("fma_f64", "llvm.fma.f64", SPECIAL_DOUBLE, 3),
    *[(f"{op}_f", N + f"{op}.f", SPECIAL, 1) for op in ("rcp.rn", "sqrt.rn", "saturate", "round")],
    *[
        (f"{op}_f32", f"llvm.{op}.f32", SPECIAL, 1)
        for op in ("floor", "ceil", "trunc", "rint", "roundeven", "round", "fabs")
    ],
]
CASES = {
    "prmt": calls(N + "prmt", "i32", WORD, WORD, WORD),
    **{f"prmt_{m}": calls(N + f"prmt.{m}", "i32", WORD, WORD, WORD) for m in ("f4e", "b4e")},
    **{
        f"prmt_{m}": calls(N + f"prmt.{m}", "i32", WORD, WORD)
        for m in ("rc8", "ecl", "ecr", "rc16")
    },
    **{f"mulhi_{t}": calls(N + f"mulhi.{t}", "i32", WORD, WORD) for t in ("i", "ui")},
    **{f"mulhi_{t}": calls(N + f"mulhi.{t}", "i64", LONG, LONG) for t in ("ll", "ull")},
    **{f"mul24_{t}": calls(N + f"mul24.{t}", "i32", WORD, WORD) for t in ("i", "ui")},
    "lohi_i2d": calls(N + "lohi.i2d", "double", WORD, WORD),
    "d2i_lo": calls(N + "d2i.lo", "i32", DOUBLE),
    "d2i_hi": calls(N + "d2i.hi", "i32", DOUBLE),
    **{
        f"{op}_{r}_f": calls(N + f"{op}.{r}.f", "float", *[REAL] * n)
        for op, n in (("add", 2), ("mul", 2), ("fma", 3))
        for r in ("rn", "rz", "rm", "rp")
    },
    **{
        f"{op}_{r}_d": calls(N + f"{op}.{r}.d", "double", *[DOUBLE] * n)
        for op, n in (("add", 2), ("mul", 2), ("fma", 3))
        for r in ("rn", "rz", "rm", "rp")
    },
    **{
        f"{op}_{r}_f_any": calls(N + f"{op}.{r}.f", "float", *[ANY_REAL] * n)
        for op, n in (("add", 2), ("mul", 2), ("fma", 3))
        for r in ("rn", "rz", "rm", "rp")
    },
    **{f"{op}_f": calls(N + f"{op}.f", "float", ANY_REAL, ANY_REAL) for op in ("fmin", "fmax")},
    **{f"{op}_d": calls(N + f"{op}.d", "double", ANY_DOUBLE, ANY_DOUBLE) for op in ("fmin", "fmax")},
    "fabs_f": calls(N + "fabs.f32", "float", ANY_REAL),
    "sqrt_rn_f": calls(N + "sqrt.rn.f", "float", POSITIVE),
    "sqrt_rn_d": calls(N + "sqrt.rn.d", "double", POSITIVE_DOUBLE),
    "rcp_rn_f": calls(N + "rcp.rn.f", "float", ANY_REAL),
    "rcp_rn_d": calls(N + "rcp.rn.d", "double", ANY_DOUBLE),
    "round_f": calls(N + "round.f", "float", REAL),
    "round_d": calls(N + "round.d", "double", DOUBLE),
    "saturate_f": calls(N + "saturate.f", "float", ANY_REAL),
    "f2tf32_rna": calls(N + "f2tf32.rna", "i32", REAL),
    **{
        f"f2{t}_{r}{f}": calls(N + f"f2{t}.{r}{f.replace('_', '.')}", kind, REAL)
        for t, kind in (("i", "i32"), ("ui", "i32"), ("ll", "i64"), ("ull", "i64"))
        for r in ("rn", "rz", "rm", "rp")
        for f in ("", "_ftz")
    },
    **{
        f"d2{t}_{r}": calls(N + f"d2{t}.{r}", kind, DOUBLE)
        for t, kind in (("i", "i32"), ("ui", "i32"), ("ll", "i64"), ("ull", "i64"))
        for r in ("rn", "rz", "rm", "rp")
    },
    **{
        f"{t}2f_{r}": calls(N + f"{t}2f.{r}", "float", draw)
        for t, draw in (("i", WORD), ("ui", WORD), ("ll", LONG), ("ull", LONG))
        for r in ("rn", "rz", "rm", "rp")
    },
    # LLVM's own
    **{
        f"{op}_{bits}": calls(f"llvm.{op}.i{bits}", f"i{bits}", *[draw] * 3)
        for op in ("fshl", "fshr")
        for bits, draw in ((32, WORD), (64, LONG))
    },
    **{
        f"{op}_{bits}": calls(f"llvm.{op}.i{bits}", f"i{bits}", draw)
        for op in ("bswap", "bitreverse", "ctpop")
        for bits, draw in ((32, WORD), (64, LONG))
    },
    **{
        f"{op}_{bits}": calls(
            f"llvm.{op}.i{bits}", f"i{bits}", draw, immediate=("i1 immarg false",)
        )
        for op in ("ctlz", "cttz", "abs")
        for bits, draw in ((32, WORD), (64, LONG))
    },
    **{
        f"{op}_{bits}": calls(f"llvm.{op}.i{bits}", f"i{bits}", draw, draw)
        for op in ("smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat")
        for bits, draw in ((32, WORD), (64, LONG))
    },
    **{
        f"{op}_f32": calls(f"llvm.{op}.f32", "float", ANY_REAL, ANY_REAL)
        for op in ("minnum", "maxnum", "minimum", "maximum", "copysign")
    },
    **{
        f"{op}_f32": calls(f"llvm.{op}.f32", "float", REAL)
        for op in ("floor", "ceil", "trunc", "rint", "nearbyint", "roundeven", "round")
    },
    **{
        f"{op}_f64": calls(f"llvm.{op}.f64", "double", DOUBLE)
        for op in ("floor", "ceil", "trunc", "rint", "nearbyint", "roundeven")
    },
    **{
        f"{name}_special": calls(full, draw[0], *[draw] * count)
        for name, full, draw, count in SPECIAL_CALLS
    },
    "fma_f32": calls("llvm.fma.f32", "float", ANY_REAL, ANY_REAL, ANY_REAL),
    "fma_f64": calls("llvm.fma.f64", "double", ANY_DOUBLE, ANY_DOUBLE, ANY_DOUBLE),
}


def assembly(text, constraints, *draws, result="i32"):
    """Inline assembly with one result; {} in the text is its number in the case."""

    def case(k):
        for n in range(8):
            arguments = ", ".join(f"{kind} {draw(k)}" for kind, draw in draws)
            line = text.replace("{}", str((n * 37 + 11) & 255))
            call = f'call {result} asm sideeffect "{line}", "{constraints}"({arguments})'
            k.put(k.let(call), result)

    return case


def folded_double(mode, bounds, operation):
    """As CUB folds the doubles of a warp: two shuffles, and a predicated operation."""
    return (
        "{ .reg .u32 lo; .reg .u32 hi; .reg .pred p; .reg .f64 r0; mov.b64 $0, $1; "
        f"mov.b64 {{lo, hi}}, $1; shfl.sync.{mode}.b32 lo|p, lo, $2, {bounds}, 0xffffffff; "
        f"shfl.sync.{mode}.b32 hi|p, hi, $2, {bounds}, 0xffffffff; mov.b64 r0, {{lo, hi}}; "
        f"@p {operation}.f64 $0, $0, r0; }}"
    )


SMALL = ("i32", lambda k: k.let(f"and i32 {k.word()}, 63"))
STEP = ("i32", lambda k: k.let("add i32 0, 3"))
CASES.update(
    {
        **{
            f"asm_{op}_{r}_f64_{name}": assembly(
                f"{op}.{r}.f64 $0, {', '.join(f'${n + 1}' for n in range(count))};",
                "=d" + ",d" * count,
                *[draw] * count,
                result="double",
            )
            for op, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3))
            for r in ("rn", "rz", "rm", "rp")
            for name, draw in (("any", ANY_DOUBLE), ("special", SPECIAL_DOUBLE))
        },
        **{
            f"asm_{op}_f64_{name}": assembly(
                f"{op}.f64 $0, $1{', $2' * (count - 1)};",
                "=d" + ",d" * count,
                *[draw] * count,
                result="double",
            )
            for op, count in (("add", 2), ("min", 2), ("max", 2), ("neg", 1), ("abs", 1))
            for name, draw in (("any", ANY_DOUBLE), ("special", SPECIAL_DOUBLE))
        },
        **{
            f"asm_fold_{mode}_{op}_f64": assembly(
                folded_double(mode, bounds, op), "=&d,d,r", DOUBLE, STEP, result="double"
            )
            for mode, bounds in (("down", 31), ("up", 0))
            for op in ("add", "max")
        },
    }
)
CASES.update(
    {
        **{
            f"asm_bfe_{t}": assembly(f"bfe.{t} $0, $1, $2, $3;", "=r,r,r,r", WORD, SMALL, SMALL)
            for t in ("u32", "s32")
        },
        "asm_bfi": assembly("bfi.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r", WORD, WORD, SMALL, SMALL),
        **{
            f"asm_bfind_{t}": assembly(f"bfind.{t.replace('_', '.')} $0, $1;", "=r,r", WORD)
            for t in ("u32", "s32", "shiftamt_u32", "shiftamt_s32")
        },
        **{
            f"asm_bmsk_{m}": assembly(f"bmsk.{m}.b32 $0, $1, $2;", "=r,r,r", SMALL, SMALL)
            for m in ("clamp", "wrap")
        },
        "asm_lop3": assembly("lop3.b32 $0, $1, $2, $3, {};", "=r,r,r,r", WORD, WORD, WORD),
        **{
            f"asm_dp4a_{a}_{b}": assembly(
                f"dp4a.{a}.{b} $0, $1, $2, $3;", "=r,r,r,r", WORD, WORD, WORD
            )
            for a in ("u32", "s32")
            for b in ("u32", "s32")
        },
        "asm_prmt": assembly("prmt.b32 $0, $1, $2, $3;", "=r,r,r,r", WORD, WORD, WORD),
        **{
            f"asm_shfl_{m}": assembly(
                f"shfl.sync.{m}.b32 $0, $1, $2, 0x{c:x}, 0xffffffff;", "=r,r,r", WORD, SMALL
            )
            for m, c in (("idx", 0x1F), ("up", 0x800), ("down", 0x101F), ("bfly", 0x1F))
        },
        "asm_add_carry": assembly(
            "{ add.cc.u32 $0, $1, $2; addc.u32 $0, $3, 0; }",
            "=&r,r,r,r",
            WORD,
            WORD,
            WORD,
        ),
    }
)


def instruction(text, result, *draws):
    """An instruction of LLVM IR; $1, $2, ... in the text are its operands."""

    def case(k):
        for _ in range(8):
            line = text
            for number, (_, draw) in enumerate(draws, 1):
                line = line.replace(f"${number}", draw(k))
            k.put(k.let(line), result)

    return case


ODD = ("i32", lambda k: k.let(f"or i32 {k.word()}, 1"))
DIVISOR = ("i32", lambda k: k.let(f"add i32 {k.below(1000)}, 1"))
LONG_ODD = ("i64", lambda k: k.let(f"or i64 {k.long()}, 1"))
# Small enough for the integers that they become.
MODEST = ("float", lambda k: k.let(f"sitofp i32 {k.let(f'ashr i32 {k.word()}, 4')} to float"))
CASES.update(
    {
        "udiv": instruction("udiv i32 $1, $2", "i32", WORD, DIVISOR),
        "urem": instruction("urem i32 $1, $2", "i32", WORD, ODD),
        "sdiv": instruction("sdiv i32 $1, $2", "i32", WORD, DIVISOR),
        "srem": instruction("srem i32 $1, $2", "i32", WORD, DIVISOR),
        "udiv_64": instruction("udiv i64 $1, $2", "i64", LONG, LONG_ODD),
        "urem_64": instruction("urem i64 $1, $2", "i64", LONG, LONG_ODD),
        "mul_64": instruction("mul i64 $1, $2", "i64", LONG, LONG),
        "fadd": instruction("fadd float $1, $2", "float", ANY_REAL, ANY_REAL),
        "fsub": instruction("fsub float $1, $2", "float", ANY_REAL, ANY_REAL),
        "fmul": instruction("fmul float $1, $2", "float", ANY_REAL, ANY_REAL),
        "fdiv": instruction("fdiv float $1, $2", "float", REAL, REAL),
        "fdiv_64": instruction("fdiv double $1, $2", "double", DOUBLE, DOUBLE),
        "fadd_64": instruction("fadd double $1, $2", "double", ANY_DOUBLE, ANY_DOUBLE),
        "fmul_64": instruction("fmul double $1, $2", "double", ANY_DOUBLE, ANY_DOUBLE),
        "fptosi": instruction("fptosi float $1 to i32", "i32", MODEST),
        "sitofp": instruction("sitofp i32 $1 to float", "float", WORD),
        "uitofp": instruction("uitofp i32 $1 to float", "float", WORD),
        "uitofp_64": instruction("uitofp i64 $1 to double", "double", LONG),
        "fptrunc": instruction("fptrunc double $1 to float", "float", DOUBLE),
        "fpext": instruction("fpext float $1 to double", "double", ANY_REAL),
        "fcmp_olt": instruction("fcmp olt float $1, $2", "i1", ANY_REAL, ANY_REAL),
        **{
            f"fcmp_{p}": instruction(f"fcmp {p} {kind} $1, $2", "i1", *[draw] * 2)
            for p in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split()
            for kind, draw in (("float", SPECIAL), ("double", SPECIAL_DOUBLE))
        },
        **{
            f"{op}_special": instruction(f"{op} float $1, $2", "float", SPECIAL, SPECIAL)
            for op in ("fadd", "fsub", "fmul", "fdiv")
        },
        "fptrunc_special": instruction("fptrunc double $1 to float", "float", SPECIAL_DOUBLE),
        "fpext_special": instruction("fpext float $1 to double", "double", SPECIAL),
    }
)


def atomic(operation, kind):
    """Many threads update each of 16 words. The old values depend on the order of
    the threads, so only the words at the end are compared."""

    def case(k):
        k.fill_shared()
        for n in range(4):
            place = k.shared(k.let(f"mul i32 {k.below(16)}, 4"))
            value = k.word()
            if kind == "float":
                value = k.whole("float")
                if n == 0:  # from whole numbers on
                    at = k.shared(k.let(f"mul i32 {k.row()}, 4"))
                    k.emit(f"store float {k.whole('float')}, ptr addrspace(3) {at}, align 4")
                    k.barrier()
            k.let(f"atomicrmw {operation} ptr addrspace(3) {place}, {kind} {value} monotonic, align 4")
            k.barrier()
            at = k.shared(k.let(f"mul i32 {k.row()}, 4"))
            k.put(k.let(f"load i32, ptr addrspace(3) {at}, align 4"))
            k.barrier()

    return case


def own_atomic(operation):
    """Each thread has a word of its own, so the old value counts, too."""

    def case(k):
        k.fill_shared()
        place = k.shared(k.let(f"mul i32 {k.row()}, 4"))
        for _ in range(4):
            text = f"atomicrmw {operation} ptr addrspace(3) {place}, i32 {k.word()} monotonic, align 4"
            k.put(k.let(text))
            k.put(k.let(f"load i32, ptr addrspace(3) {place}, align 4"))

    return case


def compare_exchange(k):
    k.fill_shared()
    place = k.shared(k.let(f"mul i32 {k.row()}, 4"))
    for _ in range(4):
        now = k.let(f"load i32, ptr addrspace(3) {place}, align 4")
        old = k.let(f"add i32 {now}, {k.below(2)}")
        operands = f"i32 {old}, i32 {k.word()} monotonic monotonic"
        got = k.let(f"cmpxchg ptr addrspace(3) {place}, {operands}, align 4")
        k.put_members(got, ["i32", "i1"])
        k.put(k.let(f"load i32, ptr addrspace(3) {place}, align 4"))


def copy_async(size, way, filled):
    """Copies from what the kernel wrote before, all or the first bytes of each."""
    name = f"llvm.nvvm.cp.async.{way}.shared.global.{size}" + (".s" if filled else "")

    def case(k):
        k.fill_shared()
        words = size // 4
        for _ in range(words):
            k.put(k.word())
        k.call("void", "llvm.nvvm.membar.cta")
        for _ in range(3):
            # From the first result of the block's threads, which is 512 bytes.
            at = k.let(f"mul i32 {k.row()}, {size}")
            source = k.let(f"mul i32 {k.row()}, {size}")
            block = k.call("i32", "llvm.nvvm.read.ptx.sreg.ctaid.x")
            source = k.let(f"add i32 {source}, {k.let(f'mul i32 {block}, 512')}")
            source = k.let(f"and i32 {source}, 511")
            source = k.let(f"add i32 {source}, {k.let(f'mul i32 {block}, 512')}")
            k.barrier()
            pointer = k.let(f"getelementptr i8, ptr addrspace(1) %out, i32 {source}")
            arguments = [f"ptr addrspace(3) {k.shared(at)}", f"ptr addrspace(1) {pointer}"]
            if filled:
                arguments.append(f"i32 {k.below(size + 1)}")
            k.call("void", name, *arguments)
            k.call("void", "llvm.nvvm.cp.async.commit.group")
            k.call("void", "llvm.nvvm.cp.async.wait.group", "i32 immarg 0")
            k.put_shared(128 * words)

    return case


SPACES = {
    "shared": "addrspacecast ptr addrspace(3) @s to ptr",
    "const": "addrspacecast ptr addrspace(4) @constant to ptr",
}


def is_space(space):
    def case(k):
        k.emit("%local = alloca i32, align 4, addrspace(5)")
        local = k.let("addrspacecast ptr addrspace(5) %local to ptr")
        remote = k.let("addrspacecast ptr addrspace(1) %out to ptr")
        for pointer in (*map(k.let, SPACES.values()), local, remote):
            k.put(k.call("i1", f"llvm.nvvm.isspacep.{space}", f"ptr {pointer}"), "i1")

    return case


INTEGER_ATOMICS = "add sub and or xor max min umax umin".split()
CASES.update(
    {
        **{f"atomic_{op}": atomic(op, "i32") for op in INTEGER_ATOMICS},
        **{
            f"atomic_own_{op}": own_atomic(op)
            for op in (*INTEGER_ATOMICS, "xchg", "nand", "uinc_wrap", "udec_wrap")
        },
        "atomic_fadd": atomic("fadd", "float"),
        "cmpxchg": compare_exchange,
        **{
            f"cp_async_{way}_{size}{'_filled' if filled else ''}": copy_async(size, way, filled)
            for way, sizes in (("ca", (4, 8, 16)), ("cg", (16,)))
            for size in sizes
            for filled in (False, True)
        },
        **{f"isspacep_{s}": is_space(s) for s in ("shared", "const", "local", "global")},
    }
)
