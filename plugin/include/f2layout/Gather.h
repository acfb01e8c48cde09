//===- Gather.h - Elements by an index along a dimension --------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each element of the result that it holds, every thread states the row (or
// column, ...) of the tensor that it comes from:
//
//   result[i][j] = values[index[i][j]][j]        along dimension 0
//   result[i][j] = values[i][index[i][j]]        along dimension 1
//
//   f2::registers<float, Dst::registers> Result =
//       f2::gather<0, Src, Dst>(Values, Index);
//
// Index and result are held in layout Dst, whose tensor has the shape of Src's,
// except for the dimension gathered along. An index is an integer of any type,
// and must be at least 0 and less than Src's size there; otherwise the result
// is undefined.
//
// The tensor goes to shared memory as in f2::convert (Convert.h has the size
// and the requirements on the block), and is read in an order that is known
// only at run time. The plugin does not change it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_GATHER_H
#define F2LAYOUT_GATHER_H

#include "Exchange.h"

namespace f2 {

#ifdef F2_GPU

namespace detail {

template <int Axis, class Src, class Dst> F2_CONSTEXPR bool agreeBeside() {
  bool Agree = Src::rank == Dst::rank;
  for (int D = 0; D < Src::rank; ++D)
    Agree &= D == Axis || Src::bases.Size[D] == Dst::bases.Size[D];
  return Agree;
}

/// Returns true if the layout holds every element, since any may be requested.
template <class Src> F2_CONSTEXPR bool holdsAll() {
  const Span S = spanOf(Src::bases);
  for (int Element = 1; Element < Src::elements; Element *= 2)
    if (S.rest(Element))
      return false;
  return true;
}

} // namespace detail

/// The elements of a tensor in layout Src that an index along dimension Axis
/// names for each element of layout Dst.
template <int Axis, class Src, class Dst, class Block = block<Src::threads>,
          class T, class I>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
gather(const registers<T, Src::registers> &Values,
       const registers<I, Dst::registers> &Index) {
  static_assert(Axis >= 0 && Axis < Src::rank,
                "f2layout: there is no such dimension to gather along");
  static_assert(detail::agreeBeside<Axis, Src, Dst>(),
                "f2layout: source and destination may differ in size along the "
                "dimension gathered along, and in no other");
  static_assert(detail::holdsAll<Src>(),
                "f2layout: the source has elements that no thread holds");
  detail::checkBlock<Src, Dst, Block>();
  using Place = detail::scratchPlace<Src, T>;
  constexpr int Stride = Src::bases.stride(Axis);
  constexpr int SrcSize = Src::template size<Axis>();
  constexpr int DstSize = Dst::template size<Axis>();
  auto &Scratch = detail::scratch<detail::word<T>, Place::elements>();
  const int Thread = Block::thread();
  detail::store<Src>(Scratch, Values, Thread);
  detail::blockBarrier();
  registers<T, Dst::registers> Result;
  const int Copy = Place::copyOf(Thread), ThreadPart = Dst::ofThread(Thread);
  F2_UNROLL
  for (int R = 0; R < Dst::registers; ++R) {
    const int Element = Dst::together(Dst::ofRegister(R), ThreadPart);
    const int Before = Element / (Stride * DstSize), Behind = Element % Stride;
    const int From = (Before * SrcSize + int(Index[R])) * Stride + Behind;
    __builtin_memcpy(&Result[R], &Scratch.word[Copy + From], sizeof(T));
  }
  detail::blockBarrier();
  return Result;
}

#endif // F2_GPU

} // namespace f2

#endif // F2LAYOUT_GATHER_H
