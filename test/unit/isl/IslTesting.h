//===- IslTesting.h - Helpers for tests that ask isl ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_ISL_ISLTESTING_H
#define F2LAYOUT_TEST_UNIT_ISL_ISLTESTING_H

#include "layouts/relations/CuteRelation.h"
#include "layouts/relations/LinearRelation.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "tools/isl/LayoutOracle.h"
#include <ostream>

namespace f2layout::oracle {

/// Names of answers in messages of tests.
inline void PrintTo(Answer A, std::ostream *OS) {
  *OS << (A == Answer::Yes ? "yes" : A == Answer::No ? "no" : "unknown");
}

inline Map mapOf(Context &C, const Relation &R) { return C.map(toString(R)); }

/// The composition of these relations.
inline Map mapOf(Context &C, const std::vector<Relation> &Steps) {
  std::vector<std::string> Texts;
  for (const Relation &R : Steps)
    Texts.push_back(toString(R));
  return C.composition(Texts);
}

inline Relation relationOfLayout(const cute::Layout &L) {
  cute::ComposedLayout Whole;
  Whole.Inner = L;
  return relationOf(Whole);
}

} // namespace f2layout::oracle

#endif // F2LAYOUT_TEST_UNIT_ISL_ISLTESTING_H
