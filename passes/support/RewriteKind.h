//===- RewriteKind.h - Kinds of rewrites, counted and selected ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A program computes something else with the plugin than without it.
// Which of hundreds of rewrites is wrong?
//
// Example. LLVM's debug counters select rewrites of one kind by their numbers,
// which begin at 0. If the first run is right and the second one wrong, the
// sixth exchange is the culprit (docs/bisect.md):
//
//   opt ... -passes=f2layout -debug-counter=f2layout-exchange=0-4
//   opt ... -passes=f2layout -debug-counter=f2layout-exchange=0-5
//
// Rule. A rewrite asks its kind once, when it is proved and chosen and nothing
// has changed yet. What is not selected stays as it is, or is left to another
// kind; what needs it stays, too. So the rewrites with small numbers are the
// same whatever is selected behind them, which is what a bisection needs.
//
// The statistic of each kind is counted in release builds, too, where those of
// the macro STATISTIC are not.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REWRITEKIND_H
#define F2LAYOUT_PASSES_SUPPORT_REWRITEKIND_H

#include "compat/LLVMCompat.h"
#include "passes/support/RemarkBook.h"
#include "llvm/ADT/Statistic.h"

namespace f2layout {
inline namespace passes {

/// Has one static instance for each kind, in the file that rewrites.
class RewriteKind {
public:
  /// Name is a literal such as "f2layout-exchange", of a counter and of a
  /// statistic.
  RewriteKind(const char *Name, const char *Description)
      : Name(Name), Counter(Name, Description),
        Done("f2layout", Name, Description) {}

  /// Takes the next number. True if the rewrite with that number is selected.
  bool selectsNext() { return Counter.shouldExecute(); }
  void count(uint64_t Rewrites) { Done += Rewrites; }

  /// Both at once, for a rewrite that is made if it is selected; else says so
  /// at At in a remark of Pass.
  bool mayRewrite(KernelRemarks &Remarks, const char *Pass,
                  const llvm::Instruction &At);
  /// What is said then.
  std::string refusal() const;

private:
  const char *const Name;
  compat::DebugCounter Counter;
  llvm::TrackingStatistic Done;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REWRITEKIND_H
