// Thrust's sorts, scans and reductions: the kernels that they launch. These take
// the library's own structures as arguments, so they are compiled, and not run.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

using T = ELEMENT;

struct Less {
  __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; }
};

void all(thrust::device_ptr<T> keys, thrust::device_ptr<int> values,
         thrust::device_ptr<T> out, int count) {
  thrust::sort(keys, keys + count);
  thrust::sort(keys, keys + count, Less());
  thrust::stable_sort_by_key(keys, keys + count, values);
  thrust::inclusive_scan(keys, keys + count, out);
  thrust::exclusive_scan(keys, keys + count, out, T(0), thrust::maximum<T>());
  thrust::inclusive_scan_by_key(values, values + count, keys, out);
  *out = thrust::reduce(keys, keys + count);
  *out = thrust::reduce(keys, keys + count, T(0), thrust::maximum<T>());
  thrust::reduce_by_key(values, values + count, keys, values, out);
}
