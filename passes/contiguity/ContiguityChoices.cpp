//===- ContiguityChoices.cpp - Forms that decide an order -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/contiguity/ContiguityChoices.h"

using namespace llvm;
using namespace f2layout;

/// At most 32 cases.
static constexpr unsigned MaxForms = 5;

bool ChoiceBasis::add(Bit Form) {
  Form = Form.linear();
  if (PartsOf.count(Form.Code))
    return true;
  Row R = {0, 0};
  for (SymbolId S : Table.symbolsOf(Form)) {
    unsigned Place = Places.try_emplace(S, Places.size()).first->second;
    if (Place >= 64)
      return false;
    R.Symbols ^= 1ull << Place;
  }
  for (const Row &Other : Rows)
    if (R.Symbols >> Log2_64(Other.Symbols) & 1) {
      R.Symbols ^= Other.Symbols;
      R.Parts ^= Other.Parts;
    }
  uint64_t Parts = R.Parts;
  if (R.Symbols) {
    if (Basis.size() == MaxForms)
      return false;
    // Form is the new one: the rest of the row is its part in the others.
    Parts = 1ull << Basis.size();
    R.Parts ^= Parts;
    Basis.push_back(Form);
    Rows.push_back(R);
  }
  PartsOf[Form.Code] = Parts;
  return true;
}

bool ChoiceBasis::value(Bit Form, uint64_t Case) const {
  uint64_t Parts = PartsOf.lookup(Form.linear().Code);
  return (popcount(Parts & Case) & 1) != Form.offset();
}
