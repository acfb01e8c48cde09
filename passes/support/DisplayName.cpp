//===- DisplayName.cpp - The name of a variable for a reader --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/DisplayName.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

/// The text behind the last "::" that is not in brackets.
static StringRef lastComponent(StringRef Name) {
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    const char C = Name[I];
    if (C == ')' || C == '>' || C == ']')
      ++Depth;
    else if (C == '(' || C == '<' || C == '[')
      --Depth;
    else if (C == ':' && Depth == 0)
      return Name.drop_front(I + 1);
  }
  return Name;
}

std::string f2layout::displayName(StringRef Symbol) {
  if (!Symbol.starts_with("_Z"))
    return Symbol.str();
  const std::string Name =
      demangle(Symbol.take_until([](char C) { return C == '.'; }));
  return lastComponent(Name).str();
}
