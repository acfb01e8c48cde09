// A tile of 8 x 8 floats per warp of 32 lanes: each lane has two neighbours of
// a row, and stores two of a column. For CUDA and HIP.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#endif
#include "f2layout.h"

using Tile = f2::shape<8, 8>;
using Rows = f2::blocked<Tile, f2::sizePerThread<1, 2>, f2::threadsPerWarp<8, 4>,
                         f2::warpsPerBlock<1, 1>, f2::order<1, 0>>;
using Columns = f2::blocked<Tile, f2::sizePerThread<2, 1>,
                            f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<1, 1>,
                            f2::order<0, 1>>;

__global__ void F2_BLOCK(32, 1, 1)
    rows_to_columns(float *__restrict__ out, const float *__restrict__ in) {
  f2::registers<float, 2> rows;
  for (int r = 0; r < 2; ++r)
    rows[r] = in[Rows::place(r, threadIdx.x)];
  const auto columns = f2::convert<Rows, Columns>(rows);
  for (int r = 0; r < 2; ++r)
    out[Columns::place(r, threadIdx.x)] = columns[r];
}

int main() { return 0; }
