; Tensors pass through phis and selects, in loops and from branches; undefined ones
; have any layout.
; RUN: %f2opt -passes=f2layout-assign -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %f2opt -passes=f2layout-assign,f2layout-lower -S %s -o %t.lowered.ll
; RUN: %f2opt -passes='default<O3>' -S %s -o %t.whole.ll
; RUN: %f2sim --equal %s %t.lowered.ll --kernel carried --block 128 --arg 2=0,1,3
; RUN: %f2sim --equal %s %t.lowered.ll --kernel choice --block 128 --arg 3=1
; RUN: %f2sim --equal %s %t.lowered.ll --kernel diamond --block 128 --arg 2=0,1
; RUN: %f2sim --equal %s %t.lowered.ll --kernel undefined --block 128
; RUN: %f2sim --equal %s %t.whole.ll --kernel carried --block 128 --arg 2=0,1,3
; RUN: %f2sim --equal %s %t.whole.ll --kernel choice --block 128 --arg 3=0,1
; RUN: %f2sim --equal %s %t.whole.ll --kernel diamond --block 128 --arg 2=0,1
; RUN: %f2sim --equal %s %t.whole.ll --kernel undefined --block 128

; CHECK-LABEL: @carried(
; CHECK: loop:
; CHECK: phi <4 x i32>
; CHECK: phi <{{[0-9]+}} x i32>
; CHECK-LABEL: @choice(
; CHECK: select i1 %c, <4 x i32>
; CHECK: select i1 %c, <4 x i32> %{{.*}}, <4 x i32> undef
; CHECK-LABEL: @diamond(
; CHECK: right:
; CHECK: call <4 x i32> @f2.scan.add.
; CHECK: end:
; CHECK: phi <4 x i32>
; CHECK-LABEL: @undefined(
; CHECK-NOT: call {{.*}}@f2.convert

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@layout0 = private constant [93 x i8] c"register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]] -> [16,32]\00"
@layout1 = private constant [93 x i8] c"register=[[1,0],[2,0]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4]], warp=[[0,8],[0,16]] -> [16,32]\00"

declare target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr, i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.splat.16xi32(i32) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.reduce.add.16xi32.16x32xi32(target("f2.tensor", i32, 16, 32), i32) convergent nounwind
declare target("f2.tensor", i32, 16) @f2.tensor.map.16xi32.16xi32.16xi32(ptr, target("f2.tensor", i32, 16), target("f2.tensor", i32, 16)) convergent nounwind
declare target("f2.tensor", i32, 16, 32) @f2.tensor.map.16x32xi32.16x32xi32.16x32xi32(ptr, target("f2.tensor", i32, 16, 32), target("f2.tensor", i32, 16, 32)) convergent nounwind
declare void @f2.tensor.store.16xi32(ptr, target("f2.tensor", i32, 16), i64) convergent nounwind
declare void @f2.tensor.store.16x32xi32(ptr, target("f2.tensor", i32, 16, 32), i64, i64) convergent nounwind
declare target("f2.tensor", i32, 16, 32) @f2.tensor.convert.16x32xi32.16x32xi32(target("f2.tensor", i32, 16, 32), ptr) convergent nounwind
declare target("f2.tensor", i32, 16, 32) @f2.tensor.scan.add.16x32xi32.16x32xi32(target("f2.tensor", i32, 16, 32), i32, i1, i1) convergent nounwind

define ptx_kernel void @carried(ptr noalias align 16 %in, ptr noalias align 16 %out, i32 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr %in, i64 32, i64 1)
  %zero = call target("f2.tensor", i32, 16) @f2.tensor.splat.16xi32(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %y = phi target("f2.tensor", i32, 16, 32) [ %x, %0 ], [ %z, %loop ]
  %sum = phi target("f2.tensor", i32, 16) [ %zero, %0 ], [ %more, %loop ]
  %r = call target("f2.tensor", i32, 16) @f2.tensor.reduce.add.16xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %y, i32 1)
  %more = call target("f2.tensor", i32, 16) @f2.tensor.map.16xi32.16xi32.16xi32(ptr @add1, target("f2.tensor", i32, 16) %sum, target("f2.tensor", i32, 16) %r)
  %z = call target("f2.tensor", i32, 16, 32) @f2.tensor.map.16x32xi32.16x32xi32.16x32xi32(ptr @add1, target("f2.tensor", i32, 16, 32) %y, target("f2.tensor", i32, 16, 32) %x)
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  call void @f2.tensor.store.16xi32(ptr %out, target("f2.tensor", i32, 16) %more, i64 1)
  ret void
}

define ptx_kernel void @choice(ptr noalias align 16 %in, ptr noalias align 16 %in2, ptr noalias align 16 %out, i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr %in, i64 32, i64 1)
  %y = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr %in2, i64 1, i64 16)
  %z = select i1 %c, target("f2.tensor", i32, 16, 32) %x, target("f2.tensor", i32, 16, 32) %y
  %w = select i1 %c, target("f2.tensor", i32, 16, 32) %z, target("f2.tensor", i32, 16, 32) undef
  call void @f2.tensor.store.16x32xi32(ptr %out, target("f2.tensor", i32, 16, 32) %w, i64 32, i64 1)
  ret void
}

define ptx_kernel void @diamond(ptr noalias align 16 %in, ptr noalias align 16 %out, i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr %in, i64 32, i64 1)
  br i1 %c, label %left, label %right
left:
  %l = call target("f2.tensor", i32, 16, 32) @f2.tensor.convert.16x32xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %x, ptr @layout0)
  %l2 = call target("f2.tensor", i32, 16, 32) @f2.tensor.map.16x32xi32.16x32xi32.16x32xi32(ptr @add1, target("f2.tensor", i32, 16, 32) %l, target("f2.tensor", i32, 16, 32) %l)
  br label %end
right:
  %r = call target("f2.tensor", i32, 16, 32) @f2.tensor.convert.16x32xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %x, ptr @layout1)
  %r2 = call target("f2.tensor", i32, 16, 32) @f2.tensor.scan.add.16x32xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %r, i32 0, i1 false, i1 false)
  br label %end
end:
  %e = phi target("f2.tensor", i32, 16, 32) [ %l2, %left ], [ %r2, %right ]
  call void @f2.tensor.store.16x32xi32(ptr %out, target("f2.tensor", i32, 16, 32) %e, i64 32, i64 1)
  ret void
}

define ptx_kernel void @undefined(ptr noalias align 16 %in, ptr noalias align 16 %out) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %x = call target("f2.tensor", i32, 16, 32) @f2.tensor.load.16x32xi32(ptr %in, i64 32, i64 1)
  %y = call target("f2.tensor", i32, 16, 32) @f2.tensor.map.16x32xi32.16x32xi32.16x32xi32(ptr @first, target("f2.tensor", i32, 16, 32) %x, target("f2.tensor", i32, 16, 32) poison)
  %r = call target("f2.tensor", i32, 16) @f2.tensor.reduce.add.16xi32.16x32xi32(target("f2.tensor", i32, 16, 32) %y, i32 1)
  call void @f2.tensor.store.16xi32(ptr %out, target("f2.tensor", i32, 16) %r, i64 1)
  ret void
}

define internal i32 @add1(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}

define internal i32 @first(i32 %a, i32 %b) {
  ret i32 %a
}
