//===- KernelTable.h - Launch parameters of measured kernels ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of kernels.def as data, and the sizes at which each kernel is
// checked and timed. Every kernel begins with `(In, Out)`; its shape determines
// the other parameters, and a repeated kernel ends in `Iters`:
//
//   Plain             (In, Out)                  one tile per block
//   Tiles             (In, Out, Tiles)           blocks loop over the tiles
//   Whole, Guarded    (In, Out, Width, Height)   a matrix; only a guarded
//                                                kernel takes any size
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GPU_HOST_KERNELTABLE_H
#define F2LAYOUT_BENCH_GPU_HOST_KERNELTABLE_H

#include <cstddef>
#include <string>
#include <vector>

namespace f2bench {

/// What the input buffer holds: any bits, or finite numbers of a type.
enum class Fill { Bits, Half, Float, Double };

enum class Shape { Plain, Tiles, Whole, Guarded };

struct Kernel {
  std::string Name;
  /// The .cu file, without its ending: the name of the cubin.
  std::string Source;
  bool Repeated;
  unsigned ElementBytes;
  Fill Values;
  unsigned BlockX, BlockY;
  /// Elements of a block's tile in a row, or of one side of a matrix tile.
  unsigned Tile;
  Shape Arguments;
  unsigned DynamicShared;
  unsigned BlocksPerMultiprocessor = 8;

  bool isMatrix() const {
    return Arguments == Shape::Whole || Arguments == Shape::Guarded;
  }
};

/// One launch: the grid, and the arguments after In and Out.
struct Launch {
  unsigned GridX, GridY;
  std::vector<int> Arguments;
  /// Bytes of input and of output: each kernel writes as much as it reads.
  size_t Bytes;
};

/// Every row of kernels.def, streaming and repeated.
std::vector<Kernel> kernelTable();

/// Reads the kernels from a file instead, as bench/convert/build.py writes it:
/// one line per kernel, `name source element-bytes elements-per-block threads`.
/// They are repeated kernels, with four blocks per multiprocessor.
/// Prints an error and returns an empty list if the file cannot be read.
std::vector<Kernel> readKernels(const std::string &Path);

/// Limits of the device, and options of the user.
struct Limits {
  unsigned Multiprocessors;
  /// Room in the input buffer, and in the output buffer.
  size_t BufferBytes;
  int Iterations;
};

/// The launch that is timed. Streaming kernels pass once through buffers larger
/// than the L2 cache; repeated ones put four blocks on every multiprocessor.
Launch timedLaunch(const Kernel &K, const Limits &L);

/// Launches of other sizes that are only checked: one block, a few, partial
/// tiles if the kernel is guarded, few and odd iterations.
std::vector<Launch> checkedLaunches(const Kernel &K, const Limits &L);

} // namespace f2bench

#endif // F2LAYOUT_BENCH_GPU_HOST_KERNELTABLE_H
