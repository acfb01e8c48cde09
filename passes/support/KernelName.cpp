//===- KernelName.cpp - The name of a kernel for a reader -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/KernelName.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;

/// A longer name with template arguments is cut.
static constexpr size_t MostShown = 60;

/// The text behind the last "::" before the template's arguments.
static StringRef withoutScopes(StringRef Name) {
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    if (Name[I] == '>' || Name[I] == ')')
      ++Depth;
    else if (Name[I] == '<' || Name[I] == '(')
      --Depth;
    else if (Name[I] == ':' && Depth == 0)
      return Name.drop_front(I + 1);
  }
  return Name;
}

std::string f2layout::kernelName(StringRef Symbol) {
  ItaniumPartialDemangler Demangler;
  const std::string Mangled =
      Symbol.take_until([](char C) { return C == '.'; }).str();
  if (!Symbol.starts_with("_Z") || Demangler.partialDemangle(Mangled.c_str()) ||
      !Demangler.isFunction())
    return Symbol.str();
  char *Text = Demangler.getFunctionName(nullptr, nullptr);
  if (!Text)
    return Symbol.str();
  std::string Name = withoutScopes(Text).str();
  std::free(Text);
  if (Name.size() > MostShown && Name.back() == '>') {
    Name.resize(MostShown);
    Name += "...>";
  }
  return Name;
}
