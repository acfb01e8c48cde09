//===- ElementText.h - The elements of a thread in a function of lines ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reductions and scans have in common: lists of elements, each of which is
// the name of a value; an empty name is no element. Elements go to other lanes
// in words, and elsewhere by the moves of the plan.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_ELEMENTTEXT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_ELEMENTTEXT_H

#include "tools/f2layout/code/CodeText.h"
#include "tools/f2layout/code/LineCode.h"
#include "tools/f2layout/code/OperationCode.h"

namespace f2layout::calc {

using ElementNames = llvm::SmallVector<std::string, 16>;

class ElementText : public CodeText {
public:
  ElementText(llvm::raw_ostream &OS, const LineFunction &F,
              const OperationCode &Op, llvm::ArrayRef<LineMove> Moves)
      : CodeText(OS, F.D, F.LaneBits), F(F), Op(Op), Moves(Moves) {}

  std::string define(const llvm::Twine &Value);
  /// Left op Right of each pair; where one is no element, the other one.
  ElementNames combine(const ElementNames &Left, const ElementNames &Right);
  ElementNames ofLanes(const ElementNames &V,
                       llvm::function_ref<unsigned(unsigned)> FromLane);
  /// Move number N.
  ElementNames move(unsigned N, const ElementNames &V);

protected:
  const LineFunction &F;
  const OperationCode &Op;

private:
  std::string toWords(const ElementNames &V, unsigned Words);
  ElementNames fromWords(llvm::StringRef Array, unsigned Count);
  ElementNames byPlaces(const ScratchPlaces &P, const ElementNames &V);

  llvm::ArrayRef<LineMove> Moves;
  unsigned Next = 0;
  bool UsedMemory = false;
};

/// The functions of the moves, and the head of the function: its comment and
/// its first line. Fails if a move has neither a plan nor places.
llvm::Error printLineHead(llvm::raw_ostream &OS, const LineFunction &F,
                          const OperationCode &Op,
                          llvm::ArrayRef<LineMove> Moves, unsigned Sources,
                          unsigned Results);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_ELEMENTTEXT_H
