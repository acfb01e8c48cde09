//===- DrawSvg.h - The drawing inside a page ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_DRAWSVG_H
#define F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_DRAWSVG_H

#include "tools/f2layout/picture/Picture.h"

namespace f2layout::calc {

/// Like drawSvg(), plus what a script on the page needs: each cell is a group
/// of class "cell" that can take the focus, with the numbers of its owners in
/// data-o and its sentence as a label.
void drawInteractiveSvg(llvm::raw_ostream &OS, const Picture &P);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_DRAWSVG_H
