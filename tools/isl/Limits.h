//===- Limits.h - How long isl may take -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A question about a relation has a limit of isl's operations (Oracle.h). One
// operation may take a microsecond or a second, so points, which are evaluated
// one after the other, have a limit of time as well.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_ISL_LIMITS_H
#define F2LAYOUT_TOOLS_ISL_LIMITS_H

#include <chrono>
#include <cstdint>

namespace f2layout::oracle {

/// Relations of more points are not evaluated.
constexpr int64_t MostPoints = int64_t(1) << 16;

/// For all points of one relation.
constexpr std::chrono::seconds MostTime(20);

/// Starts with its construction.
class Timer {
public:
  bool isOver() const {
    return std::chrono::steady_clock::now() - Start > MostTime;
  }

private:
  std::chrono::steady_clock::time_point Start =
      std::chrono::steady_clock::now();
};

} // namespace f2layout::oracle

#endif // F2LAYOUT_TOOLS_ISL_LIMITS_H
