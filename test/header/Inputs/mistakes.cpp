// Invalid layouts, one for each value of MISTAKE.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "f2layout.h"

using namespace f2;

#if MISTAKE == 0
using L = linear<shape<2, 4>, reg<at<0, 1>>, lane<at<0, 2>, at<1, 0>>>;
#elif MISTAKE == 1
using L = mma_c<shape<24, 8>, warps<1, 1>>;
#elif MISTAKE == 2 // The same image twice.
using L = linear<shape<2, 4>, reg<at<0, 1>>, lane<at<0, 1>, at<1, 0>>>;
#elif MISTAKE == 3 // The third is the xor of the first two.
using L = linear<shape<4, 4>, reg<at<0, 1>>, lane<at<1, 0>>, warp<at<1, 1>>>;
#elif MISTAKE == 4
using L = mma_c<shape<512, 8>, warps<64, 1>>;
#elif MISTAKE == 5
using L = linear<shape<2, 4>, reg<at<0, 4>>, lane<>>;
#elif MISTAKE == 6
using L = linear<shape<2, 4>, reg<at<1>>, lane<>>;
#elif MISTAKE == 7
using L = blocked<shape<32, 32>, sizePerThread<1, 8>, threadsPerWarp<8, 4>,
                  warpsPerBlock<4, 1>, order<1, 1>>;
#elif MISTAKE == 8
using L = blocked<shape<32, 32>, sizePerThread<1, 8>, threadsPerWarp<8, 4>,
                  warpsPerBlock<3, 1>, order<1, 0>>;
#elif MISTAKE == 9
using L = mma_c<shape<256, 128>, warps<1, 1>>;
#elif MISTAKE == 10
using L = mfma_c<shape<64, 64>, warps<1, 1>, 8>;
#elif MISTAKE == 11
using L = mma_a<shape<2, 16, 16>, warps<1, 1>>;
#elif MISTAKE == 12
using L = blocked<shape<32, 32>, order<1, 0>, sizePerThread<1, 8>,
                  threadsPerWarp<8, 4>, warpsPerBlock<4, 1>>;
#elif MISTAKE == 13
using L = mma_c<shape<16, 8>, warps<1, 1>>;
static_assert(L::coordinate<2>(0, 0) == 0, "");
#elif MISTAKE == 14
using L = mma_c<shape<65536, 65536>, warps<1, 1>>;
#endif

static_assert(L::registers > 0, "");
