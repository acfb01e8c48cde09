//===- SwizzleLimits.cpp - What accesses say about values -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SwizzleProof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace f2layout;
using namespace llvm::PatternMatch;

/// Quotients that are compared with others.
static constexpr size_t MaxQuotients = 16;

/// Of accesses with the same values, those of a basic block that leave the
/// least room.
void SwizzleProof::findLimits() {
  constexpr size_t MaxLimits = 16;
  Limits.emplace();
  if (C.Eval.shape().SizeIsExact || C.Object.Dynamic)
    return;
  for (const SwizzleAccess &A : C.Accesses) {
    const Instruction *I = A.A->I;
    if (!isa<LoadInst, StoreInst>(I))
      continue;
    const AddressSum Sum = sumOfAddress(
        A.A->pointerUse(), *C.Object.Arrays.front(), C.F.getDataLayout());
    if (Sum.Parts.empty() || any_of(Sum.Parts, [](const AddressSum::Part &P) {
          return int32_t(P.Times) <= 0;
        }))
      continue;
    const int64_t Most = int64_t(C.Bytes) - A.A->Bytes - int32_t(Sum.Constant);
    auto Same = find_if(*Limits, [&](const Limit &L) {
      return L.At->getParent() == I->getParent() && L.Parts == Sum.Parts;
    });
    if (Same == Limits->end() && Limits->size() < MaxLimits)
      Limits->push_back({I, Sum.Parts, Most});
    else if (Same != Limits->end() && Most < Same->Most)
      *Same = {I, Sum.Parts, Most};
  }
}

namespace {

/// (Sum / By) or (Sum % By), in Width bits.
struct QuotientForm {
  AddressSum Sum;
  uint32_t By = 1;
  unsigned Width = 32;
  bool IsRemainder = false;
};

} // namespace

static std::optional<QuotientForm> formOf(const Value *V,
                                          const SwizzleContext &C) {
  (void)match(V, m_ZExt(m_Value(V)));
  const Value *Of = nullptr;
  const APInt *By = nullptr;
  QuotientForm Form;
  if (match(V, m_URem(m_Value(Of), m_APInt(By))))
    Form.IsRemainder = true;
  else if (!match(V, m_UDiv(m_Value(Of), m_APInt(By))))
    return std::nullopt;
  if (By->isZero() || By->getActiveBits() > 31 ||
      V->getType()->getScalarSizeInBits() > 32)
    return std::nullopt;
  Form.By = By->getZExtValue();
  Form.Width = std::min(V->getType()->getScalarSizeInBits(), 31u);
  (void)match(Of, m_Trunc(m_Value(Of)));
  if (Of->getType()->getScalarSizeInBits() < 32)
    return std::nullopt;
  Form.Sum = sumOfIndex(const_cast<Value *>(Of), *C.Object.Arrays.front(),
                        C.F.getDataLayout());
  if (Form.Sum.Parts.empty() || int32_t(Form.Sum.Constant) < 0)
    return std::nullopt;
  return Form;
}

/// The most that the sum without its constant is where At has run, if the
/// limit's sum is a multiple of it.
static std::optional<int64_t> mostOf(ArrayRef<AddressSum::Part> Parts,
                                     ArrayRef<AddressSum::Part> Limited,
                                     int64_t Most) {
  if (Parts.size() != Limited.size() || Most < 0)
    return std::nullopt;
  const uint32_t Times = Limited.front().Times / Parts.front().Times;
  for (auto [L, P] : zip_equal(Limited, Parts))
    if (L.V != P.V || int32_t(P.Times) <= 0 ||
        uint64_t(P.Times) * Times != L.Times)
      return std::nullopt;
  return Most / Times;
}

/// Numbers that are narrower than the sum hold it, since it is so small.
std::optional<int64_t> SwizzleProof::mostOfQuotient(const Value *V,
                                                    const Limit &L) {
  const std::optional<QuotientForm> Form = formOf(V, C);
  if (!Form || Form->IsRemainder)
    return std::nullopt;
  const std::optional<int64_t> Most = mostOf(Form->Sum.Parts, L.Parts, L.Most);
  if (!Most || (*Most + Form->Sum.Constant) >> Form->Width)
    return std::nullopt;
  return (*Most + Form->Sum.Constant) / Form->By;
}

/// No thread that runs the access has a sum, with its constant, of more bits.
bool SwizzleProof::fits(const AddressSum &Sum, unsigned Width,
                        unsigned Access) {
  const std::vector<LimitedParts> Limited = limitsOf(Sum, Access);
  SmallVector<Range, 4> Here(Sum.Parts.size());
  for (unsigned T = 0; T < C.Eval.threads(); ++T) {
    int64_t High = 0;
    for (auto [P, Found] : zip_equal(Sum.Parts, Here)) {
      Found = rangesOf(P.V)[T];
      if (Found.first < 0 || int32_t(P.Times) <= 0)
        return false;
      High += P.Times * Found.second;
      if (High > INT32_MAX)
        return false;
    }
    bool Runs = true;
    for (const LimitedParts &L : Limited) {
      Runs = Runs && limit(L, T, Here);
      // The limit holds: its sum is small, as far as this one is.
      if (auto Most = mostOf(Sum.Parts, L.By->Parts, L.By->Most);
          Most && isSmall(*L.By, T))
        High = std::min(High, *Most);
    }
    if (Runs && (High + Sum.Constant) >> Width)
      return false;
  }
  return true;
}

/// (s + 768) % 48 is s % 48, and (s + 768) / 48 is s / 48 + 16, where the sums
/// do not wrap. s / 48 is in the address of an access that has run before, so
/// it is not poison.
void SwizzleProof::shareQuotients(AddressSum &Sum, unsigned Access) {
  for (AddressSum::Part &P : Sum.Parts) {
    const std::optional<QuotientForm> Form = formOf(P.V, C);
    if (!Form)
      continue;
    auto IsAlike = [&](const SharedQuotient &Other) {
      const std::optional<QuotientForm> Of = formOf(Other.V, C);
      return Other.V != P.V && Of->By == Form->By && Of->Width == Form->Width &&
             Of->IsRemainder == Form->IsRemainder &&
             Of->Sum.Parts == Form->Sum.Parts &&
             Of->Sum.Constant <= Form->Sum.Constant &&
             (Form->Sum.Constant - Of->Sum.Constant) % Form->By == 0 &&
             C.DT.dominates(C.Accesses[Other.Access].A->I,
                            C.Accesses[Access].A->I);
    };
    auto Same = find_if(Quotients, IsAlike);
    if (Same == Quotients.end()) {
      if (isa<Instruction>(P.V) && Quotients.size() < MaxQuotients &&
          none_of(Quotients,
                  [&](const SharedQuotient &Q) { return Q.V == P.V; }))
        Quotients.push_back({P.V, Access});
      continue;
    }
    if (!fits(Form->Sum, Form->Width, Access))
      continue;
    const uint32_t More =
        (Form->Sum.Constant - formOf(Same->V, C)->Sum.Constant) / Form->By;
    if (any_of(Sum.Parts,
               [&](const AddressSum::Part &Q) { return Q.V == Same->V; }))
      continue;
    if (!Form->IsRemainder)
      Sum.Constant += P.Times * More;
    P.V = Same->V;
  }
}

/// Those of accesses that have run where the access runs, with the values that
/// they had: the values are computed before either.
std::vector<SwizzleProof::LimitedParts>
SwizzleProof::limitsOf(const AddressSum &Sum, unsigned Access) {
  if (!Limits)
    findLimits();
  std::vector<LimitedParts> Found;
  for (const Limit &L : *Limits) {
    if (!C.DT.dominates(L.At, C.Accesses[Access].A->I))
      continue;
    LimitedParts Here;
    Here.By = &L;
    for (auto [Number, P] : enumerate(Sum.Parts)) {
      for (auto [Other, Q] : enumerate(L.Parts))
        if (P.V == Q.V)
          Here.Same.push_back({Number, Other});
      if (const std::optional<int64_t> Most = mostOfQuotient(P.V, L))
        Here.Quotients.push_back({Number, *Most});
    }
    if (!Here.Same.empty() || !Here.Quotients.empty())
      Found.push_back(std::move(Here));
  }
  return Found;
}

/// The sum, with its constant or without, does not wrap.
bool SwizzleProof::isSmall(const Limit &L, unsigned Thread) {
  int64_t High = 0;
  for (const AddressSum::Part &P : L.Parts) {
    const Range Here = rangesOf(P.V)[Thread];
    High += P.Times * Here.second;
    if (Here.first < 0 || High > INT32_MAX)
      return false;
  }
  return L.Most <= INT32_MAX && High + int64_t(C.Bytes) - L.Most <= INT32_MAX;
}

/// Limits the ranges of the parts' values; returns false if the thread has no
/// values that are small enough, so that it does not run the access.
bool SwizzleProof::limit(const LimitedParts &Of, unsigned Thread,
                         MutableArrayRef<Range> Found) {
  const Limit &L = *Of.By;
  if (!isSmall(L, Thread))
    return true;
  int64_t Low = 0;
  for (const AddressSum::Part &P : L.Parts)
    Low += P.Times * rangesOf(P.V)[Thread].first;
  if (Low > L.Most)
    return false;
  for (auto [Number, Other] : Of.Same) {
    const AddressSum::Part &P = L.Parts[Other];
    const int64_t Most = rangesOf(P.V)[Thread].first + (L.Most - Low) / P.Times;
    Found[Number].second = std::min(Found[Number].second, Most);
  }
  for (auto [Number, Most] : Of.Quotients)
    Found[Number].second = std::min(Found[Number].second, Most);
  return true;
}
