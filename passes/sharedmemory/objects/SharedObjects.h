//===- SharedObjects.h - A kernel's shared arrays and their accesses ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exchange can be taken out of shared memory only if every access to the
// array is known. clang reaches an array in many ways: through an addrspacecast
// constant expression, GEPs of any element type, phis and selects of pointers.
// This walks all of them from the global to the loads and stores at the end.
// Anything else on the way (an atomic, a call, a pointer that is stored) means
// that other code may access the array, and is reported.
//
// An address may become an integer and a pointer again. Such accesses are
// marked, and callers must find out where that pointer goes.
//
// An array that is not private to the module can be reached in other ways. With
// separate compilation
//
//   extern __shared__ int s[];   s[x] = v;   foo();
//
// foo may be defined in another module, and read s. Such calls are listed as
// Opaque.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_SHAREDOBJECTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_SHAREDOBJECTS_H

#include "passes/support/DisplayName.h"
#include "llvm/ADT/SmallPtrSet.h"
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
  /// Of a thread; for matrices, of a row; for fragments, of a piece of a row.
  unsigned Bytes = 0;
  /// The pointer was computed as an integer.
  bool ThroughInteger = false;
  /// If not 0, a matrix access, in which this many lanes of a warp, from lane 0
  /// on, each point at a row (MatrixRows.h), or an asynchronous copy
  /// (AsyncCopy.h).
  unsigned RowLanes = 0;
  /// A matrix access of rows at a distance, from the same address in all lanes
  /// (FragmentAccess.h).
  bool IsFragment = false;
  /// Of a matrix access or a copy: the argument of the call.
  unsigned PointerArgument = 0;

  bool isMatrix() const { return RowLanes != 0; }
  bool isVolatile() const { return I->isVolatile(); }
  bool isStore() const {
    return isMatrix() ? I->mayWriteToMemory() : llvm::isa<llvm::StoreInst>(I);
  }
  const llvm::Value *pointer() const { return pointerUse().get(); }
  llvm::Use &pointerUse() const;
  bool isCopy() const;
  /// The alignment that the instruction states or requires.
  llvm::Align alignment() const;
};

/// The access runs only where V is not zero, if Wanted, or where it is zero.
/// Always, if there is no V.
struct OwnCondition {
  const llvm::Value *V = nullptr;
  bool Wanted = true;
};
OwnCondition conditionOf(const SharedAccess &A);

struct SharedObject {
  /// The array. All arrays of dynamic shared memory are one object, since they
  /// begin at the same address.
  llvm::SmallVector<llvm::GlobalVariable *, 1> Arrays;
  bool Dynamic = false;
  uint64_t Bytes = 0; ///< 0 if Dynamic.
  llvm::SmallVector<SharedAccess, 16> Accesses;
  /// Instructions that may access the array although the walk does not show it:
  /// calls of functions that may know it by its name, if it is not private to
  /// this module; unknown assembly, for the same reason; and accesses through
  /// pointers that may come from there.
  llvm::SmallVector<llvm::Instruction *, 4> Opaque;
  /// Why, and where, there may be other accesses. Empty if all are known.
  std::string Refusal;
  llvm::Instruction *RefusedAt = nullptr;
  /// The only reason is that some accesses are volatile. All accesses are
  /// known, and those must stay as they are.
  bool OnlyVolatile = false;

  /// A comparison of its address. It needs the array even if no access does.
  llvm::Instruction *Compared = nullptr;
  /// Its address becomes an integer. The array is private only if metadata or a
  /// proof shows that the pointers computed from it go to the array.
  bool AsInteger = false;
  /// Those of the arrays that the function itself names.
  llvm::SmallVector<llvm::GlobalVariable *, 1> Named;
  /// For remarks: the names that the function has for it.
  std::string name() const;
};

using SharedArraySet = llvm::SmallPtrSet<const llvm::GlobalVariable *, 4>;

/// Calls and assembly about which nothing is known. They may name an array that
/// is not private to the module.
bool isForeignCode(const llvm::Instruction &I);

/// The shared objects that F uses, in module order. Matrix accesses are refused
/// unless the caller asks for them: their values do not belong to the thread
/// that has the address. So are asynchronous copies, which may store later.
llvm::SmallVector<SharedObject, 4>
collectSharedObjects(llvm::Function &F, bool WithMatrices = false);

/// True if F calls nothing that might use shared arrays of its own, or F's
/// arrays by their names.
bool callsNobody(const llvm::Function &F);

/// An upper bound on the shared memory that these arrays take, including gaps
/// for alignment. No value if the launch decides the size.
std::optional<uint64_t> sharedBytes(llvm::ArrayRef<SharedObject> Objects);

/// Something that V is computed from, in one iteration of a loop, was loaded
/// from a shared array.
bool dependsOnShared(const llvm::Value *V);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_SHAREDOBJECTS_H
