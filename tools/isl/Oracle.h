//===- Oracle.h - Maps and sets of integers, by isl -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations between tuples of integers, and the operations on them that isl
// performs exactly. isl knows nothing of layouts, of F2 or of strides:
//
//   Context C;
//   Map Swap = C.map("{ [i, j] -> [j, i] : 0 <= i, j <= 3 }");
//   Swap.then(Swap).equals(C.map("{ [i, j] -> [i, j] : 0 <= i, j <= 3 }"))
//                                                            == Answer::Yes
//
// Some questions are too hard: eliminating the divisions of a relation with
// many floors takes time that is exponential in their number. A context counts
// isl's operations and gives up at a limit; the result is then a null map, and
// the answer is Unknown. A null map stays null through all operations.
//
// A context must outlive its maps and sets, and serves one thread.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_ISL_ORACLE_H
#define F2LAYOUT_TOOLS_ISL_ORACLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace f2layout::oracle {

enum class Answer { No, Yes, Unknown };

/// A pointer of isl: copied by isl_*_copy, freed by isl_*_free.
template <typename T, T *Copy(T *), T *Free(T *)> class Handle {
public:
  explicit Handle(T *P = nullptr) : P(P) {}
  Handle(const Handle &O) : P(Copy(O.P)) {}
  Handle(Handle &&O) : P(std::exchange(O.P, nullptr)) {}
  Handle &operator=(Handle O) {
    std::swap(P, O.P);
    return *this;
  }
  ~Handle() { Free(P); }

  explicit operator bool() const { return P; }
  /// The pointer, which stays ours (isl's __isl_keep).
  T *keep() const { return P; }
  /// A copy to give away (isl's __isl_take).
  T *give() const { return Copy(P); }

private:
  T *P;
};

/// A set of tuples of integers.
class Set {
public:
  explicit Set(isl_set *S = nullptr) : S(S) {}
  explicit operator bool() const { return bool(S); }
  isl_set *give() const { return S.give(); }
  isl_set *keep() const { return S.keep(); }

  Set intersect(const Set &O) const;
  Set unite(const Set &O) const;
  Set without(const Set &O) const;
  /// All sums of an item of this set and one of the other, of single numbers.
  Set plus(const Set &O) const;
  Answer equals(const Set &O) const;
  Answer isSubsetOf(const Set &O) const;
  Answer isEmpty() const;
  /// The least and the greatest value of item I.
  std::optional<int64_t> least(unsigned I) const;
  std::optional<int64_t> greatest(unsigned I) const;
  std::string text() const;

private:
  Handle<isl_set, isl_set_copy, isl_set_free> S;
};

/// A relation between tuples of integers.
class Map {
public:
  explicit Map(isl_map *M = nullptr) : M(M) {}
  explicit operator bool() const { return bool(M); }
  isl_map *give() const { return M.give(); }
  isl_map *keep() const { return M.keep(); }

  /// This map, then the next one.
  Map then(const Map &Next) const;
  Map inverse() const;
  /// Only the inputs in that set.
  Map on(const Set &Inputs) const;
  /// Both maps side by side: the inputs of this one and then those of the
  /// other, and the outputs likewise.
  Map beside(const Map &O) const;
  Set domain() const;
  Set range() const;
  unsigned inputs() const;
  unsigned outputs() const;
  /// Of item I; empty if it has none.
  std::string inputName(unsigned I) const;
  std::string outputName(unsigned I) const;

  Answer equals(const Map &O) const;
  Answer isSubsetOf(const Map &O) const;
  /// Greater inputs have greater values; both are single numbers.
  Answer isIncreasing() const;
  Answer isSingleValued() const;
  Answer isInjective() const;
  /// Single-valued and injective: one-to-one from its domain to its range.
  Answer isBijective() const;
  /// Every input is its own output.
  Answer isIdentity() const;
  /// The value at a tuple; nothing if there is none or more than one.
  std::optional<std::vector<int64_t>> at(llvm::ArrayRef<int64_t> Input) const;
  std::string text() const;

private:
  Handle<isl_map, isl_map_copy, isl_map_free> M;
};

/// A function whose values isl computes from its expressions, which is much
/// faster than asking a map for the value at a tuple.
class Function {
public:
  explicit Function(isl_pw_multi_aff *F = nullptr);
  explicit operator bool() const { return bool(F); }
  /// Nothing outside of the domain.
  std::optional<std::vector<int64_t>> at(llvm::ArrayRef<int64_t> Input) const;

private:
  Handle<isl_pw_multi_aff, isl_pw_multi_aff_copy, isl_pw_multi_aff_free> F;
  std::vector<Handle<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free>> Items;
};

class Context {
public:
  /// Gives up after so many operations of isl for each question; 0 means
  /// never.
  explicit Context(unsigned long MaxOperations = 0);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// Reads isl's text. Null if it is none, where why() has isl's message, and
  /// if it is nested more than 512 deep, which isl's parser might not survive.
  Map map(llvm::StringRef Text);
  Set set(llvm::StringRef Text);
  /// Values are given by expressions, and there are no conditions on them.
  Function function(llvm::StringRef Text);
  /// The maps one after the other.
  Map composition(llvm::ArrayRef<std::string> Texts);
  std::string why() const;
  /// Whether the limit of operations is why there is no answer.
  bool gaveUp() const;
  /// Starts counting operations again, and forgets errors.
  void restart();
  /// The same with another limit from now on.
  void restart(unsigned long MaxOperations);

private:
  isl_ctx *C;
};

} // namespace f2layout::oracle

#endif // F2LAYOUT_TOOLS_ISL_ORACLE_H
