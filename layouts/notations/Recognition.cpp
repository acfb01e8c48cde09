//===- Recognition.cpp - Recognising families of layouts ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Recognition.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <functional>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Shared by all recognisers
//===----------------------------------------------------------------------===//

std::vector<LayoutPoint> f2layout::imagesOf(const LinearLayout &L,
                                            StringRef In) {
  for (LayoutSpec::Input &Input : L.spec().Inputs)
    if (Input.Name == In)
      return std::move(Input.Images);
  return {};
}

/// The size of a piece is the least step from block to block.
CgaLayout f2layout::cgaOf(const LinearLayout &L) {
  CgaLayout Cga;
  Cga.Images = imagesOf(L, "block");
  for (size_t D = 0; D < L.outputs().size(); ++D) {
    uint64_t Steps = 0;
    for (const LayoutPoint &Image : Cga.Images)
      Steps |= Image[D];
    if (Steps)
      for (LayoutPoint &Image : Cga.Images)
        Image[D] >>= countr_zero(Steps);
  }
  return Cga;
}

bool f2layout::gives(Expected<LinearLayout> Made, const LinearLayout &L) {
  if (Made)
    return *Made == L;
  consumeError(Made.takeError());
  return false;
}

bool f2layout::anyOrder(unsigned Rank,
                        function_ref<bool(ArrayRef<unsigned>)> Visit) {
  SmallVector<unsigned> Order = minorLast(Rank);
  do {
    if (Visit(Order))
      return true;
  } while (std::prev_permutation(Order.begin(), Order.end()));
  return false;
}

Expected<LinearLayout> f2layout::withFamilyInputs(const LinearLayout &L) {
  if (!L.isLinear())
    return layoutError("the layout is affine, expected a linear one");
  LayoutSpec Spec = L.spec();
  for (auto [I, Out] : enumerate(Spec.Outputs))
    if (Out.Name != defaultName(I))
      return layoutError("output " + Twine(I) + " is '" + Out.Name +
                         "', expected 'dim" + Twine(I) + "'");
  // More would take too long to try, and no tensor has more.
  if (Spec.Outputs.size() > 6)
    return layoutError("the layout has " + Twine(Spec.Outputs.size()) +
                       " outputs, expected at most 6");
  bool Memory = L.inputShift("offset").has_value();
  SmallVector<StringRef> Names = {"register", "lane", "warp", "block"};
  if (Memory)
    Names = {"offset", "block"};
  LayoutSpec Result;
  Result.Outputs = Spec.Outputs;
  for (StringRef Name : Names) {
    std::vector<LayoutPoint> Images = imagesOf(L, Name);
    if (Name != "block" || !Images.empty())
      Result.Inputs.push_back({Name.str(), std::move(Images)});
  }
  for (const LayoutDim &D : L.inputs())
    if (!is_contained(Names, StringRef(D.Name)))
      return layoutError("the layout has the input '" + D.Name +
                         "', expected some of " + join(Names, ", "));
  return LinearLayout::create(Result);
}

//===----------------------------------------------------------------------===//
// Parents
//===----------------------------------------------------------------------===//

using Visitor = void (*)(const LinearLayout &, DistributedVisitor);

static Expected<DistributedFamily>
firstThatGives(const LinearLayout &L, Visitor Candidates, StringRef Why) {
  std::optional<DistributedFamily> Found;
  SmallVector<uint64_t> Shape = shapeOf(L);
  Candidates(L, [&](DistributedFamily F) {
    if (!gives(distributedLayout(F, Shape), L))
      return false;
    Found = std::move(F);
    return true;
  });
  if (Found)
    return *Found;
  return layoutError(Why);
}

Expected<DistributedFamily> f2layout::recogniseBlocked(const LinearLayout &L) {
  for (StringRef In : {"register", "lane", "warp"})
    for (auto [Bit, Image] : enumerate(imagesOf(L, In)))
      if (L.flattenLong(Image).popcount() > 1)
        return layoutError("image of " + In + " bit " + Twine(Bit) + " is " +
                           pointText(Image) +
                           ", expected a power of two in one dimension");
  return firstThatGives(L, visitBlocked,
                        "no sizePerThread, threadsPerWarp, warpsPerCTA and "
                        "order give this layout");
}

Expected<DistributedFamily> f2layout::recogniseMma(const LinearLayout &L) {
  return firstThatGives(L, visitMma,
                        "no warpsPerCTA and instrShape give this layout");
}

Expected<DistributedFamily> f2layout::recogniseMfma(const LinearLayout &L) {
  return firstThatGives(L, visitMfma,
                        "no warpsPerCTA, tilesPerWarp and instrShape give this "
                        "layout");
}

Expected<DistributedFamily> f2layout::recogniseWmma(const LinearLayout &L) {
  return firstThatGives(L, visitWmma,
                        "no version, ctaLayout and instrShape give this "
                        "layout");
}

static constexpr Visitor Parents[] = {visitBlocked, visitMma, visitMfma,
                                      visitWmma};

/// The number of elements along Dim that are consecutive in the first
/// registers.
static uint64_t runAlong(const LinearLayout &L, unsigned Dim) {
  uint64_t Run = 1;
  for (const LayoutPoint &Image : imagesOf(L, "register")) {
    LayoutPoint Next(Image.size(), 0);
    Next[Dim] = Run;
    if (Image != Next)
      break;
    Run *= 2;
  }
  return Run;
}

/// Blocked parents have kWidth 0. Their elements along the contracted dimension
/// make no difference.
static SmallVector<unsigned> kWidthsFor(DistributedFamily &Parent,
                                        unsigned Contracted, uint64_t Run,
                                        uint64_t Size) {
  if (auto *Blocked = std::get_if<BlockedParams>(&Parent.Params)) {
    Blocked->SizePerThread[Contracted] = 1;
    return {0};
  }
  SmallVector<unsigned> Widths;
  for (unsigned K = 1; K <= 32; K *= 2)
    if (K <= Run || Run == Size)
      Widths.push_back(K);
  return Widths;
}

static std::optional<DistributedFamily>
operandOf(const LinearLayout &L, unsigned OpIdx, Visitor Candidates) {
  SmallVector<uint64_t> Shape = shapeOf(L);
  unsigned Contracted = OpIdx == 0 ? Shape.size() - 1 : Shape.size() - 2;
  uint64_t Run = runAlong(L, Contracted);
  std::optional<DistributedFamily> Found;
  Candidates(L, [&](DistributedFamily Parent) {
    SmallVector<unsigned> Widths =
        kWidthsFor(Parent, Contracted, Run, Shape[Contracted]);
    auto F = std::make_shared<const DistributedFamily>(std::move(Parent));
    for (unsigned KWidth : Widths) {
      DotOperandParams P{OpIdx, F, KWidth};
      if (!gives(dotOperandLayout(P, Shape), L))
        continue;
      Found = DistributedFamily{P};
      return true;
    }
    return false;
  });
  return Found;
}

Expected<DistributedFamily>
f2layout::recogniseDotOperand(const LinearLayout &L) {
  if (L.outputs().size() < 2)
    return layoutError("the tensor has " + Twine(L.outputs().size()) +
                       " dimensions, expected at least 2");
  for (Visitor Candidates : Parents)
    for (unsigned OpIdx : {0, 1})
      if (auto Found = operandOf(L, OpIdx, Candidates))
        return *Found;
  return layoutError("no parent and kWidth give this layout");
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The layout on a tensor with one more dimension, of size 1.
static LayoutSpec withDim(const LinearLayout &L, unsigned Dim) {
  LayoutSpec Spec = L.spec();
  for (LayoutSpec::Input &In : Spec.Inputs)
    for (LayoutPoint &Image : In.Images)
      Image.insert(Image.begin() + Dim, 0);
  Spec.Outputs.insert(Spec.Outputs.begin() + Dim, {"", 1});
  for (auto [I, Out] : enumerate(Spec.Outputs))
    Out.Name = defaultName(I);
  return Spec;
}

/// The layout's own images, extended by one dimension.
static Expected<DistributedFamily> sliceOfImages(const LinearLayout &L) {
  Expected<DistributedFamily> Parent = recogniseLinear(L);
  if (!Parent) {
    consumeError(Parent.takeError());
    Parent = recogniseGenericLinear(L);
  }
  if (!Parent)
    return Parent;
  SmallVector<uint64_t> Shape = shapeOf(L);
  unsigned Last = Shape.size();
  Expected<LinearLayout> Wider = LinearLayout::create(withDim(L, Last));
  if (!Wider)
    return Wider.takeError();
  std::get<LinearParams>(Parent->Params).Layout = *Wider;
  SliceParams P{Last, std::make_shared<const DistributedFamily>(*Parent)};
  if (gives(sliceLayout(P, Shape), L))
    return DistributedFamily{P};
  return layoutError("it has registers that hold the same, which slices leave "
                     "out");
}

Expected<DistributedFamily> f2layout::recogniseSlice(const LinearLayout &L) {
  SmallVector<uint64_t> Shape = shapeOf(L);
  std::optional<DistributedFamily> Found;
  // Reductions along the last dimension are the most common.
  for (Visitor Candidates : Parents)
    for (unsigned Left = Shape.size() + 1; Left-- > 0 && !Found;) {
      unsigned Dim = Left;
      Expected<LinearLayout> Wider = LinearLayout::create(withDim(L, Dim));
      if (!Wider)
        return Wider.takeError();
      Candidates(*Wider, [&](DistributedFamily Parent) {
        SliceParams P{
            Dim, std::make_shared<const DistributedFamily>(std::move(Parent))};
        if (!gives(sliceLayout(P, Shape), L))
          return false;
        Found = DistributedFamily{P};
        return true;
      });
    }
  if (Found)
    return *Found;
  return sliceOfImages(L);
}
