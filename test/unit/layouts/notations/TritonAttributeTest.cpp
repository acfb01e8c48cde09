//===- TritonAttributeTest.cpp - Attributes of Triton's own tests ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes are spelled as in the tests of Triton 3.0 to 3.6. Their
// layouts are those that Triton's tests of conversions expect, or follow from
// the manuals' pictures in the families' headers.
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/notations/NotationTesting.h"

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// On a tensor
//===----------------------------------------------------------------------===//

TEST(TritonAttribute, Blocked) {
  EXPECT_EQ(read("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, "
                 "4], warpsPerCTA = [4, 1], order = [1, 0]}>",
                 {32, 32}),
            "register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],[2,0],"
            "[4,0]], warp=[[8,0],[16,0]] -> [32,32]");
  // Older spellings; two blocks along dim1.
  const char *Expected = "register=[[1,0],[2,0],[4,0],[0,16],[0,32]], "
                         "lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], "
                         "warp=[[0,4],[0,8]], block=[[0,64]] -> [64,128]";
  EXPECT_EQ(read("#triton_gpu.blocked<{sizePerThread = [8, 1], threadsPerWarp "
                 "= [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CTAsPerCGA = "
                 "[1, 2], CTASplitNum = [1, 2], CTAOrder = [1, 0]}>",
                 {64, 128}),
            Expected);
  EXPECT_EQ(read("#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, "
                 "4], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[0, "
                 "1]]}>",
                 {64, 128}),
            Expected);
}

TEST(TritonAttribute, LinearStatesItsShape) {
  const char *Text = "#ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, "
                     "2]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0], "
                     "[16, 0]], warp = [], block = []}>";
  const char *Layout = "register=[[1,0],[2,0],[0,1],[0,2]], lane=[[0,4],[0,8],"
                       "[0,16],[4,0],[8,0],[16,0]], warp=[] -> [32,32]";
  EXPECT_EQ(read(Text), Layout);
  EXPECT_EQ(read(Text, {32, 32}), Layout);
  EXPECT_EQ(read(Text, {32, 64}),
            "register=[[1,0],[2,0],[0,1],[0,2],[0,32]], lane=[[0,4],[0,8],"
            "[0,16],[4,0],[8,0],[16,0]], warp=[] -> [32,64]");
}

TEST(TritonAttribute, SliceOfAShortName) {
  EXPECT_EQ(
      read("// A reduction along the columns.\n"
           "#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = "
           "[8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>\n"
           "#ttg.slice<{dim = 1, parent = #blocked}>",
           {32}),
      "register=[], lane=[[0],[0],[1],[2],[4]], warp=[[8],[16]] -> [32]");
}

TEST(TritonAttribute, NvidiaMmaAndItsOperands) {
  std::string Mma = "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = "
                    "0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>\n";
  EXPECT_EQ(read(Mma, {32, 8}),
            "register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], "
            "warp=[[16,0]] -> [32,8]");
  EXPECT_EQ(
      read(Mma + "#ttg.dot_op<{opIdx = 0, parent = #mma, kWidth=2}>", {32, 16}),
      "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],"
      "[4,0]], warp=[[16,0]] -> [32,16]");
  EXPECT_EQ(read(Mma + "#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = "
                       "2}>",
                 {16, 8}),
            "register=[[1,0],[8,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], "
            "warp=[[0,0]] -> [16,8]");
  // Triton's tests of version 2 sometimes leave the instruction out.
  EXPECT_EQ(read("#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 1]}>",
                 {32, 8}),
            read(Mma, {32, 8}));
  EXPECT_EQ(read("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                 "warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>",
                 {64, 16}),
            "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],"
            "[4,0]], warp=[[16,0],[32,0]] -> [64,16]");
}

TEST(TritonAttribute, MfmaOfTheExamplesArticle) {
  const char *Layout = "register=[[1,0],[2,0],[0,32]], lane=[[0,1],[0,2],[0,4],"
                       "[0,8],[4,0],[8,0]], warp=[[0,16],[16,0]] -> [32,64]";
  EXPECT_EQ(read("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape "
                 "= [16, 16, 16], isTransposed = false}>",
                 {32, 64}),
            Layout);
  EXPECT_EQ(read("#triton_gpu.amd_mfma<{versionMajor = 3, versionMinor = 0, "
                 "warpsPerCTA = [2, 2], instrShape = [16, 16], isTransposed = "
                 "false, CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = "
                 "[1, 0]}>",
                 {32, 64}),
            Layout);
  EXPECT_EQ(read("#ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape "
                 "= [32, 32, 16], isTransposed = true}>",
                 {32, 32}),
            "register=[[0,1],[0,2],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],"
            "[8,0],[16,0],[0,4]], warp=[] -> [32,32]");
}

TEST(TritonAttribute, WmmaInEverySpelling) {
  EXPECT_EQ(
      read("#ttg.amd_wmma<{version = 1, warpsPerCTA = [1, 1]}>", {16, 16}),
      "register=[[2,0],[4,0],[8,0]], lane=[[0,1],[0,2],[0,4],[0,8],"
      "[1,0]], warp=[] -> [16,16]");
  std::string Four = "register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],"
                     "[8,0],[0,8]], warp=[[0,16],[16,0]] -> [32,32]";
  for (const char *Text :
       {"#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2], isTranspose = "
        "true}>",
        "#ttg.amd_wmma<{version = 2, isTransposed = true, ctaLayout = {warp = "
        "[[0, 1], [1, 0]]}}>",
        "#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register "
        "= [], warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>"})
    EXPECT_EQ(read(Text, {32, 32}), Four) << Text;
  EXPECT_EQ(read("#wmma = #ttg.amd_wmma<{version = 2, ctaLayout = {register = "
                 "[], warp = []}, isTranspose = true}>\n"
                 "#ttg.dot_op<{opIdx = 0, parent = #wmma, kWidth=8}>",
                 {16, 16}),
            "register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],"
            "[0,8]], warp=[] -> [16,16]");
}

TEST(TritonAttribute, SharedMemory) {
  const char *Swizzled = "offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]";
  EXPECT_EQ(read("#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, "
                 "order = [1, 0]}>",
                 {4, 8}),
            Swizzled);
  EXPECT_EQ(read("#triton_gpu.shared<{vec = 2, perPhase = 1, maxPhase = 4, "
                 "order = [1, 0], hasLeadingOffset = false}>",
                 {4, 8}),
            Swizzled);
  EXPECT_EQ(read("#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = "
                 "4, order = [1, 0]}>",
                 {16, 4}),
            "offset=[[0,1],[0,2],[1,1],[2,2],[4,1],[8,2]] -> [16,4]");
  // Triton's own dump of this one is in its notes on wgmma.
  EXPECT_EQ(read("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = "
                 "false, elementBitWidth = 16}>",
                 {8, 64}),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],"
            "[4,32]] -> [8,64]");
  EXPECT_EQ(read("#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, "
                 "2]]}, alignment = 16>"),
            "offset=[[0,1],[0,2],[1,0],[2,2]] -> [4,4]");
}

TEST(TritonAttribute, PaddedSharedInBothForms) {
  EXPECT_EQ(read("#ttg.padded_shared<[4:+4] {order = [1, 0], shape=[2, 4]}>"),
            "offset=[[0,1],[0,2],[1,0]] -> [2,4] [4:+4]");
  EXPECT_EQ(read("#ttg.padded_shared<[64:+4, 512:+8] {offset = [[1], [2], "
                 "[4], [8], [64], [128], [16], [32]], block = []}>"),
            "offset=[[1],[2],[4],[8],[64],[128],[16],[32]] -> [256] [64:+4] "
            "[512:+8]");
}

TEST(TritonAttribute, TensorMemory) {
  EXPECT_EQ(read("#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, "
                 "colStride = 1>",
                 {128, 64}),
            "row=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], col=[[0,1],"
            "[0,2],[0,4],[0,8],[0,16],[0,32]] -> [128,64]");
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

TEST(TritonAttribute, NamesWhatIsWrongAndWhere) {
  EXPECT_EQ(read("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, "
                 "order = [1, 0]}>"),
            "error: attribute: the tensor's shape is open, expected it to be "
            "given (--shape)");
  EXPECT_EQ(
      read("#ttg.padded_shared<[4:+4] {order = [1, 0], shape=[2, 4]}>", {4, 4}),
      "error: 1:50: attribute: the layout has shape 2x4, expected 4x4");
  EXPECT_EQ(read("#ttg.blocked<{order = [1 0]}>"),
            "error: 1:26: expected ',' or ']', found '0'");
  EXPECT_EQ(read("#ttg.volta<{}>"),
            "error: 1:1: layout '#ttg.volta' is not known, expected #ttg. and "
            "one of linear, generic_linear, blocked, slice, dot_op, "
            "nvidia_mma, amd_mfma, amd_wmma, dpas, swizzled_shared, shared, "
            "amd_rotating_shared, "
            "nvmma_shared, padded_shared, shared_linear, "
            "tensor_memory_encoding, tensor_memory_scales_encoding");
  EXPECT_EQ(read("#ttg.slice<{dim = 0,\n  parent = #blocked}>"),
            "error: 2:12: '#blocked' is not defined, expected a line "
            "'#blocked = ...' above");
  EXPECT_EQ(read("#ttg.slice<{dim = 0}>"),
            "error: 1:1: #ttg.slice is without the parameter 'parent'");
  EXPECT_EQ(read("#ttg.slice<{dim = true, parent = #ttg.linear<{}>}>"),
            "error: 1:19: dim is 'true', expected a number below 2^32");
  EXPECT_EQ(read("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = 0, "
                 "elementBitWidth = 16}>",
                 {8, 64}),
            "error: 1:59: transposed is 0, expected true or false");
  EXPECT_EQ(
      read("#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
           "order = [1, 0], phase = 2}>"),
      "error: 1:80: #ttg.amd_rotating_shared has no parameter 'phase', "
      "expected one of vec, perPhase, maxPhase, order, CGALayout, CTAsPerCGA, "
      "CTASplitNum, CTAOrder, hasLeadingOffset");
  EXPECT_EQ(read("#ttg.slice<{dim = 0, parent = #ttg.nvmma_shared<{"
                 "swizzlingByteWidth = 0, elementBitWidth = 8}>}>"),
            "error: 1:31: parent is '#ttg.nvmma_shared' of memory, expected a "
            "layout of threads");
  EXPECT_EQ(read("#ttg.linear<{register = [[0, 1], [1]], lane = [], warp = "
                 "[]}>"),
            "error: 1:34: point of register has 1 coordinates, expected 2 as "
            "the first one has");
  EXPECT_EQ(read("#ttg.padded_shared<[4:4] {order = [0], shape = [4]}>"),
            "error: 1:23: expected '+', found '4'");
}

TEST(TritonAttribute, DeepTextsAreRefused) {
  std::string Nested;
  for (unsigned I = 0; I < 100000; ++I)
    Nested += "#ttg.slice<{dim = 0, parent = ";
  EXPECT_NE(read(Nested).find("more than 32 deep"), std::string::npos);
  // Each name uses the previous one twice: 2^60 values if they were copied.
  std::string Doubling = "#a0 = [1]\n";
  for (unsigned I = 0; I < 60; ++I)
    Doubling += "#a" + std::to_string(I + 1) + " = [#a" + std::to_string(I) +
                ", #a" + std::to_string(I) + "]\n";
  EXPECT_NE(read(Doubling).find("more than 32 deep"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Parameters are written and read back
//===----------------------------------------------------------------------===//

bool same(const DistributedFamily &A, const DistributedFamily &B);

bool same(const std::shared_ptr<const DistributedFamily> &A,
          const std::shared_ptr<const DistributedFamily> &B) {
  return A && B && same(*A, *B);
}

bool same(const BlockedParams &A, const BlockedParams &B) {
  return A.SizePerThread == B.SizePerThread &&
         A.ThreadsPerWarp == B.ThreadsPerWarp &&
         A.WarpsPerCta == B.WarpsPerCta && A.Order == B.Order &&
         A.Cga.Images == B.Cga.Images;
}

bool same(const SliceParams &A, const SliceParams &B) {
  return A.Dim == B.Dim && same(A.Parent, B.Parent);
}

bool same(const DotOperandParams &A, const DotOperandParams &B) {
  return A.OpIdx == B.OpIdx && A.KWidth == B.KWidth && same(A.Parent, B.Parent);
}

bool same(const MmaParams &A, const MmaParams &B) {
  return A.VersionMajor == B.VersionMajor && A.VersionMinor == B.VersionMinor &&
         A.WarpsPerCta == B.WarpsPerCta && A.InstrShape == B.InstrShape &&
         A.Cga.Images == B.Cga.Images;
}

bool same(const MfmaParams &A, const MfmaParams &B) {
  return A.Version == B.Version && A.WarpsPerCta == B.WarpsPerCta &&
         A.InstrShape == B.InstrShape && A.IsTransposed == B.IsTransposed &&
         A.TilesPerWarp == B.TilesPerWarp &&
         A.ElementBitWidth == B.ElementBitWidth && A.Cga.Images == B.Cga.Images;
}

bool same(const WmmaParams &A, const WmmaParams &B) {
  return A.Version == B.Version && A.WarpsPerCta == B.WarpsPerCta &&
         A.TilesPerWarp == B.TilesPerWarp && A.CtaLayout == B.CtaLayout &&
         A.IsTransposed == B.IsTransposed && A.InstrShape == B.InstrShape &&
         A.Cga.Images == B.Cga.Images;
}

bool same(const DpasParams &A, const DpasParams &B) {
  return A.RepeatCount == B.RepeatCount && A.WarpsPerCta == B.WarpsPerCta &&
         A.SystolicDepth == B.SystolicDepth &&
         A.ExecutionSize == B.ExecutionSize &&
         A.OpsPerChannel == B.OpsPerChannel &&
         A.ThreadsPerWarp == B.ThreadsPerWarp && A.RepCluster == B.RepCluster;
}

bool same(const LinearParams &A, const LinearParams &B) {
  return A.Layout == B.Layout && A.IsGeneric == B.IsGeneric;
}

bool same(const SwizzledSharedParams &A, const SwizzledSharedParams &B) {
  return A.Vec == B.Vec && A.PerPhase == B.PerPhase &&
         A.MaxPhase == B.MaxPhase && A.Order == B.Order &&
         A.Cga.Images == B.Cga.Images;
}

bool same(const RotatingSharedParams &A, const RotatingSharedParams &B) {
  return A.Vec == B.Vec && A.PerPhase == B.PerPhase &&
         A.MaxPhase == B.MaxPhase && A.Order == B.Order &&
         A.Cga.Images == B.Cga.Images;
}

bool same(const NvmmaSharedParams &A, const NvmmaSharedParams &B) {
  return A.SwizzlingByteWidth == B.SwizzlingByteWidth &&
         A.Transposed == B.Transposed &&
         A.ElementBitWidth == B.ElementBitWidth && A.Fp4Padded == B.Fp4Padded &&
         A.Cga.Images == B.Cga.Images && A.Rank == B.Rank;
}

bool same(const PaddedSharedParams &A, const PaddedSharedParams &B) {
  auto Equal = [](const Padding &X, const Padding &Y) {
    return X.Interval == Y.Interval && X.Amount == Y.Amount;
  };
  return llvm::equal(A.Paddings, B.Paddings, Equal) && A.Linear == B.Linear &&
         A.Order == B.Order && A.Cga.Images == B.Cga.Images;
}

bool same(const SharedLinearParams &A, const SharedLinearParams &B) {
  return A.Layout == B.Layout;
}

bool same(const TensorMemoryParams &A, const TensorMemoryParams &B) {
  return A.BlockM == B.BlockM && A.BlockN == B.BlockN &&
         A.ColStride == B.ColStride && A.TwoCtas == B.TwoCtas &&
         A.Fp4Padded == B.Fp4Padded && A.Cga.Images == B.Cga.Images;
}

bool same(const TensorMemoryScalesParams &A,
          const TensorMemoryScalesParams &B) {
  return A.Cga.Images == B.Cga.Images;
}

template <typename FamilyT>
bool sameFamily(const FamilyT &A, const FamilyT &B) {
  return std::visit(
      [](const auto &X, const auto &Y) {
        if constexpr (std::is_same_v<decltype(X), decltype(Y)>)
          return same(X, Y);
        else
          return false;
      },
      A.Params, B.Params);
}

bool same(const DistributedFamily &A, const DistributedFamily &B) {
  return sameFamily(A, B);
}
bool same(const MemoryFamily &A, const MemoryFamily &B) {
  return sameFamily(A, B);
}

/// Without a rank, Triton assumes two dimensions.
TEST(TritonAttribute, RankOfTilesForBulkCopies) {
  std::string Cube = "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = "
                     "false, elementBitWidth = 16, rank = 3}>";
  EXPECT_EQ(read(Cube, {8, 16}),
            "error: 1:94: nvmma shared: rank is 3, expected 2 as the tensor "
            "[8,16] has dimensions");
  llvm::Expected<PaddedLayout> L = readLayout(Cube, Extents{2, 8, 16});
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  EXPECT_EQ(text(writeLayout(*L, Notation::NvmmaShared)), Cube);
}

/// Lists of images cannot express the size of an output.
TEST(TritonAttribute, ImagesMustTellTheSizes) {
  LinearParams Half{parsed("register=[], lane=[[1]], warp=[] -> [8]")};
  EXPECT_EQ(text(toTritonAttribute({DistributedFamily{Half}, std::nullopt})),
            "error: attribute: no image reaches the upper half of 'dim0', of "
            "size 8, which lists of images cannot say");
}

void expectThereAndBack(const TritonAttribute &A) {
  llvm::Expected<std::string> Text = toTritonAttribute(A);
  ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  llvm::Expected<TritonAttribute> B = parseTritonAttribute(*Text);
  ASSERT_TRUE(bool(B)) << *Text << "\n" << llvm::toString(B.takeError());
  EXPECT_TRUE(std::visit(
      [](const auto &X, const auto &Y) {
        if constexpr (std::is_same_v<decltype(X), decltype(Y)>)
          return same(X, Y);
        else
          return false;
      },
      A.Family, B->Family))
      << *Text << "\n"
      << text(toTritonAttribute(*B));
  // Most attributes state no shape.
  EXPECT_TRUE(!B->Shape || A.Shape == B->Shape) << *Text;
}

TEST(TritonAttribute, RandomParametersThereAndBack) {
  Random R(11);
  for (unsigned I = 0; I < 500; ++I)
    expectThereAndBack({randomThreads(R, 1 + R() % 3), std::nullopt});
  for (unsigned I = 0; I < 500; ++I)
    expectThereAndBack({randomMemory(R, 2), Extents{16, 32}});
}

TEST(TritonAttribute, OtherParametersThereAndBack) {
  DpasParams Dpas;
  Dpas.WarpsPerCta = {2, 1};
  Dpas.RepCluster = {1, 2};
  expectThereAndBack({DistributedFamily{Dpas}, std::nullopt});
  NvmmaSharedParams Cube;
  Cube.Rank = 3;
  expectThereAndBack({MemoryFamily{Cube}, std::nullopt});
  LinearLayout Swizzled = parsed("register=[], lane=[[0,1]], "
                                 "warp=[[1,1]] -> [2,2]");
  for (bool IsGeneric : {false, true})
    expectThereAndBack(
        {DistributedFamily{LinearParams{Swizzled, IsGeneric}}, Extents{2, 2}});
  TensorMemoryParams Memory{64, 32, 2, {{{1, 0}}}, true, true};
  expectThereAndBack({MemoryFamily{Memory}, std::nullopt});
  TensorMemoryScalesParams Scales{{{{0, 1}}}};
  expectThereAndBack({MemoryFamily{Scales}, std::nullopt});
  expectThereAndBack({MemoryFamily{TensorMemoryScalesParams()}, std::nullopt});
  LinearLayout TwoBlocks = get(
      LinearLayout::create({{{"offset", {{0, 1}, {1, 1}}}, {"block", {{2, 0}}}},
                            {{"dim0", 4}, {"dim1", 2}},
                            {}}));
  expectThereAndBack(
      {MemoryFamily{SharedLinearParams{TwoBlocks}}, Extents{4, 2}});
  PaddedSharedParams Padded;
  Padded.Paddings = {{2, 1}};
  Padded.Linear = parsed("offset=[[1,0],[0,1]] -> [2,2]");
  expectThereAndBack({MemoryFamily{Padded}, Extents{2, 2}});
}

} // namespace
