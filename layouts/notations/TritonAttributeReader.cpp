//===- TritonAttributeReader.cpp - Triton's attributes, read --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/TritonAttributeReader.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/notations/ParameterReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// An attribute to be read, and the text for its errors.
struct Source {
  StringRef Text;
  const AttributeValue &Value;
};

} // namespace

/// Returns the attribute if all parameters were valid.
static Expected<TritonAttribute> done(ParameterReader &R, TritonAttribute A) {
  if (Error E = R.finish())
    return E;
  return A;
}

template <typename ParamsT> static TritonAttribute distributedBy(ParamsT P) {
  return {DistributedFamily{std::move(P)}, std::nullopt};
}

template <typename ParamsT> static TritonAttribute memoryBy(ParamsT P) {
  return {MemoryFamily{std::move(P)}, std::nullopt};
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// The layout with these lists of images, whose sizes are the least that hold
/// them. Inputs in Optional are left out if they have no image.
static std::optional<LinearLayout> layoutByImages(ParameterReader &R,
                                                  size_t Position,
                                                  ArrayRef<StringRef> Inputs,
                                                  StringRef Optional) {
  std::vector<LayoutSpec::Input> Given;
  size_t Rank = 0;
  for (StringRef In : Inputs) {
    std::vector<LayoutPoint> Images = R.images(In);
    if (!R.has(In) && In != Optional)
      R.fail(Position,
             "images of '" + In + "' are missing, expected " + In + " = [...]");
    if (!Images.empty() && Rank && Rank != Images[0].size())
      R.fail(Position, "images of '" + In + "' have " +
                           Twine(Images[0].size()) + " coordinates, expected " +
                           Twine(Rank) + " as those before");
    if (!Images.empty())
      Rank = Images[0].size();
    if (!Images.empty() || In != Optional)
      Given.push_back({In.str(), std::move(Images)});
  }
  if (!Rank)
    R.fail(Position, "there is no image, expected one that tells the number "
                     "of dimensions");
  if (Error E = R.finish()) { // Points of unequal length give no tile.
    consumeError(std::move(E));
    return std::nullopt;
  }
  Expected<LinearLayout> L = tileOf(Rank, Given);
  if (L)
    return *L;
  R.fail(Position, toString(L.takeError()));
  return std::nullopt;
}

template <bool IsGeneric>
static Expected<TritonAttribute> readLinear(Source S) {
  ParameterReader R(S.Text, S.Value);
  std::optional<LinearLayout> L = layoutByImages(
      R, S.Value.Position, {"register", "lane", "warp", "block"}, "block");
  if (!L)
    return R.finish();
  TritonAttribute A = distributedBy(LinearParams{*L, IsGeneric});
  A.Shape = shapeOf(*L);
  return done(R, std::move(A));
}

static Expected<TritonAttribute> readSharedLinear(Source S) {
  ParameterReader R(S.Text, S.Value);
  R.ignore("alignment");
  std::optional<LinearLayout> L =
      layoutByImages(R, S.Value.Position, {"offset", "block"}, "block");
  if (!L)
    return R.finish();
  TritonAttribute A = memoryBy(SharedLinearParams{*L});
  A.Shape = shapeOf(*L);
  return done(R, std::move(A));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static Expected<TritonAttribute> readBlocked(Source S) {
  ParameterReader R(S.Text, S.Value);
  BlockedParams P;
  P.SizePerThread = R.numbers("sizePerThread");
  P.ThreadsPerWarp = R.numbers("threadsPerWarp");
  P.WarpsPerCta = R.numbers("warpsPerCTA");
  P.Order = R.numbers("order");
  P.Cga = R.cga();
  return done(R, distributedBy(std::move(P)));
}

/// Completes a slice or an operand with its parent.
template <typename ParamsT>
static Expected<TritonAttribute> withParent(Source S, ParameterReader &R,
                                            ParamsT P) {
  const AttributeValue *V = R.tree("parent");
  if (Error E = R.finish())
    return E;
  Expected<TritonAttribute> Parent = readAttribute(S.Text, *V);
  if (!Parent)
    return Parent.takeError();
  auto *F = std::get_if<DistributedFamily>(&Parent->Family);
  if (!F)
    return TextReader(S.Text).fail(
        V->Position, "parent is " + quoted("#" + V->Name) +
                         " of memory, expected a layout of threads");
  P.Parent = std::make_shared<const DistributedFamily>(std::move(*F));
  return distributedBy(std::move(P));
}

static Expected<TritonAttribute> readSlice(Source S) {
  ParameterReader R(S.Text, S.Value);
  SliceParams P;
  P.Dim = R.number("dim");
  return withParent(S, R, std::move(P));
}

static Expected<TritonAttribute> readDotOperand(Source S) {
  ParameterReader R(S.Text, S.Value);
  DotOperandParams P;
  P.OpIdx = R.number("opIdx");
  P.KWidth = R.number("kWidth", 0);
  return withParent(S, R, std::move(P));
}

/// Version 2 has one tile, which older versions of Triton do not write.
static Expected<TritonAttribute> readMma(Source S) {
  ParameterReader R(S.Text, S.Value);
  MmaParams P;
  P.VersionMajor = R.number("versionMajor");
  P.VersionMinor = R.number("versionMinor", 0);
  P.WarpsPerCta = R.numbers("warpsPerCTA");
  if (P.VersionMajor == 2 && !R.has("instrShape")) {
    P.InstrShape = {16, 8};
    if (P.WarpsPerCta.size() == 3)
      P.InstrShape = {1, 16, 8};
    R.ignore("instrShape");
  } else {
    P.InstrShape = R.numbers("instrShape");
  }
  P.Cga = R.cga();
  return done(R, distributedBy(std::move(P)));
}

static Expected<TritonAttribute> readMfma(Source S) {
  ParameterReader R(S.Text, S.Value);
  MfmaParams P;
  P.Version = R.number(R.has("versionMajor") ? "versionMajor" : "version");
  R.number("versionMinor", 0);
  P.WarpsPerCta = R.numbers("warpsPerCTA");
  P.InstrShape = R.numbers("instrShape");
  P.IsTransposed =
      R.flag(R.has("isTranspose") ? "isTranspose" : "isTransposed", false);
  P.TilesPerWarp = R.optionalNumbers("tilesPerWarp");
  P.ElementBitWidth = R.number("elementBitWidth",
                               R.word("elementType", "f32") == "f64" ? 64 : 32);
  P.Cga = R.cga();
  return done(R, distributedBy(std::move(P)));
}

/// Tiles over registers and warps, `{register = [[0, 1]], warp = [[1, 0]]}`.
static Expected<LinearLayout> readCtaLayout(Source S,
                                            size_t RankWithoutImages) {
  ParameterReader R(S.Text, S.Value);
  std::vector<LayoutSpec::Input> Inputs = {{"register", R.images("register")},
                                           {"warp", R.images("warp")}};
  size_t Rank = RankWithoutImages;
  for (const LayoutSpec::Input &In : Inputs)
    if (!In.Images.empty())
      Rank = In.Images[0].size();
  for (const LayoutSpec::Input &In : Inputs)
    for (const LayoutPoint &P : In.Images)
      if (P.size() != Rank)
        R.fail(S.Value.Position, "images of ctaLayout have " + Twine(P.size()) +
                                     " and " + Twine(Rank) +
                                     " coordinates, expected equal numbers");
  if (Error E = R.finish())
    return E;
  Expected<LinearLayout> L = tileOf(Rank, Inputs);
  if (L)
    return L;
  return TextReader(S.Text).fail(S.Value.Position, toString(L.takeError()));
}

static Expected<TritonAttribute> readWmma(Source S) {
  ParameterReader R(S.Text, S.Value);
  WmmaParams P;
  P.Version = R.number("version");
  P.IsTransposed =
      R.flag(R.has("isTransposed") ? "isTransposed" : "isTranspose", false);
  if (R.has("instrShape"))
    P.InstrShape = R.numbers("instrShape");
  R.ignore("instrShape");
  P.Cga = R.cga();
  const AttributeValue *Tiles = nullptr;
  if (R.has("ctaLayout"))
    Tiles = R.tree("ctaLayout");
  else
    P.WarpsPerCta = R.numbers("warpsPerCTA");
  P.TilesPerWarp = R.optionalNumbers("tilesPerWarp");
  if (Error E = R.finish())
    return E;
  if (Tiles) {
    size_t Rank = P.Cga.Images.empty() ? 2 : P.Cga.Images[0].size();
    Expected<LinearLayout> L = readCtaLayout({S.Text, *Tiles}, Rank);
    if (!L)
      return L.takeError();
    P.CtaLayout = *L;
  }
  return distributedBy(std::move(P));
}

static Expected<TritonAttribute> readDpas(Source S) {
  ParameterReader R(S.Text, S.Value);
  DpasParams P;
  P.RepeatCount = R.number("repeatCount");
  P.SystolicDepth = R.number("systolicDepth");
  P.ExecutionSize = R.number("executionSize");
  P.OpsPerChannel = R.number("opsPerChan");
  P.ThreadsPerWarp = R.number("threadsPerWarp");
  P.WarpsPerCta = R.numbers("warpsPerCTA");
  P.RepCluster = R.optionalNumbers("repCluster");
  for (StringRef Shape : {"A", "B", "C"})
    R.ignore(Shape);
  return done(R, distributedBy(std::move(P)));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <typename ParamsT>
static Expected<TritonAttribute> readSwizzled(Source S) {
  ParameterReader R(S.Text, S.Value);
  ParamsT P;
  P.Vec = R.number("vec");
  P.PerPhase = R.number("perPhase");
  P.MaxPhase = R.number("maxPhase");
  P.Order = R.numbers("order");
  P.Cga = R.cga();
  // The spelling before nvmma_shared had a separate name.
  if (R.flag("hasLeadingOffset", false))
    R.fail(S.Value.Position,
           "hasLeadingOffset is true, expected #ttg.nvmma_shared for that");
  return done(R, memoryBy(std::move(P)));
}

static Expected<TritonAttribute> readNvmmaShared(Source S) {
  ParameterReader R(S.Text, S.Value);
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = R.number("swizzlingByteWidth");
  P.Transposed = R.flag("transposed", false);
  P.ElementBitWidth = R.number("elementBitWidth");
  P.Fp4Padded = R.flag("fp4Padded", false);
  P.Cga = R.cga();
  P.Rank = R.number("rank", 0);
  return done(R, memoryBy(std::move(P)));
}

static Expected<TritonAttribute> readPadded(Source S) {
  ParameterReader R(S.Text, S.Value);
  PaddedSharedParams P;
  for (auto [Interval, Amount] : S.Value.Paddings)
    P.Paddings.push_back({Interval, Amount});
  if (P.Paddings.empty())
    R.fail(S.Value.Position,
           "there is no padding, expected some, as [32:+4], in front");
  SmallVector<uint64_t> Shape;
  if (R.has("offset") || R.has("block")) {
    P.Linear =
        layoutByImages(R, S.Value.Position, {"offset", "block"}, "block");
    if (!P.Linear)
      return R.finish();
    Shape = shapeOf(*P.Linear);
  } else {
    P.Order = R.numbers("order");
    Shape = R.sizes("shape");
    P.Cga = R.cga();
  }
  TritonAttribute A = memoryBy(std::move(P));
  A.Shape = std::move(Shape);
  return done(R, std::move(A));
}

static Expected<TritonAttribute> readTensorMemory(Source S) {
  ParameterReader R(S.Text, S.Value);
  TensorMemoryParams P;
  P.BlockM = R.number("blockM");
  P.BlockN = R.number("blockN");
  P.ColStride = R.number("colStride", 1);
  P.TwoCtas = R.flag("twoCTAs", false);
  P.Fp4Padded = R.flag("fp4Padded", false);
  P.Cga = R.cga();
  return done(R, memoryBy(std::move(P)));
}

static Expected<TritonAttribute> readTensorMemoryScales(Source S) {
  ParameterReader R(S.Text, S.Value);
  TensorMemoryScalesParams P;
  P.Cga = R.cga();
  return done(R, memoryBy(std::move(P)));
}

namespace {

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

struct Reader {
  StringRef Name; ///< without the dialect
  Expected<TritonAttribute> (*Read)(Source);
};

const Reader Readers[] = {
    {"linear", readLinear</*IsGeneric=*/false>},
    {"generic_linear", readLinear</*IsGeneric=*/true>},
    {"blocked", readBlocked},
    {"slice", readSlice},
    {"dot_op", readDotOperand},
    {"nvidia_mma", readMma},
    {"amd_mfma", readMfma},
    {"amd_wmma", readWmma},
    {"dpas", readDpas},
    {"swizzled_shared", readSwizzled<SwizzledSharedParams>},
    {"shared", readSwizzled<SwizzledSharedParams>},
    {"amd_rotating_shared", readSwizzled<RotatingSharedParams>},
    {"nvmma_shared", readNvmmaShared},
    {"padded_shared", readPadded},
    {"shared_linear", readSharedLinear},
    {"tensor_memory_encoding", readTensorMemory},
    {"tensor_memory_scales_encoding", readTensorMemoryScales},
};

} // namespace

Expected<TritonAttribute> f2layout::readAttribute(StringRef Text,
                                                  const AttributeValue &V) {
  StringRef Name = StringRef(V.Name).rsplit('.').second;
  if (V.K == AttributeValue::Attribute)
    for (const Reader &R : Readers)
      if (R.Name == Name)
        return R.Read({Text, V});
  auto Names = map_range(Readers, [](const Reader &R) { return R.Name; });
  return TextReader(Text).fail(
      V.Position, (V.K == AttributeValue::Attribute
                       ? "layout " + quoted("#" + V.Name) + " is not known"
                       : std::string("this is no attribute")) +
                      ", expected #ttg. and one of " + join(Names, ", "));
}
