//===- StoreGroups.h - Stores that fill a structure in each lane ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Which stores may a warp exchange among its lanes?
//
// Example.
//
//   out[3 * i] = x; out[3 * i + 1] = y; out[3 * i + 2] = z;   // float
//
// are 12 bytes in each lane, and neighbouring lanes are probably 12 bytes
// apart. Together the lanes of a warp fill 384 bytes without a gap.
//
// Algorithm. (1) Stores of one block whose addresses have the same LaneStride,
// a multiple of 4, and that have as many bytes together. Most kernels have
// none, and nothing else is computed. (2) Contiguity proves that some of them
// are one range of that length in each lane. (3) AccessBetween proves that all
// of the range may be stored where its last store is.
//
// Legality. The memory must be one that all lanes see: a generic pointer may
// point to the stack, where each lane has bytes of its own at one address.
// These do not: pointers to the global address space, arguments of the kernel,
// and pointers that are loaded from constant memory or from an argument that is
// passed by value and not written. For any other generic pointer, the test at
// run time includes the address space.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_STOREGROUPS_H
#define F2LAYOUT_PASSES_COALESCE_STOREGROUPS_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include <string>
#include <vector>

namespace f2layout {
inline namespace passes {

/// At most so many words are stored by one lane.
inline constexpr unsigned MaxStructureWords = 16;

/// Stores of one block to Bytes bytes of each lane.
struct StoreGroup {
  struct Part {
    llvm::StoreInst *I = nullptr;
    uint64_t Offset = 0; ///< From the first byte.
  };
  llvm::SmallVector<Part, 8> Parts; ///< By address.
  uint64_t Bytes = 0;
  /// The widest accesses that the code generator may make of them, by address.
  llvm::SmallVector<unsigned, 8> Pieces;
  llvm::StoreInst *Last = nullptr; ///< In the order of the program.
  /// What is known of the first byte's address: a multiple of that.
  uint64_t Alignment = 1;
  /// The pointer is not known to be to global memory, but may be.
  bool MayBeElsewhere = false;

  llvm::Value *base() const { return Parts.front().I->getPointerOperand(); }
  unsigned words() const { return Bytes / 4; }
};

/// Stores that are left alone.
struct StoreMiss {
  const llvm::Instruction *At = nullptr;
  llvm::StringRef Name;
  std::string Why;
  const llvm::Instruction *Witness = nullptr;
};

struct FoundStores {
  std::vector<StoreGroup> Groups; ///< In the order of their last stores.
  std::vector<StoreMiss> Missed;
};

/// False if F certainly has none; a quick look.
bool mayStoreStructures(const llvm::Function &F);

FoundStores findStoreGroups(llvm::Function &F,
                            llvm::FunctionAnalysisManager &AM, const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_STOREGROUPS_H
