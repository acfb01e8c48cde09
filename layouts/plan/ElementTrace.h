//===- ElementTrace.h - Elements that need no word ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Plans are written in 32-bit words, while kernels hold each narrow
// element in its own register. Packing elements into words and unpacking them
// can cost more than the exchange. Yet a store of two bytes needs only one
// element, and a load of two bytes provides one:
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
// Neither w0 nor w3 needs to be computed. And where a word is needed, it may be
// packed from any elements, not only from those with neighbouring numbers:
//
//   w0 = e1:e0, w1 = e3:e2                    w2 = e2:e0
//   w2 = permute(w0, w1), low halves  ->      store w2, 4 bytes
//   store w2, 4 bytes
//
// Algorithm. Bytes of a word are traced back through permutes that are the same
// in every lane, to an input word, a load, a select or a shuffle. Bytes whose
// trace ends at an input word and that are exactly one element are that source
// element. From the end of the plan to its beginning, each step asks for the
// bytes of words that it uses and that are not source elements by themselves. A
// word of which all bytes that are asked for are source elements is packed from
// these; the permutes that led to it ask for nothing.
//
// Where the kernel holds whole words (Plan::PackedSources, PackedResults) the
// roles are reversed: input words exist, and output words are needed.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H
#define F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H

#include "layouts/plan/Plan.h"
#include <optional>

namespace f2layout {
inline namespace layouts {

class ElementTrace {
public:
  explicit ElementTrace(const Plan &P);

  /// Bytes of a word, starting at byte First.
  struct Bytes {
    Word W;
    unsigned First;
  };
  /// The place of Count bytes of the word before all permutes of whole runs.
  Bytes origin(Bytes At, unsigned Count) const;
  /// The source element, narrower than a word, that these bytes are, if Count
  /// is its size and all bytes come from it.
  std::optional<unsigned> sourceElement(Bytes Origin, unsigned Count) const;
  /// Returns true if a load provides these bytes and no others.
  bool isLoadedAlone(Bytes Origin, unsigned Count) const;
  /// The place of element R of the results before all permutes of whole runs.
  Bytes result(unsigned R) const;

  /// Returns true if a step or a result needs the word.
  bool isNeeded(Word W) const { return Needed[W] != 0; }
  /// The source elements that a needed word is packed from, lowest first, and
  /// nothing in places that nobody looks at; empty if it is not packed.
  using Elements = llvm::SmallVector<std::optional<unsigned>, 4>;
  Elements packedFrom(Word W) const;
  /// Narrow elements that must be packed into words with other elements.
  unsigned packed() const { return Packed; }
  /// Narrow elements that must be extracted from the upper part of words.
  unsigned unpacked() const { return Unpacked; }

private:
  void need(Word W, unsigned Bytes = 0xf) { Needed[W] |= Bytes; }
  void need(Bytes At, unsigned Count);
  void needResults(unsigned Output);
  void needOperands(const Step &S, Word First);
  void needPermuted(const Step &S, unsigned Bytes);
  bool isMadeHere(const Step &S, Word First) const;
  void pack(Word W);

  const Plan &P;
  const unsigned ElementBytes, PerWord;
  std::vector<const Step *> MadeBy; ///< Per word; null for input words.
  std::vector<uint8_t> Needed;      ///< Per word, the bytes as a mask.
  unsigned Packed = 0, Unpacked = 0;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_ELEMENTTRACE_H
