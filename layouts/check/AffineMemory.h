//===- AffineMemory.h - Shared memory as an affine map --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/; the memory of AffineCheck.h.
//
// A store writes, for every thread t and byte b, the address c ^ S t ^ b. The
// addresses of all stores are cosets of one span, that of the columns of S and
// the bits of b; the least address of a coset identifies it.
//
//   Example: two stores of 4 bytes at 0 ^ t0*8 ^ t1*16 and at 4 ^ t0*8 ^ t1*16.
//   The span is {1, 2, 8, 16}; the stores write its cosets 0 and 4.
//
// The stored value is an affine function of the thread, too. If all stores
// agree, there is an affine map from an address to its contents: from
// differences of addresses (4; 8, 16; 1, 2) to differences of origins (the
// other register; the next lanes; the next bytes).
//
// The writer of an address follows in the same way. Each vector of the span
// carries the threads that it comes from (8: t0, 16: t1, 1 and 2: none). The
// vectors that reduce the address 29 = 16 + 8 + 4 + 1 to 4 then yield thread 3.
// The vectors that reduce the constant of the store to 4 yield the thread to
// add; here it is zero. A barrier of the warp makes earlier writes visible to
// the writer's warp, one of the block to all.
//
// Memory may be reused once all threads have read what they need: after a load
// and then a barrier, the next store starts with empty memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CHECK_AFFINEMEMORY_H
#define F2LAYOUT_LAYOUTS_CHECK_AFFINEMEMORY_H

#include "layouts/f2/Echelon.h"
#include "layouts/plan/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace f2layout {
inline namespace layouts {

/// Columns of thread bits; zero beyond those that exist.
using ThreadColumns = std::array<uint32_t, 10>;

class AffineMemory {
public:
  AffineMemory(unsigned ScratchBytes, unsigned LaneBits, unsigned ThreadBits)
      : ScratchBytes(ScratchBytes), LaneBits(LaneBits), ThreadBits(ThreadBits) {
  }

  /// Enters a store in which byte B of thread t is Origins[B] ^ Linear t. Fails
  /// if the memory cannot be represented. Sets Fault if the store is certainly
  /// wrong.
  bool store(const Step &S, llvm::ArrayRef<uint32_t> Origins,
             const ThreadColumns &Linear, std::string &Fault);
  void barrier(Scope Sync) {
    ++Interval;
    if (Sync == Scope::Block)
      SeenByBlock = Interval;
  }
  /// The contents that a load of S.Bytes reads: byte B of thread t gets
  /// Origins[B] ^ Linear t. Fails if some of it was not written, is not yet
  /// visible to the thread, or differs.
  bool load(const Step &S, llvm::SmallVectorImpl<uint32_t> &Origins,
            ThreadColumns &Linear, std::string &Fault);

private:
  /// A vector of addresses and a thread.
  using Entry = Echelon<uint64_t>::Entry;
  /// Addresses as a map, with what follows from the columns.
  struct Addresses {
    ThreadColumns Columns{};
    llvm::SmallVector<uint64_t> Basis; ///< Of the columns, reduced.
    uint64_t Bits = 0;                 ///< That any column has.
    // Of loads:
    /// Differences within the access, and of the writer from the reader.
    llvm::SmallVector<Entry> Cosets;
    ThreadColumns Linear{};
    bool Known = false;
    bool MixesWarps = false; ///< Readers of one coset, for any one writer.
  };
  ThreadColumns columnsOf(const Step &S) const;
  void look(const Step &S, Addresses &A) const;
  std::string findFault(const Step &S, const Addresses &A) const;
  /// Accesses in intervals before this one are complete, for all threads.
  unsigned shownToAll() const;
  void startAgain();
  bool begin(const Step &S, llvm::ArrayRef<uint32_t> Origins,
             const ThreadColumns &Linear);
  /// Enters that addresses with this difference hold origins with that
  /// difference.
  bool enter(uint64_t Address, uint64_t Origin);
  std::optional<uint64_t> originAt(uint64_t Difference) const;
  void trace(Addresses &A) const;
  bool isVisible(const Addresses &A, uint64_t Start) const;

  /// A coset that a store wrote.
  struct Part {
    uint64_t Thread;   ///< What clears the store's constant.
    unsigned Interval; ///< Between two barriers.
  };

  const unsigned ScratchBytes, LaneBits, ThreadBits;
  Addresses Stored, Loaded;
  unsigned Bytes = 0;         ///< Of each store; 0 before the first.
  Echelon<uint64_t> Span;     ///< Of addresses, and the threads behind them.
  Echelon<uint64_t> Contents; ///< Differences of addresses, and of origins.
  uint64_t FirstAddress = 0, FirstOrigin = 0;
  ThreadColumns StoredLinear{};
  llvm::SmallVector<uint32_t, 16> OfByte;
  llvm::DenseMap<uint64_t, Part> Written; ///< By least addresses of cosets.
  unsigned Interval = 0, SeenByBlock = 0; ///< What is before was shown to all.
  bool WasRead = false;
  unsigned LastAccess = 0; ///< The interval that it was in.
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CHECK_AFFINEMEMORY_H
