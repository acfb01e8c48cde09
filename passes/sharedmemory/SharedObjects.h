//===- SharedObjects.h - A kernel's shared arrays and their accesses ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round trip can be taken out of shared memory only if everything that
// touches the array is known. clang reaches one array in many ways: through an
// addrspacecast constant expression, GEPs of any element type, phis and selects
// of pointers. This walks all of them from the global to the loads and stores
// at the end; anything else on the way (an atomic, a call, a pointer stored
// somewhere) means that somebody else may touch the array, and is named.
//
// An address may become an integer and a pointer again. Where that pointer goes is
// for others to find out; such accesses are marked.
//
// An array that is not private to the module has other ways in. With separate
// compilation
//
//   extern __shared__ int s[];   s[x] = v;   foo();
//
// foo may be somebody else's, and read s. Such calls are listed as Opaque.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDOBJECTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDOBJECTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include <optional>
#include <string>

namespace f2layout {
inline namespace passes {

/// One load or store of a shared array.
struct SharedAccess {
  llvm::Instruction *I = nullptr;
  unsigned Bytes = 0; ///< Of a thread; of matrices, of a row.
  /// The pointer was computed as an integer.
  bool ThroughInteger = false;
  /// Not 0: an access of matrices, of which the first so many lanes of a warp
  /// point at a row each (MatrixRows.h).
  unsigned RowLanes = 0;

  bool isMatrix() const { return RowLanes != 0; }
  bool isStore() const {
    return isMatrix() ? I->mayWriteToMemory() : llvm::isa<llvm::StoreInst>(I);
  }
  const llvm::Value *pointer() const { return pointerUse().get(); }
  llvm::Use &pointerUse() const;
  /// What the instruction says or needs.
  llvm::Align alignment() const;
};

struct SharedObject {
  /// The array; all arrays of dynamic shared memory are one object, since they
  /// begin at one address.
  llvm::SmallVector<llvm::GlobalVariable *, 1> Arrays;
  bool Dynamic = false;
  uint64_t Bytes = 0; ///< 0 if Dynamic.
  llvm::SmallVector<SharedAccess, 16> Accesses;
  /// What may touch the array though the walk does not show it: calls of
  /// functions that may know it by its name, if it is not private to this
  /// module, unknown assembly likewise, and accesses through pointers that may
  /// come from there.
  llvm::SmallVector<llvm::Instruction *, 4> Opaque;
  /// Why the accesses are not all there is, and where. Empty: they are.
  std::string Refusal;
  llvm::Instruction *RefusedAt = nullptr;

  /// A comparison of its address: it needs the array, wherever accesses go.
  llvm::Instruction *Compared = nullptr;
  /// Its address is an integer somewhere: the array is private only if metadata
  /// or a proof says that what is computed from there goes to it.
  bool AsInteger = false;
  llvm::StringRef name() const { return Arrays.front()->getName(); }
};

/// Calls and assembly of which nothing is known. An array that is not private
/// to the module may be named there.
bool isForeignCode(const llvm::Instruction &I);

/// The shared objects that F uses, in module order. Accesses of matrices are
/// refused, unless they are asked for: their values are not of the thread that
/// has the address.
llvm::SmallVector<SharedObject, 4>
collectSharedObjects(llvm::Function &F, bool WithMatrices = false);

/// True if F calls nothing that might use shared arrays of its own, or F's by
/// their names.
bool callsNobody(const llvm::Function &F);

/// What these take of shared memory at the most, gaps for alignment included;
/// none where the launch decides.
std::optional<uint64_t> sharedBytes(llvm::ArrayRef<SharedObject> Objects);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDOBJECTS_H
