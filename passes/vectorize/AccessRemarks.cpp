//===- AccessRemarks.cpp - The remarks of f2layout-access -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessRemarks.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/support/DisplayName.h"
#include "passes/support/RegisterAsm.h"
#include "passes/support/UserLocation.h"
#include "passes/vectorize/AccessBetween.h"
#include "passes/vectorize/AlignmentGuess.h"
#include "passes/vectorize/JoinConflicts.h"
#include "passes/vectorize/OverlapGuess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

#define DEBUG_TYPE "f2layout-access"

void WrittenAlignment::keep(Module &M) {
  const LLVMContext &Context = M.getContext();
  if (!Context.getLLVMRemarkStreamer() &&
      !Context.getDiagHandlerPtr()->isAnyRemarkEnabled(DEBUG_TYPE))
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<LoadInst, StoreInst>(I))
        At.insert({&I, getLoadStoreAlignment(&I)});
}

bool WrittenAlignment::isRaised(const Instruction &I) const {
  auto It = At.find(&I);
  return It != At.end() && It->second < getLoadStoreAlignment(&I);
}

using InstructionList = SmallVector<Instruction *, 8>;

static InstructionList accessesOf(const Contiguity &C, const ContiguousRun &R) {
  InstructionList List;
  for (unsigned A : R.Accesses)
    List.push_back(C.accesses()[A].I);
  return List;
}

static Instruction &firstOf(ArrayRef<Instruction *> Accesses) {
  return **min_element(Accesses, [](Instruction *A, Instruction *B) {
    return A->comesBefore(B);
  });
}

static unsigned bytesOf(const Instruction &I) {
  return I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
}

/// "2 of 16 bytes and 1 of 4 bytes".
static void sayPieces(UserRemark &R, ArrayRef<unsigned> Pieces) {
  SmallVector<unsigned, 8> Sorted(Pieces);
  llvm::sort(Sorted, std::greater<unsigned>());
  for (size_t N = 0; N < Sorted.size();) {
    const size_t Same = llvm::count(Sorted, Sorted[N]);
    if (N)
      R << (N + Same == Sorted.size() ? " and " : ", ");
    R << NV("Wide", unsigned(Same)) << " of " << NV("WideBytes", Sorted[N])
      << (Sorted[N] == 1 ? " byte" : " bytes");
    N += Same;
  }
}

/// The variable or argument that the accesses are based on.
static const Value *objectOf(const Instruction &I) {
  return getUnderlyingObject(getLoadStorePointerOperand(&I), /*MaxLookup=*/0);
}

/// clang keeps no names of local values.
static std::string nameOf(const Value &V) {
  if (V.hasName())
    return "'" + displayName(V.getName()) + "'";
  if (auto *A = dyn_cast<Argument>(&V))
    return "argument " + std::to_string(A->getArgNo() + 1);
  return isa<LoadInst>(V) ? "a loaded value" : "a value";
}

/// "tile", "argument 1", "local memory"; empty if it is not known.
static std::string arrayOf(const Instruction &I) {
  const Value *Object = objectOf(I);
  if (isa<AllocaInst>(Object))
    return "local memory";
  if (isa<GlobalVariable>(Object))
    return displayName(Object->getName());
  return isa<Argument>(Object) ? nameOf(*Object) : "";
}

/// No other thread sees it, and compilers alone decide where it is.
static bool isLocal(const Instruction &I) {
  return isa<AllocaInst>(objectOf(I));
}

/// On NVIDIA a wide access to constant memory saves nothing: words at one
/// address in all lanes are operands of other instructions, and others are
/// served one address at a time.
static bool isConstantMemory(const Instruction &I) {
  return compat::targetTriple(*I.getModule()).isNVPTX() &&
         getLoadStoreAddressSpace(&I) == NVPTXAS::ADDRESS_SPACE_CONST;
}

/// Where a value without a name is computed.
static std::string lineOf(const Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  const DILocation *Line = I && !V.hasName() ? userLine(*I) : nullptr;
  return Line ? " of line " + std::to_string(Line->getLine()) : "";
}

/// The annotation by which the user can state a larger alignment of V.
static StringRef helpFor(const Value &V) {
  if (isa<GlobalVariable>(V))
    return "__align__ on its declaration would help";
  if (V.getType()->isPointerTy())
    return "__builtin_assume_aligned would help";
  return "__builtin_assume would help";
}

AccessRemarks::Sum &AccessRemarks::sumOf(UserRemark::Kind K, const char *Name,
                                         InstructionRef Accesses,
                                         ArrayRef<unsigned> Pieces,
                                         StringRef Reason) {
  const Instruction &At = firstOf(Accesses);
  const bool IsStore = isa<StoreInst>(At);
  std::string Array = arrayOf(At);
  std::string Key = (Name + Twine(IsStore ? " to " : " from ") + Array +
                     " because of " + Reason)
                        .str();
  if (Out.eachPlace())
    Key += " #" + std::to_string(Sums.size());
  const UserRemark Remark(K, DEBUG_TYPE, Name, At);
  Sum &S =
      Sums.insert({Key, Sum(Remark, IsStore, std::move(Array))}).first->second;
  ++S.Groups;
  S.Remark.Subject = std::move(Key);
  S.Accesses += Accesses.size();
  for (const Instruction *I : Accesses) {
    if (const std::optional<bool> Tested = Versions->isTested(*I))
      S.IsIn[*Tested] = true;
    S.LeastBytes = std::min(S.LeastBytes, bytesOf(*I));
    S.MostBytes = std::max(S.MostBytes, bytesOf(*I));
  }
  S.Pieces.append(Pieces.begin(), Pieces.end());
  S.Remark.Worth +=
      (double(Accesses.size()) - Pieces.size()) * Out.timesOf(*At.getParent());
  return S;
}

void AccessRemarks::passed(InstructionRef Accesses, ArrayRef<unsigned> Pieces) {
  if (isWanted())
    sumOf(UserRemark::Passed, "AccessWidened", Accesses, Pieces);
}

bool AccessRemarks::isLeftOut(InstructionRef Accesses) const {
  return any_of(Accesses,
                [&](const Instruction *I) { return LeftOut.contains(I); });
}

void AccessRemarks::joined(ArrayRef<Instruction *> Accesses, unsigned Bytes) {
  passed(Accesses, Bytes);
}

void AccessRemarks::stated(const Contiguity &C, const ContiguousRun &R,
                           bool IsMoved) {
  if (!isWanted() || R.Pieces.size() == R.Accesses.size())
    return;
  const InstructionList Accesses = accessesOf(C, R);
  if (isLeftOut(Accesses))
    return;
  if (IsMoved || any_of(C.accessesByPiece(R), [&](const InstructionList &P) {
        return P.size() > 1 && Before.isRaised(*P.front());
      }))
    passed(Accesses, R.Pieces);
}

static std::string kindOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->isInlineAsm())
    return isCompilerBarrier(*Call) ? "compiler barrier" : "inline assembly";
  if (Call && Call->getCalledFunction())
    return "call of " + displayCallee(*Call);
  return I.getOpcodeName();
}

void AccessRemarks::sayBetween(Sum &S, const Instruction &At,
                               const Instruction &InTheWay) {
  S.Between = kindOf(InTheWay);
  if (const DILocation *Line = userLine(InTheWay))
    S.BetweenLine = Line->getLine();
  S.BetweenTouches = isa<LoadInst, StoreInst>(InTheWay);
  S.RestrictHelps =
      isPlainAccess(InTheWay) && getLoadStoreAddressSpace(&InTheWay) <= 1 &&
      getLoadStoreAddressSpace(&At) <= 1 && objectOf(InTheWay) != objectOf(At);
}

void AccessRemarks::keptApart(ArrayRef<Instruction *> Accesses,
                              const Instruction &InTheWay) {
  if (!isWanted() || isLocal(firstOf(Accesses)) ||
      isConstantMemory(firstOf(Accesses)) || isLeftOut(Accesses))
    return;
  unsigned Bytes = 0;
  for (const Instruction *I : Accesses)
    Bytes += bytesOf(*I);
  const std::string Between = kindOf(InTheWay);
  Sum &S =
      sumOf(UserRemark::Missed, "AccessKeptApart", Accesses, Bytes, Between);
  S.IsOverlapTestDear |= any_of(Accesses, [&](const Instruction *I) {
    return OverlapNotTested.contains(I);
  });
  if (S.Groups > 1)
    return;
  sayBetween(S, firstOf(Accesses), InTheWay);
}

void AccessRemarks::unaligned(const Contiguity &C, const ContiguousRun &R,
                              const Instruction *InTheWay) {
  if (!isWanted() || !R.Unaligned)
    return;
  const InstructionList Accesses = accessesOf(C, R);
  Instruction &At = firstOf(Accesses);
  const unsigned Space = getLoadStoreAddressSpace(&At);
  // On AMD only shared memory needs alignment.
  if ((compat::targetTriple(*At.getModule()).isAMDGPU() && Space != 3) ||
      isLocal(At) || isConstantMemory(At) || isLeftOut(Accesses))
    return;
  const ArrayRef<unsigned> Pieces = R.PiecesIfAligned;
  if (Pieces.size() >= R.Pieces.size())
    return;
  const std::string Value = nameOf(*R.Unaligned);
  Sum &S =
      sumOf(UserRemark::Missed, "AlignmentUnknown", Accesses, Pieces, Value);
  S.Align = std::min(S.Align, R.Align);
  S.IsTestDear |= any_of(
      Accesses, [&](const Instruction *I) { return NotTested.contains(I); });
  if (S.Groups > 1)
    return;
  S.Value = Value + lineOf(*R.Unaligned);
  S.Help = helpFor(*R.Unaligned);
  if (InTheWay)
    sayBetween(S, At, *InTheWay);
}

/// " and " before the last part, ", " before the others.
static StringRef separator(size_t Place, size_t Count) {
  return Place == 0 ? "" : Place + 1 == Count ? " and " : ", ";
}

/// "'in' is aligned to 16 bytes and 'n' is a multiple of 4".
static void sayAligned(UserRemark &R, const KernelInputs &Inputs,
                       ArrayRef<unsigned> Zeros) {
  SmallVector<unsigned, 4> Tested;
  for (const bool Pointers : {true, false})
    for (auto [N, Count] : enumerate(Zeros))
      if (Count && Inputs.isPointer(N) == Pointers)
        Tested.push_back(N);
  for (auto [Place, N] : enumerate(Tested)) {
    const bool IsPointer = Inputs.isPointer(N);
    R << separator(Place, Tested.size()) << NV("Value", Inputs.name(N))
      << (IsPointer ? " is aligned to " : " is a multiple of ")
      << NV("Align", 1u << Zeros[N]) << (IsPointer ? " bytes" : "");
  }
}

void AccessRemarks::tested(const OverlapPart &P, const KernelInputs &Inputs) {
  for (const MovedRun &Run : P.Runs)
    for (const VectorGroup &G : Run.Groups)
      joined(G.Accesses, G.Bytes);
  Out.add([&] {
    const Instruction &At = *P.Region.Begin;
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "OverlapTested", At);
    R << NV("Accesses", P.accessesBefore()) << " accesses become "
      << NV("Wide", P.accessesAfter()) << " where what a thread accesses";
    SmallVector<std::string, 4> Arrays;
    for (const SpanPair &Pair : P.Pairs)
      for (const AccessSpan &Span : {Pair.A, Pair.B})
        if (std::string Array = arrayOf(*Span.Access);
            !Array.empty() && !is_contained(Arrays, Array))
          Arrays.push_back(std::move(Array));
    for (auto [Place, Array] : enumerate(Arrays))
      R << (Place ? "" : " of ") << separator(Place, Arrays.size())
        << NV("Array", Array);
    R << " does not overlap";
    if (any_of(P.Zeros, [](unsigned Count) { return Count != 0; })) {
      R << ", and ";
      sayAligned(R, Inputs, P.Zeros);
    }
    R << ", which is tested at run time; "
      << NV("Instructions", P.Region.Instructions)
      << " instructions exist twice";
    R.Worth = (double(P.accessesBefore()) - P.accessesAfter()) *
              Out.timesOf(*At.getParent());
    return R;
  });
}

void AccessRemarks::tested(const AlignmentGuess &G) {
  Out.add([&] {
    const Instruction &At = *G.Accesses.front();
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "AlignmentTested", At);
    R << NV("Accesses", G.From) << " accesses become " << NV("Wide", G.To)
      << " where ";
    sayAligned(R, G.Inputs, G.Zeros);
    unsigned Instructions = 0;
    for (const CodeRegion &Part : G.Regions)
      Instructions += Part.Instructions;
    R << ", which is tested at run time; " << NV("Instructions", Instructions)
      << " instructions exist twice";
    R.Worth = (double(G.From) - G.To) * Out.timesOf(*At.getParent());
    return R;
  });
}

void AccessRemarks::mayLoseWarps(const AlignmentGuess &G) {
  Out.add([&] {
    const Instruction &At = *G.Accesses.front();
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "MayLoseWarps", At);
    R << NV("Accesses", G.From) << " accesses could be " << NV("Wide", G.To)
      << " where ";
    sayAligned(R, G.Inputs, G.Zeros);
    R << ", but a test at run time may take registers and "
      << NV("Warps", vocabularyOf(*At.getFunction()).Warp)
      << "s for nothing: they are in an inner loop that the compiler has "
         "unrolled for "
         "a trip count that it does not know and that may be too small";
    R.Worth = (double(G.From) - G.To) * Out.timesOf(*At.getParent());
    return R;
  });
}

/// "4 loads of 4 bytes from tile", "5 stores of 2 to 4 bytes to argument 1".
static void writeAccesses(UserRemark &R, bool IsStore, unsigned Accesses,
                          unsigned Least, unsigned Most, StringRef Array) {
  R << NV("Accesses", Accesses) << (IsStore ? " stores of " : " loads of ");
  if (Least != Most)
    R << NV("LeastBytes", Least) << " to ";
  R << NV("Bytes", Most) << (Most == 1 ? " byte" : " bytes");
  if (!Array.empty())
    R << (IsStore ? " to " : " from ") << NV("Array", Array);
}

void AccessRemarks::conflicting(ArrayRef<Instruction *> Accesses,
                                unsigned Bytes, const JoinWavefronts &N) {
  // Every round of the pass finds the group again.
  if (!isWanted() || !Conflicting.insert(Accesses.front()).second)
    return;
  Out.add([&] {
    const Instruction &At = firstOf(Accesses);
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "JoinConflicts", At);
    writeAccesses(R, isa<StoreInst>(At), Accesses.size(), bytesOf(At),
                  bytesOf(At), arrayOf(At));
    R << " stay apart: as one of " << NV("Bytes", Bytes)
      << " bytes they would take " << NV("Joined", N.Joined)
      << " wavefronts of a block, now they take " << NV("Apart", N.Apart);
    return R;
  });
}

void AccessRemarks::write(Sum &S) {
  UserRemark &R = S.Remark;
  writeAccesses(R, S.IsStore, S.Accesses, S.LeastBytes, S.MostBytes, S.Array);
  if (S.IsIn[0] && S.IsIn[1])
    R << ", in both versions of the kernel,";
  R << (R.K == UserRemark::Passed ? " become " : " could be ");
  sayPieces(R, S.Pieces);
  if (!S.Value.empty())
    R << ", but are only known to be aligned to "
      << NV("Align", unsigned(S.Align)) << " because of "
      << NV("Value", S.Value) << ": " << S.Help;
  if (S.IsTestDear)
    R << "; a test at run time would not pay";
  if (S.Between.empty())
    return;
  R << (S.Value.empty() ? ", but the " : "; also, the ")
    << NV("Instruction", S.Between);
  if (S.BetweenLine)
    R << " at line " << NV("Line", S.BetweenLine);
  R << (S.Groups > 1 ? " is between the first of them" : " is between them");
  if (S.BetweenTouches)
    R << " and may touch the same bytes";
  if (S.RestrictHelps && (S.IsOverlapTestDear || !S.Value.empty()))
    R << ": __restrict__ would help";
  if (S.IsOverlapTestDear && !S.IsTestDear)
    R << "; a test at run time would not pay";
}

AccessRemarks::~AccessRemarks() {
  for (auto &[Key, S] : Sums)
    Out.add([&, &Of = S] {
      write(Of);
      return std::move(Of.Remark);
    });
}
