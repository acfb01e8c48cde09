//===- SharedObjects.cpp - A kernel's shared arrays and their accesses ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/objects/SharedObjects.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/instructions/AsmText.h"
#include "passes/sharedmemory/instructions/AsyncCopy.h"
#include "passes/sharedmemory/instructions/FragmentAccess.h"
#include "passes/sharedmemory/instructions/MatrixRows.h"
#include "passes/sharedmemory/objects/VolatileAdvice.h"
#include "passes/support/RegisterAsm.h"
#include "passes/support/SpaceQueries.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

Use &SharedAccess::pointerUse() const {
  if (isMatrix())
    return cast<CallBase>(I)->getArgOperandUse(PointerArgument);
  return I->getOperandUse(isa<StoreInst>(I)
                              ? StoreInst::getPointerOperandIndex()
                              : LoadInst::getPointerOperandIndex());
}

bool SharedAccess::isCopy() const {
  return isMatrix() && !IsFragment && copyToShared(*cast<CallBase>(I));
}

OwnCondition f2layout::conditionOf(const SharedAccess &A) {
  auto *Call = A.isMatrix() ? dyn_cast<CallBase>(A.I) : nullptr;
  const auto Copy = Call ? copyToShared(*Call) : std::nullopt;
  if (!Copy || !Copy->Condition)
    return {};
  return {Call->getArgOperand(*Copy->Condition), !Copy->RunsIfZero};
}

Align SharedAccess::alignment() const {
  if (IsFragment)
    return Align(fragmentOf(*cast<CallBase>(I))->alignment());
  // Rows of 12 bytes, of 6-bit elements, are whole words.
  return isMatrix() ? Align(Bytes & -Bytes) : getLoadStoreAlignment(I);
}

/// The first reason counts, but for one that leaves all accesses known.
static void refuseObject(SharedObject &O, Instruction *I, const Twine &Why) {
  if (!O.Refusal.empty() && !O.OnlyVolatile)
    return;
  O.Refusal = Why.str();
  O.RefusedAt = I;
  O.OnlyVolatile = false;
}

/// What assembly does with an address.
static std::string whyAssembly(const CallBase &Call) {
  if (asyncCopyOf(Call))
    return "an asynchronous copy (cp.async) stores to it";
  const StringRef What = instructionOfAsm(Call);
  if (What == "cp.async.bulk")
    return "a bulk copy (cp.async.bulk) accesses it";
  return "its address is passed to inline assembly" +
         (What.empty() ? "" : " (" + What.str() + ")");
}

/// More than any warp has.
static constexpr unsigned EveryLane = 64;

/// Inlined, the function would show what it does with an address.
static std::string adviseInlining(const Function &Callee) {
  if (Callee.isDeclaration() || any_of(instructions(Callee), [&](auto &I) {
        auto *Call = dyn_cast<CallBase>(&I);
        return Call && Call->getCalledFunction() == &Callee;
      }))
    return "";
  return "; __forceinline__ on it" +
         std::string(Callee.hasFnAttribute(Attribute::NoInline)
                         ? ", in place of __noinline__, would help"
                         : " would help");
}

/// The pointer goes around a loop with others, as where two arrays take turns.
static bool goesAround(const Value *Pointer) {
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<std::pair<const Value *, const PHINode *>, 8> Work;
  Work.push_back({Pointer, nullptr});
  while (!Work.empty() && Seen.size() < 32) {
    const auto [V, Behind] = Work.pop_back_val();
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode,
                   SelectInst, FreezeInst>(I))
      continue;
    auto *Phi = dyn_cast<PHINode>(I);
    if (Phi && Behind && Phi != Behind &&
        Phi->getParent() == Behind->getParent())
      return true;
    if (!Seen.insert(I).second)
      continue;
    for (const Use &U : I->operands())
      if (U->getType()->isPointerTy())
        Work.push_back({U.get(), Phi ? Phi : Behind});
  }
  return false;
}

namespace {

/// Walks from one global to all uses of its address inside F.
class UseWalker {
public:
  UseWalker(Function &F, SharedObject &O, bool WithMatrices)
      : F(F), O(O), WithMatrices(WithMatrices) {}

  void walk(GlobalVariable *G) {
    push(G);
    while (!Work.empty()) {
      Value *V = Work.pop_back_val();
      for (Use &U : V->uses())
        visit(U);
    }
  }

private:
  void push(Value *V) {
    if (Seen.insert(V).second)
      Work.push_back(V);
  }

  /// To is computed from From. A value that went through an integer is marked
  /// as such from there on.
  void pushFrom(Value *From, Value *To) {
    if (!To->getType()->isIntegerTy() && !Integers.contains(From))
      return push(To);
    O.AsInteger = true;
    if (Integers.insert(To).second)
      Seen.erase(To);
    push(To);
  }

  /// Arithmetic on an address that is an integer, or its conversion back.
  static bool keepsAddress(const Instruction &I) {
    return I.getType()->isIntOrPtrTy() &&
           isa<BinaryOperator, PtrToIntInst, IntToPtrInst, ZExtInst, SExtInst,
               TruncInst, PHINode, SelectInst, FreezeInst>(I);
  }

  void refuse(Instruction *I, const Twine &Why) { refuseObject(O, I, Why); }

  void refuseVolatile(Instruction *I) {
    if (!O.Refusal.empty())
      return;
    refuse(I, "it is accessed by volatile instructions");
    O.OnlyVolatile = true;
  }

  void visit(Use &U) {
    User *Who = U.getUser();
    auto *I = dyn_cast<Instruction>(Who);
    if (!I) {
      if (isa<ConstantExpr>(Who))
        return pushFrom(U.get(), Who);
      if (isa<GlobalValue>(Who) || isa<Constant>(Who))
        return refuse(nullptr, "its address is part of a constant");
      return;
    }
    Function *User = I->getFunction();
    if (User != &F) {
      // Another kernel has its own instance of the array.
      if (!isKernel(*User))
        refuse(nullptr, "function " + displayName(User->getName()) +
                            " uses it too" + adviseInlining(*User));
      return;
    }
    visitInstruction(*I, U);
  }

  void visitInstruction(Instruction &I, Use &U) {
    const bool IsInteger = U->getType()->isIntegerTy();
    if (IsInteger ? keepsAddress(I) : isa<PtrToIntInst>(I))
      return pushFrom(U.get(), &I);
    if (!IsInteger && isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst,
                          PHINode, SelectInst, FreezeInst>(I))
      return pushFrom(U.get(), &I);
    if (isa<ICmpInst>(I) || asksForSpace(I)) {
      O.Compared = &I;
      return;
    }
    auto *Call = dyn_cast<CallBase>(&I);
    if (IsInteger)
      return refuse(&I, Call && Call->isInlineAsm()
                            ? whyAssembly(*Call)
                            : "its address is converted to an integer");
    if (auto *L = dyn_cast<LoadInst>(&I))
      return access(I, U.get(), L->getType(), L->isVolatile(), L->isAtomic());
    if (auto *S = dyn_cast<StoreInst>(&I)) {
      if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
        return refuse(&I, "its address is stored to memory");
      return access(I, U.get(), S->getValueOperand()->getType(),
                    S->isVolatile(), S->isAtomic());
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
      return refuse(&I, "it is accessed atomically");
    if (I.isLifetimeStartOrEnd())
      return;
    if (isa<AnyMemIntrinsic>(I))
      return refuse(&I, "it is accessed by a memory intrinsic");
    if (Call)
      return visitCall(*Call, U);
    refuse(&I, "its address escapes");
  }

  void visitCall(CallBase &C, Use &U) {
    const std::optional<AsyncCopy> Copy = copyToShared(C);
    const bool IsCopy =
        Copy && C.isArgOperand(&U) && C.getArgOperandNo(&U) == Copy->To;
    if (WithMatrices && IsCopy)
      return add(C, U.get(), Copy->Bytes, EveryLane, /*IsFragment=*/false,
                 Copy->To);
    if (C.isInlineAsm())
      return refuse(&C, whyAssembly(C));
    if (IsCopy)
      return refuse(&C, "an asynchronous copy (cp.async) stores to it");
    const MatrixRows Rows = rowsOf(C);
    if (WithMatrices && Rows.Lanes)
      return add(C, U.get(), Rows.Bytes, Rows.Lanes);
    if (WithMatrices)
      if (const auto Fragment = fragmentOf(C))
        return add(C, U.get(), Fragment->pieceBytes(), EveryLane,
                   /*IsFragment=*/true);
    Function *Callee = C.getCalledFunction();
    if (Callee && Callee->isIntrinsic())
      return refuse(&C, "its address is passed to " + displayCallee(C));
    refuse(&C, "its address escapes through a call" +
                   (Callee ? adviseInlining(*Callee) : ""));
  }

  void access(Instruction &I, Value *Pointer, Type *Ty, bool Volatile,
              bool Atomic) {
    // It cannot be replaced, but its address is known.
    if (Volatile)
      refuseVolatile(&I);
    if (Atomic)
      return refuse(&I, "it is accessed atomically");
    const DataLayout &DL = F.getDataLayout();
    TypeSize Bits = DL.getTypeSizeInBits(Ty), Bytes = DL.getTypeStoreSize(Ty);
    Type *Scalar = Ty->getScalarType();
    bool Plain = !isa<ScalableVectorType>(Ty) &&
                 (Scalar->isIntegerTy() || Scalar->isFloatingPointTy() ||
                  Scalar->isPointerTy());
    if (!Plain || Bits.isScalable() || Bits != Bytes * 8 || Bytes > 64)
      return refuse(&I, "it is accessed as a type that is not a power-of-two "
                        "number of bytes per element");
    add(I, Pointer, Bytes.getFixedValue(), /*RowLanes=*/0);
  }

  void add(Instruction &I, Value *Pointer, unsigned Bytes, unsigned RowLanes,
           bool IsFragment = false, unsigned PointerArgument = 0) {
    auto [It, New] = AccessSeen.try_emplace(&I, O.Accesses.size());
    if (New)
      O.Accesses.push_back({&I, Bytes, /*ThroughInteger=*/false, RowLanes,
                            IsFragment, PointerArgument});
    O.Accesses[It->second].ThroughInteger |= Integers.contains(Pointer);
  }

  Function &F;
  SharedObject &O;
  const bool WithMatrices;
  SmallVector<Value *, 16> Work;
  SmallPtrSet<Value *, 32> Seen;
  SmallPtrSet<Value *, 8> Integers; ///< And values computed from them.
  DenseMap<Instruction *, unsigned> AccessSeen; ///< Index of the access.
};

} // namespace

//===----------------------------------------------------------------------===//
// Other code that may access the array
//===----------------------------------------------------------------------===//

bool f2layout::isForeignCode(const Instruction &I) {
  auto *C = dyn_cast<CallBase>(&I);
  if (!C || isa<IntrinsicInst>(C) || classifyLaunchRead(C))
    return false;
  if (C->isInlineAsm())
    return !parseRegisterAsm(*C).Known && !isCompilerBarrier(*C) &&
           !isCopyWait(*C) && !copyToShared(*C);
  const Function *Callee = C->getCalledFunction();
  return !Callee || !isLibraryFunction(*Callee);
}

/// The text contains the symbol as a word of its own: "[s]", not "%s" or
/// "ld.s".
static bool namesSymbol(StringRef Text, StringRef Name) {
  auto InWord = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    char Before = At == 0 ? ' ' : Text[At - 1];
    size_t End = At + Name.size();
    char After = End == Text.size() ? ' ' : Text[End];
    if (!InWord(Before) && Before != '%' && Before != '.' && !InWord(After))
      return true;
  }
  return false;
}

/// The address may have come from unknown code: it is none of the kernel's
/// arguments, variables and arrays.
static bool mayBeForeign(const Value *Pointer) {
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space != 0 && Space != 3)
    return false;
  SmallVector<const Value *, 4> Origins;
  getUnderlyingObjects(Pointer, Origins, nullptr, /*MaxLookup=*/0);
  return !all_of(Origins, [](const Value *V) {
    return isa<Argument, AllocaInst, GlobalValue>(V);
  });
}

static bool accessesForeign(const Instruction &I) {
  return I.mayReadOrWriteMemory() && any_of(I.operands(), [](const Use &U) {
           return U->getType()->isPtrOrPtrVectorTy() && mayBeForeign(U);
         });
}

namespace {
/// What code that is not known may do to the arrays of a function. It is the
/// same for all of them, and is found once.
class UnknownCode {
public:
  explicit UnknownCode(Function &F) : F(F) {
    for (Instruction &I : instructions(F))
      if (isForeignCode(I))
        Foreign.push_back(&I);
  }
  /// Calls and assembly of which nothing is known.
  ArrayRef<Instruction *> foreign() const { return Foreign; }
  /// Other instructions that access memory which foreign code may have named.
  ArrayRef<Instruction *> accesses() {
    if (!Accesses) {
      Accesses.emplace();
      for (Instruction &I : instructions(F))
        if (!isForeignCode(I) && accessesForeign(I))
          Accesses->push_back(&I);
    }
    return *Accesses;
  }

private:
  Function &F;
  SmallVector<Instruction *, 4> Foreign;
  std::optional<SmallVector<Instruction *, 8>> Accesses;
};
} // namespace

/// Fills in O.Opaque. Assembly that names the array is a refusal, since it may
/// also store the address.
static void findOpaque(UnknownCode &Code, SharedObject &O) {
  bool Private = all_of(
      O.Arrays, [](const GlobalVariable *G) { return G->hasLocalLinkage(); });
  // If its address has become an integer, any integer may be the address.
  bool Foreign = O.AsInteger;
  for (Instruction *At : Code.foreign()) {
    Instruction &I = *At;
    auto &Call = cast<CallBase>(I);
    auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
    if (Asm && (O.Refusal.empty() || O.OnlyVolatile) &&
        any_of(O.Arrays, [&](const GlobalVariable *G) {
          return namesSymbol(Asm->getAsmString(), G->getName());
        })) {
      refuseObject(O, &I, "inline assembly names it");
      return;
    }
    if (Private && !O.AsInteger)
      continue;
    Foreign = true;
    if (I.mayReadOrWriteMemory() && !Call.onlyAccessesInaccessibleMemory())
      O.Opaque.push_back(&I);
  }
  if (!Foreign)
    return;
  SmallPtrSet<const Instruction *, 16> Known;
  for (const SharedAccess &A : O.Accesses)
    Known.insert(A.I);
  for (Instruction *I : Code.accesses())
    if (!Known.contains(I))
      O.Opaque.push_back(I);
}

/// The shared arrays that are operands of F's instructions.
static SmallPtrSet<const GlobalVariable *, 8> arraysUsedIn(Function &F) {
  SmallPtrSet<const GlobalVariable *, 8> Arrays;
  SmallPtrSet<const Constant *, 16> Seen;
  SmallVector<const Constant *, 16> Work;
  const auto Push = [&](const Value *V) {
    // Numbers have no operands.
    if (auto *C = dyn_cast<Constant>(V);
        C && !isa<ConstantData>(C) && Seen.insert(C).second)
      Work.push_back(C);
  };
  for (const Instruction &I : instructions(F))
    for (const Use &U : I.operands())
      Push(U.get());
  while (!Work.empty()) {
    const Constant *C = Work.pop_back_val();
    if (auto *G = dyn_cast<GlobalVariable>(C)) {
      if (G->getAddressSpace() == SharedSpace)
        Arrays.insert(G);
      continue;
    }
    for (const Use &U : C->operands())
      Push(U.get());
  }
  return Arrays;
}

SmallVector<SharedObject, 4> f2layout::collectSharedObjects(Function &F,
                                                            bool WithMatrices) {
  MapVector<const GlobalVariable *, SharedObject> Objects;
  const auto Here = arraysUsedIn(F);
  if (Here.empty())
    return {};
  SmallPtrSet<const GlobalVariable *, 8> Leaders;
  for (const GlobalVariable *G : Here)
    Leaders.insert(canonicalShared(G));
  UnknownCode Code(F);
  const DataLayout &DL = F.getDataLayout();
  // All dynamic arrays of a kernel begin at one place. If F calls no unknown
  // code, its blocks access only those that it names.
  const bool HereOnly = Code.foreign().empty();
  for (GlobalVariable &G : F.getParent()->globals()) {
    if (G.getAddressSpace() != SharedSpace || (HereOnly && !Here.contains(&G)))
      continue;
    const GlobalVariable *Leader = canonicalShared(&G);
    if (!Leaders.contains(Leader))
      continue;
    SharedObject &O = Objects[Leader];
    O.Arrays.push_back(&G);
    if (Here.contains(&G))
      O.Named.push_back(&G);
    O.Bytes = DL.getTypeAllocSize(G.getValueType());
    O.Dynamic = O.Bytes == 0;
  }
  SmallVector<SharedObject, 4> Used;
  DenseMap<Instruction *, unsigned> Owner;
  for (auto &[Leader, O] : Objects) {
    UseWalker W(F, O, WithMatrices);
    for (GlobalVariable *G : O.Arrays)
      W.walk(G);
    if (!O.Accesses.empty())
      findOpaque(Code, O);
    if (O.OnlyVolatile)
      O.Refusal += adviceForVolatile(F, O);
    if (!O.Accesses.empty() || O.RefusedAt)
      Used.push_back(std::move(O));
  }
  // Program order, without accesses that two objects share through a phi.
  DenseMap<Instruction *, unsigned> Order;
  unsigned Next = 0;
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst, CallBase>(I))
      Order[&I] = Next++;
  for (unsigned N = 0; N < Used.size(); ++N) {
    SharedObject &O = Used[N];
    llvm::sort(O.Accesses, [&](const SharedAccess &A, const SharedAccess &B) {
      return Order.lookup(A.I) < Order.lookup(B.I);
    });
    for (SharedAccess &A : O.Accesses) {
      auto [It, New] = Owner.try_emplace(A.I, N);
      if (New)
        continue;
      for (unsigned Which : {It->second, N})
        refuseObject(Used[Which], A.I,
                     goesAround(A.pointer())
                         ? "one access may go to several shared arrays, which "
                           "take turns in a loop; with a round for each turn "
                           "written out in the loop's body, every access would "
                           "name its array"
                         : "one access may go to several shared arrays");
    }
  }
  return Used;
}

std::string SharedObject::name() const {
  std::string Names;
  for (const GlobalVariable *G : Named.empty() ? Arrays : Named)
    Names += (Names.empty() ? "" : " and ") + displayName(G->getName());
  return Names;
}

bool f2layout::callsNobody(const Function &F) {
  return none_of(instructions(F), isForeignCode);
}

std::optional<uint64_t> f2layout::sharedBytes(ArrayRef<SharedObject> Objects) {
  // If all sizes are multiples of a power of two, every array begins at a
  // multiple of it, in any order, and one with more alignment at its own.
  uint64_t Bytes = 0, Common = 0;
  for (const SharedObject &O : Objects) {
    if (O.Dynamic)
      return std::nullopt;
    Common = MinAlign(Common, alignTo(O.Bytes, Align(4)));
  }
  for (const SharedObject &O : Objects)
    for (const GlobalVariable *G : O.Arrays) {
      const uint64_t Most = G->getAlign().valueOrOne().value();
      Bytes += alignTo(O.Bytes, Align(4)) + (Most > Common ? Most - Common : 0);
    }
  return Bytes;
}
