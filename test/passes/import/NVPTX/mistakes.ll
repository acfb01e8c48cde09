; All possible errors of !f2.layout in one run: what was expected, and what was
; found.
; RUN: not %f2opt -passes=f2layout-import -disable-output %s 2>&1 | FileCheck %s
; RUN: not %f2opt -passes=f2layout -disable-output %s 2>&1 | FileCheck %s
; RUN: not %f2opt -passes='default<O0>' -disable-output %s 2>&1 | FileCheck %s

; Nothing is rewritten in a function that has errors, or whose arrays have.
; RUN: %f2opt -passes='f2layout-reroute,f2layout-relax<all>,f2layout-readdress' -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not=remark:
; RUN: FileCheck %s --check-prefix=SAME --input-file=%t.ll

; CHECK: error: !f2.layout on @unreadable: the layout cannot be read: 1:15: expected ',' or ']', found 'x'
; CHECK: error: !f2.layout on @not_text: expected !{!"layout"}, found !{i32 1}
; CHECK: error: !f2.layout on @two_operands: expected !{!"layout"}, found !{!"offset={{.*}} -> [2]", i32 0}
; CHECK: error: !f2.layout on @of_threads: a layout of threads, expected one from offset alone
; CHECK: error: !f2.layout on @not_one_to_one: the layout is not one-to-one: 2^2 offsets, 2^2 elements, of which 2^1 have a place
; CHECK: error: !f2.layout on @too_small: the layout has 2^2 elements of 4 bytes, expected at most the 12 bytes of the array
; CHECK: error: !f2.layout on @not_shared: the array is in address space 1, expected 3, shared memory
; CHECK: error: !f2.layout on @twice: it occurs 2 times, expected once
; CHECK: error: {{.*}}in function accesses {{.*}}: !f2.layout on store: the layout cannot be read: 1:43: expected
; CHECK: error: {{.*}}: !f2.layout on load %a1: expected !{!"layout", i32 register} or !{!"layout", i32 register, i32 registers}, numbers from 0, found !{!"register={{.*}} -> [64]"}
; CHECK: error: {{.*}}: !f2.layout on load %a2: expected !{!"layout", i32 register} or {{.*}}, found !{i32 0, !"lane={{.*}} -> [32]"}
; CHECK: error: {{.*}}: !f2.layout on load %a3: expected {{.*}}, found !{!"register={{.*}} -> [64]", i32 -1}
; CHECK: error: {{.*}}: !f2.layout on load %a4: register 2, expected less than 2, the layout's registers
; CHECK: error: {{.*}}: !f2.layout on load %a5: 2 registers from register 1 on, expected at most the 1 that are left of 2
; CHECK: error: {{.*}}: !f2.layout on load %a6: the layout has 2^6 lanes, expected 32, the warp of sm_90; lanes that hold copies have bits at element 0
; CHECK: error: {{.*}}: !f2.layout on load %a7: the layout has 64 threads, expected the 32 of a block; threads that hold copies have bits at element 0
; CHECK: error: {{.*}}: !f2.layout on load %a8: the layout has inputs other than register, lane, warp, block
; CHECK: error: {{.*}}: !f2.layout on load %a9: blocks of the layout hold different elements, expected images of zero for block: shared memory is one block's
; CHECK: error: {{.*}}: !f2.layout on load %a10: expected on loads and stores of shared memory only
; CHECK: error: {{.*}}: !f2.layout on add %a11: expected on loads and stores of shared memory only
; CHECK: error: {{.*}}: !f2.layout on load %a12: the layout has 2^16 registers a thread, expected at most 2^15
; CHECK: error: {{.*}}: !f2.layout on load %b1: layouts of different tensors: 'dim0' has size 32 where wanted, expected 64 as held in shared array tile
; CHECK: error: {{.*}}: !f2.layout on load %b2: elements of 2 bytes, expected 4 as in shared array tile
; CHECK: error: {{.*}}: !f2.layout on load %b3: thread 0 has registers 0 and 1 at offsets 0 and 32, expected 1, as a vector's elements are neighbours
; CHECK: error: {{.*}}: !f2.layout on load %b4: elements of 16 bytes, expected 1, 2, 4 or 8
; CHECK: error: {{.*}}: !f2.layout on load %b6: elements of 2 bytes, expected 4 as in the first access of shared array bytes
; CHECK: error: {{.*}}: !f2.layout on load %b7: 2^6 elements of 8 bytes, expected room for them in shared array few
; CHECK: error: {{.*}}in function bounds {{.*}}: !f2.layout on load %c0: the layout has 128 threads, expected 1 to 64 threads as the launch bounds say
; CHECK: error: {{.*}}in function two_sizes {{.*}}: !f2.layout on load %d1: the layout has 64 threads, expected 32 as on other accesses that every block comes to
; CHECK: error: {{.*}}in function line {{.*}}: !f2.layout on load %e0: register 7, expected less than 2
; CHECK-NOT: error

; LEFT: remark: {{.*}}: kernel left alone: its !f2.layout is malformed; f2layout-import says how
; LEFT: remark: {{.*}}: kernel left alone: its !f2.layout is malformed; f2layout-import says how
; SAME-LABEL: define ptx_kernel void @array_wrong(
; SAME: store i32 %x, ptr addrspace(3) %s
; SAME-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; SAME: load i32, ptr addrspace(3)
; SAME-LABEL: define ptx_kernel void @only_the_array(
; SAME: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; SAME: load i32, ptr addrspace(3)

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@unreadable = internal addrspace(3) global [4 x i32] poison, !f2.layout !0
@not_text = internal addrspace(3) global [4 x i32] poison, !f2.layout !1
@two_operands = internal addrspace(3) global [4 x i32] poison, !f2.layout !2
@of_threads = internal addrspace(3) global [32 x i32] poison, !f2.layout !3
@not_one_to_one = internal addrspace(3) global [32 x i32] poison, !f2.layout !4
@too_small = internal addrspace(3) global [3 x i32] poison, !f2.layout !5
@not_shared = internal addrspace(1) global [4 x i32] zeroinitializer, !f2.layout !5
@twice = internal addrspace(3) global [4 x i32] poison, !f2.layout !5, !f2.layout !6
@tile = internal addrspace(3) global [64 x i32] poison, align 16, !f2.layout !7
@wide = internal addrspace(3) global [64 x i128] poison, align 16, !f2.layout !7
@bytes = internal addrspace(3) global [512 x i8] poison, align 16, !f2.layout !7
@few = internal addrspace(3) global [500 x i8] poison, align 16, !f2.layout !7

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @accesses(ptr %out) #0 {
  store i32 0, ptr addrspace(3) @tile, !f2.layout !10
  %a1 = load i32, ptr addrspace(3) @tile, !f2.layout !11
  %a2 = load i32, ptr addrspace(3) @tile, !f2.layout !12
  %a3 = load i32, ptr addrspace(3) @tile, !f2.layout !13
  %a4 = load i32, ptr addrspace(3) @tile, !f2.layout !14
  %a5 = load <2 x i32>, ptr addrspace(3) @tile, !f2.layout !15
  %a6 = load i32, ptr addrspace(3) @tile, !f2.layout !16
  %a7 = load i32, ptr addrspace(3) @tile, !f2.layout !17
  %a8 = load i32, ptr addrspace(3) @tile, !f2.layout !18
  %a9 = load i32, ptr addrspace(3) @tile, !f2.layout !19
  %a10 = load i32, ptr addrspace(1) @not_shared, !f2.layout !20
  %a11 = add i32 %a1, %a2, !f2.layout !20
  %a12 = load i32, ptr addrspace(3) @tile, !f2.layout !21
  %a13 = load <2 x i32>, ptr addrspace(3) @tile, !f2.layout !22
  ret void
}

define ptx_kernel void @arrays(ptr %out) #0 {
  %b1 = load i32, ptr addrspace(3) @tile, !f2.layout !30
  %b2 = load half, ptr addrspace(3) @tile, !f2.layout !20
  %b3 = load <2 x i32>, ptr addrspace(3) @tile, !f2.layout !31
  %b4 = load i128, ptr addrspace(3) @wide, !f2.layout !20
  %b5 = load i32, ptr addrspace(3) @bytes, !f2.layout !20
  %b6 = load half, ptr addrspace(3) @bytes, !f2.layout !20
  %b7 = load double, ptr addrspace(3) @few, !f2.layout !20
  ret void
}

define ptx_kernel void @bounds(ptr %out) #1 {
  %c0 = load i32, ptr addrspace(3) @tile, !f2.layout !32
  ret void
}

define ptx_kernel void @two_sizes(ptr %out, i1 %c) #2 {
  %d0 = load i32, ptr addrspace(3) @tile, !f2.layout !20
  br i1 %c, label %then, label %end
then:
  %d2 = load i32, ptr addrspace(3) @tile, !f2.layout !32
  br label %end
end:
  %d1 = load i32, ptr addrspace(3) @tile, !f2.layout !17
  ret void
}

define ptx_kernel void @line(ptr %out) #2 !dbg !51 {
  %e0 = load i32, ptr addrspace(3) @tile, !dbg !52, !f2.layout !33
  ret void, !dbg !52
}

; Only the array's metadata is malformed.
define ptx_kernel void @array_wrong(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %i = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @of_threads, i32 %i
  store i32 %x, ptr addrspace(3) %s, !f2.layout !20
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @of_threads, i32 %t
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

; The accesses have no metadata.
define ptx_kernel void @only_the_array(ptr noalias %in, ptr noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %in, i32 %t
  %x = load i32, ptr %p
  %i = xor i32 %t, 1
  %s = getelementptr i32, ptr addrspace(3) @of_threads, i32 %i
  store i32 %x, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @of_threads, i32 %t
  %y = load i32, ptr addrspace(3) %l
  %o = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %o
  ret void
}

attributes #0 = { convergent nounwind "target-cpu"="sm_90" "nvvm.reqntid"="32" }
attributes #1 = { convergent nounwind "target-cpu"="sm_90" "nvvm.maxntid"="64" }
attributes #2 = { convergent nounwind "target-cpu"="sm_90" }

!0 = !{!"offset=[[1],[2x]] -> [4]"}
!1 = !{i32 1}
!2 = !{!"offset=[[1]] -> [2]", i32 0}
!3 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]"}
!4 = !{!"offset=[[1],[1]] -> [4]"}
!5 = !{!"offset=[[1],[2]] -> [4]"}
!6 = !{!"offset=[[2],[1]] -> [4]"}
!7 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]"}
!10 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32=] -> [64]", i32 0}
!11 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]"}
!12 = !{i32 0, !"lane=[[1],[2],[4],[8],[16]] -> [32]"}
!13 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 -1}
!14 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 2}
!15 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 1}
!16 = !{!"lane=[[1],[2],[4],[8],[16],[32]] -> [64]", i32 0}
!17 = !{!"lane=[[1],[2],[4],[8],[16]], warp=[[32]] -> [64]", i32 0}
!18 = !{!"offset=[[1],[2],[4],[8],[16],[32]] -> [64]", i32 0}
!19 = !{!"lane=[[1],[2],[4],[8],[16]], block=[[32]] -> [64]", i32 0}
!20 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 0}
!21 = !{!"register=[[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0],[0]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 0}
; A wrong number of registers: it no longer describes this access, and is no
; error.
!22 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 1, i32 1}
!30 = !{!"lane=[[1],[2],[4],[8],[16]] -> [32]", i32 0}
!31 = !{!"register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]", i32 0}
!32 = !{!"lane=[[1],[2],[4],[8],[16]], warp=[[32],[0]] -> [64]", i32 0}
!33 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 7}

!llvm.dbg.cu = !{!40}
!llvm.module.flags = !{!41}
!40 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !42, emissionKind: LineTablesOnly)
!41 = !{i32 2, !"Debug Info Version", i32 3}
!42 = !DIFile(filename: "k.cu", directory: "/")
!51 = distinct !DISubprogram(name: "line", file: !42, line: 11, type: !53, unit: !40, spFlags: DISPFlagDefinition)
!52 = !DILocation(line: 12, column: 7, scope: !51)
!53 = !DISubroutineType(types: !54)
!54 = !{null}
