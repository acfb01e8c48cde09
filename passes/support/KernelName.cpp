//===- KernelName.cpp - The name of a kernel for a reader -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/KernelName.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;

/// A longer name with template arguments is shortened.
static constexpr size_t MostShown = 60;
/// Equal parts up to this length are not worth three dots.
static constexpr size_t LeastHidden = 9;

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

/// Not shortened.
static std::string wholeName(StringRef Symbol) {
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
  return Name;
}

static bool isLong(StringRef Name) {
  return Name.size() > MostShown && Name.ends_with(">");
}

/// Words, and single characters between them.
static SmallVector<StringRef, 32> tokensOf(StringRef Name) {
  auto IsOfWord = [](char C) { return isAlnum(C) || C == '_' || C == ':'; };
  SmallVector<StringRef, 32> Tokens;
  while (!Name.empty()) {
    const size_t Size = std::max<size_t>(Name.take_while(IsOfWord).size(), 1);
    Tokens.push_back(Name.take_front(Size));
    Name = Name.drop_front(Size);
  }
  return Tokens;
}

/// Marks the tokens of Name that Other has not at the same place.
static void markDifferent(ArrayRef<StringRef> Name, ArrayRef<StringRef> Other,
                          BitVector &Differs) {
  if (Name.size() == Other.size()) {
    for (size_t I = 0; I < Name.size(); ++I)
      if (Name[I] != Other[I])
        Differs.set(I);
    return;
  }
  const size_t Least = std::min(Name.size(), Other.size());
  size_t Front = 0, Back = 0;
  while (Front < Least && Name[Front] == Other[Front])
    ++Front;
  while (Back < Least - Front &&
         Name[Name.size() - 1 - Back] == Other[Other.size() - 1 - Back])
    ++Back;
  Differs.set(Front, std::max(Name.size() - Back, Front));
}

static std::string cutMiddle(StringRef Name) {
  constexpr size_t Tail = MostShown / 3;
  return (Name.take_front(MostShown - Tail - 3) + "..." + Name.take_back(Tail))
      .str();
}

std::string f2layout::kernelName(StringRef Symbol, ArrayRef<StringRef> Others) {
  std::string Name = wholeName(Symbol);
  if (!isLong(Name))
    return Name;
  const SmallVector<StringRef, 32> Tokens = tokensOf(Name);
  BitVector Shown(Tokens.size());
  for (StringRef Other : Others) {
    if (Other == Symbol)
      continue;
    const std::string OtherName = wholeName(Other);
    if (StringRef(OtherName).split('<').first ==
        StringRef(Name).split('<').first)
      markDifferent(Tokens, tokensOf(OtherName), Shown);
  }
  if (Shown.none())
    return cutMiddle(Name);
  Shown.set(0, 2); // The template and its bracket.
  Shown.set(Tokens.size() - 1);
  std::string Short;
  for (size_t I = 0; I < Tokens.size();) {
    std::string Hidden;
    for (; I < Tokens.size() && !Shown[I]; ++I)
      Hidden += Tokens[I];
    if (Hidden.size() < LeastHidden)
      Short += Hidden;
    else
      Short +=
          (StringRef(Hidden).starts_with(", ") ? ", ..." : "...") +
          StringRef(I < Tokens.size() && isAlnum(Tokens[I].front()) ? " " : "")
              .str();
    if (I < Tokens.size())
      Short += Tokens[I++];
  }
  return Short;
}

std::string f2layout::kernelName(const Function &F) {
  SmallVector<StringRef, 16> Others;
  if (F.getName().size() > MostShown / 2) // Else no others are looked at.
    for (const Function &Other : *F.getParent())
      if (!Other.isDeclaration())
        Others.push_back(Other.getName());
  return kernelName(F.getName(), Others);
}

StringRef f2layout::templateOf(StringRef KernelName) {
  return KernelName.ends_with(">") ? KernelName.split('<').first : "";
}
