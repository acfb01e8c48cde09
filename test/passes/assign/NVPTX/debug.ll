; A mapped function of several blocks is inlined: its code gets a place in the
; kernel, though the operation has none.
; RUN: %f2opt -passes=f2layout-assign -S %s -o - | FileCheck %s
; CHECK-LABEL: @k(
; CHECK: fcmp ogt float {{.*}}, !dbg [[PLACE:![0-9]+]]
; CHECK: [[PLACE]] = !DILocation(line: 6, scope: !{{[0-9]+}}, inlinedAt: [[CALL:![0-9]+]])
; CHECK: [[CALL]] = {{(distinct )?}}!DILocation(line: 0
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 64, 32) @f2.tensor.load.a(ptr, i64, i64) convergent nocallback nounwind
declare target("f2.tensor", float, 64, 32) @f2.tensor.map.a(ptr, target("f2.tensor", float, 64, 32)) convergent nounwind
declare void @f2.tensor.store.a(ptr, target("f2.tensor", float, 64, 32), i64, i64) convergent nocallback nounwind
define internal float @relu(float %x) !dbg !8 {
  %c = fcmp ogt float %x, 0.0, !dbg !10
  br i1 %c, label %a, label %b, !dbg !10
a:
  ret float %x, !dbg !10
b:
  ret float 0.0, !dbg !10
}
define ptx_kernel void @k(ptr align 16 %in, ptr align 16 %out) noinline optnone convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" !dbg !5 {
  %x = call target("f2.tensor", float, 64, 32) @f2.tensor.load.a(ptr %in, i64 32, i64 1)
  %y = call target("f2.tensor", float, 64, 32) @f2.tensor.map.a(ptr @relu, target("f2.tensor", float, 64, 32) %x)
  call void @f2.tensor.store.a(ptr %out, target("f2.tensor", float, 64, 32) %y, i64 32, i64 1)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 2, scope: !5)
!8 = distinct !DISubprogram(name: "relu", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 6, scope: !8)
