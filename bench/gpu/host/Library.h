//===- Library.h - Compiled kernels, by variant -----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DIR/<variant>/<source>.cubin holds the kernels of a source file, compiled in
// that way. A kernel that was compiled alone may be in
// DIR/<variant>/<kernel>.cubin, next to <kernel>.launch, which states its name
// there and its dynamic shared memory in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GPU_HOST_LIBRARY_H
#define F2LAYOUT_BENCH_GPU_HOST_LIBRARY_H

#include "Measure.h"

#include <map>

namespace f2bench {

/// The variants' names: folders below Cubins, the reference compilers first.
std::vector<std::string> variantNames(const std::string &Cubins);

/// Loads each cubin once, and looks up the kernels in it.
class Library {
public:
  Library(Device &GPU, std::string Cubins)
      : GPU(GPU), Cubins(std::move(Cubins)) {}

  /// The result has no function if this variant of the kernel was not built.
  Variant find(const Kernel &K, const std::string &Name);

private:
  CUfunction function(const Kernel &K, const std::string &Variant,
                      const std::string &Path, const std::string &Entry);

  Device &GPU;
  std::string Cubins;
  std::map<std::string, CUmodule> Modules;
};

} // namespace f2bench

#endif // F2LAYOUT_BENCH_GPU_HOST_LIBRARY_H
