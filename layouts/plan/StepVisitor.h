//===- StepVisitor.h - A function for each kind of step -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the steps of a plan, one function for each kind:
//
//   class Interpreter : public StepVisitor<Interpreter, std::string> {
//     friend StepVisitor;
//     void select(const Step &S);        // and permute, shuffle, swap,
//                                        // transpose, barrier
//     std::string store(const Step &S);  // and load, storeMatrix, loadMatrix
//   };
//
// Steps that use no memory cannot fail. The others return what became of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_STEPVISITOR_H
#define F2LAYOUT_LAYOUTS_PLAN_STEPVISITOR_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

template <typename Runner, typename Result> class StepVisitor {
protected:
  /// The result of the step; Fine for one that uses no memory.
  Result visit(const Step &S, Result Fine) {
    Runner &R = static_cast<Runner &>(*this);
    switch (S.K) {
    case Step::Select:
      R.select(S);
      break;
    case Step::Permute:
      R.permute(S);
      break;
    case Step::Shuffle:
      R.shuffle(S);
      break;
    case Step::Swap:
      R.swap(S);
      break;
    case Step::Transpose:
      R.transpose(S);
      break;
    case Step::Store:
      return R.store(S);
    case Step::Load:
      return R.load(S);
    case Step::StoreMatrix:
      return R.storeMatrix(S);
    case Step::LoadMatrix:
      return R.loadMatrix(S);
    case Step::Barrier:
      R.barrier(S);
      break;
    }
    return Fine;
  }
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_STEPVISITOR_H
