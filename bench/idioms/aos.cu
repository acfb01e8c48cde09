//===- aos.cu - Arrays of structures, structures of arrays ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structures of 3 to 16 floats, one a thread, member by member: to one array a
// member and back, directly and through shared memory, with and without a
// guard. Particles, transforms and pixels are read as programs read them.
//
//===----------------------------------------------------------------------===//

template <int N>
struct Record {
  float value[N];
};

template <int N>
__global__ void to_soa(float *out, const Record<N> *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < N; k++)
      out[k * n + i] = in[i].value[k];
  }
}

template <int N>
__global__ void to_aos(Record<N> *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < N; k++)
      out[i].value[k] = in[k * n + i];
  }
}

/// No guard, and pointers that are promised not to overlap.
template <int N>
__global__ void to_soa_restrict(float *__restrict__ out,
                                const Record<N> *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int k = 0; k < N; k++)
    out[k * n + i] = in[i].value[k];
}

template <int N>
__global__ void to_aos_restrict(Record<N> *__restrict__ out,
                                const float *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int k = 0; k < N; k++)
    out[i].value[k] = in[k * n + i];
}

/// By hand through shared memory, without padding.
template <int N>
__global__ void to_soa_staged(float *out, const float *in, int n) {
  __shared__ float s[256 * N];
  int t = threadIdx.x, first = blockIdx.x * 256;
  for (int k = 0; k < N; k++)
    s[k * 256 + t] = in[first * N + k * 256 + t];
  __syncthreads();
  for (int k = 0; k < N; k++)
    out[k * n + first + t] = s[t * N + k];
}

template <int N>
__global__ void to_aos_staged(float *out, const float *in, int n) {
  __shared__ float s[256 * N];
  int t = threadIdx.x, first = blockIdx.x * 256;
  for (int k = 0; k < N; k++)
    s[t * N + k] = in[k * n + first + t];
  __syncthreads();
  for (int k = 0; k < N; k++)
    out[first * N + k * 256 + t] = s[k * 256 + t];
}

struct Vec3 {
  float x, y, z;
};

/// 7 floats
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
};

/// A step of particles in place of one array.
__global__ void advance(Particle *out, const Particle *in, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle p = in[i];
  float a = -9.81f * p.mass;
  p.vy += a * dt;
  p.x += p.vx * dt;
  p.y += p.vy * dt;
  p.z += p.vz * dt;
  out[i] = p;
}

__global__ void kinetic(float *energy, const Particle *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    energy[i] = 0.5f * p[i].mass *
                (p[i].vx * p[i].vx + p[i].vy * p[i].vy + p[i].vz * p[i].vz);
}

__global__ void normalize(Vec3 *out, const Vec3 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i].x, y = in[i].y, z = in[i].z;
    float r = rsqrtf(x * x + y * y + z * z + 1e-6f);
    out[i].x = x * r;
    out[i].y = y * r;
    out[i].z = z * r;
  }
}

__global__ void split_points(float *x, float *y, float *z, const Vec3 *in,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] = in[i].x;
    y[i] = in[i].y;
    z[i] = in[i].z;
  }
}

__global__ void join_points(Vec3 *out, const float *x, const float *y,
                            const float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = x[i];
    out[i].y = y[i];
    out[i].z = z[i];
  }
}

/// 16 floats
struct Matrix4 {
  float m[4][4];
};

__global__ void transpose4(Matrix4 *out, const Matrix4 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int r = 0; r < 4; r++)
      for (int c = 0; c < 4; c++)
        out[i].m[c][r] = in[i].m[r][c];
}

/// Eight neighbours a thread, as in "N items a thread".
__global__ void eight_items(float *out, const float *in, float scale) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int k = 0; k < 8; k++)
    out[first + k] = in[first + k] * scale + k;
}

/// Pixels of four bytes to gray.
__global__ void gray(unsigned char *out, const unsigned char *rgba, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int r = rgba[4 * i], g = rgba[4 * i + 1], b = rgba[4 * i + 2];
    out[i] = (77 * r + 150 * g + 29 * b) >> 8;
  }
}

/// Pixels of three bytes to gray.
__global__ void gray3(unsigned char *out, const unsigned char *rgb, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    out[i] = (77 * r + 150 * g + 29 * b) >> 8;
  }
}

#define RECORD(N)                                                              \
  template __global__ void to_soa<N>(float *, const Record<N> *, int);         \
  template __global__ void to_aos<N>(Record<N> *, const float *, int);         \
  template __global__ void to_soa_restrict<N>(float *, const Record<N> *,      \
                                              int);                            \
  template __global__ void to_aos_restrict<N>(Record<N> *, const float *,      \
                                              int);                            \
  template __global__ void to_soa_staged<N>(float *, const float *, int);      \
  template __global__ void to_aos_staged<N>(float *, const float *, int);
RECORD(3)
RECORD(4)
RECORD(5)
RECORD(6)
RECORD(7)
RECORD(8)
RECORD(12)
RECORD(16)
