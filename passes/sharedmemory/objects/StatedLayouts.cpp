//===- StatedLayouts.cpp - What metadata states about shared memory -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "compat/LLVMCompat.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/BufferAccess.h"
#include "layouts/plan/ThreadChecks.h"
#include "passes/sharedmemory/objects/ArrayLayout.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

namespace f2layout {
inline namespace passes {

/// One function's metadata, and its faults.
class StatementReader {
public:
  StatementReader(Function &F, const LaunchShape &Launch, CallFaults &Faults)
      : F(F), Launch(Launch), Faults(Faults) {}
  StatedLayouts read();

private:
  struct Access {
    LinearLayout Layout;
    unsigned Register = 0;
    bool Meant = true; ///< The statement is for this many registers.
  };
  void fault(const Instruction &I, const Twine &Message);
  std::optional<Access> readNode(const Instruction &I, const MDNode &Node);
  void readAccess(const Instruction &I, const MDNode &Node);
  Error findFault(const LinearLayout &L) const;
  bool checkThreads(const Instruction &I, const LinearLayout &L);
  std::string wrongThreads(uint64_t Threads) const;
  bool isOnEveryWay(const Instruction &I);
  void takeThreads(const Instruction &I, const LinearLayout &L);
  bool checkRegisters(const Instruction &I, const Access &A);
  void readArrays();
  void combine(const Instruction &I, const Access &A, const GlobalVariable &G);
  bool checkElement(const Instruction &I, const GlobalVariable &G,
                    const ArrayLayout &Array, unsigned Bytes);
  void place(const Instruction &I, const Access &A, const LinearLayout &Offsets,
             unsigned Bytes);

  Function &F;
  const LaunchShape &Launch;
  CallFaults &Faults;
  bool MayEnd = false; ///< A call may not return.
  StatedLayouts S;
  MapVector<const Instruction *, Access> Accesses;
  std::optional<PostDominatorTree> PDT; ///< Created on first use.
  /// The element size of arrays of bytes, from the first access.
  DenseMap<const GlobalVariable *, unsigned> ElementBytes;
};

} // namespace passes
} // namespace f2layout

void StatementReader::fault(const Instruction &I, const Twine &Message) {
  S.Faulty = true;
  const std::string Name =
      I.hasName() ? (" %" + I.getName()).str() : std::string();
  Faults.addAt(I, "!f2.layout on " + Twine(I.getOpcodeName()) + Name + ": " +
                      Message);
}

unsigned f2layout::elementsOf(const Instruction &I) {
  auto *V = dyn_cast<FixedVectorType>(getLoadStoreType(&I));
  return V ? V->getNumElements() : 1;
}

//===----------------------------------------------------------------------===//
// Accesses without their arrays
//===----------------------------------------------------------------------===//

/// An operand that is a number of at most 31 bits.
static std::optional<unsigned> numberAt(const MDNode &Node, unsigned I) {
  auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Node.getOperand(I));
  if (!C || !C->getType()->isIntegerTy(32) || C->isNegative())
    return std::nullopt;
  return C->getZExtValue();
}

std::optional<StatementReader::Access>
StatementReader::readNode(const Instruction &I, const MDNode &Node) {
  const unsigned Operands = Node.getNumOperands();
  auto *Text = Operands == 2 || Operands == 3
                   ? dyn_cast_or_null<MDString>(Node.getOperand(0).get())
                   : nullptr;
  std::optional<unsigned> Register, Count;
  if (Text)
    Register = numberAt(Node, 1);
  if (Text && Operands == 3)
    Count = numberAt(Node, 2);
  if (!Text || !Register || (Operands == 3 && !Count)) {
    fault(I, "expected !{!\"layout\", i32 register} or !{!\"layout\", i32 "
             "register, i32 registers}, numbers from 0, found " +
                 nodeText(Node));
    return std::nullopt;
  }
  Expected<LinearLayout> L = parseLayout(Text->getString());
  if (!L) {
    fault(I, "the layout cannot be read: " + toString(L.takeError()));
    return std::nullopt;
  }
  return Access{std::move(*L), *Register, !Count || *Count == elementsOf(I)};
}

/// Why a block cannot have that many threads; empty if it can.
std::string StatementReader::wrongThreads(uint64_t Threads) const {
  std::string Expected;
  if (Launch.ExactThreads && Threads != *Launch.ExactThreads)
    Expected = "the " + std::to_string(*Launch.ExactThreads) + " of a block";
  else if (Threads < Launch.MinThreads || Threads > Launch.MaxThreads)
    Expected = Launch.boundsText() + " as the launch bounds say";
  if (Expected.empty())
    return "";
  return "the layout has " + std::to_string(Threads) + " threads, expected " +
         Expected + copiesHint("threads");
}

Error StatementReader::findFault(const LinearLayout &L) const {
  if (Error E = checkThreadInputs(L, "the layout"))
    return E;
  if (Error E = checkOneBlock(L, "the layout", "shared memory is one block's"))
    return E;
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  if (Error E =
          checkLanes(L, "the layout", Launch.LaneBits,
                     Twine(", the warp") + (Cpu.empty() ? "" : " of ") + Cpu))
    return E;
  if (Error E = checkThreadCount(L, "the layout"))
    return E;
  const std::string Why =
      wrongThreads(uint64_t(1) << (Launch.LaneBits + L.inputBits("warp")));
  return Why.empty() ? Error::success() : createStringError(Why);
}

bool StatementReader::checkThreads(const Instruction &I,
                                   const LinearLayout &L) {
  Error E = findFault(L);
  if (!E)
    return true;
  fault(I, toString(std::move(E)));
  return false;
}

bool StatementReader::checkRegisters(const Instruction &I, const Access &A) {
  if (Error E =
          checkRegisterCount(A.Layout, "the layout", MaxMapRegisterBits)) {
    fault(I, toString(std::move(E)));
    return false;
  }
  const uint64_t There = uint64_t(1) << A.Layout.inputBits("register");
  if (A.Register >= There) {
    fault(I, "register " + Twine(A.Register) + ", expected less than " +
                 Twine(There) + ", the layout's registers");
    return false;
  }
  if (A.Meant && elementsOf(I) > There - A.Register) {
    fault(I, Twine(elementsOf(I)) + " registers from register " +
                 Twine(A.Register) + " on, expected at most the " +
                 Twine(There - A.Register) + " that are left of " +
                 Twine(There));
    return false;
  }
  return true;
}

/// Some thread of every block that runs the function runs I.
bool StatementReader::isOnEveryWay(const Instruction &I) {
  if (!PDT) {
    PDT.emplace(F);
    MayEnd = any_of(instructions(F), [](const Instruction &J) {
      return isForeignCode(J) && !J.willReturn();
    });
  }
  return !MayEnd && PDT->dominates(I.getParent(), &F.getEntryBlock());
}

void StatementReader::takeThreads(const Instruction &I, const LinearLayout &L) {
  const unsigned Threads = 1u << (Launch.LaneBits + L.inputBits("warp"));
  if (S.Threads == Threads || !isOnEveryWay(I))
    return;
  if (S.Threads)
    return fault(I, "the layout has " + Twine(Threads) + " threads, expected " +
                        Twine(S.Threads) +
                        " as on other accesses that every block comes to");
  S.Threads = Threads;
}

void StatementReader::readAccess(const Instruction &I, const MDNode &Node) {
  const Value *P = getLoadStorePointerOperand(&I);
  const unsigned Space = P ? P->getType()->getPointerAddressSpace() : 0;
  if (!P || (Space != 0 && Space != 3))
    return fault(I, "expected on loads and stores of shared memory only");
  std::optional<Access> A = readNode(I, Node);
  if (!A)
    return;
  const bool Threads = checkThreads(I, A->Layout);
  if (!checkRegisters(I, *A) || !Threads)
    return;
  takeThreads(I, A->Layout);
  if (A->Meant)
    Accesses.insert({&I, std::move(*A)});
}

//===----------------------------------------------------------------------===//
// Accesses and their arrays
//===----------------------------------------------------------------------===//

/// checkArrays reports what is wrong with it.
static bool isMalformed(const GlobalVariable &G) {
  Expected<std::optional<ArrayLayout>> L = readArrayLayout(G);
  if (L)
    return false;
  consumeError(L.takeError());
  return true;
}

/// The elements of the access and of the array have the same size.
bool StatementReader::checkElement(const Instruction &I,
                                   const GlobalVariable &G,
                                   const ArrayLayout &Array, unsigned Bytes) {
  const unsigned Expected =
      Array.ElementBytes ? Array.ElementBytes
                         : ElementBytes.try_emplace(&G, Bytes).first->second;
  if (Bytes != Expected) {
    fault(I, "elements of " + Twine(Bytes) + " bytes, expected " +
                 Twine(Expected) + " as in " +
                 (Array.ElementBytes ? "" : "the first access of ") +
                 "shared array " + G.getName());
    return false;
  }
  if (!fitsArray(G, Array.Memory, Bytes)) {
    fault(I, "2^" + Twine(Array.Memory.inputBits()) + " elements of " +
                 Twine(Bytes) +
                 " bytes, expected room for them in shared "
                 "array " +
                 G.getName());
    return false;
  }
  return true;
}

/// Converts offsets by register and thread to offsets by thread, in bytes.
void StatementReader::place(const Instruction &I, const Access &A,
                            const LinearLayout &Offsets, unsigned Bytes) {
  const unsigned RegisterBits = Offsets.inputBits("register");
  std::vector<int64_t> At;
  for (uint64_t T = 0; T < uint64_t(1) << (Offsets.inputBits() - RegisterBits);
       ++T) {
    auto OffsetOf = [&](unsigned Register) {
      return Offsets.applyFlat(T << RegisterBits | Register);
    };
    const uint64_t First = OffsetOf(A.Register);
    for (unsigned E = 1; E < elementsOf(I); ++E)
      if (OffsetOf(A.Register + E) != First + E)
        return fault(
            I, "thread " + Twine(T) + " has registers " + Twine(A.Register) +
                   " and " + Twine(A.Register + E) + " at offsets " +
                   Twine(First) + " and " + Twine(OffsetOf(A.Register + E)) +
                   ", expected " + Twine(First + E) +
                   ", as a vector's elements are neighbours");
    At.push_back(First * Bytes);
  }
  S.Offsets[&I] = std::move(At);
}

void StatementReader::combine(const Instruction &I, const Access &A,
                              const GlobalVariable &G) {
  if (isMalformed(G))
    return;
  std::optional<ArrayLayout> Array = cantFail(readArrayLayout(G));
  if (!Array)
    return; // dropped, or never there
  const unsigned Bytes =
      F.getDataLayout().getTypeAllocSize(getLoadStoreType(&I)->getScalarType());
  if (!isPowerOf2_32(Bytes) || Bytes > 8)
    return fault(I, "elements of " + Twine(Bytes) +
                        " bytes, expected 1, 2, 4 or 8");
  if (!checkElement(I, G, *Array, Bytes))
    return;
  Expected<LinearLayout> Offsets =
      bufferOffsets(A.Layout, Array->Memory, Bytes * 8);
  if (!Offsets)
    return fault(I, toString(Offsets.takeError()) + " in shared array " +
                        G.getName());
  place(I, A, *Offsets, Bytes);
}

/// The array that an access of the object goes to. Arrays of dynamic shared
/// memory are one object, but each may have its own layout.
static const GlobalVariable *arrayOf(const SharedObject &O,
                                     const SharedAccess &A) {
  if (O.Arrays.size() == 1)
    return O.Arrays.front();
  return dyn_cast<GlobalVariable>(
      getUnderlyingObject(A.pointer(), /*MaxLookup=*/0));
}

void StatementReader::readArrays() {
  for (const SharedObject &O : collectSharedObjects(F)) {
    for (const GlobalVariable *G : O.Arrays)
      S.Faulty |= isMalformed(*G);
    for (const SharedAccess &Access : O.Accesses) {
      const GlobalVariable *G = arrayOf(O, Access);
      auto *It = Accesses.find(Access.I);
      if (G && It != Accesses.end())
        combine(*Access.I, It->second, *G);
    }
  }
}

StatedLayouts StatementReader::read() {
  for (const Instruction &I : instructions(F))
    if (I.hasMetadataOtherThanDebugLoc())
      if (const MDNode *Node = I.getMetadata(LayoutMetadata))
        readAccess(I, *Node);
  if (!Accesses.empty() || any_of(F.getParent()->globals(), isMalformed))
    readArrays();
  if (S.Faulty)
    S.Offsets.clear();
  return std::move(S);
}

StatedLayouts f2layout::readStatedLayouts(Function &F,
                                          const LaunchShape &Launch,
                                          CallFaults &Faults) {
  return StatementReader(F, Launch, Faults).read();
}

void f2layout::checkArrays(const Module &M, CallFaults &Faults) {
  for (const GlobalVariable &G : M.globals()) {
    Expected<std::optional<ArrayLayout>> L = readArrayLayout(G);
    if (!L)
      Faults.add("!f2.layout on @" + G.getName() + ": " +
                 toString(L.takeError()));
  }
}

void f2layout::takeStatedThreads(LaunchShape &L, const StatedLayouts &Stated) {
  const unsigned Threads = Stated.threads();
  if (!Threads || !L.Error.empty() || Stated.isFaulty())
    return;
  if (L.ExactThreads && *L.ExactThreads != Threads) {
    L.Error = "the option block= promises " + std::to_string(*L.ExactThreads) +
              " threads, layouts in metadata say " + std::to_string(Threads);
    return;
  }
  L.ExactThreads = L.MinThreads = L.MaxThreads = Threads;
  L.WholeWarps = true;
}

AnalysisKey StatedLayoutsAnalysis::Key;

StatedLayouts StatedLayoutsAnalysis::run(Function &F,
                                         FunctionAnalysisManager &AM) {
  if (!isForGpu(*F.getParent()))
    return {};
  CallFaults Ignored; // f2layout-import reports them
  return readStatedLayouts(F, AM.getResult<LaunchShapeAnalysis>(F), Ignored);
}
