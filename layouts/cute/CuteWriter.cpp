//===- CuteWriter.cpp - CuTe layouts written as text ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/CuteText.h"
#include "layouts/cute/Tiling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

//===----------------------------------------------------------------------===//
// As CuTe prints
//===----------------------------------------------------------------------===//

std::string cute::toString(const Int &I) {
  std::string Text = (I.Static ? "_" : "") + std::to_string(I.Value);
  for (unsigned Axis : reverse(I.Axes))
    Text += "@" + std::to_string(Axis);
  return Text;
}

static void print(raw_ostream &OS, const IntTuple &T) {
  if (!T.isTuple()) {
    OS << cute::toString(T.integer());
    return;
  }
  OS << '(';
  ListSeparator LS(",");
  for (const IntTuple &Item : T.items()) {
    OS << LS;
    print(OS, Item);
  }
  OS << ')';
}

std::string cute::toString(const IntTuple &T) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, T);
  return Text;
}

std::string cute::toString(const Layout &L) {
  return toString(L.shape()) + ":" + toString(L.stride());
}

std::string cute::toString(const Swizzle &S) {
  return ("Sw<" + Twine(S.bits()) + "," + Twine(S.base()) + "," +
          Twine(S.shift()) + ">")
      .str();
}

/// The swizzle that the text has: of byte addresses behind a pointer.
static std::optional<Swizzle> swizzleOfText(const ComposedLayout &L) {
  if (!L.Outer || !L.Pointer)
    return L.Outer;
  return cantFail(recast(*L.Outer, L.Pointer->Bits, 8));
}

std::string cute::toString(const ComposedLayout &L) {
  std::string Text;
  if (std::optional<Swizzle> S = swizzleOfText(L))
    Text = toString(*S) + " o ";
  if (L.Pointer)
    Text += L.Pointer->Name + "[" + utostr(L.Pointer->Bits) + "b](unset) o ";
  if (L.Offset)
    Text +=
        (L.Offset->isTuple() ? "ArithTuple" : "") + toString(*L.Offset) + " o ";
  return Text + toString(L.Inner);
}

//===----------------------------------------------------------------------===//
// As pycute prints
//===----------------------------------------------------------------------===//

static void printPython(raw_ostream &OS, const IntTuple &T) {
  if (!T.isTuple()) {
    OS << T.integer().Value;
    return;
  }
  OS << '(';
  ListSeparator LS;
  for (const IntTuple &Item : T.items()) {
    OS << LS;
    printPython(OS, Item);
  }
  OS << (T.rank() == 1 ? ",)" : ")");
}

Expected<std::string> cute::pycuteText(const ComposedLayout &L) {
  if (!L.Inner.givesNumbers())
    return cuteError("pycute's strides have no axes");
  if (L.Pointer)
    return cuteError("pycute has no pointers");
  std::string Text;
  raw_string_ostream OS(Text);
  if (L.Outer)
    OS << "SW_" << L.Outer->bits() << '_' << L.Outer->base() << '_'
       << L.Outer->shift() << " o ";
  // pycute always has an offset beside a swizzle.
  if (L.Outer || L.Offset)
    OS << L.offset() << " o ";
  printPython(OS, L.Inner.shape());
  OS << ':';
  printPython(OS, L.Inner.stride());
  return Text;
}

//===----------------------------------------------------------------------===//
// As a C++ type
//===----------------------------------------------------------------------===//

/// The names that include/cute/numeric/integral_constant.hpp has. Int<N> is
/// always right.
static bool hasName(int64_t V) {
  return V >= 0 && (V <= 10 || V == 12 || (V % 8 == 0 && V <= 256) ||
                    ((V & (V - 1)) == 0 && V <= (1 << 19)));
}

static std::string typeOf(int64_t V) {
  return hasName(V) ? "_" + std::to_string(V)
                    : "Int<" + std::to_string(V) + ">";
}

static std::string typeOf(const Int &I) {
  if (I.isNumber())
    return typeOf(I.Value);
  std::string Axes;
  for (unsigned Axis : I.Axes)
    Axes += (Axes.empty() ? "" : ",") + std::to_string(Axis);
  return I.Value == 1 ? "E<" + Axes + ">"
                      : "ScaledBasis<" + typeOf(I.Value) + "," + Axes + ">";
}

static void printType(raw_ostream &OS, const IntTuple &T, StringRef Name) {
  if (!T.isTuple()) {
    OS << typeOf(T.integer());
    return;
  }
  OS << Name << '<';
  ListSeparator LS(",");
  for (const IntTuple &Item : T.items()) {
    OS << LS;
    printType(OS, Item, Name);
  }
  OS << '>';
}

static bool allStatic(const IntTuple &T) {
  std::vector<Int> Leaves = leaves(T);
  return all_of(Leaves, [](const Int &I) { return I.Static; });
}

Expected<std::string> cute::typeText(const ComposedLayout &L) {
  if (!allStatic(L.Inner.shape()) || !allStatic(L.Inner.stride()) ||
      (L.Offset && !allStatic(*L.Offset)))
    return cuteError("a dynamic integer has no type that states its value");
  if (L.Offset && (L.Offset->isTuple() || !L.Outer))
    return cuteError("an offset has a type only behind a swizzle");
  if (L.Pointer && !L.Outer)
    return cuteError("a pointer has a type only behind a swizzle");
  std::string Text;
  raw_string_ostream OS(Text);
  if (std::optional<Swizzle> S = swizzleOfText(L)) {
    OS << "ComposedLayout<Swizzle<" << S->bits() << ',' << S->base() << ','
       << S->shift() << ">,";
    if (L.Pointer)
      OS << L.Pointer->Name << "_flag_bits<" << L.Pointer->Bits << '>';
    else
      OS << typeOf(L.offset());
    OS << ',';
  }
  OS << "Layout<";
  printType(OS, L.Inner.shape(), "Shape");
  OS << ',';
  printType(OS, L.Inner.stride(), "Stride");
  OS << (L.Outer ? ">>" : ">");
  return Text;
}

//===----------------------------------------------------------------------===//
// Static and dynamic
//===----------------------------------------------------------------------===//

static IntTuple withStatic(const IntTuple &T, bool Static) {
  return mapLeaves(T,
                   [&](const Int &I) { return Int{I.Value, Static, I.Axes}; });
}

Layout cute::withStatic(const Layout &L, bool Static) {
  return cantFail(Layout::create(::withStatic(L.shape(), Static),
                                 ::withStatic(L.stride(), Static)));
}

ComposedLayout cute::withStatic(const ComposedLayout &L, bool Static) {
  ComposedLayout Result = L;
  Result.Inner = withStatic(L.Inner, Static);
  if (L.Offset)
    Result.Offset = ::withStatic(*L.Offset, Static);
  return Result;
}
