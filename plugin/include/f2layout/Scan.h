//===- Scan.h - Every element becomes the result of those before it -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running sums of the rows of a tile:
//
//   f2::registers<float, Tile::registers> Sums =
//       f2::scan<1, Tile, f2::add>(Values);
//
// With f2::backward they run from the end of the row to its beginning, and
// scanBefore leaves out the element itself: its first result is a value that is
// given.
//
// The tile is scanned in a layout that has the lowest bits of the position in
// registers, the next ones in lanes, then in warps, then the other dimensions
// in the same way. From any other layout it is converted, and back again
// (Convert.h); the plugin finds these exchanges. Values are combined in the
// order that docs/front-end.md states for that layout: one after the other in
// registers, bit by bit in lanes, one after the other in warps.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_SCAN_H
#define F2LAYOUT_SCAN_H

#include "Convert.h"
#include "Reduce.h"

namespace f2 {

/// The direction of a scan.
enum direction { forward, backward };

namespace detail {

/// The layout of the same threads in which a tensor is scanned.
template <class L, int Axis> struct straightRecipe {
  static F2_CONSTEXPR Bases make() {
    Bases B = L::bases;
    const int Lanes = B.Lane.Count, Warps = B.Warp.Count;
    const int Stride = B.stride(Axis), Size = B.Size[Axis];
    Bits Order;
    for (int I = 1; I < Size; I *= 2)
      Order.add(Stride * I);
    for (int I = 1; I < B.elements(); I *= 2)
      if (I < Stride || I >= Stride * Size)
        Order.add(I);
    const int Registers =
        Order.Count > Lanes + Warps ? Order.Count - Lanes - Warps : 0;
    int Next = 0;
    B.Register = some(Order, Next, Registers);
    B.Lane = some(Order, Next, Lanes);
    B.Warp = some(Order, Next, Warps);
    return B;
  }

private:
  /// The next images; zeros if there are no more.
  static F2_CONSTEXPR Bits some(const Bits &Order, int &Next, int Count) {
    Bits B;
    for (int I = 0; I < Count; ++I, ++Next)
      B.add(Next < Order.Count ? Order.Image[Next] : 0);
    return B;
  }
};

/// How many bits of the position are in registers, lanes and warps.
template <class Straight, int Axis> struct scanDigits {
  static constexpr int bits = log2(Straight::bases.Size[Axis]);
  static F2_CONSTEXPR int least(int A, int B) { return A < B ? A : B; }
  static constexpr int inRegisters =
      least(bits, Straight::bases.Register.Count);
  static constexpr int inLanes =
      least(bits - inRegisters, Straight::bases.Lane.Count);
  static constexpr int inWarps = bits - inRegisters - inLanes;
};

#ifdef F2_GPU

F2_DEVICE F2_INLINE unsigned wordAtLane(unsigned Word, int Lane) {
#if defined(F2_CUDA)
  return __shfl_sync(0xffffffffu, Word, Lane);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_ds_bpermute(Lane * 4, int(Word));
#else
  return Word + Lane; // On the host, where it is never called.
#endif
}

template <class T> F2_DEVICE F2_INLINE T atLane(const T &Value, int Lane) {
  constexpr int Words = (sizeof(T) + 3) / 4;
  unsigned Moved[Words] = {};
  __builtin_memcpy(Moved, &Value, sizeof(T));
  F2_UNROLL
  for (int W = 0; W < Words; ++W)
    Moved[W] = wordAtLane(Moved[W], Lane);
  T Result;
  __builtin_memcpy(&Result, Moved, sizeof(T));
  return Result;
}

/// What lies before a thread's elements, if anything does.
template <class T> struct carry {
  T Value;
  bool Exists;
};

/// From the results of whole threads to what lies before each of them. Position
/// is the thread's lane or warp as a digit of the position; Flip maps it to the
/// number.
template <class Digits, class Straight, class T, class Op>
F2_DEVICE F2_INLINE carry<T> beforeThread(T Own, int Thread, int Flip,
                                          Op &Combine) {
  constexpr int LaneMask = (1 << Digits::inLanes) - 1,
                WarpMask = (1 << Digits::inWarps) - 1;
  const int Lane = Thread % Straight::lanes, Warp = Thread / Straight::lanes;
  const int InLanes = (Lane ^ Flip) & LaneMask;
  const int InWarps = (Warp ^ Flip) & WarpMask;
  // The lane with this digit, among the lanes of the same line.
  const int Others = Lane & ~LaneMask;
  F2_UNROLL
  for (int Bit = 1; Bit <= LaneMask; Bit *= 2) {
    const int From = (InLanes & ~Bit) | (Bit - 1);
    const T Lower = atLane(Own, Others | ((From ^ Flip) & LaneMask));
    if (InLanes & Bit)
      Own = Combine(Lower, Own);
  }
  carry<T> Before = {Own, InLanes != 0};
  if constexpr (LaneMask != 0) {
    const int From = InLanes ? InLanes - 1 : 0;
    Before.Value = atLane(Own, Others | ((From ^ Flip) & LaneMask));
  }
  if constexpr (WarpMask != 0) {
    // Every line has a place for each of its warps, in order.
    const T Last = atLane(Own, Others | ((LaneMask ^ Flip) & LaneMask));
    constexpr int Places = Straight::lanes / (LaneMask + 1) * Straight::warps;
    auto &Scratch = scratch<word<T>, Places>();
    const int Line = Lane / (LaneMask + 1) * Straight::warps +
                     Warp / (WarpMask + 1) * (WarpMask + 1);
    if ((Lane & LaneMask) == 0)
      __builtin_memcpy(&Scratch.word[Line + InWarps], &Last, sizeof(T));
    blockBarrier();
    T Sum;
    __builtin_memcpy(&Sum, &Scratch.word[Line], sizeof(T));
    T OfWarps = Sum;
    F2_UNROLL
    for (int I = 1; I < WarpMask; ++I) {
      T Next;
      __builtin_memcpy(&Next, &Scratch.word[Line + I], sizeof(T));
      Sum = Combine(Sum, Next);
      if (I < InWarps)
        OfWarps = Sum;
    }
    blockBarrier();
    if (InWarps) {
      Before.Value = Before.Exists ? Combine(OfWarps, Before.Value) : OfWarps;
      Before.Exists = true;
    }
  }
  return Before;
}

template <int Axis, class L, class Op, direction To, bool Exclusive,
          class Block, class T>
F2_DEVICE F2_INLINE registers<T, L::registers>
scanLayout(const registers<T, L::registers> &Values, T First, Op Combine) {
  static_assert(Axis >= 0 && Axis < L::rank,
                "f2layout: there is no such dimension to scan along");
  static_assert(holdsAll<L>(),
                "f2layout: the layout has elements that no thread holds");
  checkBlock<L, L, Block>();
  using Straight = layout<straightRecipe<L, Axis>>;
  using Digits = scanDigits<Straight, Axis>;
  constexpr int Line = 1 << Digits::inRegisters, Flip = To == backward ? -1 : 0;
  const registers<T, Straight::registers> V =
      convert<L, Straight, Block>(Values);
  registers<T, Straight::registers> Sums, Result;
  F2_UNROLL
  for (int R = 0; R < Straight::registers; ++R) {
    const int At = R ^ (Flip & (Line - 1));
    Sums[At] = R % Line == 0
                   ? V[At]
                   : Combine(Sums[(R - 1) ^ (Flip & (Line - 1))], V[At]);
  }
  carry<T> Before = {V[0], false};
  if constexpr (Digits::inLanes + Digits::inWarps > 0)
    Before = beforeThread<Digits, Straight>(
        Sums[(Line - 1) ^ (Flip & (Line - 1))], Block::thread(), Flip, Combine);
  F2_UNROLL
  for (int R = 0; R < Straight::registers; ++R) {
    const int At = R ^ (Flip & (Line - 1));
    if (Exclusive && R % Line == 0) {
      Result[At] = Before.Exists ? Before.Value : First;
      continue;
    }
    const T Own = Exclusive ? Sums[(R - 1) ^ (Flip & (Line - 1))] : Sums[At];
    Result[At] = Before.Exists ? Combine(Before.Value, Own) : Own;
  }
  return convert<Straight, L, Block>(Result);
}

#endif // F2_GPU

} // namespace detail

#ifdef F2_GPU

/// For each element of the tensor that all threads of the block hold in layout
/// L, the result of all elements of its line along dimension Axis up to it.
template <int Axis, class L, class Op, direction To = forward,
          class Block = block<L::threads>, class T>
F2_DEVICE F2_INLINE registers<T, L::registers>
scan(const registers<T, L::registers> &Values, Op Combine = Op()) {
  return detail::scanLayout<Axis, L, Op, To, false, Block>(Values, Values[0],
                                                           Combine);
}

/// The same without the element itself. Where no element lies before, the
/// result is First. Other results do not contain First, unlike the initial
/// value of std::exclusive_scan. The default, T(), is the neutral element of
/// add: pass another one for mul, min and max.
template <int Axis, class L, class Op, direction To = forward,
          class Block = block<L::threads>, class T>
F2_DEVICE F2_INLINE registers<T, L::registers>
scanBefore(const registers<T, L::registers> &Values, T First = T(),
           Op Combine = Op()) {
  return detail::scanLayout<Axis, L, Op, To, true, Block>(Values, First,
                                                          Combine);
}

#endif // F2_GPU

} // namespace f2

#endif // F2LAYOUT_SCAN_H
