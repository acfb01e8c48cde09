//===- AccessRemarks.h - The remarks of f2layout-access -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:12:9: remark: 4 loads of 4 bytes from tile become 1 of 16 bytes
//   k.cu:20:9: remark: 4 loads of 4 bytes from 'in' could be 1 of 16 bytes, but
//   are only known to be aligned to 4 because of 'in': __builtin_assume_aligned
//   would help
//   k.cu:31:9: remark: 8 loads of 4 bytes from 'in' could be 2 of 16 bytes, but
//   the store at line 32 is between the first of them
//   k.cu:40:9: remark: 8 accesses become 2 where 'in' is aligned to 16 bytes,
//   which is tested at run time; 12 instructions exist twice
//
// The groups of accesses of one array that share their fate and its reason are
// one remark, with the sums. Accesses that are as wide without this pass are
// not mentioned; to know them, the original alignment of accesses is kept. A
// thread's own stack is not mentioned either: no user can align it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H

#include "passes/contiguity/Contiguity.h"
#include "passes/launch/BothVersions.h"
#include "passes/support/RemarkBook.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ValueMap.h"
#include <map>

namespace f2layout {
inline namespace passes {

struct AlignmentGuess;
struct JoinWavefronts;
struct OverlapPart;
class KernelInputs;

/// Keeps the alignment of loads and stores, if remarks are enabled.
class WrittenAlignment {
public:
  void keep(llvm::Module &M);
  /// I had a smaller alignment than it has now.
  bool isRaised(const llvm::Instruction &I) const;

private:
  llvm::ValueMap<const llvm::Value *, llvm::Align> At;
};

/// Collects what is to say about a function, and says it on destruction.
class AccessRemarks {
public:
  AccessRemarks(llvm::Function &F, KernelRemarks &Out,
                const WrittenAlignment &Before)
      : Out(Out), Before(Before) {
    if (Out.isWanted())
      Versions.emplace(F);
  }
  AccessRemarks(const AccessRemarks &) = delete;
  ~AccessRemarks();

  bool isWanted() const { return Out.isWanted(); }
  KernelRemarks &remarks() { return Out; }
  /// Passed: these accesses become one of that many bytes.
  void joined(llvm::ArrayRef<llvm::Instruction *> Accesses, unsigned Bytes);
  /// Passed: the run can now be its pieces, if it could not before.
  void stated(const Contiguity &C, const ContiguousRun &R, bool IsMoved);
  /// Missed: the accesses of a piece cannot be joined because of InTheWay.
  void keptApart(llvm::ArrayRef<llvm::Instruction *> Accesses,
                 const llvm::Instruction &InTheWay);
  /// Missed: one access of so many bytes would have bank conflicts.
  void conflicting(llvm::ArrayRef<llvm::Instruction *> Accesses, unsigned Bytes,
                   const JoinWavefronts &N);
  /// Missed: the run could have fewer pieces if its alignment were known.
  /// InTheWay, which may be null, keeps its accesses apart even then.
  void unaligned(const Contiguity &C, const ContiguousRun &R,
                 const llvm::Instruction *InTheWay);
  /// Passed: the kernel tests its inputs, and then the accesses are fewer.
  void tested(const AlignmentGuess &G);
  /// Missed: it does not, since it may lose warps for nothing.
  void mayLoseWarps(const AlignmentGuess &G);
  /// Passed: a part of the kernel tests whether accesses overlap, and then they
  /// are fewer.
  void tested(const OverlapPart &P, const KernelInputs &Inputs);
  /// Nothing is said about runs of these accesses: they become wider yet.
  void leaveOut(llvm::ArrayRef<llvm::Instruction *> Accesses) {
    LeftOut.insert(Accesses.begin(), Accesses.end());
  }
  void sayAgain() { LeftOut.clear(); }
  /// A test of the alignment of these accesses would not pay.
  void notTested(llvm::ArrayRef<llvm::Instruction *> Accesses) {
    NotTested.insert(Accesses.begin(), Accesses.end());
  }
  /// Nor would a test whether others overlap these.
  void overlapNotTested(llvm::ArrayRef<llvm::Instruction *> Accesses) {
    OverlapNotTested.insert(Accesses.begin(), Accesses.end());
  }

private:
  using InstructionRef = llvm::ArrayRef<llvm::Instruction *>;
  /// Groups that one remark is about. Their instructions may be gone when it is
  /// made.
  struct Sum {
    Sum(UserRemark R, bool IsStore, std::string Array)
        : Remark(std::move(R)), IsStore(IsStore), Array(std::move(Array)) {}
    UserRemark Remark; ///< Without its text.
    bool IsStore;
    std::string Array;
    unsigned Groups = 0, Accesses = 0;
    unsigned LeastBytes = ~0u, MostBytes = 0;
    /// There are some in the version for other shapes, and in the tested one.
    bool IsIn[2] = {false, false};
    llvm::SmallVector<unsigned, 16> Pieces;
    uint64_t Align = ~uint64_t(0);
    /// Why, of the first group: the value, and what helps; or the instruction.
    std::string Value, Help, Between;
    unsigned BetweenLine = 0;
    bool BetweenTouches = false, RestrictHelps = false;
    bool IsTestDear = false; ///< A test at run time would not pay.
    bool IsOverlapTestDear = false;
  };
  Sum &sumOf(UserRemark::Kind K, const char *Name, InstructionRef Accesses,
             llvm::ArrayRef<unsigned> Pieces, llvm::StringRef Reason = "");
  void passed(InstructionRef Accesses, llvm::ArrayRef<unsigned> Pieces);
  static void sayBetween(Sum &S, const llvm::Instruction &At,
                         const llvm::Instruction &InTheWay);
  static void write(Sum &S);

  bool isLeftOut(InstructionRef Accesses) const;

  KernelRemarks &Out;
  const WrittenAlignment &Before;
  std::optional<BothVersions> Versions; ///< As they are before any change.
  llvm::SmallPtrSet<const llvm::Instruction *, 16> LeftOut, NotTested,
      OverlapNotTested, Conflicting;
  /// By name, array, kind of access, reason, and place if each is reported.
  llvm::MapVector<std::string, Sum, std::map<std::string, unsigned>> Sums;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
