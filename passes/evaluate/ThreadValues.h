//===- ThreadValues.h - One term for each thread of a block -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel has a thousand values that addresses and conditions depend
// on, and a block has up to 1024 threads. With 16 bytes for each value in each
// thread, the values of one kernel take more memory than LLVM does.
//
// Most values are simpler than that:
//
//                     thread 0      1          2          kept
//   32                0, 32         0, 32      0, 32      one term
//   %n (argument)     n, 0          n, 0       n, 0       one term
//   %tid * 4 + %n     n, 0          n, 4       n, 8       n; 0, 4, 8 ...
//   load              v+0, 0        v+1, 0     v+2, 0     v; one constant
//   tid < 2 ? %n : 8  n, 0          n, 0       0, 8       all terms
//
// Representation. The symbolic part is the same in all threads, or counts
// upwards as the identifiers of a varying value do; then only the constants are
// kept, one if they are all the same. Else all terms are kept.
//
// A value whose threads have one symbolic part that does not vary is never kept
// as terms, so sharedSym() need not look at them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_THREADVALUES_H
#define F2LAYOUT_PASSES_EVALUATE_THREADVALUES_H

#include "passes/evaluate/SymbolicInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/iterator.h"
#include <optional>
#include <vector>

namespace f2layout {
inline namespace passes {

class ThreadValues {
public:
  ThreadValues() = default;
  /// The terms of all threads, in order.
  explicit ThreadValues(std::vector<SymbolicInt> Terms);
  /// The same term in each of so many threads.
  static ThreadValues uniform(unsigned Threads, SymbolicInt Term);
  /// Sym + Constants[t] in thread t.
  static ThreadValues sharing(SymId Sym, std::vector<uint64_t> Constants);
  /// Of a varying value, whose identifier is First + t in thread t.
  static ThreadValues varying(unsigned Threads, SymId First);

  unsigned size() const { return Threads; }
  bool empty() const { return Threads == 0; }
  SymbolicInt operator[](unsigned Thread) const {
    assert(Thread < Threads && "there is no such thread");
    if (!Apart.empty())
      return Apart[Thread];
    return {Counts ? Sym + Thread : Sym,
            Constants.empty() ? Constant : Constants[Thread]};
  }
  SymbolicInt front() const { return (*this)[0]; }
  std::vector<SymbolicInt> vec() const { return {begin(), end()}; }

  /// The symbolic part that all threads share, or nothing if they differ or it
  /// varies.
  std::optional<SymId> sharedSym() const {
    if (!Apart.empty() || Counts)
      return std::nullopt;
    return Sym;
  }
  /// One term that all threads have, if that is known without looking at them.
  bool isUniform() const {
    return Apart.empty() && !Counts && Constants.empty();
  }
  /// If there is a shared symbolic part: the constants of all threads, or one
  /// that they have in common.
  llvm::ArrayRef<uint64_t> constants() const {
    assert(sharedSym() && "the threads have different symbolic parts");
    if (Constants.empty())
      return Constant;
    return Constants;
  }

  /// If there is a shared symbolic part: replaces it by To, and each constant
  /// by Each of it.
  template <typename Fn> void replace(SymId To, Fn Each) {
    assert(sharedSym() && "the threads have different symbolic parts");
    Sym = To;
    Constant = Each(Constant);
    for (uint64_t &C : Constants)
      C = Each(C);
  }
  /// If A and B each have a shared symbolic part: To + Each of the constants of
  /// both.
  template <typename Fn>
  static ThreadValues combine(SymId To, const ThreadValues &A,
                              const ThreadValues &B, Fn Each);
  /// Adds to the constants, whatever the symbolic parts are.
  void addToConstants(uint64_t Add, uint64_t Mask);

  friend bool operator==(const ThreadValues &A, const ThreadValues &B) {
    return A.Threads == B.Threads && std::equal(A.begin(), A.end(), B.begin());
  }
  friend bool operator!=(const ThreadValues &A, const ThreadValues &B) {
    return !(A == B);
  }

  class iterator
      : public llvm::iterator_facade_base<
            iterator, std::random_access_iterator_tag, const SymbolicInt,
            std::ptrdiff_t, const SymbolicInt *, SymbolicInt> {
  public:
    iterator(const ThreadValues &Of, std::ptrdiff_t At) : Of(&Of), At(At) {}
    SymbolicInt operator*() const { return (*Of)[unsigned(At)]; }
    bool operator==(const iterator &O) const { return At == O.At; }
    bool operator<(const iterator &O) const { return At < O.At; }
    std::ptrdiff_t operator-(const iterator &O) const { return At - O.At; }
    iterator &operator+=(std::ptrdiff_t N) {
      At += N;
      return *this;
    }
    iterator &operator-=(std::ptrdiff_t N) {
      At -= N;
      return *this;
    }

  private:
    const ThreadValues *Of;
    std::ptrdiff_t At;
  };
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, std::ptrdiff_t(Threads)}; }

private:
  unsigned Threads = 0;
  /// The symbolic part is Sym + t in thread t.
  bool Counts = false;
  SymId Sym = 0;
  /// If Constants is empty: that of all threads.
  uint64_t Constant = 0;
  std::vector<uint64_t> Constants;
  /// If not empty: the terms, and nothing else counts.
  std::vector<SymbolicInt> Apart;
};

template <typename Fn>
ThreadValues ThreadValues::combine(SymId To, const ThreadValues &A,
                                   const ThreadValues &B, Fn Each) {
  const llvm::ArrayRef<uint64_t> X = A.constants(), Y = B.constants();
  if (X.size() == 1 && Y.size() == 1)
    return uniform(A.size(), {To, Each(X[0], Y[0])});
  std::vector<uint64_t> R(A.size());
  if (X.size() == 1)
    for (size_t T = 0; T < R.size(); ++T)
      R[T] = Each(X[0], Y[T]);
  else if (Y.size() == 1)
    for (size_t T = 0; T < R.size(); ++T)
      R[T] = Each(X[T], Y[0]);
  else
    for (size_t T = 0; T < R.size(); ++T)
      R[T] = Each(X[T], Y[T]);
  return sharing(To, std::move(R));
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_THREADVALUES_H
