//===- ElementTrace.h - Elements that need no word ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Plans speak of 32-bit words; kernels hold each narrow element in a
// register of its own. Packing elements into words and taking them out again
// costs more than many an exchange. Yet a store of two bytes asks for one
// element, and a load of two bytes brings one:
//
//   w0 = e1:e0                                store e0, 2 bytes
//   store low half of w0             ->       store e1, 2 bytes
//   store high half of w0                     barrier
//   barrier                                   w1 = load 2 bytes
//   w1 = load 2 bytes                         w2 = load 2 bytes
//   w2 = load 2 bytes                         results: w1, w2
//   w3 = permute(w1, w2)
//   results: halves of w3
//
// Neither w0 nor w3 need be made.
//
// Algorithm. Bytes of a word are followed back through permutes that are the
// same in every lane, to an input word, a load, a select or a shuffle. What
// stops at an input word in the shape of an element is that source element. A
// word is needed if a step or a result asks for bytes of it that are not.
//
// Where the kernel holds whole words (Plan::PackedSources, PackedResults) all
// this turns round: input words are there, output words are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H
#define F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H

#include "layouts/plan/Plan.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace f2layout {
inline namespace layouts {

class ElementTrace {
public:
  explicit ElementTrace(const Plan &P);

  /// Bytes of a word, from byte First on.
  struct Bytes {
    Word W;
    unsigned First;
  };
  /// Where Count bytes of the word stand before all permutes of whole runs.
  Bytes origin(Bytes At, unsigned Count) const;
  /// The source element narrower than a word that these bytes are, if Count is
  /// its size and they come from nowhere else.
  std::optional<unsigned> sourceElement(Bytes Origin, unsigned Count) const;
  /// A load brought these bytes and nothing else.
  bool isLoadedAlone(Bytes Origin, unsigned Count) const;
  /// Where element R of the results is before all permutes of whole runs.
  Bytes result(unsigned R) const;

  /// The word must be made: some step, or a result, needs it.
  bool isNeeded(Word W) const { return Needed.test(W); }
  /// Narrow elements that must be put into words that others fill, too.
  unsigned packed() const { return Packed; }
  /// Narrow elements that must be taken out of the upper part of words.
  unsigned unpacked() const { return Unpacked; }

private:
  void need(Bytes At, unsigned Count);
  void needResults(unsigned Output);
  void needOperands(const Step &S);
  bool isMadeHere(const Step &S, Word First) const;

  const Plan &P;
  const unsigned ElementBytes, PerWord;
  std::vector<const Step *> MadeBy; ///< Per word; null for input words.
  llvm::BitVector Needed;
  unsigned Packed = 0, Unpacked = 0;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H
