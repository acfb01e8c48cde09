//===- f2layout.h - Layouts and conversions in CUDA and HIP -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's values are in registers of threads; the layout of a tile states
// which register of which thread holds which element. Loads want one layout,
// matrix instructions another, and the next product a third. With this header a
// layout is a type, and values go from one to another by a call:
//
//   #include "f2layout.h"
//
//   using Rows = f2::blocked<f2::shape<64, 64>, f2::sizePerThread<1, 8>,
//                            f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<4, 1>,
//                            f2::order<1, 0>>;
//   using Left = f2::mma_a<f2::shape<64, 64>, f2::warps<4, 1>>;
//
//   __global__ void F2_BLOCK(128, 1, 1) kernel(const __half *in, ...) {
//     f2::registers<__half, Rows::registers> v;
//     for (int r = 0; r < Rows::registers; ++r)
//       v[r] = in[Rows::place(r, threadIdx.x)];
//     auto a = f2::as<unsigned>(f2::convert<Rows, Left>(v));
//     ... mma.sync with a[0], a[1], a[2], a[3], then a[4], ...
//   }
//
// The call means the same with every compiler: values go through shared memory,
// unless every thread already has what it wants. Clang with f2layout's plugin
// finds the remaining exchanges and moves the values in the cheapest way that
// it can prove correct. C++17; clang for CUDA and HIP, nvcc, hipcc; nothing
// else is needed.
//
//   Layout.h     the members of every layout type: registers, threads, place
//   Families.h   linear, blocked, each_warp
//   Matrix.h     mma_a, mma_b, mma_c, mfma_a, mfma_b, mfma_c
//   Registers.h  registers<T, N>, as<To>
//   Convert.h    convert<Src, Dst>, and what it costs
//   Gather.h     gather<Axis, Src, Dst>
//   Reduce.h     reduce<Axis, Src, Dst, Op>
//   Scan.h       scan<Axis, L, Op>, scanBefore<Axis, L, Op>
//   Target.h     F2_BLOCK, F2_LAYOUT
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_H
#define F2LAYOUT_H

#if __cplusplus < 201703L
#error "f2layout.h needs C++17: -std=c++17"
#endif

#include "f2layout/Convert.h"
#include "f2layout/Families.h"
#include "f2layout/Gather.h"
#include "f2layout/Matrix.h"
#include "f2layout/Reduce.h"
#include "f2layout/Scan.h"

#endif // F2LAYOUT_H
