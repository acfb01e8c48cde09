// Invalid conversions, one for each value of MISTAKE.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "f2layout.h"

using namespace f2;

template <class Src, class Dst, class T = float,
          class Block = block<Src::threads>>
__device__ void convertTo() {
  registers<T, Src::registers> V = {};
  auto W = convert<Src, Dst, Block>(V);
  (void)W;
}

using Four = mma_c<shape<64, 32>, warps<4, 1>>;
using Rows = blocked<shape<64, 32>, sizePerThread<1, 8>, threadsPerWarp<8, 4>,
                     warpsPerBlock<4, 1>, order<1, 0>>;
struct Wide {
  float Values[3];
};

__global__ void kernel() {
#if MISTAKE == 0
  convertTo<Four, Rows>();
#elif MISTAKE == 1
  convertTo<Four, mma_c<shape<32, 64>, warps<4, 1>>>();
#elif MISTAKE == 2
  convertTo<Four, mma_c<shape<64, 32>, warps<2, 1>>>();
#elif MISTAKE == 3
  convertTo<Four, Rows, float, block<32, 8>>();
#elif MISTAKE == 4
  using Part = linear<shape<2, 64>, reg<>,
                      lane<at<0, 1>, at<0, 2>, at<0, 4>, at<0, 8>, at<0, 16>>>;
  using Other = linear<shape<2, 64>, reg<>,
                       lane<at<0, 1>, at<0, 2>, at<0, 4>, at<0, 8>, at<1, 0>>>;
  convertTo<Part, Other>();
#elif MISTAKE == 5
  convertTo<mma_c<shape<128, 128>, warps<4, 1>>,
            mma_c<shape<128, 128>, warps<1, 4>>>();
#elif MISTAKE == 6
  convertTo<Four, Rows, Wide>();
#elif MISTAKE == 7
  registers<float, Four::registers> V = {};
  registers<int, Four::registers> At = {};
  (void)gather<2, Four, Four>(V, At);
#endif
}
