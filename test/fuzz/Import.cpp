//===- Import.cpp - Any text as a statement in IR, for libFuzzer ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two bytes are numbers of registers, the rest is text, a line for each place
// where a front end states something: the annotation of an array, the block of
// the kernel, the layouts of an array, of its stores and of its loads, and
// those of a conversion. Whatever stands there, f2layout reports errors, or
// what it makes computes the same.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/LinearLayout.h"
#include "test/fuzz/Judge.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::fuzz;

// {0} to {6} are the texts, {7} and {8} the numbers. The addresses can be
// evaluated, and the block has 64 threads whatever is said: so no statement can
// be false without being found out.
static constexpr char Kernel[] = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@name = private constant [10 x i8] c"f2.layout\00"
@layout = private constant {0}
@arguments = private constant {{ ptr } {{ ptr @layout }
@file = private constant [5 x i8] c"a.cu\00"
@llvm.global.annotations = appending global [1 x {{ ptr, ptr, ptr, i32, ptr }] [
  {{ ptr, ptr, ptr, i32, ptr } {{ ptr addrspacecast (ptr addrspace(3) @said to ptr), ptr @name, ptr @file, i32 1, ptr @arguments }], section "llvm.metadata"

@said = internal addrspace(3) global [64 x i32] poison, align 16
@tile = internal addrspace(3) global [128 x i32] poison, align 16, !f2.layout !0
@from = private constant {5}
@to = private constant {6}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare <2 x i32> @f2.convert.v2i32(<2 x i32>, ptr, ptr) convergent nocallback nounwind

define ptx_kernel void @k(ptr %in, ptr %out) "target-cpu"="sm_90" "nvvm.reqntid"="64" {1} {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <2 x i32>, ptr %in, i32 %t
  %x = load <2 x i32>, ptr %p
  %x0 = extractelement <2 x i32> %x, i32 0
  %x1 = extractelement <2 x i32> %x, i32 1
  %s0 = getelementptr [2 x i32], ptr addrspace(3) @tile, i32 %t
  %s1 = getelementptr [2 x i32], ptr addrspace(3) @tile, i32 %t, i32 1
  store i32 %x0, ptr addrspace(3) %s0, !f2.layout !1
  store i32 %x1, ptr addrspace(3) %s1, !f2.layout !2
  %a = getelementptr i32, ptr addrspace(3) @said, i32 %t
  store i32 %x0, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l1.at = add i32 %t, 64
  %l0 = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %l1 = getelementptr i32, ptr addrspace(3) @tile, i32 %l1.at
  %y0 = load i32, ptr addrspace(3) %l0, !f2.layout !3
  %y1 = load i32, ptr addrspace(3) %l1, !f2.layout !4
  %other = xor i32 %t, 5
  %b = getelementptr i32, ptr addrspace(3) @said, i32 %other
  %y2 = load i32, ptr addrspace(3) %b
  %z = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @from, ptr @to)
  %u0 = insertelement <4 x i32> poison, i32 %y0, i32 0
  %u1 = insertelement <4 x i32> %u0, i32 %y1, i32 1
  %u2 = insertelement <4 x i32> %u1, i32 %y2, i32 2
  %u3 = insertelement <4 x i32> %u2, i32 0, i32 3
  %q = getelementptr <4 x i32>, ptr %out, i32 %t
  store <4 x i32> %u3, ptr %q
  %r.at = add i32 %t, 256
  %r = getelementptr <2 x i32>, ptr %out, i32 %r.at
  store <2 x i32> %z, ptr %r
  ret void
}

!0 = !{{!{2}}
!1 = !{{!{3}, i32 0}
!2 = !{{!{3}, i32 {7}}
!3 = !{{!{4}, i32 0}
!4 = !{{!{4}, i32 1, i32 {8}}
)";

/// The text as a string of IR, with quotes and escapes.
static std::string quoted(StringRef Text) {
  std::string Written;
  raw_string_ostream OS(Written);
  OS << '"';
  printEscapedString(Text, OS);
  OS << '"';
  return Written;
}

/// A constant string with a zero byte behind it.
static std::string constant(StringRef Text) {
  const std::string Bytes = Text.str() + '\0';
  return formatv("[{0} x i8] c{1}", Bytes.size(), quoted(Bytes));
}

/// Whether the layout has one place for each element. Where it has several, a
/// conversion may read any of them, and results may differ.
static bool isOneToOne(StringRef Text) {
  Expected<LinearLayout> L = parseLayout(Text);
  if (!L) {
    consumeError(L.takeError());
    return false;
  }
  return L->isInjective();
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size < 2)
    return 0;
  const StringRef Text(reinterpret_cast<const char *>(Data) + 2, Size - 2);
  SmallVector<StringRef, 8> Lines;
  Text.split(Lines, '\n', 6);
  Lines.resize(7);
  const std::string Block =
      Lines[1].empty() ? "" : "\"f2layout-block\"=" + quoted(Lines[1]);
  const std::string Before =
      formatv(Kernel, constant(Lines[0]), Block, quoted(Lines[2]),
              quoted(Lines[3]), quoted(Lines[4]), constant(Lines[5]),
              constant(Lines[6]), int(int8_t(Data[0])), int(int8_t(Data[1])));
  const Rewritten After = rewrite(Before, "f2layout", true);
  if (!After.Readable) {
    errs() << "not valid:\n" << Before;
    abort();
  }
  if (!After.Errors.empty() || !isOneToOne(Lines[5]))
    return 0;
  sim::Options Launch;
  Launch.Kernel = "k";
  Launch.L.Block = {64, 1, 1};
  Launch.BufferBytes = 1 << 14;
  Launch.Schedules = {{sim::Schedule::Forward, 0}, {sim::Schedule::Random, 1}};
  const Judged J = compare(Before, After.Text, Launch);
  if (J.Is == Verdict::Wrong) {
    errs() << J.Why << "\nbefore:\n" << Before << "\nafter:\n" << After.Text;
    abort();
  }
  return 0;
}
