//===- BanksOfAccess.h - f2layout banks of an index expression ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_BANKSOFACCESS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_BANKSOFACCESS_H

#include "tools/f2layout/commandline/CommandLine.h"

namespace f2layout::calc {

/// Runs 'banks' whose operands are accesses (Expression.h): one, for the store
/// and the load, or one for each.
llvm::Expected<int> runBanksOfAccess(Invocation &I);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_BANKSOFACCESS_H
