// Blocks of several dimensions, stated in the call.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH flat: --block 128
// LAUNCH two: --block 32,4
// LAUNCH three: --block 8,4,4

#include "f2layout.h"

using Rows = f2::blocked<f2::shape<64, 32>, f2::sizePerThread<1, 4>,
                         f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<4, 1>,
                         f2::order<1, 0>>;
using Columns = f2::blocked<f2::shape<64, 32>, f2::sizePerThread<4, 1>,
                            f2::threadsPerWarp<8, 4>, f2::warpsPerBlock<1, 4>,
                            f2::order<0, 1>>;

#ifdef UNSTATED // Only an upper bound is stated.
#undef F2_BLOCK
#define F2_BLOCK(X, Y, Z) __launch_bounds__((X) * (Y) * (Z))
#endif

#define TRANSPOSE(NAME, X, Y, Z)                                               \
  extern "C" __global__ void F2_BLOCK(X, Y, Z)                                 \
      NAME(float *__restrict__ Out, float const *__restrict__ In) {            \
    using Block = f2::block<X, Y, Z>;                                          \
    const int Thread = Block::thread();                                        \
    f2::registers<float, Rows::registers> V;                                   \
    for (int R = 0; R < Rows::registers; ++R)                                  \
      V[R] = In[Rows::place(R, Thread)];                                       \
    const auto W = f2::convert<Rows, Columns, Block>(V);                       \
    for (int R = 0; R < Columns::registers; ++R)                               \
      Out[Columns::place(R, Thread)] = W[R];                                   \
  }
TRANSPOSE(flat, 128, 1, 1)
#ifndef ONLY_FLAT
TRANSPOSE(two, 32, 4, 1)
TRANSPOSE(three, 8, 4, 4)
#endif
