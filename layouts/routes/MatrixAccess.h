//===- MatrixAccess.h - An exchange whose rows come from several lanes ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. The steps of an exchange (SharedAccess.h) that uses
// accesses of matrices on one side.
//
//   accumulators of mma, 16 bits, four words a lane, to rows of memory:
//     storematrix.x4 [row of this lane], w0, w1, w2, w3
//   where stores of each lane would be four of 4 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_MATRIXACCESS_H
#define F2LAYOUT_LAYOUTS_ROUTES_MATRIXACCESS_H

#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/SharedAccess.h"

namespace f2layout {
inline namespace layouts {

/// Adds the stores of an access with a StoreMatrix.
void addMatrixStores(Plan &P, WordBuilder &B, const SharedTraffic &T,
                     const SharedAccess &A);

/// Adds the loads of an access with a LoadMatrix. Where is set for each result
/// register that travels.
void addMatrixLoads(Plan &P, WordBuilder &B, const SharedTraffic &T,
                    const SharedAccess &A, llvm::MutableArrayRef<Spot> Where);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_MATRIXACCESS_H
