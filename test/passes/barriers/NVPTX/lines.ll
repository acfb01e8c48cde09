; RUN: %f2opt -passes='print<f2layout-barriers>' -disable-output %s 2>&1 | FileCheck %s
;
; The source line is printed if it is known; every block is visited, even if it
; is unreachable.

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: barriers of @located: 3
; CHECK-NEXT: block in %entry, line 7:
; CHECK-NEXT: warp in %loop, line 9:
; CHECK-NEXT: block in %dead:
define ptx_kernel void @located() !dbg !3 {
entry:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !4
  br label %loop
loop:
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !5
  br label %loop
dead:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  unreachable
}

; CHECK-LABEL: barriers of @none: 0
define void @none() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "")
!2 = !DISubroutineType(types: !{null})
!3 = distinct !DISubprogram(name: "located", scope: !1, file: !1, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !DILocation(line: 9, column: 3, scope: !3)
!6 = !{i32 2, !"Debug Info Version", i32 3}
