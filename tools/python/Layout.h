//===- Layout.h - Layouts for the Python module ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binding raises exceptions, and LLVM is compiled without them. So this
// header has neither LLVM's types nor exceptions: what may fail returns a
// Result, which the binding turns into an exception.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_PYTHON_LAYOUT_H
#define F2LAYOUT_TOOLS_PYTHON_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace f2layout::python {

/// A value, or why there is none.
template <class T> struct Result {
  std::optional<T> Value;
  std::string Error;
};

struct Dimension {
  std::string Name;
  uint64_t Size = 1; ///< A power of two.
};

/// A LinearLayout, which never changes.
class Layout {
public:
  /// In any notation that the calculator reads. Shape: of the tensor, where the
  /// text does not state it.
  static Result<Layout> read(const std::string &Text,
                             const std::vector<uint64_t> &Shape);

  std::vector<Dimension> inputs() const;
  std::vector<Dimension> outputs() const;
  /// The layout text.
  std::string text() const;
  /// Another notation, by its name: "masks", "json", "linear", ...
  Result<std::string> to(const std::string &Notation) const;

  using Indices = std::vector<std::pair<std::string, uint64_t>>;
  /// The coordinates of the element at these indices; those that are missing
  /// are 0.
  Result<std::vector<uint64_t>> apply(const Indices &Of) const;
  /// Flat numbers of elements (row-major) from flat numbers of places (the
  /// first input runs fastest). Returns an error if one is too large, or if
  /// they have more than 64 bits.
  std::string applyFlat(const uint64_t *Places, uint64_t *Elements,
                        size_t Count) const;
  unsigned inputBits() const;
  unsigned outputBits() const;
  /// By rows: bit Row of what input bit Column adds.
  bool matrix(unsigned Row, unsigned Column) const;

  /// First this layout, then Outer.
  Result<Layout> then(const Layout &Outer) const;
  Result<Layout> inverse() const;
  Result<Layout> times(const Layout &Outer) const;
  /// The layout that this one is Inner times.
  Result<Layout> dividedBy(const Layout &Inner) const;

  /// The same map of inputs and outputs of the same names, in any order.
  bool isSameMap(const Layout &O) const;
  bool isLinear() const;
  bool isInjective() const;
  bool isSurjective() const;
  bool isDistributed() const;
  bool isMemory() const;

private:
  explicit Layout(std::shared_ptr<const void> L) : Held(std::move(L)) {}
  std::shared_ptr<const void> Held; ///< A LinearLayout.
  friend struct LayoutAccess;
};

} // namespace f2layout::python

#endif // F2LAYOUT_TOOLS_PYTHON_LAYOUT_H
