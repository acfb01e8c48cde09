//===- Run.cpp - Arguments, buffers, one run ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Run.h"
#include "compat/LLVMCompat.h"
#include "tools/f2sim/checks/LiveWords.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::sim {

Runner::~Runner() = default;

std::unique_ptr<Runner> Runner::open(const std::string &File,
                                     std::string &Error) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(File);
  if (!Text) {
    Error = File + ": " + Text.getError().message();
    return nullptr;
  }
  return open(std::shared_ptr<MemoryBuffer>(std::move(*Text)), Error);
}

std::unique_ptr<Runner> Runner::again(std::string &Error) const {
  return open(Text, Error);
}

std::unique_ptr<Runner> Runner::open(std::shared_ptr<MemoryBuffer> Text,
                                     std::string &Error) {
  auto R = std::make_unique<Runner>();
  R->Text = std::move(Text);
  R->Context = std::make_unique<LLVMContext>();
  const StringRef File = R->Text->getBufferIdentifier();
  SMDiagnostic Diag;
  R->Mod = parseIR(*R->Text, Diag, *R->Context);
  raw_string_ostream OS(Error);
  if (!R->Mod) {
    Diag.print("", OS, false);
    return nullptr;
  }
  std::string Broken;
  raw_string_ostream BrokenOS(Broken);
  if (verifyModule(*R->Mod, &BrokenOS)) {
    OS << File << ": " << Broken;
    return nullptr;
  }
  const Triple &T = compat::targetTriple(*R->Mod);
  if (!T.isNVPTX() && !T.isAMDGPU()) {
    OS << File << ": target triple \"" << T.str()
       << "\" is neither nvptx64 nor amdgcn";
    return nullptr;
  }
  R->P = std::make_unique<Program>(*R->Mod);
  return R;
}

static bool isKernel(const llvm::Function &F) {
  return compat::isNvidiaKernel(F) ||
         F.getCallingConv() == CallingConv::AMDGPU_KERNEL;
}

std::vector<const llvm::Function *> Runner::kernels() const {
  std::vector<const llvm::Function *> Out;
  for (const llvm::Function &F : *Mod)
    if (!F.isDeclaration() && isKernel(F))
      Out.push_back(&F);
  return Out;
}

const llvm::Function *Runner::pick(const Options &O, std::string &Error) const {
  if (!O.Kernel.empty()) {
    const llvm::Function *F = Mod->getFunction(O.Kernel);
    if (F && !F->isDeclaration())
      return F;
    Error = "no kernel \"" + O.Kernel + "\" in " + Mod->getName().str();
    return nullptr;
  }
  auto All = kernels();
  if (All.size() == 1)
    return All.front();
  Error = Mod->getName().str() + " has " + utostr(All.size()) +
          " kernels; name one with --kernel";
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

MemObject &Runner::named(const std::string &Name, uint64_t Size,
                         uint64_t Align) {
  MemObject *&Obj = NamedObjects[Name];
  if (!Obj) {
    Obj = &P->Memory.addGlobal(Name, Size, Align, Space::Constant);
    Obj->Buffer = P->nameBuffer(Name);
  }
  Obj->Size = Size;
  return *Obj;
}

unsigned bufferNumber(unsigned N, const Options &O) {
  for (const auto &Set : O.Aliases)
    for (unsigned Member : Set)
      if (Member == N)
        N = *min_element(Set);
  return N;
}

unsigned fieldNumber(unsigned Argument, unsigned Field) {
  return std::min(64 + Argument * 8 + std::min(Field, 7u), 255u);
}

MemObject &Runner::argBuffer(unsigned N, const Options &O) {
  N = bufferNumber(N, O);
  MemObject *&Obj = Buffers[N];
  if (!Obj)
    Obj =
        &P->Memory.addGlobal("arg " + utostr(N), O.BufferBytes, O.BufferAlign);
  Obj->Buffer = N;
  Obj->IsOutput = true;
  auto It = O.Fills.find(N);
  Obj->Init = It == O.Fills.end() ? Fill::Finite : It->second.Kind;
  Obj->FillMod = It == O.Fills.end() ? 0 : It->second.Mod;
  return *Obj;
}

/// Sets up a struct passed in memory: random bytes, and a buffer for each
/// pointer.
bool Runner::setUpStruct(const Argument &A, Type *Ty, const Options &O,
                         uint64_t &Addr) {
  std::vector<Leaf> Ls;
  if (!P->leaves(Ty, Ls))
    return false;
  uint64_t Size = P->DL.getTypeAllocSize(Ty);
  MemObject &Obj = named("struct argument " + utostr(A.getArgNo()), Size, 16);
  Obj.Init = Fill::Image;
  Obj.Image.resize(Size);
  Obj.ImageState.assign(Size, Defined);
  for (uint64_t I = 0; I < Size; ++I)
    Obj.Image[I] = uint8_t(0x11 * A.getArgNo() + 37 * I + 5);
  // Pointers are identified by their type, in declaration order.
  std::vector<std::pair<Type *, uint64_t>> Work = {{Ty, 0}};
  unsigned Found = 0;
  while (!Work.empty()) {
    auto [T, At] = Work.back();
    Work.pop_back();
    if (auto *S = dyn_cast<StructType>(T)) {
      const StructLayout *SL = P->DL.getStructLayout(S);
      for (unsigned I = S->getNumElements(); I-- > 0;)
        Work.push_back({S->getElementType(I), At + SL->getElementOffset(I)});
    } else if (auto *Arr = dyn_cast<ArrayType>(T)) {
      for (uint64_t I = Arr->getNumElements(); I-- > 0;)
        Work.push_back(
            {Arr->getElementType(),
             At + I * P->DL.getTypeAllocSize(Arr->getElementType())});
    } else if (T->isPointerTy()) {
      uint64_t To = argBuffer(fieldNumber(A.getArgNo(), Found++), O).Base;
      std::memcpy(&Obj.Image[At], &To, P->DL.getTypeStoreSize(T));
    }
  }
  Addr = Obj.Base;
  return true;
}

bool Runner::setUpArgument(const Argument &A, const Options &O, const Values &V,
                           ArgBytes &Out, std::string &Error) {
  Type *Ty = A.getType();
  unsigned N = A.getArgNo();
  unsigned Size = P->slotSize(Ty);
  size_t At = Out.D.size();
  Out.D.resize(At + Size);
  for (unsigned I = 0; I < Size; ++I)
    Out.O.push_back(inputOrigin(N, I));
  auto Put = [&](uint64_t X) {
    std::memcpy(&Out.D[At], &X, std::min(Size, 8u));
    return true;
  };
  auto Given = V.find(N);
  if (Ty->isPointerTy()) {
    for (unsigned I = 0; I < Size; ++I)
      Out.O[At + I] = 0;
    unsigned AS = Ty->getPointerAddressSpace();
    Type *In = A.getParamByValType();
    if (!In)
      In = A.getParamByRefType();
    uint64_t Addr;
    if (In) {
      if (setUpStruct(A, In, O, Addr))
        return Put(Addr);
    } else if (AS == 0 || AS == 1 || AS == 4) {
      return Put(argBuffer(N, O).Base);
    }
    Error = "argument " + utostr(N) + ": cannot set up such a pointer";
    return false;
  }
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64) {
    uint64_t X = 256;
    int64_t SX;
    if (Given != V.end()) {
      StringRef S = Given->second;
      if (!S.getAsInteger(0, SX))
        X = SX;
      else if (S.getAsInteger(0, X)) {
        Error = "argument " + utostr(N) + ": \"" + S.str() + "\" is no integer";
        return false;
      }
    }
    return Put(X & lowMask(Ty->getIntegerBitWidth()));
  }
  if (Ty->isFloatTy() || Ty->isDoubleTy() || Ty->isHalfTy() ||
      Ty->isBFloatTy()) {
    APFloat F(1.5);
    if (Given != V.end()) {
      double D;
      if (StringRef(Given->second).getAsDouble(D)) {
        Error = "argument " + utostr(N) + ": \"" + Given->second +
                "\" is no number";
        return false;
      }
      F = APFloat(D);
    }
    bool Lost;
    F.convert(Ty->getFltSemantics(), APFloat::rmNearestTiesToEven, &Lost);
    return Put(F.bitcastToAPInt().getZExtValue());
  }
  // The bytes of vectors and aggregates passed by value follow their position.
  for (unsigned I = 0; I < Size; ++I)
    Out.D[At + I] = uint8_t(0x11 * N + 37 * I + 5);
  return Size != 0;
}

//===----------------------------------------------------------------------===//
// What the AMDGPU runtime sets up
//===----------------------------------------------------------------------===//

/// AMDGPU usage, "implicit kernel arguments" of code object 5 and later, and
/// the HSA kernel dispatch packet.
void Runner::setUpTarget(Machine &M, const Options &O) {
  if (P->Target != Vendor::AMD)
    return;
  auto Make = [&](const char *Name, uint64_t Size) -> MemObject & {
    MemObject &Obj = named(Name, Size, 64);
    Obj.Init = Fill::Image;
    Obj.ReadOnly = true;
    Obj.Image.assign(Size, 0);
    Obj.ImageState.assign(Size, Defined);
    return Obj;
  };
  auto Put = [](MemObject &Obj, unsigned At, uint64_t V, unsigned Size) {
    std::memcpy(&Obj.Image[At], &V, Size);
  };
  const Dim3 &B = O.L.Block, &G = O.L.Grid;
  MemObject &Implicit = Make("implicit arguments", 256);
  unsigned Dimensions = B.Z * G.Z > 1 ? 3 : B.Y * G.Y > 1 ? 2 : 1;
  for (unsigned I = 0; I < 3; ++I) {
    Put(Implicit, 4 * I, G[I], 4);      // hidden_block_count
    Put(Implicit, 12 + 2 * I, B[I], 2); // hidden_group_size
    Put(Implicit, 18 + 2 * I, 0, 2);    // hidden_remainder
    Put(Implicit, 40 + 8 * I, 0, 8);    // hidden_global_offset
  }
  Put(Implicit, 64, Dimensions, 2); // hidden_grid_dims
  M.ImplicitArgs = &Implicit;
  MemObject &Packet = Make("dispatch packet", 64);
  Put(Packet, 2, Dimensions, 2);
  for (unsigned I = 0; I < 3; ++I) {
    Put(Packet, 4 + 2 * I, B[I], 2);
    Put(Packet, 12 + 4 * I, uint64_t(B[I]) * G[I], 4);
  }
  M.DispatchPacket = &Packet;
}

RunResult Runner::run(const llvm::Function &Kernel, const Options &O,
                      const Values &V, const Schedule &S) {
  RunResult R;
  R.L = O.L;
  R.L.Order = S;
  R.Threads = O.L.Block.count();
  P->Memory.resetGlobal();
  P->Memory.setDynamicSize(O.L.DynamicShared);
  P->hideSharedOfOthers(Kernel);
  ArgBytes Args;
  for (const Argument &A : Kernel.args())
    if (!setUpArgument(A, O, V, Args, R.Error))
      return R;
  Function &F = P->function(Kernel);
  P->forgetRuns();
  Machine M(*P, R.L);
  setUpTarget(M, O);
  M.run(F, Args.D, Args.O);
  R.Ran = true;
  R.Halted = M.Halted;
  R.UsedAtomics = M.UsedAtomics;
  R.Findings = std::move(M.Findings);
  R.Banks = M.Banks.rows();
  R.Steps = M.Steps;
  R.Computed = M.Computed;
  R.Barriers = M.Barriers;
  if (O.Report || O.Json)
    R.LiveWords = mostLiveWords(*P);
  R.WarpSize = M.WarpSize;
  return R;
}

std::string Runner::threadName(uint32_t Global, const RunResult &R) const {
  if (Global == ~0u)
    return "no thread";
  uint32_t N = std::max(R.Threads, 1u), T = Global % N;
  std::string S = "thread " + utostr(T) + " (warp " + utostr(T / R.WarpSize) +
                  " lane " + utostr(T % R.WarpSize) + ")";
  if (R.L.Grid.count() > 1)
    S += " of block " + utostr(Global / N);
  return S;
}

std::vector<Values> combinations(const Options &O) {
  std::vector<Values> Out = {{}};
  for (const auto &[N, List] : O.Args) {
    std::vector<Values> Next;
    for (const Values &V : Out)
      for (const std::string &X : List) {
        Next.push_back(V);
        Next.back()[N] = X;
      }
    if (Next.size() > 4096)
      break;
    Out = std::move(Next);
  }
  return Out;
}

std::string valuesText(const Values &V) {
  std::string S;
  for (const auto &[N, X] : V)
    S += (S.empty() ? "" : ", ") + ("arg " + utostr(N) + " = " + X);
  return S;
}

} // namespace f2layout::sim
