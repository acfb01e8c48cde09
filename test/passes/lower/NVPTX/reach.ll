; Whether all threads reach a conversion: it is an error if two threads prove
; that they do not; everything else is a promise, with a remark.
; RUN: split-file %s %t
; RUN: cat %t/head.ll %t/good.ll > %t/good.all.ll
; RUN: %f2opt -passes=f2layout-lower -S %t/good.all.ll -o %t/good.out.ll -pass-remarks-analysis=f2layout-lower 2>%t/remarks
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks
; RUN: FileCheck %s --check-prefix=GONE --input-file=%t/good.out.ll
; RUN: %f2sim --equal %t/good.all.ll %t/good.out.ll --kernels all --block 128
; RUN: cat %t/head.ll %t/bad.ll > %t/bad.all.ll
; RUN: not %f2opt -passes=f2layout-lower -disable-output %t/bad.all.ll 2>&1 | FileCheck %s

; GONE-NOT: @f2.

; REMARK: remark: {{.*}} all threads of the block must reach this call together, which is not proved: a branch may depend on the thread
; REMARK-COUNT-4: which is not proved
; REMARK-NOT: remark:

; CHECK: in function shortcut void {{.*}}: @f2.convert.v4i32 (%z): only some threads of the block reach this call, expected all together: a branch depends on the thread's index
; CHECK-NEXT: in function left void {{.*}}: @f2.convert.v4i32 (%z): only some threads
; CHECK-NEXT: in function chosen void {{.*}}: @f2.convert.v4i32 (%z): only some threads
; CHECK-NEXT: in function lanes void {{.*}}: @f2.convert.v4i32 (%z): only some threads
; CHECK-NEXT: in function first_turn void {{.*}}: @f2.convert.v4i32 (%z): only some threads
; CHECK-NOT: error

;--- head.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@quads = private unnamed_addr constant [79 x i8] c"register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]] -> [512]\00"
@columns = private unnamed_addr constant [79 x i8] c"register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> [512]\00"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare <4 x i32> @f2.convert.v4i32(<4 x i32>, ptr, ptr) #1
attributes #0 = { "nvvm.reqntid"="128" "target-cpu"="sm_90" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { "nvvm.maxntid"="128" "target-cpu"="sm_90" }

;--- good.ll
; Every thread has the same number of iterations.
define ptx_kernel void @strided(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %0 ], [ %i2, %loop ]
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %i
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %i
  %x = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %z, ptr addrspace(1) %q
  %i2 = add i32 %i, 128
  %c = icmp slt i32 %i2, 512
  br i1 %c, label %loop, label %end
end:
  ret void
}
define ptx_kernel void @all_of_them(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = lshr i32 %t, 7
  %c = icmp eq i32 %h, 0
  br i1 %c, label %then, label %end
then:
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %z, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
; The same, where only the largest block is known.
define ptx_kernel void @at_most(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = lshr i32 %t, 7
  %c = icmp eq i32 %h, 0
  br i1 %c, label %then, label %end
then:
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %z, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
; As clang -O0 emits it: one variable for the thread and, later, for a counter.
define ptx_kernel void @variable(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %v = alloca i32
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %v
  %t1 = load i32, ptr %v
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t1
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t1
  %x = load <4 x i32>, ptr addrspace(1) %p
  store i32 0, ptr %v
  br label %head
head:
  %j = load i32, ptr %v
  %c = icmp slt i32 %j, 3
  br i1 %c, label %body, label %end
body:
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %x, ptr @quads, ptr @columns)
  store <4 x i32> %z, ptr addrspace(1) %q
  %j1 = load i32, ptr %v
  %j2 = add i32 %j1, 1
  store i32 %j2, ptr %v
  br label %head
end:
  ret void
}
; Rows of 8 may agree: the author knows the shape, the compiler does not.
define ptx_kernel void @rows(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #2 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %x, 128
  %d = icmp ult i32 %x, 8
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %e = icmp eq i32 %y, 0
  %f = select i1 %e, i1 %c, i1 %d
  br i1 %f, label %then, label %end
then:
  %w = mul i32 %y, 8
  %t = add i32 %w, %x
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  %a = load <4 x i32>, ptr addrspace(1) %p
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> %a, ptr @quads, ptr @columns)
  store <4 x i32> %z, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

;--- bad.ll
; tid < 7 && n > 3
define ptx_kernel void @shortcut(i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 7
  br i1 %c, label %rhs, label %end
rhs:
  %d = icmp sgt i32 %n, 3
  br label %end
end:
  %both = phi i1 [ false, %0 ], [ %d, %rhs ]
  br i1 %both, label %then, label %out
then:
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> zeroinitializer, ptr @quads, ptr @columns)
  br label %out
out:
  ret void
}
; Some threads return before it.
define ptx_kernel void @left(i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 77
  br i1 %c, label %out, label %rest
rest:
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %then, label %out
then:
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> zeroinitializer, ptr @quads, ptr @columns)
  br label %out
out:
  ret void
}
define ptx_kernel void @chosen() #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 5
  switch i32 %w, label %then [ i32 0, label %then
                               i32 2, label %out ]
then:
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> zeroinitializer, ptr @quads, ptr @columns)
  br label %out
out:
  ret void
}
; In any block.
define ptx_kernel void @lanes() #2 {
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 16
  br i1 %c, label %then, label %out
then:
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> zeroinitializer, ptr @quads, ptr @columns)
  br label %out
out:
  ret void
}
; Threads from 100 on have no iteration at all.
define ptx_kernel void @first_turn() #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp ult i32 %t, 100
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %t, %0 ], [ %i2, %loop ]
  %z = call <4 x i32> @f2.convert.v4i32(<4 x i32> zeroinitializer, ptr @quads, ptr @columns)
  %i2 = add i32 %i, 128
  %c = icmp slt i32 %i2, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}
