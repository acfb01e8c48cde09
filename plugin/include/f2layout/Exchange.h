//===- Exchange.h - Store, barrier, load, barrier ---------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of conversions and gathers: renaming of registers, and exchanges
// through shared memory.
//
// A thread has what it wants if all bits of the thread number have the same
// images in both layouts, and each register of the destination is one of the
// source. An accumulator of two m16n8 products, rounded to half, is the left
// operand of the next (Matrix.h):
//
//   from  register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//   to    register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_EXCHANGE_H
#define F2LAYOUT_EXCHANGE_H

#include "Layout.h"
#include "Registers.h"

#define F2_UNROLL _Pragma("unroll")

/// The most bytes of separate copies by threads that hold the same elements.
#ifndef F2_SCRATCH
#define F2_SCRATCH 16384
#endif

namespace f2 {

/// A block of X x Y x Z threads, numbered along x first.
template <int X, int Y = 1, int Z = 1> struct block {
  static constexpr int threads = X * Y * Z;
#ifdef F2_GPU
  F2_DEVICE F2_INLINE static int thread() {
#if defined(F2_CHECK_BLOCK) && defined(F2_CUDA) && defined(__CUDA_ARCH__)
    if (blockDim.x != X || blockDim.y != Y || blockDim.z != Z)
      __trap();
#endif
    int Thread = detail::threadIndex<0>();
    if constexpr (Y > 1 || Z > 1)
      Thread += X * detail::threadIndex<1>();
    if constexpr (Z > 1)
      Thread += X * Y * detail::threadIndex<2>();
    return Thread;
  }
#endif
};

namespace detail {

template <class Src, class Dst> F2_CONSTEXPR bool haveOneShape() {
  bool Same = Src::rank == Dst::rank;
  for (int D = 0; D < MaxRank; ++D)
    Same &= Src::bases.Size[D] == Dst::bases.Size[D];
  return Same;
}

/// Returns true if the source holds every element that the destination wants.
template <class Src, class Dst> F2_CONSTEXPR bool holdsWanted() {
  const Span S = spanOf(Src::bases);
  for (int I = 0; I < Dst::bases.Register.Count; ++I)
    if (S.rest(Dst::bases.Register.Image[I]))
      return false;
  for (int I = 0; I < Dst::bases.threadBits(); ++I)
    if (S.rest(Dst::bases.threadImage(I)))
      return false;
  return true;
}

template <class Src, class Dst, class Block> F2_CONSTEXPR void checkBlock() {
  static_assert(Src::threads == Dst::threads,
                "f2layout: source and destination are held by different "
                "numbers of threads; expected lanes times warps of the two to "
                "be equal (an image of zeros makes copies)");
  static_assert(Src::threads == Block::threads,
                "f2layout: the block has another number of threads than the "
                "layouts");
}

template <class Src, class Dst, class Block> F2_CONSTEXPR void checkPair() {
  checkBlock<Src, Dst, Block>();
  static_assert(holdsWanted<Src, Dst>(),
                "f2layout: the destination has elements that no thread holds "
                "in the source");
}

//===----------------------------------------------------------------------===//
// Within the thread
//===----------------------------------------------------------------------===//

/// The register of the source that holds what register R of the destination
/// wants, in the same thread; -1 if there is none.
template <class Src, class Dst> F2_CONSTEXPR int sourceOf(int R) {
  const int Wanted = Dst::bases.Register.at(R);
  for (int From = 0; From < Src::registers; ++From)
    if (Src::bases.Register.at(From) == Wanted)
      return From;
  return -1;
}

template <class Src, class Dst> F2_CONSTEXPR bool staysInThread() {
  if (Src::threads != Dst::threads)
    return false;
  for (int I = 0; I < Src::bases.threadBits(); ++I)
    if (Src::bases.threadImage(I) != Dst::bases.threadImage(I))
      return false;
  for (int I = 0; I < Dst::bases.Register.Count; ++I)
    if (sourceOf<Src, Dst>(1 << I) < 0)
      return false;
  return true;
}

#ifdef F2_GPU

template <class Src, class Dst, class T, int... R>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
rename(const registers<T, Src::registers> &Values,
       std::integer_sequence<int, R...>) {
  return {
      {Values[std::integral_constant<int, sourceOf<Src, Dst>(R)>::value]...}};
}

//===----------------------------------------------------------------------===//
// Through shared memory
//===----------------------------------------------------------------------===//

#ifdef F2_CUDA
constexpr long long MaxSharedBytes = 48 * 1024;
#else
constexpr long long MaxSharedBytes = 64 * 1024;
#endif

/// The places of the tensor and its copies in scratch memory.
template <class Src, class T> struct scratchPlace {
  /// The number of bits of the thread without effect.
  static F2_CONSTEXPR int freeBits() {
    int Free = 0;
    for (int I = 0; I < Src::bases.threadBits(); ++I)
      Free |= Src::bases.threadImage(I) ? 0 : 1 << I;
    return Free;
  }
  static constexpr int Free = freeBits();

  static F2_CONSTEXPR long long bytes(int FreeBits) {
    long long Bytes = (long long)Src::elements * sizeof(T);
    for (int I = 0; I < MaxThreadBits; ++I)
      Bytes <<= FreeBits >> I & 1;
    return Bytes;
  }
  /// True if every set of equal threads has a separate copy.
  static constexpr bool HasCopies = Free && bytes(Free) <= F2_SCRATCH;
  static_assert(bytes(0) <= MaxSharedBytes,
                "f2layout: the tensor does not fit in a block's static shared "
                "memory; expected at most 48 KiB (64 KiB on AMD): convert it "
                "in parts");
  static constexpr int elements =
      int(bytes(HasCopies ? Free : 0) / int(sizeof(T)));

  /// The beginning of the copy that a thread writes and reads.
  F2_DEVICE F2_INLINE static int copyOf(int Thread) {
    return copyOf(Thread, std::make_integer_sequence<int, MaxThreadBits>());
  }

  F2_DEVICE F2_INLINE static bool writes(int Thread) {
    return HasCopies || (Thread & Free) == 0;
  }

private:
  /// What a bit of the thread contributes: the next power of two above the
  /// tensor for each free bit, 0 for others.
  static F2_CONSTEXPR int step(int Bit) {
    int Step = Src::elements;
    for (int I = 0; I < Bit; ++I)
      Step <<= Free >> I & 1;
    return HasCopies && (Free >> Bit & 1) ? Step : 0;
  }
  template <int... Bit>
  F2_DEVICE F2_INLINE static int copyOf(int Thread,
                                        std::integer_sequence<int, Bit...>) {
    return (
        0 + ... +
        ((Thread >> Bit & 1) * std::integral_constant<int, step(Bit)>::value));
  }
};

template <class Word, int Elements> struct scratchArray {
  alignas(16) Word word[Elements];
};

/// One static array for each element size and number of elements.
template <class Word, int Elements>
F2_DEVICE F2_INLINE scratchArray<Word, Elements> &scratch() {
  static __shared__ scratchArray<Word, Elements> Array;
  return Array;
}

template <class Src, class T, class Array>
F2_DEVICE F2_INLINE void
store(Array &Scratch, const registers<T, Src::registers> &Values, int Thread) {
  static_assert(__is_trivially_copyable(T),
                "f2layout: elements travel byte by byte, expected a type that "
                "is trivially copyable");
  using Place = scratchPlace<Src, T>;
  constexpr int FreeRegisters = Src::bases.Register.free();
  const int Copy = Place::copyOf(Thread), ThreadPart = Src::ofThread(Thread);
  if (Place::writes(Thread)) {
    F2_UNROLL
    for (int R = 0; R < Src::registers; ++R) {
      if (R & FreeRegisters)
        continue; // The same element as another register's.
      const int At = Src::together(Src::ofRegister(R), ThreadPart);
      __builtin_memcpy(&Scratch.word[Copy + At], &Values[R], sizeof(T));
    }
  }
}

template <class Src, class Dst, class Block, class T>
F2_DEVICE F2_INLINE registers<T, Dst::registers>
throughShared(const registers<T, Src::registers> &Values) {
  using Place = scratchPlace<Src, T>;
  auto &Scratch = scratch<word<T>, Place::elements>();
  const int Thread = Block::thread();
  store<Src>(Scratch, Values, Thread);
  blockBarrier();
  registers<T, Dst::registers> Result;
  const int Copy = Place::copyOf(Thread), ThreadPart = Dst::ofThread(Thread);
  F2_UNROLL
  for (int R = 0; R < Dst::registers; ++R) {
    const int At = Dst::together(Dst::ofRegister(R), ThreadPart);
    __builtin_memcpy(&Result[R], &Scratch.word[Copy + At], sizeof(T));
  }
  blockBarrier();
  return Result;
}

#endif // F2_GPU

} // namespace detail
} // namespace f2

#endif // F2LAYOUT_EXCHANGE_H
