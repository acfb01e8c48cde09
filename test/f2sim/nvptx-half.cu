// f2sim runs the assembly of cuda_fp16.h and cuda_bf16.h. Every thread applies
// every function of the two headers to random values, near ones, and special
// ones (zeros, subnormals, infinities, NaNs, the largest and the smallest). The
// headers have other assembly for older GPUs. bench/half-assembly compares the
// results with those of a GPU.
//
// REQUIRES: cuda
// RUN: %clang_cuda --cuda-gpu-arch=sm_90 -emit-llvm %s -o %t.90.ll
// RUN: %f2sim --equal %t.90.ll %t.90.ll --kernels all --block 32 --arg 1=1 --arg 2=2 --schedules forward | FileCheck %s
// RUN: %clang_cuda --cuda-gpu-arch=sm_75 -emit-llvm %s -o %t.75.ll
// RUN: %if newer-intrinsics %{ %f2sim --equal %t.75.ll %t.75.ll --kernels all --block 32 --arg 1=1 --arg 2=2 --schedules forward | FileCheck %s %}
// CHECK-NOT: {{different|unsupported}}
// CHECK: equal
// CHECK-NOT: {{different|unsupported}}
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned u;
typedef unsigned short u16;
typedef unsigned long long u64;
typedef __nv_bfloat16 bf;
typedef __nv_bfloat162 bf2;
typedef __half hf;
typedef __half2 hf2;

__device__ u rnd(u x) {
  x *= 2654435761u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  x *= 3266489917u;
  x ^= x >> 16;
  return x;
}

// One value of a format with so many bits of fraction: random bits, a special
// value, or a neighbour of Near.
__device__ u16 value(u r, u16 near, int fraction) {
  const u16 inf = 0x7fff & ~((1 << fraction) - 1), one = inf >> 1 & inf;
  const u16 sign = r & 0x8000;
  switch (r >> 24 & 7) {
  case 0:
    switch (r >> 16 & 15) {
    case 0: return sign;
    case 1: return sign | 1;
    case 2: return sign | ((1 << fraction) - 1);
    case 3: return sign | (1 << fraction);
    case 4: return sign | (inf - 1);
    case 5: return sign | inf;
    case 6: return sign | inf | 1;
    case 7: return sign | 0x7fff;
    case 8: return sign | inf | (1 << (fraction - 1));
    case 9: return sign | one;
    case 10: return sign | (one + 1);
    case 11: return sign | (one - 1);
    case 12: return sign | (one + (1 << fraction));
    case 13: return sign | (one - (1 << fraction));
    case 14: return near;
    default: return near ^ 0x8000;
    }
  case 1:
  case 2: // the same exponent or one of its neighbours
    return near + (r & ((2 << fraction) - 1)) - (1 << fraction);
  case 3: // the range of small integers
    return sign | (one + (r & ((16 << fraction) - 1)));
  default:
    return r;
  }
}

__device__ float wide(u r, u16 near) {
  switch (r >> 28 & 3) {
  case 0: // near values of half
    return __uint_as_float(__float_as_uint(__half2float(__ushort_as_half(near))) +
                           (r & 0x3fff) - 0x2000);
  case 1: // near values of bfloat
    return __uint_as_float((u(near) << 16) + (r & 0x1ffff) - 0x10000);
  case 2: // ties
    return __uint_as_float((u(near) << 16) | (r & 0x8000));
  default:
    return __uint_as_float(r * 0x9e3779b1u);
  }
}

// Not the double of a float: rounded twice, it may become another half.
// The extension of a NaN may lose its payload: it is made of bits.
__device__ double wider(float v, u r) {
  const u64 b = __float_as_uint(v);
  if (v != v)
    return __longlong_as_double(b >> 31 << 63 | 0x7ffull << 52 |
                                (b & 0x7fffff) << 29 | (r & 0x1fffffff));
  return __longlong_as_double(__double_as_longlong((double)v) +
                              (r & 0x3fffffff) - 0x20000000);
}

__device__ u64 bits(hf x) { return __half_as_ushort(x); }
__device__ u64 bits(bf x) { return __bfloat16_as_ushort(x); }
__device__ u64 bits(hf2 x) {
  return u(__half_as_ushort(x.x)) | u(__half_as_ushort(x.y)) << 16;
}
__device__ u64 bits(bf2 x) {
  return u(__bfloat16_as_ushort(x.x)) | u(__bfloat16_as_ushort(x.y)) << 16;
}
__device__ u64 bits(float x) { return __float_as_uint(x); }
__device__ u64 bits(float2 x) {
  return __float_as_uint(x.x) | u64(__float_as_uint(x.y)) << 32;
}
__device__ u64 bits(bool x) { return x; }
__device__ u64 bits(char x) { return u(x); }
__device__ u64 bits(signed char x) { return u(x); }
__device__ u64 bits(unsigned char x) { return x; }
__device__ u64 bits(short x) { return u(x); }
__device__ u64 bits(u16 x) { return x; }
__device__ u64 bits(int x) { return u(x); }
__device__ u64 bits(u x) { return x; }
__device__ u64 bits(long long x) { return x; }
__device__ u64 bits(u64 x) { return x; }

// The function number k of a kernel writes out[(k * rounds + round) * threads +
// thread].
#define KERNEL(name, body)                                                     \
  extern "C" __global__ void name(u64 *out, u seed, int rounds) {              \
    const u threads = gridDim.x * blockDim.x;                                  \
    const u thread = blockIdx.x * blockDim.x + threadIdx.x;                    \
    for (int round = 0; round < rounds; ++round) {                             \
      const u at = seed + (round * threads + thread) * 8;                      \
      u k = 0;                                                                 \
      body                                                                     \
    }                                                                          \
  }
#define OUT(expr) out[(k++ * rounds + round) * threads + thread] = bits(expr);

#define HALVES                                                                 \
  const u16 ra = value(rnd(at), rnd(at + 5), 10);                              \
  const u16 rb = value(rnd(at + 1), ra, 10), rc = value(rnd(at + 2), rb, 10);  \
  const u16 rd = value(rnd(at + 3), rc, 10), re = value(rnd(at + 4), ra, 10);  \
  const u16 rf = value(rnd(at + 6), re, 10);                                   \
  const hf a = __ushort_as_half(ra), b = __ushort_as_half(rb);                 \
  const hf c = __ushort_as_half(rc), d = __ushort_as_half(rd);                 \
  const hf e = __ushort_as_half(re), f = __ushort_as_half(rf);                 \
  const hf2 x = __halves2half2(a, d), y = __halves2half2(b, e);                \
  const hf2 z = __halves2half2(c, f);
#define BFLOATS                                                                \
  const u16 ra = value(rnd(at), rnd(at + 5), 7);                               \
  const u16 rb = value(rnd(at + 1), ra, 7), rc = value(rnd(at + 2), rb, 7);    \
  const u16 rd = value(rnd(at + 3), rc, 7), re = value(rnd(at + 4), ra, 7);    \
  const u16 rf = value(rnd(at + 6), re, 7);                                    \
  const bf a = __ushort_as_bfloat16(ra), b = __ushort_as_bfloat16(rb);         \
  const bf c = __ushort_as_bfloat16(rc), d = __ushort_as_bfloat16(rd);         \
  const bf e = __ushort_as_bfloat16(re), f = __ushort_as_bfloat16(rf);         \
  const bf2 x = __halves2bfloat162(a, d), y = __halves2bfloat162(b, e);        \
  const bf2 z = __halves2bfloat162(c, f);

#define ARITHMETIC                                                             \
  OUT(__hadd(a, b)) OUT(__hsub(a, b)) OUT(__hmul(a, b))                        \
  OUT(__hadd_rn(a, b)) OUT(__hsub_rn(a, b)) OUT(__hmul_rn(a, b))               \
  OUT(__hadd_sat(a, b)) OUT(__hsub_sat(a, b)) OUT(__hmul_sat(a, b))            \
  OUT(__hadd2(x, y)) OUT(__hsub2(x, y)) OUT(__hmul2(x, y))                     \
  OUT(__hadd2_rn(x, y)) OUT(__hsub2_rn(x, y)) OUT(__hmul2_rn(x, y))            \
  OUT(__hadd2_sat(x, y)) OUT(__hsub2_sat(x, y)) OUT(__hmul2_sat(x, y))
#define FMA                                                                    \
  OUT(__hfma(a, b, c)) OUT(__hfma_sat(a, b, c)) OUT(__hfma_relu(a, b, c))      \
  OUT(__hfma2(x, y, z)) OUT(__hfma2_sat(x, y, z)) OUT(__hfma2_relu(x, y, z))   \
  OUT(__hcmadd(x, y, z))
#define SIGNS OUT(__hneg(a)) OUT(__habs(a)) OUT(__hneg2(x)) OUT(__habs2(x))
#define MINMAX                                                                 \
  OUT(__hmin(a, b)) OUT(__hmax(a, b)) OUT(__hmin_nan(a, b))                    \
  OUT(__hmax_nan(a, b)) OUT(__hmin2(x, y)) OUT(__hmax2(x, y))                  \
  OUT(__hmin2_nan(x, y)) OUT(__hmax2_nan(x, y))
#define COMPARE(op)                                                            \
  OUT(__h##op(a, b)) OUT(__h##op##u(a, b)) OUT(__h##op##2(x, y))               \
  OUT(__h##op##u2(x, y)) OUT(__h##op##2_mask(x, y))                            \
  OUT(__h##op##u2_mask(x, y)) OUT(__hb##op##2(x, y)) OUT(__hb##op##u2(x, y))
#define COMPARISONS                                                            \
  COMPARE(eq) COMPARE(ne) COMPARE(lt) COMPARE(le) COMPARE(gt) COMPARE(ge)      \
  OUT(__hisnan(a)) OUT(__hisnan2(x)) OUT(__hisinf(a))
#define ROUNDINGS                                                              \
  OUT(hrint(a)) OUT(htrunc(a)) OUT(hceil(a)) OUT(hfloor(a))                    \
  OUT(h2rint(x)) OUT(h2trunc(x)) OUT(h2ceil(x)) OUT(h2floor(x))
#define TO_INTEGERS(T)                                                         \
  OUT(__##T##2int_rn(a)) OUT(__##T##2int_rd(a)) OUT(__##T##2int_ru(a))         \
  OUT(__##T##2int_rz(a)) OUT(__##T##2uint_rn(a)) OUT(__##T##2uint_rd(a))       \
  OUT(__##T##2uint_ru(a)) OUT(__##T##2uint_rz(a)) OUT(__##T##2short_rn(a))     \
  OUT(__##T##2short_rd(a)) OUT(__##T##2short_ru(a)) OUT(__##T##2short_rz(a))   \
  OUT(__##T##2ushort_rn(a)) OUT(__##T##2ushort_rd(a))                          \
  OUT(__##T##2ushort_ru(a)) OUT(__##T##2ushort_rz(a)) OUT(__##T##2ll_rn(a))    \
  OUT(__##T##2ll_rd(a)) OUT(__##T##2ll_ru(a)) OUT(__##T##2ll_rz(a))            \
  OUT(__##T##2ull_rn(a)) OUT(__##T##2ull_rd(a)) OUT(__##T##2ull_ru(a))         \
  OUT(__##T##2ull_rz(a)) OUT(__##T##2char_rz(a)) OUT(__##T##2uchar_rz(a))
#define FROM_INTEGER(I, T, v)                                                  \
  OUT(__##I##2##T##_rn(v)) OUT(__##I##2##T##_rz(v)) OUT(__##I##2##T##_rd(v))   \
  OUT(__##I##2##T##_ru(v))
// Integers of all magnitudes.
#define FROM_INTEGERS(T)                                                       \
  const u64 n = ((u64)rnd(at) << 32 | rnd(at + 1)) >> (rnd(at + 2) & 63);      \
  const u64 v = rnd(at + 3) & 1 ? n : ~n;                                      \
  FROM_INTEGER(int, T, (int)v) FROM_INTEGER(uint, T, (u)v)                     \
  FROM_INTEGER(short, T, (short)v) FROM_INTEGER(ushort, T, (u16)v)             \
  FROM_INTEGER(ll, T, (long long)v) FROM_INTEGER(ull, T, v)
#define FUNCTIONS                                                              \
  OUT(hexp(a)) OUT(hexp2(a)) OUT(hexp10(a)) OUT(hlog(a)) OUT(hlog2(a))         \
  OUT(hlog10(a)) OUT(hsqrt(a)) OUT(hrsqrt(a)) OUT(hrcp(a)) OUT(hsin(a))        \
  OUT(hcos(a)) OUT(htanh_approx(a)) OUT(htanh(a)) OUT(__hdiv(a, b))            \
  OUT(h2exp(x)) OUT(h2exp2(x)) OUT(h2exp10(x)) OUT(h2log(x)) OUT(h2log2(x))    \
  OUT(h2log10(x)) OUT(h2sqrt(x)) OUT(h2rsqrt(x)) OUT(h2rcp(x)) OUT(h2sin(x))   \
  OUT(h2cos(x)) OUT(h2tanh_approx(x)) OUT(h2tanh(x)) OUT(__h2div(x, y))

KERNEL(half_arithmetic, HALVES ARITHMETIC SIGNS MINMAX FMA)
KERNEL(half_comparisons, HALVES COMPARISONS)
KERNEL(half_to_integers, HALVES ROUNDINGS TO_INTEGERS(half))
KERNEL(half_from_integers, FROM_INTEGERS(half))
// Loads and stores with cache operators, atomics and shuffles.
#define MEMORY(T, T2)                                                          \
  auto *slot = (T *)&out[(k++ * rounds + round) * threads + thread];           \
  auto *two = (T2 *)slot;                                                      \
  __stwb(two, x);                                                              \
  __stcg(slot + 2, b);                                                         \
  __stcs(slot + 3, c);                                                         \
  OUT(atomicAdd(two, y)) OUT(atomicAdd(slot + 2, c)) OUT(__ldcg(two))          \
  OUT(__ldcs(slot + 2)) OUT(__ldcv(two + 1)) OUT(__ldlu(slot + 3))             \
  __stwt(two + 1, z);                                                          \
  __stcg(two, x);                                                              \
  OUT(__ldca(two)) OUT(__ldca(slot + 2)) OUT(__ldcv(slot + 1))                 \
  OUT(__shfl_sync(~0u, a, thread * 5)) OUT(__shfl_xor_sync(~0u, x, 7))         \
  OUT(__shfl_up_sync(~0u, x, 3)) OUT(__shfl_down_sync(~0u, a, 9))

KERNEL(half_memory, HALVES MEMORY(hf, hf2))
KERNEL(bfloat_memory, BFLOATS MEMORY(bf, bf2))
KERNEL(half_moves, HALVES OUT(bf(a)) OUT(__half2float(a)) OUT(__low2float(x)) OUT(
           __high2float(x)) OUT(__half22float2(x)) OUT(__lows2half2(x, y))
           OUT(__highs2half2(x, y)) OUT(__lowhigh2highlow(x)) OUT(
               __low2half2(x)) OUT(__high2half2(x)) OUT(__half2half2(a)))
KERNEL(half_from_floats,
       const float v = wide(rnd(at), value(rnd(at + 2), rnd(at + 4), 10));
       const float w = wide(rnd(at + 1), value(rnd(at + 3), rnd(at + 5), 7));
       OUT(__float2half(v)) OUT(__float2half_rn(v)) OUT(__float2half_rz(v))
       OUT(__float2half_rd(v)) OUT(__float2half_ru(v))
       OUT(__double2half(wider(v, rnd(at + 6)))) OUT(__float2half2_rn(v))
       OUT(__floats2half2_rn(v, w)))
KERNEL(half_functions, HALVES FUNCTIONS)

KERNEL(bfloat_arithmetic, BFLOATS ARITHMETIC SIGNS MINMAX)
#if __CUDA_ARCH__ >= 800
KERNEL(bfloat_fma, BFLOATS FMA)
#endif
KERNEL(bfloat_comparisons, BFLOATS COMPARISONS)
KERNEL(bfloat_to_integers, BFLOATS ROUNDINGS TO_INTEGERS(bfloat16))
KERNEL(bfloat_from_integers, FROM_INTEGERS(bfloat16))
KERNEL(bfloat_moves,
       BFLOATS OUT(hf(a)) OUT(__bfloat162float(a)) OUT(__low2float(x))
           OUT(__high2float(x)) OUT(__bfloat1622float2(x))
               OUT(__lows2bfloat162(x, y)) OUT(__highs2bfloat162(x, y))
                   OUT(__lowhigh2highlow(x)) OUT(__low2bfloat162(x))
                       OUT(__high2bfloat162(x)) OUT(__bfloat162bfloat162(a)))
KERNEL(bfloat_from_floats,
       const float v = wide(rnd(at), value(rnd(at + 2), rnd(at + 4), 7));
       const float w = wide(rnd(at + 1), value(rnd(at + 3), rnd(at + 5), 7));
       OUT(__float2bfloat16(v)) OUT(__float2bfloat16_rn(v))
       OUT(__float2bfloat16_rz(v)) OUT(__float2bfloat16_rd(v))
       OUT(__float2bfloat16_ru(v))
       OUT(__double2bfloat16(wider(v, rnd(at + 6)))) OUT(__float2bfloat162_rn(v))
       OUT(__floats2bfloat162_rn(v, w)))
KERNEL(bfloat_functions, BFLOATS FUNCTIONS)
