//===- StrideForm.cpp - Sizes and strides of any relation -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/isl/StrideForm.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Structure.h"
#include "tools/isl/CuteOracle.h"
#include "tools/isl/Limits.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using f2layout::cute::Layout;
using f2layout::cute::Mode;

namespace f2layout::oracle {

namespace {

class Reader {
public:
  Reader(Context &C, const Map &M) : C(C), M(M) {}

  Expected<Layout> run();

private:
  Error findSizes();
  Expected<Layout> findMode(unsigned I);
  Error verify(const Layout &L, const std::vector<Layout> &Modes);
  /// The value where input I is Index, and the others are 0.
  std::optional<int64_t> at(unsigned I, int64_t Index) const;

  Context &C;
  const Map &M;
  std::vector<int64_t> Sizes;
};

} // namespace

static std::string nameOf(const Map &M, unsigned I) {
  std::string Name = M.inputName(I);
  return Name.empty() ? "number " + std::to_string(I) : "'" + Name + "'";
}

Error Reader::findSizes() {
  std::string Names, Bounds;
  Set Domain = M.domain();
  for (unsigned I = 0; I < M.inputs(); ++I) {
    std::optional<int64_t> First = Domain.least(I), Last = Domain.greatest(I);
    if (First != 0 || !Last)
      return layoutError("no stride form: input " + nameOf(M, I) +
                         " does not begin at 0, or has no end");
    Sizes.push_back(*Last + 1);
    std::string Letter = "x" + std::to_string(I);
    Names += (I ? ", " : "") + Letter;
    Bounds += (I ? " and 0 <= " : " : 0 <= ") + Letter +
              " <= " + std::to_string(*Last);
  }
  if (Domain.equals(C.set("{ [" + Names + "]" + Bounds + " }")) != Answer::Yes)
    return layoutError("no stride form: the inputs are not a box, some tuples "
                       "in between have no value");
  return Error::success();
}

std::optional<int64_t> Reader::at(unsigned I, int64_t Index) const {
  std::vector<int64_t> Input(Sizes.size());
  Input[I] = Index;
  C.restart();
  std::optional<std::vector<int64_t>> Value = M.at(Input);
  return Value ? std::optional(Value->front()) : std::nullopt;
}

/// The smallest divisor of N above 1 that Found accepts; otherwise N.
static int64_t firstDivisor(int64_t N, function_ref<bool(int64_t)> Found) {
  std::vector<int64_t> Large;
  for (int64_t D = 2; D <= N / D; ++D) {
    if (N % D != 0)
      continue;
    if (Found(D))
      return D;
    if (D != N / D)
      Large.push_back(N / D);
  }
  for (int64_t D : reverse(Large))
    if (Found(D))
      return D;
  return N;
}

Expected<Layout> Reader::findMode(unsigned I) {
  std::vector<Mode> Modes;
  int64_t Place = 1, Rest = Sizes[I];
  while (Rest > 1) {
    std::optional<int64_t> Stride = at(I, Place);
    // No stride of CuTe is as large as 2^62, and no product of ours overflows.
    auto Fits = [&](int64_t V) {
      return V > -cute::Overflow && V < cute::Overflow;
    };
    if (!Stride || !Fits(*Stride))
      return layoutError("no stride form: isl does not find the value of "
                         "input " +
                         nameOf(M, I) + " at " + Twine(Place) +
                         ", or it is too large");
    int64_t Size = firstDivisor(Rest, [&](int64_t N) {
      std::optional<int64_t> Value = at(I, Place * N);
      int64_t Product;
      return !Value || __builtin_mul_overflow(*Stride, N, &Product) ||
             *Value != Product;
    });
    Modes.push_back({cute::fixed(Size), cute::fixed(*Stride)});
    Place *= Size;
    Rest /= Size;
  }
  if (Modes.empty())
    Modes.push_back({cute::fixed(1), cute::fixed(0)});
  return Layout::create(Modes);
}

Error Reader::verify(const Layout &L, const std::vector<Layout> &Modes) {
  auto Differs = [&] {
    return layoutError("no stride form: the values at 1 and at the sizes are "
                       "those of " +
                       cute::toString(L) + ", but another value is not");
  };
  C.restart();
  Answer Same = M.equals(CuteOracle(C).sum(Modes));
  if (Same == Answer::Yes)
    return Error::success();
  if (Same == Answer::No)
    return Differs();
  auto Undecided = [] {
    return layoutError("isl does not decide whether the relation has a stride "
                       "form");
  };
  int64_t Count = 1;
  for (int64_t Size : Sizes)
    if (__builtin_mul_overflow(Count, Size, &Count) || Count > MostPoints)
      return Undecided();
  Timer Time;
  for (int64_t Point = 0; Point < Count; ++Point) {
    std::vector<int64_t> Input;
    int64_t Rest = Point, Wanted = 0;
    for (size_t I = 0; I < Sizes.size(); ++I) {
      Input.push_back(Rest % Sizes[I]);
      Wanted += Modes[I](Input.back());
      Rest /= Sizes[I];
    }
    C.restart();
    std::optional<std::vector<int64_t>> Value = M.at(Input);
    if ((!Value && C.gaveUp()) || Time.isOver())
      return Undecided();
    if (!Value || Value->front() != Wanted)
      return Differs();
  }
  return Error::success();
}

Expected<Layout> Reader::run() {
  if (M.outputs() != 1)
    return layoutError("no stride form: the relation has " +
                       Twine(M.outputs()) + " outputs, expected one");
  if (M.inputs() == 0)
    return layoutError("no stride form: the relation has no inputs");
  if (M.isSingleValued() != Answer::Yes)
    return layoutError("isl does not find the relation single-valued");
  if (Error E = findSizes())
    return E;
  if (std::optional<int64_t> Zero = at(0, 0); Zero != 0)
    return layoutError("no stride form: the value at 0 is not 0");
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < Sizes.size(); ++I) {
    Expected<Layout> Mode = findMode(I);
    if (!Mode)
      return Mode;
    Modes.push_back(std::move(*Mode));
  }
  Expected<Layout> L = Modes.size() == 1 ? Modes[0] : cute::joined(Modes);
  if (!L)
    return L;
  if (Error E = verify(*L, Modes))
    return E;
  return L;
}

Expected<Layout> strideFormOf(Context &C, const Map &M) {
  return Reader(C, M).run();
}

} // namespace f2layout::oracle
