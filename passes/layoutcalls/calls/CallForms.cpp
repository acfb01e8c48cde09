//===- CallForms.cpp - The signatures of layout calls ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/CallForms.h"

using namespace llvm;
using namespace f2layout;

static constexpr CallForm Forms[] = {
    {LayoutCallKind::Convert,
     {Slot::Registers, Slot::Layout, Slot::Layout},
     true,
     Touches::Everything,
     "<M x T> (<N x T> registers, ptr source layout, ptr destination layout)"},
    {LayoutCallKind::Store,
     {Slot::Buffer, Slot::Registers, Slot::Layout, Slot::Layout},
     false,
     Touches::WritesBuffer,
     "void (ptr addrspace(3) buffer, <N x T> registers, ptr threads' layout, "
     "ptr memory layout)"},
    {LayoutCallKind::Load,
     {Slot::Buffer, Slot::Layout, Slot::Layout},
     true,
     Touches::ReadsBuffer,
     "<N x T> (ptr addrspace(3) buffer, ptr threads' layout, ptr memory "
     "layout)"},
    {LayoutCallKind::Gather,
     {Slot::Registers, Slot::Index, Slot::Axis, Slot::Layout, Slot::Layout},
     true,
     Touches::Everything,
     "<M x T> (<N x T> registers, <M x i32 or i64> index, i32 axis, ptr source "
     "layout, ptr destination layout)"},
    {LayoutCallKind::Reduce,
     {Slot::Registers, Slot::Axis, Slot::Layout, Slot::Layout},
     true,
     Touches::Everything,
     "<M x T> (<N x T> registers, i32 axis, ptr source layout, ptr destination "
     "layout)"},
    {LayoutCallKind::Scan,
     {Slot::Registers, Slot::Axis, Slot::Reverse, Slot::Exclusive,
      Slot::Layout},
     true,
     Touches::Everything,
     "<N x T> (<N x T> registers, i32 axis, i1 reverse, i1 exclusive, ptr "
     "source layout)"},
};

const CallForm &f2layout::formOf(LayoutCallKind Kind) {
  return *find_if(Forms, [&](const CallForm &F) { return F.Kind == Kind; });
}

Value *f2layout::operandOf(const LayoutCall &C, Slot S) {
  std::optional<unsigned> I = formOf(C.Kind).operand(S);
  return I ? C.Call->getArgOperand(*I) : nullptr;
}

Value *LayoutCall::source() const { return operandOf(*this, Slot::Registers); }

Value *LayoutCall::address() const { return operandOf(*this, Slot::Buffer); }

Value *LayoutCall::index() const { return operandOf(*this, Slot::Index); }

uint64_t LayoutCall::axis() const {
  return cast<ConstantInt>(operandOf(*this, Slot::Axis))->getZExtValue();
}
