//===- LaunchShape.cpp - What is known about the block of a kernel --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/LaunchShape.h"
#include "compat/LLVMCompat.h"
#include "layouts/machine/Limits.h"
#include "passes/launch/IndexBounds.h"
#include "passes/launch/ThreadRank.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

//===----------------------------------------------------------------------===//
// Warp size
//===----------------------------------------------------------------------===//

/// gfx9 and older have 64 lanes, gfx10 and newer 32 unless stated.
/// Names: gfx90a, gfx1100, gfx9-4-generic, and old ones such as "fiji".
static unsigned laneBitsOfCpu(StringRef Cpu) {
  if (!Cpu.consume_front("gfx"))
    return 6;
  // "9-4-generic" begins with the generation; "942" ends with two more digits.
  StringRef Major = Cpu.contains('-')
                        ? Cpu.split('-').first
                        : Cpu.take_front(Cpu.size() < 2 ? 0 : Cpu.size() - 2);
  unsigned Generation = 0;
  if (Major.getAsInteger(10, Generation))
    return 6;
  return Generation >= 10 ? 5 : 6;
}

unsigned laneBits(const Function &F) {
  if (!compat::targetTriple(*F.getParent()).isAMDGCN())
    return 5;
  SmallVector<StringRef, 64> Features;
  F.getFnAttribute("target-features").getValueAsString().split(Features, ',');
  for (StringRef Feature : reverse(Features)) { // The last one wins.
    if (Feature == "+wavefrontsize32")
      return 5;
    if (Feature == "+wavefrontsize64")
      return 6;
  }
  return laneBitsOfCpu(F.getFnAttribute("target-cpu").getValueAsString());
}

//===----------------------------------------------------------------------===//
// Reading attributes
//===----------------------------------------------------------------------===//

using Sizes = std::array<unsigned, 3>;

static unsigned product(const Sizes &S) { return S[0] * S[1] * S[2]; }

static std::string text(const Sizes &S) {
  return formatv("{0},{1},{2}", S[0], S[1], S[2]);
}

namespace {
/// Collects the attributes of one function into a shape, and stops at the first
/// error.
class ShapeReader {
  const Function &F;
  LaunchShape &S;
  /// The attribute that Exact came from, to report contradictions.
  std::string ExactSource;

public:
  ShapeReader(const Function &F, LaunchShape &S) : F(F), S(S) {}

  bool read(bool IsNVPTX) {
    if (!(IsNVPTX ? readNVPTX() : readAMDGPU()))
      return false;
    return readRequiredMetadata() && readPromise() && checkBounds();
  }

private:
  bool fail(const Twine &Message) {
    S.Error = Message.str();
    return false;
  }

  bool malformed(StringRef Name, StringRef Value, StringRef Expected) {
    return fail("\"" + Name + "\"=\"" + Value + "\": expected " + Expected);
  }

  /// Between Least and 3 numbers from 1, at most 1024 together; missing ones
  /// are 1.
  static std::optional<Sizes> parseSizes(StringRef Value, unsigned Least) {
    SmallVector<StringRef, 4> Parts;
    Value.split(Parts, ',');
    if (Parts.size() < Least || Parts.size() > 3)
      return std::nullopt;
    Sizes Result = {1, 1, 1};
    for (unsigned I = 0; I != Parts.size(); ++I)
      if (Parts[I].trim().getAsInteger(10, Result[I]))
        return std::nullopt;
    return valid(Result) ? std::optional(Result) : std::nullopt;
  }

  static bool valid(const Sizes &S) {
    for (unsigned Size : S)
      if (Size == 0 || Size > MaxBlockThreads)
        return false;
    return product(S) <= MaxBlockThreads;
  }

  bool setExact(const Sizes &New, const Twine &Source) {
    if (S.Exact && *S.Exact != New)
      return fail(Source + " says the block is " + text(New) + ", " +
                  ExactSource + " says " + text(*S.Exact));
    S.Exact = New;
    ExactSource = Source.str();
    return true;
  }

  bool readNVPTX() {
    static constexpr char Expected[] =
        "1 to 3 sizes separated by commas, each at least 1, at most 1024 "
        "threads together";
    if (const auto Text = compat::nvidiaBound(F, "nvvm.maxntid")) {
      auto Most = parseSizes(*Text, 1);
      if (!Most)
        return malformed("nvvm.maxntid", *Text, Expected);
      S.MaxThreads = product(*Most);
      S.BoundThreads = S.MaxThreads;
    }
    if (const auto Text = compat::nvidiaBound(F, "nvvm.reqntid")) {
      auto Required = parseSizes(*Text, 1);
      if (!Required)
        return malformed("nvvm.reqntid", *Text, Expected);
      S.BoundThreads = product(*Required);
      return setExact(*Required, "\"nvvm.reqntid\"");
    }
    return true;
  }

  bool readAMDGPU() {
    Attribute A = F.getFnAttribute("amdgpu-flat-work-group-size");
    if (!A.isValid())
      return true;
    auto [Low, High] = A.getValueAsString().split(',');
    unsigned Min, Max;
    if (Low.trim().getAsInteger(10, Min) || High.trim().getAsInteger(10, Max) ||
        Min < 1 || Min > Max || Max > MaxBlockThreads)
      return malformed("amdgpu-flat-work-group-size", A.getValueAsString(),
                       "\"min,max\" with 1 <= min <= max <= 1024");
    S.MinThreads = Min;
    S.MaxThreads = Max;
    S.BoundThreads = Max;
    if (Min == Max)
      S.ExactThreads = Max;
    return true;
  }

  /// OpenCL: !reqd_work_group_size !{i32 x, i32 y, i32 z}.
  bool readRequiredMetadata() {
    const MDNode *Node = F.getMetadata("reqd_work_group_size");
    if (!Node)
      return true;
    Sizes Required = {1, 1, 1};
    bool Good = Node->getNumOperands() == 3;
    for (unsigned I = 0; Good && I != 3; ++I) {
      auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(I));
      Good = C && C->getValue().ule(MaxBlockThreads);
      if (Good)
        Required[I] = C->getZExtValue();
    }
    if (!Good || !valid(Required))
      return fail("!reqd_work_group_size: expected three integers, each at "
                  "least 1, at most 1024 threads together");
    return setExact(Required, "!reqd_work_group_size");
  }

  bool readPromise() {
    Attribute A = F.getFnAttribute("f2layout-block");
    if (!A.isValid())
      return true;
    auto Promised = parseSizes(A.getValueAsString(), 3);
    if (!Promised)
      return malformed("f2layout-block", A.getValueAsString(),
                       "\"x,y,z\", each at least 1, at most 1024 threads "
                       "together");
    return setExact(*Promised, "\"f2layout-block\"");
  }

  bool checkBounds() {
    if (!S.Exact)
      return true;
    if (!S.allows(*S.Exact))
      return fail(ExactSource + " says the block is " + text(*S.Exact) +
                  ", other attributes say " + S.boundsText());
    S.take(*S.Exact);
    return true;
  }
};
} // namespace

bool isForGpu(const Module &M) {
  const Triple &TT = compat::targetTriple(M);
  return TT.isNVPTX() || TT.isAMDGCN();
}

bool isKernel(const Function &F) {
  switch (F.getCallingConv()) {
  case CallingConv::AMDGPU_KERNEL:
  case CallingConv::SPIR_KERNEL:
    return true;
  default:
    return compat::isNvidiaKernel(F);
  }
}

std::array<bool, 3> dimensionsRead(const Function &F,
                                   ArrayRef<const Instruction *> Except) {
  std::array<bool, 3> Dims = {false, false, false};
  for (const Instruction &I : instructions(F)) {
    auto Read = classifyLaunchRead(&I);
    if (Read && Read->Dim < 3 && !is_contained(Except, &I) &&
        (Read->K == LaunchRead::ThreadIndex ||
         Read->K == LaunchRead::BlockSize))
      Dims[Read->Dim] = true;
  }
  return Dims;
}

AnalysisKey LaunchShapeAnalysis::Key;

bool LaunchShape::allows(const std::array<unsigned, 3> &Size) const {
  unsigned Threads = product(Size);
  return Threads >= MinThreads && Threads <= MaxThreads;
}

std::string LaunchShape::boundsText() const {
  return formatv("{0} to {1} threads", MinThreads, MaxThreads);
}

void LaunchShape::take(const std::array<unsigned, 3> &Size) {
  Exact = Size;
  MaxThreads = product(Size);
  ExactThreads = MaxThreads;
}

std::string LaunchShape::promise(const std::array<unsigned, 3> &Size) {
  if (Exact)
    return "";
  if (!allows(Size))
    return "the option block= promises " + text(Size) +
           ", which the launch bounds do not allow: " + boundsText();
  take(Size);
  return "";
}

LaunchShape LaunchShapeAnalysis::run(Function &F, FunctionAnalysisManager &) {
  const Triple &TT = compat::targetTriple(*F.getParent());
  LaunchShape S;
  if (TT.isNVPTX() || TT.isAMDGCN()) {
    LaunchShape Read;
    if (ShapeReader(F, Read).read(TT.isNVPTX()))
      S = Read;
    else
      S.Error = Read.Error;
  }
  S.IsKernel = isKernel(F);
  S.LaneBits = laneBits(F);
  S.ReadsDim = dimensionsRead(F);
  S.ReadsRankAlone = S.ReadsDim[2] && readsRankAlone(F);
  S.LikelyAtLeast = comparedIndices(F);
  S.WholeWarps = S.ExactThreads && *S.ExactThreads % (1u << S.LaneBits) == 0 &&
                 hasUniformBlocks(F);
  return S;
}

void LaunchShape::print(raw_ostream &OS) const {
  OS << "  " << (IsKernel ? "kernel" : "device function") << "\n";
  OS << "  lanes: " << (1u << LaneBits) << "\n";
  OS << "  threads: ";
  if (ExactThreads)
    OS << "exactly " << *ExactThreads << "\n";
  else
    OS << "at most " << MaxThreads << "\n";
  if (Exact)
    OS << "  block: " << text(*Exact) << "\n";
  OS << "  reads:";
  for (unsigned Dim = 0; Dim != 3; ++Dim)
    if (ReadsDim[Dim])
      OS << " "
         << "xyz"[Dim];
  OS << (ReadsRankAlone ? ", for the rank of a thread alone\n" : "\n");
  if (LikelyAtLeast != Sizes{1, 1, 1})
    OS << "  likely at least: " << text(LikelyAtLeast) << "\n";
  if (!Error.empty())
    OS << "  error: " << Error << "\n";
}

PreservedAnalyses LaunchShapePrinterPass::run(Function &F,
                                              FunctionAnalysisManager &AM) {
  OS << "launch of @" << F.getName() << "\n";
  AM.getResult<LaunchShapeAnalysis>(F).print(OS);
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (auto Read = classifyLaunchRead(&I)) {
        static const char *const Names[] = {
            "ThreadIndex", "BlockSize", "BlockIndex", "GridSize",
            "Lane",        "LaneMask",  "WarpSize"};
        OS << "  " << Names[Read->K] << " " << Read->Dim << ":" << I << "\n";
      }
  return PreservedAnalyses::all();
}

} // namespace passes
} // namespace f2layout
