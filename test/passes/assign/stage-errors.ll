; What is no staged tensor, or cannot be one, is an error that says so.
; RUN: split-file %s %t
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/uses.ll 2>&1 | FileCheck %s
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/dynamic.ll 2>&1 | FileCheck %s --check-prefix=DYNAMIC
; RUN: not %f2opt -passes=f2layout-assign -disable-output %t/old.ll 2>&1 | FileCheck %s --check-prefix=OLD

; CHECK: @f2.tensor.stage.128xf32 (%b): bounds, which a staged tensor cannot have
; CHECK: @f2.tensor.stage.128xf32.1 (%h): an address that is not one of global memory, expected one
; CHECK: @f2.tensor.wait.64xf32 (%w): the result is a tensor of 64 x float, expected 128 x float
; CHECK: in function used {{.*}}: a staged tensor, expected it only in phis and waits
; CHECK: in function waited {{.*}}: a tensor that is not staged, expected one
; CHECK: in function mixed {{.*}}: a tensor that is not staged, expected one
; CHECK: in function chosen {{.*}}: a staged tensor, expected it only in phis and waits

; DYNAMIC: in function own {{.*}}: 65536 bytes of staged tensors, which need dynamic shared memory, beside the dynamic array dynamic, expected fewer bytes, or no such array
; DYNAMIC-NOT: in function other

; OLD: in function old {{.*}}: @f2.tensor.stage.128xf32.1 (%s): more than 16 later stages of its ring may overtake the tensor before @f2.tensor.wait.128xf32 (%y) waits for it, expected at most 16
; OLD: in function carried {{.*}}: @f2.tensor.stage.128xf32.1 (%first): more than 16 later stages of its ring may overtake the tensor before @f2.tensor.wait.128xf32 (%y) waits for it, expected at most 16
; OLD: in function read {{.*}}: @f2.tensor.wait.128xf32 (%x): the tensor's slot may be taken by more than 16 later stages of its ring before the next barrier of a wait, expected a wait behind fewer
; OLD-NOT: error

;--- uses.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 128) @f2.tensor.load.128xf32(ptr, i64) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr, i64, i64, float) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr, i64) convergent nounwind
declare target("f2.tensor", float, 64) @f2.tensor.wait.64xf32(target("f2.tensor", float, 128)) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128)) convergent nounwind
declare void @f2.tensor.store.128xf32(ptr, target("f2.tensor", float, 128), i64) convergent nounwind

@tile = internal addrspace(3) global [128 x float] poison

define ptx_kernel void @operands(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %b = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32(ptr %p, i64 1, i64 8, float 0.0)
  %h = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 1)
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %w = call target("f2.tensor", float, 64) @f2.tensor.wait.64xf32(target("f2.tensor", float, 128) %s)
  ret void
}

define ptx_kernel void @used(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %s, i64 1)
  ret void
}

define ptx_kernel void @waited(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %x = call target("f2.tensor", float, 128) @f2.tensor.load.128xf32(ptr %p, i64 1)
  %w = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %x)
  ret void
}

define ptx_kernel void @mixed(ptr %p, i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %x = call target("f2.tensor", float, 128) @f2.tensor.load.128xf32(ptr %p, i64 1)
  br i1 %c, label %left, label %right

left:
  br label %right

right:
  %y = phi target("f2.tensor", float, 128) [ %s, %0 ], [ %x, %left ]
  %w = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %y)
  ret void
}

define ptx_kernel void @chosen(ptr %p, i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %t = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %u = select i1 %c, target("f2.tensor", float, 128) %s, target("f2.tensor", float, 128) %t
  ret void
}

;--- dynamic.ll
target triple = "nvptx64-nvidia-cuda"
@dynamic = external addrspace(3) global [0 x float]
declare target("f2.tensor", float, 16384) @f2.tensor.stage.16384xf32(ptr, i64) convergent nounwind
declare target("f2.tensor", float, 16384) @f2.tensor.wait.16384xf32(target("f2.tensor", float, 16384)) convergent nounwind
declare void @f2.tensor.store.16384xf32(ptr, target("f2.tensor", float, 16384), i64) convergent nounwind

define ptx_kernel void @own(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  store float 1.0, ptr addrspace(3) @dynamic
  %s = call target("f2.tensor", float, 16384) @f2.tensor.stage.16384xf32(ptr %p, i64 1)
  %w = call target("f2.tensor", float, 16384) @f2.tensor.wait.16384xf32(target("f2.tensor", float, 16384) %s)
  call void @f2.tensor.store.16384xf32(ptr %p, target("f2.tensor", float, 16384) %w, i64 1)
  ret void
}

define ptx_kernel void @other(ptr %p) convergent "target-cpu"="sm_90" "nvvm.reqntid"="128" {
  %s = call target("f2.tensor", float, 16384) @f2.tensor.stage.16384xf32(ptr %p, i64 1)
  %w = call target("f2.tensor", float, 16384) @f2.tensor.wait.16384xf32(target("f2.tensor", float, 16384) %s)
  call void @f2.tensor.store.16384xf32(ptr %p, target("f2.tensor", float, 16384) %w, i64 1)
  ret void
}

;--- old.ll
target triple = "nvptx64-nvidia-cuda"
declare target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr, i64) convergent nounwind
declare target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128)) convergent nounwind
declare void @f2.tensor.store.128xf32(ptr, target("f2.tensor", float, 128), i64) convergent nounwind

; The first one stays for all turns.
define ptx_kernel void @old(ptr %p, i32 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %a = phi target("f2.tensor", float, 128) [ %s, %0 ], [ %t, %loop ]
  %x = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %a)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %x, i64 1)
  %t = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end

end:
  %y = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %s)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %y, i64 1)
  ret void
}

; The same, carried around the loop by a phi of its own.
define ptx_kernel void @carried(ptr %p, i32 %n, i1 %c) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %first = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %j, %next ]
  %kept = phi target("f2.tensor", float, 128) [ %first, %0 ], [ %either, %next ]
  %t = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  br i1 %c, label %other, label %next

other:
  br label %next

next:
  %either = phi target("f2.tensor", float, 128) [ %kept, %loop ], [ %t, %other ]
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end

end:
  %y = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %either)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %y, i64 1)
  ret void
}

; Some threads may still read %x's slot when others have gone around the ring.
define ptx_kernel void @read(ptr %p, i32 %n) convergent "target-cpu"="sm_90" "nvvm.reqntid"="64" {
  %other = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %v = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %other)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %v, i64 1)
  %s = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %x = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %s)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %x, i64 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %a = phi target("f2.tensor", float, 128) [ %s, %0 ], [ %t, %loop ]
  %t = call target("f2.tensor", float, 128) @f2.tensor.stage.128xf32.1(ptr %p, i64 1)
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end

end:
  %y = call target("f2.tensor", float, 128) @f2.tensor.wait.128xf32(target("f2.tensor", float, 128) %a)
  call void @f2.tensor.store.128xf32(ptr %p, target("f2.tensor", float, 128) %y, i64 1)
  ret void
}
