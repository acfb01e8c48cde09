//===- Registers.h - What a thread holds of a tensor ------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// registers<T, N> are N elements of a thread, in the order of a layout's
// registers. Elements of 8, 16, 32 or 64 bits that can be copied byte by byte:
// integers, half, bfloat, float, double, pointers.
//
// Matrix instructions take two halves in one word. `as` reinterprets the same
// bytes in other units:
//
//   f2::registers<__half, 8> A = ...;
//   f2::registers<unsigned, 4> Words = f2::as<unsigned>(A);
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_REGISTERS_H
#define F2LAYOUT_REGISTERS_H

#include "Target.h"
#include <type_traits>

namespace f2 {

template <class T, int N> struct registers {
  T value[N];

  static F2_CONSTEXPR int size() { return N; }
  F2_CONSTEXPR_INLINE T &operator[](int I) { return value[I]; }
  F2_CONSTEXPR_INLINE const T &operator[](int I) const { return value[I]; }
};

namespace detail {

template <int Bytes> struct wordOf {
  static_assert(Bytes < 0, "f2layout: elements have 8, 16, 32 or 64 bits");
};
template <> struct wordOf<1> {
  using type = unsigned char;
};
template <> struct wordOf<2> {
  using type = unsigned short;
};
template <> struct wordOf<4> {
  using type = unsigned int;
};
template <> struct wordOf<8> {
  using type = unsigned long long;
};

/// The integer that is moved in place of a T.
template <class T> using word = typename wordOf<sizeof(T)>::type;

} // namespace detail

/// The same bytes as values of type To, the first in the lowest bits.
template <class To, class T, int N>
F2_HOST_DEVICE F2_INLINE registers<To, int(N * sizeof(T) / sizeof(To))>
as(const registers<T, N> &Values) {
  static_assert(N * sizeof(T) % sizeof(To) == 0,
                "f2layout: the registers do not fill a whole number of the "
                "other type");
  registers<To, int(N * sizeof(T) / sizeof(To))> Result;
  __builtin_memcpy(&Result, &Values, sizeof(Values));
  return Result;
}

} // namespace f2

#endif // F2LAYOUT_REGISTERS_H
