//===- BlockTensors.h - Tensors that the threads of a block hold together -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of the type target("f2.tensor", T, sizes) has no thread that holds
// it. The simulator keeps all its elements once for the block, in row-major
// order, and the slot of each thread has the number of the tensor (a handle).
// So tensors pass through phis, selects and calls as any other value does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_MACHINE_BLOCKTENSORS_H
#define F2LAYOUT_TOOLS_F2SIM_MACHINE_BLOCKTENSORS_H

#include "tools/f2sim/program/Value.h"
#include <deque>
#include <vector>

namespace f2layout::sim {

/// The tensors that one block has made so far. None is ever changed.
class BlockTensors {
public:
  /// More bytes than this are not kept.
  static constexpr uint64_t MaxBytes = uint64_t(1) << 28;

  void clear() {
    All.clear();
    Total = 0;
  }
  bool hasRoom(uint64_t Size) const {
    return Size <= MaxBytes && Total + Size <= MaxBytes;
  }
  /// The number of a new tensor of that many bytes.
  uint64_t add(uint64_t Size) {
    All.emplace_back();
    All.back().D.resize(Size);
    All.back().S.resize(Size);
    All.back().O.resize(Size);
    Total += Size;
    return All.size() - 1;
  }
  Bytes operator[](uint64_t Number) {
    Tensor &T = All[Number];
    return {T.D.data(), T.S.data(), T.O.data()};
  }
  /// Its bytes; 0 if there is no such tensor.
  uint64_t size(uint64_t Number) const {
    return Number < All.size() ? All[Number].D.size() : 0;
  }

private:
  struct Tensor {
    std::vector<uint8_t> D, S;
    std::vector<Origin> O;
  };
  std::deque<Tensor> All;
  uint64_t Total = 0;
};

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_MACHINE_BLOCKTENSORS_H
