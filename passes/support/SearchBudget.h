//===- SearchBudget.h - How long a search for exchanges may take ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The table of writers of one barrier holds every store before it, so
// the search takes n^2 steps for n barriers in a row; and it is made for every
// likely shape of the block.
//
// Rule. The option search= says how many addresses may be looked at in one
// kernel: one for each access in each thread that is evaluated, and one for
// each store in each thread that is entered into a table. When they are spent,
// the loads that remain are left alone, and a remark says so.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_SEARCHBUDGET_H
#define F2LAYOUT_PASSES_SUPPORT_SEARCHBUDGET_H

#include <algorithm>
#include <cstdint>

namespace f2layout {
inline namespace passes {

class SearchBudget {
public:
  /// With 0, there is no limit.
  explicit SearchBudget(unsigned Millions)
      : Left(Millions ? Millions * uint64_t(1000000) : ~uint64_t(0)) {}

  /// Returns true if as many addresses are left.
  bool affords(uint64_t Addresses) {
    Ended |= Addresses > Left;
    return Addresses <= Left;
  }
  /// Takes the addresses. Returns false, and takes none, if they are not left.
  bool spend(uint64_t Addresses) {
    if (!affords(Addresses))
      return false;
    Left -= Addresses;
    return true;
  }
  /// How many addresses are left.
  uint64_t left() const { return Left; }
  /// Something was not searched for.
  bool hasEnded() const { return Ended; }

private:
  uint64_t Left;
  bool Ended = false;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_SEARCHBUDGET_H
