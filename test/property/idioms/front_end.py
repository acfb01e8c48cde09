"""What random programs include instead of the toolkits' headers, and how they are compiled.

A module is one text for both targets, of builtins of clang only:

    clang++ -x cuda -nocudainc -nocudalib ...      clang++ -x hip -nogpuinc -nogpulib ...

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

#: The lanes of a warp, by processor.
WARP = {
    "nvptx": {"sm_75": 32, "sm_90": 32},
    "amdgcn": {"gfx90a": 64, "gfx942": 64, "gfx1100": 32},
}

#: No toolkit is looked for, so that every machine compiles the same.
FLAGS = {
    "nvptx": ["-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib",
              "--cuda-feature=+ptx80", "--cuda-gpu-arch={cpu}"],
    "amdgcn": ["-x", "hip", "--rocm-path=/nonexistent", "-nogpuinc", "-nogpulib",
               "--offload-arch={cpu}"],
}  # fmt: skip

PRELUDE = """\
#define KERNEL extern "C" __attribute__((global)) void
#define BOUNDS(N) __attribute__((launch_bounds(N)))
#define BLOCK(X, Y) __attribute__((annotate("f2layout-block", X, Y, 1)))
#define SHARED __attribute__((shared))
#define DEVICE static inline __attribute__((device, always_inline))
#ifdef __NVPTX__
#define TX __nvvm_read_ptx_sreg_tid_x()
#define TY __nvvm_read_ptx_sreg_tid_y()
#define NX __nvvm_read_ptx_sreg_ntid_x()
#define NY __nvvm_read_ptx_sreg_ntid_y()
#define BLOCK_ID __nvvm_read_ptx_sreg_ctaid_x()
DEVICE void sync() { __nvvm_bar_sync(0); }
DEVICE void syncWarp() { __nvvm_bar_warp_sync(0xffffffffu); }
#else
#define TX __builtin_amdgcn_workitem_id_x()
#define TY __builtin_amdgcn_workitem_id_y()
#define NX __builtin_amdgcn_workgroup_size_x()
#define NY __builtin_amdgcn_workgroup_size_y()
#define BLOCK_ID __builtin_amdgcn_workgroup_id_x()
DEVICE void sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE void syncWarp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#endif

typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned Word __attribute__((may_alias));
typedef _Float16 half;
typedef long long llong;
template <class T, int N> struct alignas(sizeof(T) * N) Vec { T f[N]; };
template <class T, int N> struct Rec { T f[N]; };
struct alignas(8) float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
struct float3 { float x, y, z; };
struct alignas(16) int4 { int x, y, z, w; };

// Sums that wrap, and what a structure has instead of them.
#define WRAPS(T, U)                                                            \\
  DEVICE T add(T a, T b) { return (T)((U)a + (U)b); }                          \\
  DEVICE T sub(T a, T b) { return (T)((U)a - (U)b); }                          \\
  DEVICE T mul(T a, T b) { return (T)((U)a * (U)b); }                          \\
  DEVICE bool less(T a, T b) { return a < b; }
WRAPS(schar, unsigned)
WRAPS(uchar, unsigned)
WRAPS(short, unsigned)
WRAPS(ushort, unsigned)
WRAPS(int, unsigned)
WRAPS(unsigned, unsigned)
WRAPS(llong, unsigned long long)
WRAPS(half, half)
WRAPS(float, float)
WRAPS(double, double)
#define MEMBERS(T, ADD, SUB, MUL)                                              \\
  DEVICE T add(T a, T b) { return ADD; }                                       \\
  DEVICE T sub(T a, T b) { return SUB; }                                       \\
  DEVICE T mul(T a, T b) { return MUL; }                                       \\
  DEVICE bool less(T a, T b) { return a.x < b.x; }
#define TWO(F) {F(a.x, b.x), F(a.y, b.y)}
#define THREE(F) {F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)}
#define FOUR(F) {F(a.x, b.x), F(a.y, b.y), F(a.z, b.z), F(a.w, b.w)}
MEMBERS(float2, (float2 TWO(add)), (float2 TWO(sub)), (float2 TWO(mul)))
MEMBERS(float3, (float3 THREE(add)), (float3 THREE(sub)), (float3 THREE(mul)))
MEMBERS(float4, (float4 FOUR(add)), (float4 FOUR(sub)), (float4 FOUR(mul)))
MEMBERS(int4, (int4 FOUR(add)), (int4 FOUR(sub)), (int4 FOUR(mul)))
"""

#: The bytes of an element.
BYTES = {
    "schar": 1, "uchar": 1, "short": 2, "ushort": 2, "half": 2, "int": 4, "unsigned": 4,
    "float": 4, "llong": 8, "double": 8, "float2": 8, "float3": 12, "float4": 16, "int4": 16,
}  # fmt: skip
#: Those that are no structure.
SCALARS = [name for name in BYTES if not name[-1].isdigit()]


def command(clang, target, cpu, level, source, result, optimised):
    """How clang makes IR of a module: as its optimiser leaves it, or as it gets it."""
    flags = [flag.format(cpu=cpu) for flag in FLAGS[target]]
    raw = [] if optimised else ["-Xclang", "-disable-llvm-passes"]
    return [clang, *flags, "--cuda-device-only", "-std=c++17", f"-{level}", "-S", "-emit-llvm",
            "-Wno-unused-value", *raw, str(source), "-o", str(result)]  # fmt: skip
