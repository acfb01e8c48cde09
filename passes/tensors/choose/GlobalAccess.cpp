//===- GlobalAccess.cpp - Loads and stores of tensors in memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/choose/GlobalAccess.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/GlobalStores.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

/// The largest power of two, at most 16, that divides the number.
static uint64_t multipleOf(const Value *V, const CallInst &At,
                           AssumptionCache *AC, const DominatorTree *DT) {
  const KnownBits Bits = computeKnownBits(V, At.getDataLayout(), AC, &At, DT);
  return uint64_t(1) << std::min(4u, Bits.countMinTrailingZeros());
}

GlobalAccess GlobalAccess::of(const TensorCall &C, AssumptionCache *AC,
                              const DominatorTree *DT) {
  GlobalAccess G;
  const unsigned Rank = C.Type.rank();
  const uint64_t Bytes = std::max(1u, C.Type.elementBits() / 8);
  for (unsigned D = 0; D < Rank; ++D) {
    auto *Constant = dyn_cast<ConstantInt>(C.stride(D));
    G.Strides.push_back(Constant && !Constant->isNegative()
                            ? std::optional(Constant->getZExtValue())
                            : std::nullopt);
    if (G.Strides[D] == 1 && C.Type.Shape[D] > 1 &&
        (!G.Minor || C.Type.Shape[D] > C.Type.Shape[*G.Minor]))
      G.Minor = D;
  }
  G.Alignment = std::max<uint64_t>(
      getKnownAlignment(C.base(), C.Call->getDataLayout(), C.Call, AC, DT)
          .value(),
      C.Call->getParamAlign(0).valueOrOne().value());
  G.Alignment =
      std::max(Bytes, std::min<uint64_t>(MaxAccessBytes, G.Alignment));
  for (unsigned D = 0; D < Rank; ++D)
    if (D != G.Minor && C.Type.Shape[D] > 1)
      G.Alignment = std::min(G.Alignment,
                             Bytes * multipleOf(C.stride(D), *C.Call, AC, DT));
  G.BoundMultiple = MaxAccessBytes;
  if (G.Minor && C.bound(*G.Minor))
    G.BoundMultiple = multipleOf(C.bound(*G.Minor), *C.Call, AC, DT);
  for (unsigned D = Rank; D-- > 0;)
    G.Order.push_back(D);
  // Unknown strides are taken to be large, and those of later dimensions
  // smaller.
  stable_sort(G.Order, [&](unsigned L, unsigned R) {
    return G.Strides[L].value_or(~uint64_t(0)) <
           G.Strides[R].value_or(~uint64_t(0));
  });
  return G;
}

unsigned GlobalAccess::width(const LayoutTable &Table, LayoutId L,
                             unsigned ElementBits) const {
  if (!Minor)
    return 1;
  const uint64_t Bytes = std::max(1u, ElementBits / 8);
  uint64_t Most = std::min<uint64_t>(
      BoundMultiple, std::min<uint64_t>(Alignment, MaxAccessBytes) / Bytes);
  Most = std::max<uint64_t>(Most, 1);
  // The lowest bits of the coordinate are registers by themselves ...
  const unsigned RegisterBits = Table[L].inputBits("register");
  auto IsRegister = [&](uint64_t Distance) {
    for (unsigned I = 0; I < RegisterBits; ++I) {
      LayoutPoint P = Table.registerImage(L, I);
      if (P[*Minor] != Distance)
        continue;
      P[*Minor] = 0;
      if (all_of(P, [](uint64_t X) { return X == 0; }))
        return true;
    }
    return false;
  };
  uint64_t Width = 1;
  while (Width < Most && IsRegister(Width))
    Width *= 2;
  // ... and nothing else changes them.
  auto Touches = [&](const LayoutPoint &P) {
    return (P[*Minor] & (Width - 1)) != 0;
  };
  auto OthersTouch = [&] {
    if (Touches(Table.elementAt(L, 0)))
      return true;
    for (unsigned I = 0; I < Table.threadBits(); ++I)
      if (Touches(Table.threadImage(L, I)))
        return true;
    for (unsigned I = 0; I < RegisterBits; ++I) {
      const LayoutPoint P = Table.registerImage(L, I);
      const bool Alone = count_if(P, [](uint64_t X) { return X != 0; }) == 1;
      if (Touches(P) && !(Alone && isPowerOf2_64(P[*Minor])))
        return true;
    }
    return false;
  };
  while (Width > 1 && OthersTouch())
    Width /= 2;
  return unsigned(Width);
}

Expected<LayoutId> GlobalAccess::best(LayoutTable &Table,
                                      const TensorType &Type) const {
  // The bits of the element's number, from the dimension of the smallest stride
  // to that of the largest.
  SmallVector<LayoutPoint, 16> Bits;
  for (unsigned D : Order)
    for (uint64_t Bit = 1; Bit < Type.Shape[D]; Bit *= 2) {
      LayoutPoint P(Type.rank(), 0);
      P[D] = Bit;
      Bits.push_back(P);
    }
  const unsigned Threads = Table.threadBits();
  unsigned Vector = 0;
  if (Minor) {
    const uint64_t Bytes = std::max(1u, Type.elementBits() / 8);
    const uint64_t Most = std::min<uint64_t>(
        {Type.Shape[*Minor], BoundMultiple, Alignment / Bytes});
    Vector = Log2_64(std::max<uint64_t>(Most, 1));
    // A thread has no more than its share.
    Vector = std::min<unsigned>(
        Vector, Bits.size() > Threads ? Bits.size() - Threads : 0);
  }
  LayoutSpec Spec;
  LayoutSpec::Input Registers{"register", {}}, Lanes{"lane", {}},
      Warps{"warp", {}};
  unsigned Next = 0;
  auto Take = [&](LayoutSpec::Input &To, unsigned Count, bool Fill) {
    for (unsigned I = 0; I < Count; ++I)
      if (Next < Bits.size())
        To.Images.push_back(Bits[Next++]);
      else if (Fill)
        To.Images.push_back(LayoutPoint(Type.rank(), 0));
  };
  Take(Registers, Vector, false);
  Take(Lanes, Table.laneBits(), true);
  Take(Warps, Table.warpBits(), true);
  Take(Registers, Bits.size(), false);
  Spec.Inputs = {Registers, Lanes, Warps};
  for (unsigned D = 0; D < Type.rank(); ++D)
    Spec.Outputs.push_back({"", Type.Shape[D]});
  for (auto [I, O] : enumerate(Spec.Outputs))
    O.Name = defaultName(I);
  Expected<LinearLayout> L = LinearLayout::create(Spec);
  if (!L)
    return L.takeError();
  return Table.number(*L);
}

double GlobalAccess::price(const LayoutTable &Table, LayoutId L,
                           unsigned ElementBits, bool IsStore,
                           const Target &T) const {
  const GlobalStoreCosts Costs = globalStoreCosts(T);
  const unsigned Width = width(Table, L, ElementBits);
  const unsigned Registers = Table.registers(L);
  const uint64_t Bytes = std::max(1u, ElementBits / 8);
  const unsigned Instructions = std::max(1u, Registers / Width);
  // Bytes from the base, with unknown strides far apart.
  auto AddressOf = [&](const LayoutPoint &P) {
    uint64_t Address = 0;
    for (unsigned D = 0; D < P.size(); ++D)
      Address += P[D] * Strides[D].value_or(uint64_t(1) << (20 + D));
    return Address * Bytes;
  };
  // Images of lanes as elements; a sample of registers is enough, since all
  // accesses of a layout touch as many sectors.
  const unsigned Lanes = 1u << Table.laneBits();
  double Sectors = 0;
  DenseSet<uint64_t> Touched;
  const unsigned Sampled = std::min(Registers, IsStore ? Width : 64u);
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    LayoutPoint P = Table.elementAt(L, 0);
    bool Copy = false;
    for (unsigned I = 0; I < Table.laneBits(); ++I) {
      const LayoutPoint Image = Table.threadImage(L, I);
      if (Lane >> I & 1) {
        Copy |= all_of(Image, [](uint64_t X) { return X == 0; });
        for (unsigned D = 0; D < P.size(); ++D)
          P[D] ^= Image[D];
      }
    }
    if (Copy)
      continue;
    for (unsigned R = 0; R < Sampled; ++R) {
      LayoutPoint Q = P, Zero = Table.elementAt(L, 0),
                  At = Table.elementAt(L, R);
      for (unsigned D = 0; D < Q.size(); ++D)
        Q[D] ^= At[D] ^ Zero[D];
      Touched.insert(AddressOf(Q) / Costs.SectorBytes);
    }
  }
  Sectors = double(Touched.size()) * Registers / Sampled;
  return Instructions + Costs.Shared * Sectors;
}
