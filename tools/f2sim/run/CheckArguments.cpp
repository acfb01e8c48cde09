//===- CheckArguments.cpp - Whether the options fit the kernel ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An option such as --arg 7=100 for a kernel of three arguments would change
// nothing, and who gave it would take the result for one with that value. So
// each number in --arg, --fill, --alias and --dump must be the one of an
// argument that the option is for, of one of the kernels that run:
//
//   f2sim: --arg 7: kernel a has no such integer or float argument: expected 1
//   (i32 %n), 2 (float %f)
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Run.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::sim {

namespace {
/// The arguments that an option is for, with what a message says of them.
using Numbered = std::map<unsigned, std::string>;
} // namespace

/// How many pointers a struct in memory holds.
static unsigned pointersIn(Type *Ty) {
  if (Ty->isPointerTy())
    return 1;
  unsigned Sum = 0;
  if (auto *S = dyn_cast<StructType>(Ty))
    for (Type *Element : S->elements())
      Sum += pointersIn(Element);
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    Sum = std::min<uint64_t>(8, pointersIn(Array->getElementType()) *
                                    Array->getNumElements());
  return Sum;
}

static std::string textOf(const Argument &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << *A.getType();
  if (A.hasName())
    OS << " %" << A.getName();
  return Text;
}

static Numbered numbers(const llvm::Function &Kernel) {
  Numbered Out;
  for (const Argument &A : Kernel.args()) {
    Type *Ty = A.getType();
    if ((Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64) ||
        Ty->isFloatTy() || Ty->isDoubleTy() || Ty->isHalfTy() ||
        Ty->isBFloatTy())
      Out[A.getArgNo()] = textOf(A);
  }
  return Out;
}

static Numbered buffers(const llvm::Function &Kernel) {
  Numbered Out;
  for (const Argument &A : Kernel.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    Type *In = A.getParamByValType();
    if (!In)
      In = A.getParamByRefType();
    if (!In) {
      Out[A.getArgNo()] = textOf(A);
      continue;
    }
    for (unsigned Field = 0, E = pointersIn(In); Field < E; ++Field)
      Out[fieldNumber(A.getArgNo(), Field)] =
          "pointer " + utostr(Field) + " in argument " + utostr(A.getArgNo());
  }
  return Out;
}

bool optionsFit(const Options &O, ArrayRef<const llvm::Function *> Kernels,
                std::string &Error) {
  auto Check = [&](StringRef Option, unsigned N, StringRef What,
                   Numbered (*Of)(const llvm::Function &)) {
    Numbered Expected;
    for (const llvm::Function *Kernel : Kernels) {
      Expected = Of(*Kernel);
      if (Expected.count(N))
        return true;
    }
    raw_string_ostream OS(Error);
    OS << Option << ' ' << N << ": ";
    if (Kernels.size() > 1) {
      OS << "none of the " << Kernels.size() << " kernels has such " << What
         << " argument";
      return false;
    }
    OS << "kernel " << Kernels.front()->getName() << " has no such " << What
       << " argument: expected ";
    if (Expected.empty())
      OS << "none, there is none at all";
    ListSeparator Comma;
    for (const auto &[Number, Text] : Expected)
      OS << Comma << Number << " (" << Text << ')';
    return false;
  };
  if (Kernels.empty())
    return true;
  for (const auto &[N, List] : O.Args)
    if (!Check("--arg", N, "integer or float", numbers))
      return false;
  for (const auto &[N, Fill] : O.Fills)
    if (!Check("--fill", N, "pointer", buffers))
      return false;
  for (const auto &Set : O.Aliases)
    for (unsigned N : Set)
      if (!Check("--alias", N, "pointer", buffers))
        return false;
  for (const auto &[N, Bytes] : O.Dumps)
    if (!Check("--dump", N, "pointer", buffers))
      return false;
  return true;
}

} // namespace f2layout::sim
