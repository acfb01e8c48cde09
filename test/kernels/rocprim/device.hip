// The kernels of rocPRIM's device-wide scan, reduction, radix sort and merge
// sort, which the functions for the host instantiate. Compile once per element
// type, with -D ELEMENT=double.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *single_scan_kernel*: --block 256 --grid 1 --arg 1=2000
// LAUNCH *block_reduce_kernel*: --block 256 --grid 2 --arg 1=4000
// LAUNCH *sort_single_kernelILj64ELj[14]E*: --block 64 --arg 4=60 --arg 5=0 --arg 6=32
// LAUNCH *sort_single_kernelILj256ELj6E*: --block 256 --arg 4=1500 --arg 5=8 --arg 6=24
// LAUNCH *scan_batches_kernel*Lj7*: --block 256 --grid 2 --arg 2=400

#include "rocprim/frame.h"

void run(T *out, T *in, size_t count, void *storage, size_t bytes) {
  using namespace rocprim;
  (void)inclusive_scan(storage, bytes, in, out, count, plus<T>());
  (void)reduce(storage, bytes, in, out, count, plus<T>());
  (void)radix_sort_keys(storage, bytes, in, out, count);
  (void)merge_sort(storage, bytes, in, out, count);
}
