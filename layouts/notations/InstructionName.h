//===- InstructionName.h - Layouts by the names of instructions -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Authors of kernels know the fragments of matrix instructions by the names of
// the instructions. A name is that of the manual, cut to what decides the
// layout, a colon and the matrix:
//
//   mma.m16n8k16.f16:A           mma.sync: A, B, C, D. The type is that of A
//                                and B.
//   wgmma.m64n128k16:D           wgmma.mma_async, four warps: A, D. k says how
//                                wide the elements of A are.
//   ldmatrix.x4.trans            what the lanes get, as a stack of matrices;
//   stmatrix.x2                  without a matrix
//   v_mfma_f32_32x32x8_f16:B     MFMA: A, B, C, D. Several blocks are the first
//                                dimension. v_mfma_f32_32x32x8f16 is the same.
//   v_wmma_f32_16x16x16_f16.gfx12:A
//                                WMMA, which differs between generations
//
// C and D are the same layout. A matrix of one block has two dimensions, [m,k],
// [k,n] or [m,n]:
//
//   mma.m16n8k16.f16:A
//     register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//         -> [16,16]
//
// The layouts are those of families/: Mma.h, MfmaFragment.h, Wmma.h and
// MatrixMoves.h, which have the sources.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_INSTRUCTIONNAME_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_INSTRUCTIONNAME_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// An instruction, and the matrices that it has.
struct NamedInstruction {
  std::string Name;     ///< "mma.m16n8k16.f16"
  std::string Matrices; ///< "ABCD"; empty: the name alone is the layout.
  std::string Alias;    ///< Another name; may be empty.
};

/// All instructions, in the order of the header.
std::vector<NamedInstruction> namedInstructions();

/// Returns true if the text begins like the name of an instruction, and so is
/// no layout in another notation.
bool looksLikeInstruction(llvm::StringRef Text);

/// The layout of a matrix of an instruction, "mma.m16n8k16.f16:A". Fails with
/// the names that are nearest if there is none of that name.
llvm::Expected<LinearLayout> instructionLayout(llvm::StringRef Name);

/// The names whose layouts have the same images. Inputs without bits, and the
/// names of outputs, make no difference. Of matrices C and D, D is named.
std::vector<std::string> instructionsOf(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_INSTRUCTIONNAME_H
