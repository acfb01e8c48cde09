//===- RemarkBook.h - What is told about a kernel, most useful first ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Passes find what they have to say place by place, one pass after the
// other. Of an unrolled kernel that is a thousand lines, and the one that the
// user should act on is somewhere among them:
//
//   k.cu:20:9: 2 loads of 4 bytes from out could be 1 of 8 bytes, but ...
//   k.cu:21:9: 2 loads of 4 bytes from out could be 1 of 8 bytes, but ...
//   ... 200 more, and then of another pass
//   k.cu:14:3: block barrier kept: ... depends on the block's shape ...
//
// Example. What the user sees instead:
//
//   k.cu:14:3: block barrier kept: ... depends on the block's shape ... (the
//   first of 8 such barriers)
//   k.cu:20:9: 404 loads of 4 bytes from out could be 202 of 8 bytes, but ...
//
// Algorithm. Passes write UserRemarks into the book of the pipeline. At its end
// the remarks of each kernel are
//   1. grouped: those of one kind, pass, name and subject, which is an array
//      or what else the pass takes for one, are one remark at the first place,
//      with the number of places;
//   2. ordered by their worth: the clocks of a warp that were gained, or that
//      acting on the remark might gain, each times how often the place runs.
//      Those on which nobody can act come last;
//   3. limited to MaxLines of the kinds that somebody hears, analyses last. One
//      line counts the others. What was not done does not crowd out the rest.
//   4. joined: of kernels of one template, what is said of one line in the same
//      words is one remark, with the number of kernels.
// A remark may also sum up others, its Parts: the exchanges of an array, each
// of which became something else. While the lines suffice, parts are shown
// instead, those with the same text as one.
//
// The book is a module analysis: a pipeline that begins by requiring it and
// ends with EmitRemarksPass has one, and a pass that runs alone has none and
// emits what it says itself. The option -f2layout-all-remarks reports every
// place by itself, in the order in which it was found.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REMARKBOOK_H
#define F2LAYOUT_PASSES_SUPPORT_REMARKBOOK_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class OptimizationRemarkEmitter;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// A remark of LLVM's that is not emitted yet. Arguments are appended as to
/// LLVM's.
struct UserRemark {
  using Argument = llvm::DiagnosticInfoOptimizationBase::Argument;
  enum Kind { Passed, Missed, Analysis };

  /// Pass must outlive the remark.
  UserRemark(Kind K, const char *Pass, llvm::StringRef Name,
             const llvm::Instruction &At);
  /// About the function as a whole.
  UserRemark(Kind K, const char *Pass, llvm::StringRef Name, llvm::Function &F);

  UserRemark &operator<<(llvm::StringRef Text) & {
    Arguments.emplace_back(Text);
    return *this;
  }
  UserRemark &operator<<(Argument A) & {
    Arguments.push_back(std::move(A));
    return *this;
  }
  template <typename T> UserRemark &&operator<<(T &&Part) && {
    return std::move(*this << std::forward<T>(Part));
  }
  /// Appends "1 store" or "2 stores", with N as the argument of that name.
  UserRemark &count(llvm::StringRef Argument, uint64_t N, llvm::StringRef Noun);
  std::string text() const;
  UserRemark &&of(std::string What) && {
    Subject = std::move(What);
    return std::move(*this);
  }

  Kind K;
  const char *Pass;
  std::string Name;
  llvm::DiagnosticLocation Where;
  llvm::WeakVH Block; ///< May be deleted before the remark is emitted.
  llvm::SmallVector<Argument, 8> Arguments;
  /// What the remark is about, besides its kind, pass and name. Remarks with
  /// equal subjects are one.
  std::string Subject;
  /// Remarks of several passes with equal subjects are one, too.
  bool OfAnyPass = false;
  /// An earlier remark with the same subject, about the same places, is void: a
  /// kernel may be searched again with another shape of its block.
  bool Replaces = false;
  /// Not shown if something was done to the subject: "array s stays" is not to
  /// be said of one that another pass has swizzled.
  bool IsVoidIfChanged = false;
  /// What is counted if there are several, in the plural.
  const char *Places = "places";
  double Worth = 0; ///< See above.
  /// Nothing that the user may change would help: it comes after all others.
  bool IsFinal = false;
  /// What the remark sums up, if that is several remarks of its kind and pass.
  std::vector<UserRemark> Parts;
};

/// The worth of a remark that everything else depends on.
inline constexpr double WholeKernel = 1e9;

/// A remark as the user sees it.
struct ShownRemark {
  llvm::Function *F;
  UserRemark R;
  std::string Kernel; ///< The name of F for a reader.
  /// Other kernels of the same template of which the same is to be said, and
  /// the last of them.
  unsigned Others = 0;
  const llvm::Function *LastOther = nullptr;
};

/// The remarks of a module that are not emitted yet, by function.
class RemarkBook {
public:
  /// Lines that are shown of one kernel, of all kinds together. Analyses have
  /// those that the others leave, one of them at least, and two if one of them
  /// is about the whole kernel: the other line may count those left out.
  static constexpr unsigned MaxLines = 10;

  void add(llvm::Function &F, UserRemark R) {
    Remarks[&F].push_back(std::move(R));
  }
  /// Emits the remarks of F and forgets them.
  void emit(llvm::Function &F, llvm::OptimizationRemarkEmitter &ORE);
  /// The same for a caller that emits them.
  std::vector<ShownRemark> take(llvm::Function &F);

  /// Every place is a remark by itself; passes should not sum up either.
  bool EachPlace = false;
  /// A pipeline will emit what is in the book.
  bool IsOpen = false;

private:
  llvm::MapVector<llvm::Function *, std::vector<UserRemark>> Remarks;
};

/// The book of a pipeline. Passes over functions find it if it was required
/// before; it stays valid whatever they change.
class RemarkBookAnalysis : public llvm::AnalysisInfoMixin<RemarkBookAnalysis> {
  friend llvm::AnalysisInfoMixin<RemarkBookAnalysis>;
  static llvm::AnalysisKey Key;
  bool EachPlace;

public:
  struct Result {
    std::shared_ptr<RemarkBook> Book;
    bool invalidate(llvm::Module &, const llvm::PreservedAnalyses &,
                    llvm::ModuleAnalysisManager::Invalidator &) {
      return false;
    }
  };
  explicit RemarkBookAnalysis(bool EachPlace = false) : EachPlace(EachPlace) {}
  Result run(llvm::Module &, llvm::ModuleAnalysisManager &);
};

/// Opens the book: the beginning of a pipeline.
class OpenRemarksPass : public llvm::PassInfoMixin<OpenRemarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Emits what is in the book, function by function, and closes it: the end of a
/// pipeline.
class EmitRemarksPass : public llvm::PassInfoMixin<EmitRemarksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// What one pass says about one function. Emits it on destruction, unless a
/// pipeline has a book.
class KernelRemarks {
public:
  KernelRemarks(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
  KernelRemarks(const KernelRemarks &) = delete;
  ~KernelRemarks();

  /// Somebody listens to remarks of ours.
  bool isWanted() const { return IsWanted; }
  bool eachPlace() const { return Shared && Shared->EachPlace; }
  /// Adds the remark that Make returns, if remarks are wanted.
  template <typename Callable> void add(Callable Make) {
    if (IsWanted)
      (Shared ? *Shared : Own).add(F, Make());
  }
  /// About how often BB runs: eight times for each loop around it.
  double timesOf(const llvm::BasicBlock &BB) const;

private:
  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const bool IsWanted;
  std::shared_ptr<RemarkBook> Shared; ///< Null: the pass runs alone.
  RemarkBook Own;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REMARKBOOK_H
