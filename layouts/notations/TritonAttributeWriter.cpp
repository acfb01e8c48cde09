//===- TritonAttributeWriter.cpp - Triton's attributes, written -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/notations/TritonAttribute.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

template <typename T> static void printList(raw_ostream &OS, const T &Numbers) {
  OS << '[';
  interleave(Numbers, OS, ", ");
  OS << ']';
}

static void printImages(raw_ostream &OS, ArrayRef<LayoutPoint> Images) {
  OS << '[';
  interleave(Images, OS, [&](const LayoutPoint &P) { printList(OS, P); }, ", ");
  OS << ']';
}

static void printCga(raw_ostream &OS, const CgaLayout &Cga) {
  if (Cga.Images.empty())
    return;
  OS << ", CGALayout = ";
  printImages(OS, Cga.Images);
}

static void printTiles(raw_ostream &OS, ArrayRef<unsigned> TilesPerWarp) {
  if (all_of(TilesPerWarp, [](unsigned N) { return N == 1; }))
    return;
  OS << ", tilesPerWarp = ";
  printList(OS, TilesPerWarp);
}

static StringRef flag(bool Value) { return Value ? "true" : "false"; }

/// Checks that the lists of images determine the layout. Without any image, the
/// number of dimensions must be known from elsewhere.
static Error checkImages(const LinearLayout &L,
                         std::optional<size_t> KnownRank) {
  if (!L.inputBits() && L.outputs().size() != KnownRank)
    return familyError("attribute",
                       "the layout has no image, expected one that "
                       "tells the number of dimensions, " +
                           Twine(L.outputs().size()));
  if (!L.isLinear())
    return familyError("attribute", "the layout is affine, expected a linear "
                                    "one");
  LayoutSpec Spec = L.spec();
  for (auto [Axis, Out] : enumerate(Spec.Outputs)) {
    if (Out.Name != defaultName(Axis))
      return familyError("attribute", "output " + Twine(Axis) + " is '" +
                                          Out.Name + "', expected 'dim" +
                                          Twine(Axis) + "'");
    uint64_t Reached = 0;
    for (const LayoutSpec::Input &In : Spec.Inputs)
      for (const LayoutPoint &Image : In.Images)
        Reached |= Image[Axis];
    if (Reached < Out.Size / 2)
      return familyError("attribute", "no image reaches the upper half of '" +
                                          Out.Name + "', of size " +
                                          Twine(Out.Size) +
                                          ", which lists of images cannot say");
  }
  return Error::success();
}

/// `register = [...], lane = [...]`, for these inputs, and `block = []` where
/// there are no blocks.
static Error printInputs(raw_ostream &OS, const LinearLayout &L,
                         ArrayRef<StringRef> Inputs,
                         std::optional<size_t> KnownRank = std::nullopt) {
  if (Error E = checkImages(L, KnownRank))
    return E;
  LayoutSpec Spec = L.spec();
  for (const LayoutSpec::Input &In : Spec.Inputs)
    if (!is_contained(Inputs, StringRef(In.Name)))
      return familyError("attribute", "the layout has the input '" + In.Name +
                                          "', expected some of " +
                                          join(Inputs, ", "));
  auto Print = [&](StringRef Name) {
    OS << Name << " = ";
    std::vector<LayoutPoint> Images;
    for (const LayoutSpec::Input &In : Spec.Inputs)
      if (In.Name == Name)
        Images = In.Images;
    printImages(OS, Images);
  };
  interleave(Inputs, OS, Print, ", ");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static Error print(raw_ostream &OS, const DistributedFamily &F);

static Error printParent(raw_ostream &OS,
                         const std::shared_ptr<const DistributedFamily> &F) {
  OS << "parent = ";
  if (F)
    return print(OS, *F);
  return familyError("attribute", "there is no parent, expected one");
}

static Error print(raw_ostream &OS, const BlockedParams &P) {
  OS << "#ttg.blocked<{sizePerThread = ";
  printList(OS, P.SizePerThread);
  OS << ", threadsPerWarp = ";
  printList(OS, P.ThreadsPerWarp);
  OS << ", warpsPerCTA = ";
  printList(OS, P.WarpsPerCta);
  OS << ", order = ";
  printList(OS, P.Order);
  printCga(OS, P.Cga);
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const SliceParams &P) {
  OS << "#ttg.slice<{dim = " << P.Dim << ", ";
  if (Error E = printParent(OS, P.Parent))
    return E;
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const DotOperandParams &P) {
  OS << "#ttg.dot_op<{opIdx = " << P.OpIdx << ", ";
  if (Error E = printParent(OS, P.Parent))
    return E;
  if (P.KWidth)
    OS << ", kWidth = " << P.KWidth;
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const MmaParams &P) {
  OS << "#ttg.nvidia_mma<{versionMajor = " << P.VersionMajor
     << ", versionMinor = " << P.VersionMinor << ", warpsPerCTA = ";
  printList(OS, P.WarpsPerCta);
  printCga(OS, P.Cga);
  OS << ", instrShape = ";
  printList(OS, P.InstrShape);
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const MfmaParams &P) {
  OS << "#ttg.amd_mfma<{version = " << P.Version << ", warpsPerCTA = ";
  printList(OS, P.WarpsPerCta);
  OS << ", instrShape = ";
  printList(OS, P.InstrShape);
  OS << ", isTransposed = " << flag(P.IsTransposed);
  printCga(OS, P.Cga);
  printTiles(OS, P.TilesPerWarp);
  if (P.ElementBitWidth != 32)
    OS << ", elementBitWidth = " << P.ElementBitWidth;
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const WmmaParams &P) {
  OS << "#ttg.amd_wmma<{version = " << P.Version
     << ", isTranspose = " << flag(P.IsTransposed);
  if (P.CtaLayout) {
    OS << ", ctaLayout = {";
    size_t Rank = P.Cga.Images.empty() ? 2 : P.Cga.Images[0].size();
    if (Error E = printInputs(OS, *P.CtaLayout, {"register", "warp"}, Rank))
      return E;
    OS << "}";
  } else {
    OS << ", warpsPerCTA = ";
    printList(OS, P.WarpsPerCta);
  }
  printCga(OS, P.Cga);
  printTiles(OS, P.TilesPerWarp);
  if (ArrayRef(P.InstrShape) != ArrayRef(WmmaParams().InstrShape)) {
    OS << ", instrShape = ";
    printList(OS, P.InstrShape);
  }
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const DpasParams &P) {
  OS << "#triton_intel_gpu.dpas<{repeatCount = " << P.RepeatCount
     << ", systolicDepth = " << P.SystolicDepth
     << ", executionSize = " << P.ExecutionSize
     << ", opsPerChan = " << P.OpsPerChannel
     << ", threadsPerWarp = " << P.ThreadsPerWarp << ", warpsPerCTA = ";
  printList(OS, P.WarpsPerCta);
  if (!P.RepCluster.empty()) {
    OS << ", repCluster = ";
    printList(OS, P.RepCluster);
  }
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const LinearParams &P) {
  OS << (P.IsGeneric ? "#ttg.generic_linear<{" : "#ttg.linear<{");
  if (Error E =
          printInputs(OS, P.Layout, {"register", "lane", "warp", "block"}))
    return E;
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const DistributedFamily &F) {
  return std::visit([&](const auto &P) { return print(OS, P); }, F.Params);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <typename ParamsT>
static Error printSwizzled(raw_ostream &OS, StringRef Name, const ParamsT &P) {
  OS << "#ttg." << Name << "<{vec = " << P.Vec << ", perPhase = " << P.PerPhase
     << ", maxPhase = " << P.MaxPhase << ", order = ";
  printList(OS, P.Order);
  printCga(OS, P.Cga);
  OS << "}>";
  return Error::success();
}

using Sizes = std::optional<SmallVector<uint64_t>>;

static Error print(raw_ostream &OS, const SwizzledSharedParams &P,
                   const Sizes &) {
  return printSwizzled(OS, "swizzled_shared", P);
}

static Error print(raw_ostream &OS, const RotatingSharedParams &P,
                   const Sizes &) {
  return printSwizzled(OS, "amd_rotating_shared", P);
}

static Error print(raw_ostream &OS, const NvmmaSharedParams &P, const Sizes &) {
  OS << "#ttg.nvmma_shared<{swizzlingByteWidth = " << P.SwizzlingByteWidth
     << ", transposed = " << flag(P.Transposed)
     << ", elementBitWidth = " << P.ElementBitWidth;
  if (P.Fp4Padded)
    OS << ", fp4Padded = true";
  // Images of blocks imply the number of dimensions, too; without them it is 2.
  if (P.Cga.Images.empty() && P.Rank && P.Rank != 2)
    OS << ", rank = " << P.Rank;
  printCga(OS, P.Cga);
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const PaddedSharedParams &P,
                   const Sizes &Shape) {
  OS << "#ttg.padded_shared<[";
  interleaveComma(P.Paddings, OS, [&](const Padding &Pad) {
    OS << Pad.Interval << ":+" << Pad.Amount;
  });
  OS << "] {";
  if (P.Linear) {
    if (Error E = printInputs(OS, *P.Linear, {"offset", "block"}))
      return E;
  } else {
    if (!Shape)
      return familyError("attribute", "padded_shared without images states a "
                                      "shape, expected one");
    OS << "order = ";
    printList(OS, P.Order);
    OS << ", shape = ";
    printList(OS, *Shape);
    printCga(OS, P.Cga);
  }
  OS << "}>";
  return Error::success();
}

static Error print(raw_ostream &OS, const SharedLinearParams &P,
                   const Sizes &) {
  OS << "#ttg.shared_linear<{";
  bool Blocks = P.Layout.inputBits("block") != 0;
  if (Error E = Blocks ? printInputs(OS, P.Layout, {"offset", "block"})
                       : printInputs(OS, P.Layout, {"offset"}))
    return E;
  OS << "}, alignment = 16>";
  return Error::success();
}

static Error print(raw_ostream &OS, const TensorMemoryParams &P,
                   const Sizes &) {
  OS << "#ttng.tensor_memory_encoding<blockM = " << P.BlockM
     << ", blockN = " << P.BlockN << ", colStride = " << P.ColStride;
  printCga(OS, P.Cga);
  if (P.TwoCtas)
    OS << ", twoCTAs = true";
  if (P.Fp4Padded)
    OS << ", fp4Padded = true";
  OS << ">";
  return Error::success();
}

static Error print(raw_ostream &OS, const TensorMemoryScalesParams &P,
                   const Sizes &) {
  OS << "#ttng.tensor_memory_scales_encoding<";
  if (!P.Cga.Images.empty()) {
    OS << "CGALayout = ";
    printImages(OS, P.Cga.Images);
  }
  OS << ">";
  return Error::success();
}

static Error print(raw_ostream &OS, const MemoryFamily &F, const Sizes &Shape) {
  return std::visit([&](const auto &P) { return print(OS, P, Shape); },
                    F.Params);
}

Expected<std::string> f2layout::toTritonAttribute(const TritonAttribute &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto *Threads = std::get_if<DistributedFamily>(&A.Family);
  if (Error E = Threads ? print(OS, *Threads)
                        : print(OS, std::get<MemoryFamily>(A.Family), A.Shape))
    return E;
  return Text;
}
