//===- product.cu - Matrix products without tensor cores ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A B, row-major. The textbook's product of tiles of 16 x 16 and 32 x 32,
// an element a thread; with the sizes of the matrices tested; one with
// registers for 8 x 8 elements a thread; matrix by vector.
//
//===----------------------------------------------------------------------===//

template <typename T, int TILE>
__global__ void tiled(T *C, const T *A, const T *B, int n) {
  __shared__ T As[TILE][TILE];
  __shared__ T Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  T sum = 0;
  for (int m = 0; m < n / TILE; m++) {
    As[ty][tx] = A[row * n + m * TILE + tx];
    Bs[ty][tx] = B[(m * TILE + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

template <typename T, int TILE>
__global__ void __launch_bounds__(TILE *TILE)
    tiled_bounds(T *C, const T *A, const T *B, int n) {
  __shared__ T As[TILE][TILE];
  __shared__ T Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  T sum = 0;
  for (int m = 0; m < n / TILE; m++) {
    As[ty][tx] = A[row * n + m * TILE + tx];
    Bs[ty][tx] = B[(m * TILE + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

/// Any sizes: C is m x n, A is m x k.
template <int TILE>
__global__ void tiled_guarded(float *C, const float *A, const float *B, int m,
                              int n, int k) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    if (row < m && t * TILE + threadIdx.x < k)
      As[threadIdx.y][threadIdx.x] = A[row * k + t * TILE + threadIdx.x];
    else
      As[threadIdx.y][threadIdx.x] = 0;
    if (col < n && t * TILE + threadIdx.y < k)
      Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + col];
    else
      Bs[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; i++)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}

/// A's tile is transposed on the way in.
template <int TILE>
__global__ void tiled_transposed(float *C, const float *A, const float *B,
                                 int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int m = 0; m < n; m += TILE) {
    As[tx][ty] = A[row * n + m + tx];
    Bs[ty][tx] = B[(m + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++)
      sum += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

/// 128 x 128 of C by 256 threads, 8 x 8 each; slices of 8.
__global__ void __launch_bounds__(256)
    blocked(float *C, const float *A, const float *B, int M, int N, int K) {
  const int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int innerRowA = threadIdx.x / BK, innerColA = threadIdx.x % BK;
  const int innerRowB = threadIdx.x / BN, innerColB = threadIdx.x % BN;
  const int strideA = 256 / BK, strideB = 256 / BN;
  float results[TM * TN] = {0.0};
  float regM[TM], regN[TN];
  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    for (int offset = 0; offset < BM; offset += strideA)
      As[(innerRowA + offset) * BK + innerColA] =
          A[(innerRowA + offset) * K + innerColA];
    for (int offset = 0; offset < BK; offset += strideB)
      Bs[(innerRowB + offset) * BN + innerColB] =
          B[(innerRowB + offset) * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; dot++) {
      for (int i = 0; i < TM; i++)
        regM[i] = As[(threadRow * TM + i) * BK + dot];
      for (int i = 0; i < TN; i++)
        regN[i] = Bs[dot * BN + threadCol * TN + i];
      for (int m = 0; m < TM; m++)
        for (int n = 0; n < TN; n++)
          results[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++)
      C[(threadRow * TM + m) * N + threadCol * TN + n] = results[m * TN + n];
}

/// The same with A's slice transposed and float4 on the way in.
__global__ void __launch_bounds__(256)
    blocked_vector(float *C, float *A, float *B, int M, int N, int K) {
  const int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int innerRowA = threadIdx.x / (BK / 4);
  const int innerColA = threadIdx.x % (BK / 4);
  const int innerRowB = threadIdx.x / (BN / 4);
  const int innerColB = threadIdx.x % (BN / 4);
  float results[TM * TN] = {0.0};
  float regM[TM], regN[TN];
  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    float4 a = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];
    As[(innerColA * 4 + 0) * BM + innerRowA] = a.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = a.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = a.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = a.w;
    reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4])[0] =
        reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4])[0];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; dot++) {
      for (int i = 0; i < TM; i++)
        regM[i] = As[dot * BM + threadRow * TM + i];
      for (int i = 0; i < TN; i++)
        regN[i] = Bs[dot * BN + threadCol * TN + i];
      for (int m = 0; m < TM; m++)
        for (int n = 0; n < TN; n++)
          results[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++)
      C[(threadRow * TM + m) * N + threadCol * TN + n] = results[m * TN + n];
}

/// A row a thread; the vector goes through shared memory.
__global__ void matrix_vector(float *y, const float *A, const float *x,
                              int cols) {
  __shared__ float xs[256];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < cols; m += blockDim.x) {
    xs[threadIdx.x] = x[m + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++)
      sum += A[row * cols + m + k] * xs[k];
    __syncthreads();
  }
  y[row] = sum;
}

/// The same for a matrix in columns.
__global__ void matrix_vector_columns(float *y, const float *A, const float *x,
                                      int rows, int cols) {
  __shared__ float xs[256];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < cols; m += blockDim.x) {
    xs[threadIdx.x] = x[m + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++)
      sum += A[(m + k) * rows + row] * xs[k];
    __syncthreads();
  }
  y[row] = sum;
}

/// A row a block, a tree over the threads' sums.
__global__ void matrix_vector_rows(float *y, const float *A, const float *x,
                                   int cols) {
  __shared__ float partial[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = t; k < cols; k += blockDim.x)
    sum += A[blockIdx.x * cols + k] * x[k];
  partial[t] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = partial[0];
}

#define TILED(T, TILE)                                                         \
  template __global__ void tiled<T, TILE>(T *, const T *, const T *, int);     \
  template __global__ void tiled_bounds<T, TILE>(T *, const T *, const T *,    \
                                                 int);
TILED(float, 16)
TILED(float, 32)
TILED(double, 16)
template __global__ void tiled_guarded<16>(float *, const float *,
                                           const float *, int, int, int);
template __global__ void tiled_guarded<32>(float *, const float *,
                                           const float *, int, int, int);
template __global__ void tiled_transposed<16>(float *, const float *,
                                              const float *, int);
template __global__ void tiled_transposed<32>(float *, const float *,
                                              const float *, int);
