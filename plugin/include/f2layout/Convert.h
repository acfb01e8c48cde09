//===- Convert.h - From one layout to another -------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block hold a tensor in layout Src and want it in layout Dst:
//
//   using Block = f2::blocked<...>;  using Rows = f2::mma_a<...>;
//   f2::registers<__half, Block::registers> Mine = ...;
//   f2::registers<__half, Rows::registers> Theirs =
//       f2::convert<Block, Rows>(Mine);
//
// The layouts determine the code:
//
// - Every thread already has what it wants: registers are renamed, and no other
//   code is emitted, with every compiler, at every optimisation level.
// - Otherwise values go through shared memory: store, barrier, load, barrier.
//   Elements are in the order of their numbers, so there may be bank conflicts.
//   f2layout's plugin finds this exchange and replaces it with shuffles, matrix
//   moves or accesses without conflicts.
//
// Copies. Where bits of the thread do not affect the elements of Src, each set
// of threads with the same value of these bits writes a separate copy of the
// tensor, and every thread reads the copy of its set. So no two threads write
// to one place, and a thread reads from its own warp if possible. Where the
// copies need more than F2_SCRATCH bytes (16384 unless defined before), the
// threads whose bits are 0 write for all.
//
// Shared memory. One static array for each element size and number of elements,
// shared by all conversions of a kernel that agree in both. The compiler
// refuses a tensor that does not fit in 48 KiB (64 KiB on AMD).
//
// All threads of the block must reach the call together, as with
// __syncthreads(). The call orders memory like __syncthreads() if values change
// threads, and not otherwise. Threads are numbered by threadIdx.x; the third
// argument states the shape of blocks of several dimensions:
//
//   f2::convert<Src, Dst, f2::block<32, 4>>(Mine)     // 32 x 4 threads
//
// The block must have exactly this shape. With F2_CHECK_BLOCK defined the
// kernel traps if it does not (CUDA only).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_CONVERT_H
#define F2LAYOUT_CONVERT_H

#include "Exchange.h"

namespace f2 {

#ifdef F2_GPU

/// The tensor that the threads of the block hold in layout Src, in layout Dst.
template <class Src, class Dst, class Block = block<Src::threads>, class T>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
convert(const registers<T, Src::registers> &Values) {
  detail::checkPair<Src, Dst, Block>();
  static_assert(detail::haveOneShape<Src, Dst>(),
                "f2layout: source and destination are layouts of tensors of "
                "different shapes");
  if constexpr (detail::staysInThread<Src, Dst>()) {
    return detail::rename<Src, Dst>(
        Values, std::make_integer_sequence<int, Dst::registers>());
  } else {
    return detail::throughShared<Src, Dst, Block>(Values);
  }
}

/// The same for a plain array.
template <class Src, class Dst, class Block = block<Src::threads>, class T>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
convert(const T (&Values)[Src::registers]) {
  registers<T, Src::registers> Copy;
  F2_UNROLL
  for (int R = 0; R < Src::registers; ++R)
    Copy[R] = Values[R];
  return convert<Src, Dst, Block>(Copy);
}

#endif // F2_GPU

} // namespace f2

#endif // F2LAYOUT_CONVERT_H
