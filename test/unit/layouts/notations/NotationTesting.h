//===- NotationTesting.h - Helpers for tests of notations -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_NOTATIONS_NOTATIONTESTING_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_NOTATIONS_NOTATIONTESTING_H

#include "layouts/notations/Notation.h"
#include "test/unit/layouts/families/FamilyTesting.h"

namespace f2layout {

/// A layout with its paddings, `[32:+4]`, at the end.
inline std::string toString(const PaddedLayout &L) {
  std::string Text = toString(L.Linear);
  for (const Padding &P : L.Paddings)
    Text += " [" + std::to_string(P.Interval) + ":+" +
            std::to_string(P.Amount) + "]";
  return Text;
}

inline std::string text(llvm::Expected<std::string> Result) {
  return Result ? *Result : "error: " + llvm::toString(Result.takeError());
}

/// The layout that was read, as text, or the error.
inline std::string read(llvm::StringRef Text) { return text(readLayout(Text)); }
inline std::string read(llvm::StringRef Text, const Extents &Shape) {
  return text(readLayout(Text, llvm::ArrayRef(Shape)));
}

/// A layout text in another notation, or the error.
inline std::string written(llvm::StringRef Text, Notation N) {
  return text(writeLayout(parsed(Text), N));
}

/// Random parameters of any family of threads, most of them valid for the
/// shape.
DistributedFamily randomThreads(Random &R, unsigned Rank);
/// Random parameters of any family of memory.
MemoryFamily randomMemory(Random &R, unsigned Rank);

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_NOTATIONS_NOTATIONTESTING_H
