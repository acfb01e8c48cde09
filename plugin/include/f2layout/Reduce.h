//===- Reduce.h - Every line of a tensor becomes one element --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of rows, where four lanes and two warps hold a part of each row:
//
//   using Tile = f2::linear<f2::shape<8, 16>, ...>;
//   using Sums = f2::linear<f2::shape<8>, ...>;
//   f2::registers<float, Sums::registers> Sum =
//       f2::reduce<1, Tile, Sums, f2::add>(Values);
//
// Sums' tensor has the dimensions of Tile's without number 1; for a tensor of
// one dimension it is shape<1>. Any layout will do on either side. Threads that
// hold copies do not count.
//
// The operation is add, mul, min, max, or any type whose objects can be called
// with two values; the order of its operands must not matter. For min and max
// of floats it does if a NaN takes part: then the result is not specified, and
// may differ between threads. @f2.reduce has fmin and fmax, which ignore a NaN.
// Values are combined in the order that docs/front-end.md states for
// @f2.reduce: registers from the highest bit of their number to the lowest,
// then lanes by shuffles, then warps through shared memory. If the result is
// wanted elsewhere, it goes through shared memory, too, where the plugin finds
// the exchange. Convert.h has the requirements on the block.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_REDUCE_H
#define F2LAYOUT_REDUCE_H

#include "Gather.h"

namespace f2 {

struct add {
  template <class T> F2_HOST_DEVICE F2_INLINE T operator()(T A, T B) const {
    return A + B;
  }
};
struct mul {
  template <class T> F2_HOST_DEVICE F2_INLINE T operator()(T A, T B) const {
    return A * B;
  }
};
struct min {
  template <class T> F2_HOST_DEVICE F2_INLINE T operator()(T A, T B) const {
    return B < A ? B : A;
  }
};
struct max {
  template <class T> F2_HOST_DEVICE F2_INLINE T operator()(T A, T B) const {
    return A < B ? B : A;
  }
};

namespace detail {

/// An element's line, and its place in it.
struct LinePart {
  int Line = 0, Along = 0;
};

F2_CONSTEXPR LinePart linePartOf(const Bases &B, int Axis, int Element) {
  const int Stride = B.stride(Axis), Size = B.Size[Axis];
  LinePart P;
  P.Line = Element / (Stride * Size) * Stride + Element % Stride;
  P.Along = Element / Stride % Size;
  return P;
}

/// A difference of places along the axis: of registers, of lanes or of warps,
/// in which case the others may differ, too.
struct LineFold {
  int Register = 0, Lane = 0, Warp = 0;
  int Along = 0;
  /// Of registers: the bit that is clear in those that remain.
  int Pivot = -1;

  F2_CONSTEXPR void add(const LineFold &O) {
    Register ^= O.Register;
    Lane ^= O.Lane;
    Warp ^= O.Warp;
    Along ^= O.Along;
  }
};

/// All folds in their order. They are a basis of the axis.
struct LineFolds {
  int Count = 0, OfRegisters = 0, OfLanes = 0;
  LineFold Fold[20];
  int FreeRegisters = 0;

  F2_CONSTEXPR void append(LineFold F) {
    if (!F.Lane && !F.Warp) {
      F.Register = remaining(F.Register, OfRegisters);
      F.Pivot = log2(F.Register);
      ++OfRegisters;
    } else if (!F.Warp) {
      ++OfLanes;
    }
    Fold[Count++ % 20] = F;
  }
  /// The register that stands for R after the first N folds of registers.
  F2_CONSTEXPR int remaining(int R, int N) const {
    R &= ~FreeRegisters;
    for (int I = 0; I < N; ++I)
      if (R >> Fold[I].Pivot & 1)
        R ^= Fold[I].Register;
    return R;
  }
  /// Bit I is set if fold I + First leads to this place along the axis.
  F2_CONSTEXPR int coordinates(int Along, int First) const {
    int Vector[32] = {}, Label[32] = {};
    for (int I = 0; I < Count; ++I) {
      int V = Fold[I].Along, L = I < First ? 0 : 1 << (I - First);
      for (int P = 30; P >= 0; --P)
        if ((V >> P & 1) && Vector[P]) {
          V ^= Vector[P];
          L ^= Label[P];
        }
      Vector[log2(V)] = V;
      Label[log2(V)] = L;
    }
    int Result = 0;
    for (int P = 30; P >= 0; --P)
      if ((Along >> P & 1) && Vector[P]) {
        Along ^= Vector[P];
        Result ^= Label[P];
      }
    return Result;
  }
};

F2_CONSTEXPR LineFolds lineFolds(const Bases &B, int Axis) {
  LineFolds Folds;
  Folds.FreeRegisters = B.Register.free();
  int Lines[32] = {};
  LineFold By[32] = {};
  Span Known;
  const int Counts[3] = {B.Register.Count, B.Lane.Count, B.Warp.Count};
  for (int Kind = 0; Kind < 3; ++Kind)
    for (int Bit = Counts[Kind] - 1; Bit >= 0; --Bit) {
      LineFold F;
      (Kind == 0 ? F.Register : Kind == 1 ? F.Lane : F.Warp) = 1 << Bit;
      const LinePart Part = linePartOf(B, Axis,
                                       Kind == 0   ? B.Register.Image[Bit]
                                       : Kind == 1 ? B.Lane.Image[Bit]
                                                   : B.Warp.Image[Bit]);
      int Line = Part.Line;
      F.Along = Part.Along;
      for (int P = 30; P >= 0; --P)
        if ((Line >> P & 1) && Lines[P]) {
          Line ^= Lines[P];
          F.add(By[P]);
        }
      if (Line) {
        Lines[log2(Line)] = Line;
        By[log2(Line)] = F;
      } else if (F.Along && Known.add(F.Along)) {
        Folds.append(F);
      }
    }
  return Folds;
}

/// Elements of one tensor are another's lines.
template <class Src, class Dst, int Axis> F2_CONSTEXPR bool areLines() {
  int Wanted[MaxRank + 1] = {}, There[MaxRank + 1] = {};
  int W = 0, D = 0;
  for (int I = 0; I < Src::rank; ++I)
    if (I != Axis && Src::bases.Size[I] != 1)
      Wanted[W++] = Src::bases.Size[I];
  for (int I = 0; I < Dst::rank; ++I)
    if (Dst::bases.Size[I] != 1)
      There[D++] = Dst::bases.Size[I];
  bool Same = true;
  for (int I = 0; I <= MaxRank; ++I)
    Same &= Wanted[I] == There[I];
  return Same;
}

/// What a reduction of layout Src along Axis folds, and where its partial
/// results are: at place line * 2^m + warps' part, m being the folds of warps.
template <class Src, int Axis> struct lineReduction {
  static constexpr LineFolds folds = lineFolds(Src::bases, Axis);
  static constexpr int inLanes = folds.OfRegisters + folds.OfLanes;
  static constexpr int warpBits = folds.Count - inLanes;

  static F2_CONSTEXPR int place(int Element) {
    const LinePart P = linePartOf(Src::bases, Axis, Element);
    return P.Line << warpBits | folds.coordinates(P.Along, inLanes);
  }
  static F2_CONSTEXPR int placeOfThreadBit(int Bit) {
    return place(Src::bases.threadImage(Bit));
  }
  static F2_CONSTEXPR int placeOfRegister(int R) {
    return place(Src::bases.Register.at(R));
  }
  /// The register remains after all folds.
  static F2_CONSTEXPR bool remains(int R, int Folds) {
    return folds.remaining(R, Folds) == R;
  }
  /// Bits of threads that hold copies: their places are those of others.
  static F2_CONSTEXPR int spareThreads() {
    Span S;
    for (int R = 0; R < Src::registers; ++R)
      if (remains(R, folds.OfRegisters))
        S.add(placeOfRegister(R));
    int Spare = 0;
    for (int Bit = 0; Bit < Src::bases.threadBits(); ++Bit)
      if (!S.add(placeOfThreadBit(Bit)))
        Spare |= 1 << Bit;
    return Spare;
  }
  /// A register of every thread that has the line which register R of Dst
  /// wants; -1 if there is none.
  template <class Dst> static F2_CONSTEXPR int sourceOf(int R) {
    for (int From = 0; From < Src::registers; ++From)
      if (remains(From, folds.OfRegisters) &&
          placeOfRegister(From) == Dst::bases.Register.at(R))
        return From;
    return -1;
  }
  /// Every thread has the lines that it wants.
  template <class Dst> static F2_CONSTEXPR bool stays() {
    bool Stays = warpBits == 0;
    for (int Bit = 0; Bit < Src::bases.threadBits(); ++Bit)
      Stays &= placeOfThreadBit(Bit) == Dst::bases.threadImage(Bit);
    for (int R = 0; R < Dst::registers; ++R)
      Stays &= sourceOf<Dst>(R) >= 0;
    return Stays;
  }
};

#ifdef F2_GPU

/// A word of another lane of the warp. All lanes take part.
F2_DEVICE F2_INLINE unsigned wordOfLane(unsigned Word, int Xor, int Lane) {
#if defined(F2_CUDA)
  (void)Lane;
  return __shfl_xor_sync(0xffffffffu, Word, Xor);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_ds_bpermute((Lane ^ Xor) * 4, int(Word));
#else
  return Word + Xor + Lane; // On the host, where it is never called.
#endif
}

template <class T>
F2_DEVICE F2_INLINE T fromLane(const T &Value, int Xor, int Lane) {
  constexpr int Words = (sizeof(T) + 3) / 4;
  unsigned Moved[Words] = {};
  __builtin_memcpy(Moved, &Value, sizeof(T));
  F2_UNROLL
  for (int W = 0; W < Words; ++W)
    Moved[W] = wordOfLane(Moved[W], Xor, Lane);
  T Result;
  __builtin_memcpy(&Result, Moved, sizeof(T));
  return Result;
}

template <class Lines, int I, int R, class T, int N, class Op>
F2_DEVICE F2_INLINE void foldRegister(registers<T, N> &To,
                                      const registers<T, N> &From, int Lane,
                                      Op &Combine) {
  constexpr bool IsLocal = I < Lines::folds.OfRegisters;
  constexpr int Before = IsLocal ? I : Lines::folds.OfRegisters;
  constexpr int After = IsLocal ? I + 1 : Lines::folds.OfRegisters;
  if constexpr (Lines::remains(R, After)) {
    constexpr int Other =
        Lines::folds.remaining(R ^ Lines::folds.Fold[I].Register, Before);
    if constexpr (IsLocal)
      To[R] = Combine(From[R], From[Other]);
    else {
      constexpr int Xor = Lines::folds.Fold[I].Lane;
      To[R] = Combine(From[R], fromLane(From[Other], Xor, Lane));
    }
  }
}

template <class Lines, int I, class T, int N, class Op, int... R>
F2_DEVICE F2_INLINE void fold(registers<T, N> &Values, int Lane, Op &Combine,
                              std::integer_sequence<int, R...>) {
  const registers<T, N> Before = Values;
  (foldRegister<Lines, I, R>(Values, Before, Lane, Combine), ...);
}

template <class Lines, class T, int N, class Op, int... I>
F2_DEVICE F2_INLINE void foldAll(registers<T, N> &Values, int Lane, Op &Combine,
                                 std::integer_sequence<int, I...>) {
  (fold<Lines, I>(Values, Lane, Combine, std::make_integer_sequence<int, N>()),
   ...);
}

template <class Lines, int R, class Array, class T>
F2_DEVICE F2_INLINE void storePartial(Array &Scratch, const T &Value,
                                      int ThreadPart) {
  if constexpr (Lines::remains(R, Lines::folds.OfRegisters)) {
    constexpr int Place = Lines::placeOfRegister(R);
    __builtin_memcpy(&Scratch.word[Place ^ ThreadPart], &Value, sizeof(T));
  }
}

template <class Lines, class Array, class T, int N, int... R>
F2_DEVICE F2_INLINE void
storePartials(Array &Scratch, const registers<T, N> &Values, int ThreadPart,
              std::integer_sequence<int, R...>) {
  (storePartial<Lines, R>(Scratch, Values[R], ThreadPart), ...);
}

template <class Lines, int... Bit>
F2_DEVICE F2_INLINE int partialOfThread(int Thread,
                                        std::integer_sequence<int, Bit...>) {
  (void)Thread;
  return (0 ^ ... ^
          ((Thread >> Bit & 1) *
           std::integral_constant<int, Lines::placeOfThreadBit(Bit)>::value));
}

/// The partial results of one line: neighbours first.
template <int Count, class Array, class T, class Op>
F2_DEVICE F2_INLINE T combinePartials(const Array &Scratch, int Place,
                                      Op &Combine, const T *) {
  if constexpr (Count == 1) {
    T Value;
    __builtin_memcpy(&Value, &Scratch.word[Place], sizeof(T));
    return Value;
  } else {
    const T Low =
        combinePartials<Count / 2>(Scratch, Place, Combine, (const T *)nullptr);
    const T High = combinePartials<Count / 2>(Scratch, Place + Count / 2,
                                              Combine, (const T *)nullptr);
    return Combine(Low, High);
  }
}

template <class Lines, class Dst, class T, int N, int... R>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
takeLines(const registers<T, N> &Values, std::integer_sequence<int, R...>) {
  return {{Values[std::integral_constant<int, Lines::template sourceOf<Dst>(
                                                  R)>::value]...}};
}

#endif // F2_GPU

} // namespace detail

#ifdef F2_GPU

/// The results of the lines along dimension Axis of the tensor that all threads
/// of the block hold in layout Src, in layout Dst.
template <int Axis, class Src, class Dst, class Op,
          class Block = block<Src::threads>, class T>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
reduce(const registers<T, Src::registers> &Values, Op Combine = Op()) {
  static_assert(Axis >= 0 && Axis < Src::rank,
                "f2layout: there is no such dimension to reduce along");
  static_assert(detail::areLines<Src, Dst, Axis>(),
                "f2layout: the destination's tensor must have the source's "
                "dimensions without the one that is reduced along");
  detail::checkBlock<Src, Dst, Block>();
  using Lines = detail::lineReduction<Src, Axis>;
  static_assert(detail::holdsAll<Src>(),
                "f2layout: the source has elements that no thread holds");
  const int Thread = Block::thread();
  registers<T, Src::registers> Partial = Values;
  detail::foldAll<Lines>(Partial, Thread % Src::lanes, Combine,
                         std::make_integer_sequence<int, Lines::inLanes>());
  if constexpr (Lines::template stays<Dst>()) {
    return detail::takeLines<Lines, Dst>(
        Partial, std::make_integer_sequence<int, Dst::registers>());
  } else {
    constexpr int Places = (Src::elements / Src::bases.Size[Axis])
                           << Lines::warpBits;
    constexpr int Spare = Lines::spareThreads();
    auto &Scratch = detail::scratch<detail::word<T>, Places>();
    if ((Thread & Spare) == 0)
      detail::storePartials<Lines>(
          Scratch, Partial,
          detail::partialOfThread<Lines>(
              Thread,
              std::make_integer_sequence<int, Src::bases.threadBits()>()),
          std::make_integer_sequence<int, Src::registers>());
    detail::blockBarrier();
    registers<T, Dst::registers> Result;
    const int ThreadPart = Dst::ofThread(Thread);
    F2_UNROLL
    for (int R = 0; R < Dst::registers; ++R) {
      const int Line = Dst::together(Dst::ofRegister(R), ThreadPart);
      Result[R] = detail::combinePartials<1 << Lines::warpBits>(
          Scratch, Line << Lines::warpBits, Combine, (const T *)nullptr);
    }
    detail::blockBarrier();
    return Result;
  }
}

#endif // F2_GPU

} // namespace f2

#endif // F2LAYOUT_REDUCE_H
