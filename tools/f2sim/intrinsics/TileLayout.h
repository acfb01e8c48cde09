//===- TileLayout.h - Layout calls by their definition --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls in IR may state where the elements of a tensor are and where they are
// needed (docs/front-end.md):
//
//   %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @from, ptr @to)
//
//     from = register=[[1]], lane=[[2],[4],...] -> [64]
//     to   = register=[[32]], lane=[[1],[2],...] -> [64]
//
//   %z = call <2 x i32> @f2.gather.v2i32(<2 x i32> %x, <2 x i32> %i, i32 0,
//                                        ptr @from, ptr @to)
//
// The simulator executes such a call by its definition: every thread provides
// its elements and receives those it wants. No memory is used and none is
// ordered. A kernel can therefore be run before and after the calls are
// replaced. This file has its own parser of layouts, which shares no code with
// layouts/, and evaluates them element by element: each image is xor-ed into
// the element's row-major number.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TILELAYOUT_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TILELAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace f2layout::sim {

/// For each input by name, the row-major numbers that are the images of its
/// bits.
struct TileLayout {
  std::map<std::string, std::vector<uint64_t>> Inputs;
  uint64_t First = 0;    ///< The element at index 0 of everything.
  uint64_t Elements = 1; ///< Of the tensor.
  std::vector<uint64_t> Sizes;

  unsigned bits(const std::string &Input) const {
    auto It = Inputs.find(Input);
    return It == Inputs.end() ? 0 : It->second.size();
  }
  /// The contribution (by xor) of an index of one input to the element.
  uint64_t at(const std::string &Input, uint64_t Index) const;
  /// The element in a register of a thread of a block: lanes below warps.
  uint64_t element(unsigned Register, unsigned Thread) const {
    const unsigned Lanes = bits("lane");
    return First ^ at("register", Register) ^
           at("lane", Thread & ((1u << Lanes) - 1)) ^
           at("warp", Thread >> Lanes);
  }
};

/// Returns std::nullopt if the text is not a layout, or has 2^40 elements or
/// more.
std::optional<TileLayout> readTileLayout(llvm::StringRef Text);

/// The effect of a layout call as a table: for each register of each thread.
struct TileMove {
  unsigned Registers = 0, Threads = 0;
  unsigned Given = 0; ///< Registers of the source, if it has a layout.
  /// Conversions: register and thread that the element comes from.
  std::vector<std::pair<unsigned, unsigned>> From;
  /// Stores and loads: its offset in the buffer, in elements. Gathers: the
  /// number of the source's element at index 0.
  std::vector<uint64_t> Offset;
  /// Gathers: the holder of each element of the source, the distance of
  /// elements from one index to the next, and the number of indices.
  std::vector<std::pair<unsigned, unsigned>> Holder;
  uint64_t Stride = 1, Indices = 1;
};

/// Returns std::nullopt if some element is held nowhere, or a block has more
/// than 1024 threads or a thread more than 1024 registers.
std::optional<TileMove> planConvert(const TileLayout &From,
                                    const TileLayout &To);
/// The tensors of the layouts may differ only in the size of dimension Axis.
std::optional<TileMove> planGather(const TileLayout &From, const TileLayout &To,
                                   uint64_t Axis);
std::optional<TileMove> planBuffer(const TileLayout &Threads,
                                   const TileLayout &Memory);

} // namespace f2layout::sim

#endif
