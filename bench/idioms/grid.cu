//===- grid.cu - Tiles with halos, transposes, and the rest ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stencils, transposes, separable convolution, histogram, bodies, compaction:
// what else samples and courses put into shared memory.
//
//===----------------------------------------------------------------------===//

#define RADIUS 3
#define BLOCK 256

/// One dimension; the first threads also read the halo. The input has RADIUS
/// more elements on both sides.
__global__ void stencil_1d(float *out, const float *in) {
  __shared__ float temp[BLOCK + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK] = in[gindex + BLOCK];
  }
  __syncthreads();
  float result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    result += temp[lindex + offset];
  out[gindex - RADIUS] = result;
}

/// Five points, a tile with halo, the border of the image left alone.
template <int X, int Y>
__global__ void stencil_2d(float *out, const float *in, int width, int height) {
  __shared__ float tile[Y + 2][X + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * X + threadIdx.x, y = blockIdx.y * Y + threadIdx.y;
  int i = y * width + x;
  tile[ty][tx] = in[i];
  if (threadIdx.x == 0 && x > 0)
    tile[ty][0] = in[i - 1];
  if (threadIdx.x == X - 1 && x < width - 1)
    tile[ty][X + 1] = in[i + 1];
  if (threadIdx.y == 0 && y > 0)
    tile[0][tx] = in[i - width];
  if (threadIdx.y == Y - 1 && y < height - 1)
    tile[Y + 1][tx] = in[i + width];
  __syncthreads();
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[i] = 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] +
                     tile[ty - 1][tx] + tile[ty + 1][tx]);
  else
    out[i] = tile[ty][tx];
}

/// Steps of Jacobi on a tile that stays in shared memory.
__global__ void jacobi(float *out, const float *in, int steps) {
  __shared__ float a[2][18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int i = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256)
    a[0][k / 18][k % 18] = a[1][k / 18][k % 18] = 0;
  __syncthreads();
  a[0][y][x] = in[i];
  __syncthreads();
  int from = 0;
  for (int s = 0; s < steps; s++) {
    a[1 - from][y][x] = 0.25f * (a[from][y][x - 1] + a[from][y][x + 1] +
                                 a[from][y - 1][x] + a[from][y + 1][x]);
    from = 1 - from;
    __syncthreads();
  }
  out[i] = a[from][y][x];
}

/// 32 x 32 threads, no padding.
template <typename T>
__global__ void transpose(T *out, const T *in, int n) {
  __shared__ T tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

/// 32 x 32 threads, padded.
template <typename T>
__global__ void transpose_padded(T *out, const T *in, int n) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

/// 32 x 8 threads, four rows each.
template <typename T>
__global__ void transpose_rows(T *out, const T *in) {
  __shared__ T tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  int width = gridDim.x * 32;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
__global__ void transpose_rows_padded(T *out, const T *in) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  int width = gridDim.x * 32;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

#define KERNEL_RADIUS 8
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)

/// Rows: 16 x 4 threads, eight results each, a halo of one step on both sides.
/// Columns outside of the image count as zero.
__global__ void convolve_rows(float *dst, const float *src, const float *kernel,
                              int imageW, int pitch) {
  const int ROWS_X = 16, ROWS_Y = 4, STEPS = 8, HALO = 1;
  __shared__ float data[ROWS_Y][(STEPS + 2 * HALO) * ROWS_X];
  const int baseX = (blockIdx.x * STEPS - HALO) * ROWS_X + threadIdx.x;
  const int baseY = blockIdx.y * ROWS_Y + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_X] = src[i * ROWS_X];
#pragma unroll
  for (int i = 0; i < HALO; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_X] =
        baseX >= -i * ROWS_X ? src[i * ROWS_X] : 0;
#pragma unroll
  for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_X] =
        imageW - baseX > i * ROWS_X ? src[i * ROWS_X] : 0;
  __syncthreads();
#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += kernel[KERNEL_RADIUS - j] *
             data[threadIdx.y][threadIdx.x + i * ROWS_X + j];
    dst[i * ROWS_X] = sum;
  }
}

/// Columns: 16 x 8 threads.
__global__ void convolve_columns(float *dst, const float *src,
                                 const float *kernel, int imageH, int pitch) {
  const int COLS_X = 16, COLS_Y = 8, STEPS = 8, HALO = 1;
  __shared__ float data[COLS_X][(STEPS + 2 * HALO) * COLS_Y + 1];
  const int baseX = blockIdx.x * COLS_X + threadIdx.x;
  const int baseY = (blockIdx.y * STEPS - HALO) * COLS_Y + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++)
    data[threadIdx.x][threadIdx.y + i * COLS_Y] = src[i * COLS_Y * pitch];
#pragma unroll
  for (int i = 0; i < HALO; i++)
    data[threadIdx.x][threadIdx.y + i * COLS_Y] =
        baseY >= -i * COLS_Y ? src[i * COLS_Y * pitch] : 0;
#pragma unroll
  for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
    data[threadIdx.x][threadIdx.y + i * COLS_Y] =
        imageH - baseY > i * COLS_Y ? src[i * COLS_Y * pitch] : 0;
  __syncthreads();
#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += kernel[KERNEL_RADIUS - j] *
             data[threadIdx.x][threadIdx.y + i * COLS_Y + j];
    dst[i * COLS_Y * pitch] = sum;
  }
}

/// Bytes of 16 words a thread, one histogram a block, added to one for all.
__global__ void histogram(unsigned *bins, const unsigned *in) {
  __shared__ unsigned temp[256];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * (blockDim.x * 16) + threadIdx.x;
  for (int k = 0; k < 16; k++) {
    unsigned word = in[i + k * blockDim.x];
    atomicAdd(&temp[word & 255], 1);
    atomicAdd(&temp[word >> 8 & 255], 1);
    atomicAdd(&temp[word >> 16 & 255], 1);
    atomicAdd(&temp[word >> 24], 1);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], temp[threadIdx.x]);
}

/// All pairs of bodies, tile by tile.
__global__ void bodies(float4 *out, const float4 *in, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = in[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float inv = rsqrtf(d2);
      float f = tile[j].w * inv * inv * inv;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, 0);
}

/// The positive elements of each 1,024, in order, and their number: a scan of
/// flags, then each thread stores at its place.
__global__ void compact(float *out, int *count, const float *in) {
  __shared__ int place[1024];
  int t = threadIdx.x;
  float value = in[blockIdx.x * 1024 + t];
  int flag = value > 0;
  place[t] = flag;
  __syncthreads();
  for (int offset = 1; offset < 1024; offset *= 2) {
    int add = t >= offset ? place[t - offset] : 0;
    __syncthreads();
    place[t] += add;
    __syncthreads();
  }
  if (flag)
    out[blockIdx.x * 1024 + place[t] - 1] = value;
  if (t == 1023)
    count[blockIdx.x] = place[t];
}

/// Coalesced on the way in, columns on the way out: 1,024 by 256 threads.
__global__ void columns(float *out, const float *in) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    s[i] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    out[blockIdx.x * 1024 + i] = s[(i % 32) * 32 + i / 32];
}

/// Each block's elements in reverse.
__global__ void reverse(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

template __global__ void stencil_2d<16, 16>(float *, const float *, int, int);
template __global__ void stencil_2d<32, 8>(float *, const float *, int, int);
template __global__ void transpose(float *, const float *, int);
template __global__ void transpose(unsigned char *, const unsigned char *, int);
template __global__ void transpose(double *, const double *, int);
template __global__ void transpose_padded(float *, const float *, int);
template __global__ void transpose_rows(float *, const float *);
template __global__ void transpose_rows(unsigned short *,
                                        const unsigned short *);
template __global__ void transpose_rows_padded(float *, const float *);
