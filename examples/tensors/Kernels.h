//===- Kernels.h - Kernels on tensors -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function writes a kernel as a compiler would emit it: what is computed
// on which tensors. No layout is stated anywhere, and no thread is mentioned.
//
//   softmax              out = exp(in - max) / sum, row by row
//   layer_norm           out = (in - mean) / deviation * weight + bias
//   layer_norm_backward  the gradients of in, and of weight and bias in parts
//   layer_norm_sum       adds up these parts
//   product              c = a b, halves
//   mixed_product        c = a (b * scales), b in bytes with a scale a group
//   attention            softmax(q k^T / sqrt(d)) v with an online softmax
//   gather_rows          out[r][c] = in[r][index[r][c]]
//   cumulative_sum       of each row
//
// Sizes are constants of a kernel, as in a compiler that runs just in time: the
// strides in memory are known, and so accesses are as wide as they can be. All
// tensors are contiguous, in rows.
//
// Two things a front end decides, and no pass changes:
//
//   - the tile of a block, and its threads;
//   - what is loaded when. product, mixed_product and attention stage the next
//     tiles, and wait for them when they are needed.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H
#define F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H

#include "KernelWriter.h"

/// What a kernel is made for. Each kernel says what it means by them.
struct Sizes {
  uint64_t Rows = 1, Columns = 1, Depth = 1;
  uint64_t TileRows = 1, TileColumns = 1, TileDepth = 1;
  unsigned Threads = 256;
};

/// Rows of Columns floats; one for a block.
void softmax(KernelWriter &W, Sizes S);
/// Rows of Columns halves; one for a block.
void layerNorm(KernelWriter &W, Sizes S);
/// Rows of Columns halves; TileRows blocks, each for every TileRows-th row.
void layerNormBackward(KernelWriter &W, Sizes S);
/// TileRows parts of Columns floats; TileColumns columns for a block.
void layerNormSum(KernelWriter &W, Sizes S);
/// c [Rows, Columns] = a [Rows, Depth] b [Depth, Columns]; a tile for a block,
/// TileDepth of the sum in a turn.
void product(KernelWriter &W, Sizes S);
/// The same with b in bytes, and a scale for each TileDepth rows of a column.
void mixedProduct(KernelWriter &W, Sizes S);
/// Rows queries, keys and values of Depth halves for each head; TileRows
/// queries for a block, TileColumns keys in a turn.
void attention(KernelWriter &W, Sizes S);
/// Rows of Columns floats; TileRows rows for a block.
void gatherRows(KernelWriter &W, Sizes S);
void cumulativeSum(KernelWriter &W, Sizes S);

#endif // F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H
