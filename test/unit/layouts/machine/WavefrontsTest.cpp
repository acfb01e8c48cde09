//===- WavefrontsTest.cpp - Bank conflicts against the simulator ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lemma 9.4 of the paper counts the wavefronts of a shared access by a
// subspace. Two lanes of a phase (Machine.h) conflict if they access different
// words of one bank. With
//
//   Q   the span of the phase's lanes, as elements
//   W   the span of what is inside a vector, and inside a word of the banks
//   K   W and the span of what changes only the row: Idx
//
// that is, if they differ by an element of K that is not in W. So
//
//   wavefronts = phases * |K n Q| / |W n Q|
//
// where the second factor is 1 if a vector covers a bank: then it is the
// paper's n c, if L_Thr there means the lanes of one phase, of which there are
// n.
//
//   f16, 16x16 row-major, loaded in pairs by columns:
//     lane=[[1,0],[2,0],[4,0],[8,0],[0,2]], Vec=[0,1], a row of banks is 64
//     elements, so Idx = [4,0], [8,0]; Q meets it in two bits: 4 wavefronts
//
// Random pairs of a distributed layout and a memory layout are written as loads
// of one kernel. f2sim, which does not know layouts, runs it and reports the
// cost of each load. Both counts here, by the lemma and by countWavefronts,
// must agree with it.
//
//===----------------------------------------------------------------------===//

#ifdef F2_SIM

#include "layouts/machine/Wavefronts.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/plan/Plan.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <algorithm>
#include <map>

using namespace f2layout;
using Words = llvm::SmallVector<uint64_t>;

namespace {

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

struct Gpu {
  const char *Name;
  const char *Header;     ///< Triple and so on.
  const char *Kernel;     ///< "define ... @k()", before its body.
  const char *ThreadCall; ///< The thread index.
  Machine M;
  unsigned Pairs;
};

Machine machine(unsigned LaneBits, unsigned Banks,
                std::vector<std::vector<unsigned>> Phases) {
  Machine M;
  M.LaneBits = LaneBits;
  M.Banks = Banks;
  for (unsigned I = 0; I < 5; ++I) {
    llvm::SmallVector<unsigned, 6> Phase(Phases[I].begin(), Phases[I].end());
    M.Shapes.push_back({1u << I, Phase, Phase});
  }
  return M;
}

constexpr const char *AmdHeader =
    "target datalayout = \"e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-"
    "p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-"
    "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
    "v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9\"\n"
    "target triple = \"amdgcn-amd-amdhsa\"\n";

/// Loads of 1, 2, 4, 8 and 16 bytes. NVIDIA: CUDA C++ Programming Guide, shared
/// memory: half warps at 8 bytes, quarters at 16. AMD: docs/targets.md.
std::vector<Gpu> gpus() {
  const std::vector<unsigned> Warp = {1, 2, 4, 8, 16},
                              Wave = {1, 2, 4, 8, 16, 32};
  const char *Thread = "call i32 @llvm.amdgcn.workitem.id.x()";
  Machine Nvidia = machine(5, 32, {Warp, Warp, Warp, {1, 2, 4, 8}, {1, 2, 4}});
  Nvidia.JoinsPairs = true;
  return {
      {"nvidia", "target triple = \"nvptx64-nvidia-cuda\"\n",
       "define ptx_kernel void @k()",
       "call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", Nvidia, 10000},
      {"gfx942", AmdHeader,
       "define amdgpu_kernel void @k() \"target-cpu\"=\"gfx942\"", Thread,
       machine(6, 32, {Warp, Warp, Warp, {1, 2, 4, 8}, {1, 2, 20}}), 2000},
      {"gfx950", AmdHeader,
       "define amdgpu_kernel void @k() \"target-cpu\"=\"gfx950\"", Thread,
       machine(6, 64, {Wave, Wave, Wave, Warp, {1, 2, 12, 20}}), 2000},
  };
}

//===----------------------------------------------------------------------===//
// Random pairs
//===----------------------------------------------------------------------===//

/// Two warps load one vector for each lane.
struct Load {
  LinearLayout Threads; ///< register, lane, warp -> dim0
  LinearLayout Memory;  ///< offset -> dim0
  unsigned ElementBytes, VectorBits;

  unsigned bytes() const { return ElementBytes << VectorBits; }
  /// Byte addresses of the vectors, by lane and warp bits.
  Words addressColumns() const {
    LinearLayout Offsets = get(compose(Threads, get(invert(Memory))));
    Words Columns;
    for (unsigned J = Threads.inputBits("register"); J < Threads.inputBits();
         ++J)
      Columns.push_back(Offsets.matrix().column(J) * ElementBytes);
    return Columns;
  }
};

/// Row-major, the paper's swizzle, or any other choice of banks and rows, for
/// elements whose first VectorBits bits are the vector.
BitMatrix randomMemory(Random &R, unsigned Bits, unsigned VectorBits) {
  Words Columns;
  for (unsigned I = 0; I < Bits; ++I)
    Columns.push_back(uint64_t(1) << I);
  unsigned Rest = Bits - VectorBits;
  switch (R() % 3) {
  case 0:
    break;
  case 1: // bits of the row, from some row bit on, shift the column
    if (Rest >= 2) {
      unsigned Rows = 1 + R() % (Rest - 1), First = R() % Rows;
      for (unsigned I = First; I < Rows && I - First < Rest - Rows; ++I)
        Columns[Bits - Rows + I] |= uint64_t(1) << (VectorBits + I - First);
    }
    break;
  default:
    BitMatrix M = BitMatrix::zero(Rest, Rest);
    while (!M.inverse())
      M = randomMatrix(R, Rest, Rest);
    for (unsigned I = 0; I < Rest; ++I)
      Columns[VectorBits + I] = M.column(I) << VectorBits;
  }
  return BitMatrix(Bits, Columns);
}

/// Distributed in the sense of definition 4.10; or, if not, with lanes and
/// warps that are arbitrary sums of bits outside the vector.
Load randomLoad(Random &R, unsigned LaneBits, bool Distributed) {
  Load L;
  L.ElementBytes = 1u << R() % 4;
  L.VectorBits = R() % (5 - llvm::Log2_32(L.ElementBytes));
  unsigned ThreadBits = LaneBits + 1;
  // At most 32 KiB, and at least the vector.
  unsigned Bits = L.VectorBits + R() % (16 - llvm::Log2_32(L.bytes()));
  // Bits outside the vector are assigned to lanes, the warp and registers, with
  // zeros in between if there are too few.
  Words Others;
  for (unsigned I = L.VectorBits; I < Bits; ++I)
    Others.push_back(uint64_t(1) << I);
  while (Others.size() < ThreadBits || R() % 3 == 0)
    Others.push_back(0);
  std::shuffle(Others.begin(), Others.end(), R);
  if (!Distributed)
    for (unsigned I = 0; I < ThreadBits; ++I)
      Others[I] = (R() % (uint64_t(1) << Bits)) >> L.VectorBits << L.VectorBits;
  Words Columns;
  for (unsigned I = 0; I < L.VectorBits; ++I)
    Columns.push_back(uint64_t(1) << I);
  Columns.append(Others.begin() + ThreadBits, Others.end());
  unsigned Registers = Columns.size();
  Columns.append(Others.begin(), Others.begin() + ThreadBits);
  // The tensor itself has another order of bits.
  std::vector<unsigned> Order(Bits);
  for (unsigned I = 0; I < Bits; ++I)
    Order[I] = I;
  std::shuffle(Order.begin(), Order.end(), R);
  Words Relabelled;
  for (unsigned Bit : Order)
    Relabelled.push_back(uint64_t(1) << Bit);
  BitMatrix P(Bits, Relabelled);
  L.Threads = get(LinearLayout::fromMatrix(
      {{"register", Registers}, {"lane", LaneBits}, {"warp", 1}},
      LayoutDim{"dim0", Bits}, P * BitMatrix(Bits, Columns)));
  L.Memory = get(LinearLayout::fromMatrix(
      LayoutDim{"offset", Bits}, LayoutDim{"dim0", Bits},
      P * randomMemory(R, Bits, L.VectorBits)));
  return L;
}

//===----------------------------------------------------------------------===//
// Three counts
//===----------------------------------------------------------------------===//

struct LemmaCount {
  unsigned Exact;      ///< phases * |K n Q| / |W n Q|
  unsigned LowerBound; ///< The paper's c for one phase, times phases.
};

/// Of one warp.
LemmaCount byLemma(const Load &L, const Machine &M) {
  const AccessShape *Shape = M.shape(L.bytes());
  unsigned RowBits = llvm::Log2_32(M.Banks * M.BankBytes / L.ElementBytes);
  unsigned WordBits =
      L.ElementBytes < 4 ? llvm::Log2_32(4 / L.ElementBytes) : 0;
  Words Vector, Inside, Rows, Lanes;
  for (unsigned I = 0; I < L.Memory.inputBits(); ++I) {
    uint64_t Column = L.Memory.matrix().column(I);
    if (I < L.VectorBits)
      Vector.push_back(Column);
    if (I < std::max(WordBits, L.VectorBits))
      Inside.push_back(Column);
    if (I >= RowBits)
      Rows.push_back(Column);
  }
  unsigned Shift = *L.Threads.inputShift("lane");
  auto Image = [&](unsigned Lane) {
    return L.Threads.matrix().apply(uint64_t(Lane) << Shift);
  };
  llvm::SmallVector<unsigned, 6> Phase = Shape->LoadPhase;
  // If pairs of lanes read the same address, two phases are served at once.
  if (M.JoinsPairs && L.bytes() > 4 && (!Image(1) || !Image(2)))
    Phase.push_back(1u << Phase.size());
  for (unsigned Lane : Phase)
    Lanes.push_back(Image(Lane));
  unsigned Phases = 1u << (M.LaneBits - Phase.size());
  auto Common = [&](const Words &Span) {
    return 1u << intersectBases(Span, Lanes).size();
  };
  return {Phases * Common(sumBases(Inside, Rows)) / Common(Inside),
          Phases * Common(sumBases(Vector, Rows))};
}

/// Counts both warps, lane by lane.
unsigned byCounting(const Load &L, const Machine &M) {
  Words Columns = L.addressColumns();
  BitMatrix Address(32, Columns);
  unsigned Sum = 0;
  for (unsigned Warp = 0; Warp < 2; ++Warp) {
    std::vector<uint32_t> Addresses;
    for (unsigned Lane = 0; Lane < M.lanes(); ++Lane)
      Addresses.push_back(Address.apply(Lane | Warp << M.LaneBits));
    Sum += countWavefronts(Addresses, L.bytes(), /*IsStore=*/false, M);
  }
  return Sum;
}

/// Load number I is `%aI`, of an address that is the xor of columns at the
/// thread's bits.
std::string kernelOf(const std::vector<Load> &Loads, const Gpu &G) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << G.Header
     << "@s = internal addrspace(3) global [32768 x i8] undef, align 16\n"
     << G.Kernel << " {\n  %t = " << G.ThreadCall << "\n";
  for (unsigned Bit = 0; Bit <= G.M.LaneBits; ++Bit)
    OS << "  %s" << Bit << " = lshr i32 %t, " << Bit << "\n  %b" << Bit
       << " = and i32 %s" << Bit << ", 1\n  %m" << Bit << " = sub i32 0, %b"
       << Bit << "\n";
  for (size_t I = 0; I < Loads.size(); ++I) {
    std::string At = "0";
    unsigned Bit = 0;
    for (uint64_t Column : Loads[I].addressColumns()) {
      std::string Name = std::to_string(I) + "." + std::to_string(Bit);
      if (Column) {
        OS << "  %c" << Name << " = and i32 %m" << Bit << ", " << Column
           << "\n  %x" << Name << " = xor i32 " << At << ", %c" << Name << "\n";
        At = "%x" + Name;
      }
      ++Bit;
    }
    OS << "  %p" << I << " = getelementptr i8, ptr addrspace(3) @s, i32 " << At
       << "\n  %a" << I << " = load <" << (1u << Loads[I].VectorBits) << " x i"
       << 8 * Loads[I].ElementBytes << ">, ptr addrspace(3) %p" << I
       << ", align " << Loads[I].bytes() << "\n";
  }
  OS << "  ret void\n}\n";
  return OS.str();
}

/// The wavefronts of each load that f2sim reports, for both warps.
std::map<std::string, unsigned> bySimulator(const std::string &Kernel,
                                            unsigned Threads) {
  std::map<std::string, unsigned> Wavefronts;
  llvm::SmallString<128> In, Out;
  int InFile = -1;
  if (llvm::sys::fs::createTemporaryFile("wavefronts", "ll", InFile, In) ||
      llvm::sys::fs::createTemporaryFile("wavefronts", "json", Out)) {
    ADD_FAILURE() << "no temporary file";
    return Wavefronts;
  }
  llvm::raw_fd_ostream(InFile, /*shouldClose=*/true) << Kernel;
  std::string Block = std::to_string(Threads), Message;
  int Status = llvm::sys::ExecuteAndWait(
      F2_SIM, {F2_SIM, In, "--block", Block, "--json"}, std::nullopt,
      {std::nullopt, Out.str(), std::nullopt}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &Message);
  auto Report = llvm::MemoryBuffer::getFile(Out);
  EXPECT_EQ(Status, 0) << Message
                       << (Report ? (*Report)->getBuffer().str() : "");
  llvm::sys::fs::remove(In);
  llvm::sys::fs::remove(Out);
  if (Status || !Report)
    return Wavefronts;
  llvm::Expected<llvm::json::Value> Json =
      llvm::json::parse((*Report)->getBuffer());
  if (!Json) {
    ADD_FAILURE() << llvm::toString(Json.takeError());
    return Wavefronts;
  }
  const llvm::json::Object *Root = Json->getAsObject();
  const llvm::json::Array *Rows = Root ? Root->getArray("shared") : nullptr;
  for (const llvm::json::Value &Row : Rows ? *Rows : llvm::json::Array()) {
    const llvm::json::Object &Of = *Row.getAsObject();
    llvm::StringRef Name =
        Of.getString("instruction").value_or("").split(' ').first;
    EXPECT_EQ(Of.getInteger("accesses").value_or(0), 2) << Name.str();
    Wavefronts[Name.str()] = Of.getInteger("wavefronts").value_or(0);
  }
  return Wavefronts;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// Of an array of 256 elements, one behind the other.
Load loadOfArray(llvm::StringRef Threads, unsigned ElementBytes,
                 unsigned VectorBits) {
  return {parsed(Threads), get(LinearLayout::identity(8, "offset", "dim0")),
          ElementBytes, VectorBits};
}

TEST(Wavefronts, ExampleOfTheHeader) {
  Load L = loadOfArray("register=[[1]], lane=[[16],[32],[64],[128],[2]], "
                       "warp=[[4]] -> [256]",
                       2, 1);
  Machine M = gpus()[0].M;
  EXPECT_EQ(byLemma(L, M).Exact, 4u);
  EXPECT_EQ(byCounting(L, M), 2 * 4u);
}

/// The phases matter. Vectors of 16 bytes in a row have no conflicts: eight
/// lanes fill the banks, four times. With L_Thr read as all 32 lanes the lemma
/// would have c = 4, and so 16 wavefronts.
TEST(Wavefronts, TheLanesOfTheLemmaAreThoseOfAPhase) {
  Load L = loadOfArray("register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], "
                       "warp=[[128]] -> [256]",
                       4, 2);
  Gpu G = gpus()[0];
  EXPECT_EQ(byLemma(L, G.M).Exact, 4u);
  EXPECT_EQ(bySimulator(kernelOf({L}, G), 64)["%a0"], 2 * 4u);
  Words RowsAndVector = {1, 2, 32, 64, 128}, Lanes = {4, 8, 16, 32, 64};
  EXPECT_EQ(1u << intersectBases(RowsAndVector, Lanes).size(), 4u);
}

class WavefrontsOn : public testing::TestWithParam<unsigned> {};

TEST_P(WavefrontsOn, RandomPairsAgreeWithTheSimulator) {
  const Gpu G = gpus()[GetParam()];
  const unsigned AtOnce = 2500, Threads = 2 * G.M.lanes();
  Random R(71 + GetParam());
  unsigned Conflicting = 0, Narrow = 0, Wide = 0, BelowBound = 0;
  for (bool Distributed : {true, false}) {
    // As many pairs of distributed layouts, and a few of any linear ones.
    const unsigned Pairs = Distributed ? G.Pairs : G.Pairs / 5;
    for (unsigned Done = 0; Done < Pairs; Done += AtOnce) {
      std::vector<Load> Loads;
      for (unsigned I = 0; I < std::min(AtOnce, Pairs - Done); ++I)
        Loads.push_back(randomLoad(R, G.M.LaneBits, Distributed));
      std::map<std::string, unsigned> Simulated =
          bySimulator(kernelOf(Loads, G), Threads);
      ASSERT_EQ(Simulated.size(), Loads.size());
      for (size_t I = 0; I < Loads.size(); ++I) {
        const Load &L = Loads[I];
        EXPECT_TRUE(!Distributed || isDistributed(L.Threads));
        unsigned Judge = Simulated["%a" + std::to_string(I)];
        LemmaCount Lemma = byLemma(L, G.M);
        ASSERT_EQ(2 * Lemma.Exact, Judge) << toString(L.Threads) << "\n"
                                          << toString(L.Memory) << "\n"
                                          << L.bytes() << " bytes";
        ASSERT_EQ(byCounting(L, G.M), Judge);
        // At least c, and exactly c for vectors of a word and more.
        ASSERT_LE(2 * Lemma.LowerBound, Judge);
        ASSERT_TRUE(L.bytes() < 4 || 2 * Lemma.LowerBound == Judge);
        BelowBound += 2 * Lemma.LowerBound < Judge;
        Conflicting +=
            Lemma.Exact >
            1u << (G.M.LaneBits - G.M.shape(L.bytes())->LoadPhase.size());
        (L.bytes() < 4 ? Narrow : Wide) += 1;
      }
    }
  }
  // Not all pairs are trivial.
  EXPECT_GT(Conflicting, G.Pairs / 4);
  EXPECT_GT(BelowBound, G.Pairs / 100);
  EXPECT_GT(Narrow, G.Pairs / 10);
  EXPECT_GT(Wide, G.Pairs / 4);
}

INSTANTIATE_TEST_SUITE_P(Gpus, WavefrontsOn, testing::Range(0u, 3u),
                         [](const testing::TestParamInfo<unsigned> &Info) {
                           return gpus()[Info.param].Name;
                         });

} // namespace

#endif // F2_SIM
