//===- IntTuple.cpp - Integers of CuTe and nested tuples of them ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/IntTuple.h"
#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int64_t saturated(int64_t Value) {
  return std::clamp(Value, -Overflow, Overflow);
}

int64_t cute::multiply(int64_t A, int64_t B) {
  int64_t Result;
  if (__builtin_mul_overflow(A, B, &Result))
    return (A < 0) == (B < 0) ? Overflow : -Overflow;
  return saturated(Result);
}

int64_t cute::add(int64_t A, int64_t B) {
  int64_t Result;
  if (__builtin_add_overflow(A, B, &Result))
    return A < 0 ? -Overflow : Overflow;
  return saturated(Result);
}

Int cute::multiply(const Int &A, const Int &B) {
  assert((A.isNumber() || B.isNumber()) && "axes of both");
  const Int &Along = A.isNumber() ? B : A;
  if (Along.isNumber() && (A.isStatic(0) || B.isStatic(0)))
    return fixed(0);
  return {multiply(A.Value, B.Value), A.Static && B.Static, Along.Axes};
}

Int cute::divide(const Int &A, const Int &B) {
  assert(B.Value > 0 && A.Value >= 0 && "a quotient of sizes");
  if (A.isStatic(0))
    return A;
  return {A.Value / B.Value, A.Static && B.Static, A.Axes};
}

Int cute::ceilDiv(const Int &A, const Int &B) {
  assert(B.Value > 0 && A.Value >= 0 && "a quotient of sizes");
  return {A.Value / B.Value + (A.Value % B.Value != 0), A.Static && B.Static,
          A.Axes};
}

Int cute::min(const Int &A, const Int &B) {
  return {std::min(A.Value, B.Value), A.Static && B.Static, {}};
}

Int cute::absolute(const Int &A) {
  return {A.Value < 0 ? -A.Value : A.Value, A.Static, A.Axes};
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

unsigned IntTuple::depth() const {
  unsigned Deepest = 0;
  for (const IntTuple &Item : Items)
    Deepest = std::max(Deepest, 1 + Item.depth());
  return Deepest;
}

static void collect(const IntTuple &T, std::vector<Int> &Leaves) {
  if (!T.isTuple())
    Leaves.push_back(T.integer());
  for (const IntTuple &Item : T.items())
    collect(Item, Leaves);
}

std::vector<Int> cute::leaves(const IntTuple &T) {
  std::vector<Int> Leaves;
  collect(T, Leaves);
  return Leaves;
}

IntTuple cute::tupleOf(ArrayRef<Int> Leaves) {
  return IntTuple(std::vector<IntTuple>(Leaves.begin(), Leaves.end()));
}

IntTuple cute::unwrapped(std::vector<Int> Leaves) {
  return Leaves.size() == 1 ? IntTuple(std::move(Leaves[0])) : tupleOf(Leaves);
}

IntTuple cute::flatten(const IntTuple &T) {
  return T.isTuple() ? tupleOf(leaves(T)) : T;
}

/// Takes the leaves' parts from the front.
static IntTuple refill(ArrayRef<IntTuple> &Parts, const IntTuple &Profile) {
  if (!Profile.isTuple()) {
    IntTuple First = Parts.front();
    Parts = Parts.drop_front();
    return First;
  }
  std::vector<IntTuple> Items;
  for (const IntTuple &Item : Profile.items())
    Items.push_back(refill(Parts, Item));
  return IntTuple(std::move(Items));
}

IntTuple cute::replaceLeaves(const IntTuple &T, ArrayRef<IntTuple> Parts) {
  return refill(Parts, T);
}

IntTuple cute::unflatten(ArrayRef<Int> Leaves, const IntTuple &Profile) {
  std::vector<IntTuple> Parts(Leaves.begin(), Leaves.end());
  return replaceLeaves(Profile, Parts);
}

IntTuple cute::mapLeaves(const IntTuple &T, function_ref<Int(const Int &)> F) {
  if (!T.isTuple())
    return F(T.integer());
  std::vector<IntTuple> Items;
  for (const IntTuple &Item : T.items())
    Items.push_back(mapLeaves(Item, F));
  return IntTuple(std::move(Items));
}

Int cute::product(const IntTuple &T) {
  if (!T.isTuple())
    return T.integer();
  Int Result = fixed(1);
  for (const IntTuple &Item : T.items())
    Result = multiply(Result, product(Item));
  return Result;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Whether A is at least as coarse as B, and Fits where A has an integer.
static bool
coarser(const IntTuple &A, const IntTuple &B,
        function_ref<bool(const IntTuple &A, const IntTuple &B)> Fits) {
  if (!A.isTuple())
    return Fits(A, B);
  if (!B.isTuple() || A.rank() != B.rank())
    return false;
  for (unsigned I = 0; I < A.rank(); ++I)
    if (!coarser(A.mode(I), B.mode(I), Fits))
      return false;
  return true;
}

std::optional<IntTuple> cute::sum(const IntTuple &A, const IntTuple &B) {
  if (A.isTuple() != B.isTuple()) {
    const IntTuple &Tuple = A.isTuple() ? A : B, &Single = A.isTuple() ? B : A;
    if (Single.integer().Value != 0)
      return std::nullopt;
    return mapLeaves(Tuple, [](const Int &I) { return dynamic(I.Value); });
  }
  if (!A.isTuple())
    return IntTuple(dynamic(add(A.integer().Value, B.integer().Value)));
  const IntTuple Missing(dynamic(0));
  std::vector<IntTuple> Items;
  for (unsigned I = 0; I < std::max(A.rank(), B.rank()); ++I) {
    std::optional<IntTuple> Item = sum(I < A.rank() ? A.mode(I) : Missing,
                                       I < B.rank() ? B.mode(I) : Missing);
    if (!Item)
      return std::nullopt;
    Items.push_back(std::move(*Item));
  }
  return IntTuple(std::move(Items));
}

bool cute::congruent(const IntTuple &A, const IntTuple &B) {
  return coarser(
      A, B, [](const IntTuple &, const IntTuple &B) { return !B.isTuple(); });
}

bool cute::weaklyCongruent(const IntTuple &A, const IntTuple &B) {
  return coarser(A, B, [](const IntTuple &, const IntTuple &) { return true; });
}

bool cute::compatible(const IntTuple &A, const IntTuple &B) {
  return coarser(A, B, [](const IntTuple &A, const IntTuple &B) {
    return size(A) == size(B);
  });
}

bool cute::sameValues(const IntTuple &A, const IntTuple &B) {
  return coarser(A, B, [](const IntTuple &A, const IntTuple &B) {
    return !B.isTuple() && A.integer().Value == B.integer().Value &&
           A.integer().Axes == B.integer().Axes;
  });
}
