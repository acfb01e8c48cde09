//===- Staging.h - Tensors on their way to shared memory ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A stage begins to copy a tensor to shared memory; later, a wait
// reads it from there:
//
//   %0 = stage p0          slot 0
//   %1 = stage p1          slot 1
//   loop:
//   %a = phi %0, %b
//   %b = phi %1, %n
//   %x = wait %a           copies but the last one are there; barrier; read
//   %n = stage p           slot 2, 0, 1, ...
//
// How many slots do the stages that feed the same waits need, and how many of
// the last copies may a wait leave unfinished?
//
// Algorithm. Stages, phis and waits that are connected share a ring of slots,
// and each stage takes the next one. A staged tensor's age is the number of
// stages that ran after its own, along a path. A forward dataflow computes
//
//   - the least age over all paths, counting all stages: so many copies may be
//     unfinished at its wait. A thread's copies finish in order;
//   - the greatest age, counting stages of its ring, as long as the tensor may
//     be waited for, and from then on until the next barrier: other threads may
//     still read it. A ring has one slot more than the greatest age of a stage.
//
// Ages grow around loops until they exceed a limit, which is a fault. Waits
// that follow each other, with nothing but arithmetic between them, share the
// first one's barrier.
//
// A copy may never be waited for, on some path: by a loop that stages further
// tiles than it uses, or by a wait that an "if" leaves out. Its slot must not
// be taken while the copy runs, or the late copy lands over the new tile. A
// second dataflow (UnfinishedCopies.cpp) knows for each slot, by the number of
// stages of its ring since it was taken, whether its copy was waited for; a
// stage that would take one whose copy was not waits first. No stage of the
// loop above does.
//
// A wait's tensor is read from shared memory there or later, but before the
// next barrier of a wait, so that the second age covers it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_STAGING_STAGING_H
#define F2LAYOUT_PASSES_TENSORS_STAGING_STAGING_H

#include "passes/tensors/program/TensorProgram.h"
#include <map>
#include <optional>

namespace f2layout {
inline namespace passes {

class Staging {
public:
  struct Ring {
    TensorType Type;
    /// The dimension whose elements are neighbours in a slot: that of stride 1
    /// of the first stage that has one, else the last.
    unsigned Minor = 0;
    unsigned Slots = 1;
  };
  struct Wait {
    /// The copies that may be unfinished, and a barrier. False: the wait before
    /// did both.
    bool Waits = true;
    unsigned Unfinished = 0;
  };

  /// Reads P, the tensors of F, all of which some store needs. Tensors that
  /// many stages overtake are faults.
  Staging(const TensorProgram &P, llvm::Function &F, CallFaults &Faults);

  llvm::ArrayRef<Ring> rings() const { return Rings; }
  /// The ring of a stage, of a phi of staged tensors, or of a wait.
  unsigned ringOf(NodeId N) const { return RingOf.lookup(N); }
  const Wait &wait(NodeId N) const { return Waits.at(N); }
  /// What a stage waits for before it takes its slot, if anything.
  std::optional<Wait> waitBefore(NodeId Stage) const;

private:
  void findUnfinished(const TensorProgram &P, llvm::Function &F);

  std::vector<Ring> Rings;
  llvm::DenseMap<NodeId, unsigned> RingOf;
  std::map<NodeId, Wait> Waits;
  std::map<NodeId, unsigned> WaitsBefore;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_STAGING_STAGING_H
