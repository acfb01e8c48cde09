; Threads that do not make an access may have any offset: a hash of 64 bits, of
; which only values in the array are used.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 64
; RUN: %f2opt -passes='print<f2layout-roundtrips>,invalidate<domtree>,print<f2layout-roundtrips>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=AGAIN

; CHECK: @hashed(
; The second print follows a change of the dominator tree.
; AGAIN: exchanges in 'hashed'
; AGAIN: exchanges in 'hashed'

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [1024 x i32] undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @hashed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="64,64" {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %s
  %wide = zext i32 %t to i64
  %h = mul i64 %wide, -7046029254386353131
  %small = icmp ult i64 %h, 64
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %small, label %then, label %done
then:
  %l = getelementptr i32, ptr addrspace(3) @tile, i64 %h
  %w = load i32, ptr addrspace(3) %l
  br label %done
done:
  %x = phi i32 [ 0, %entry ], [ %w, %then ]
  %far = getelementptr i32, ptr addrspace(3) @tile, i64 %h
  br i1 %small, label %store, label %end
store:
  store i32 %x, ptr addrspace(3) %far
  br label %end
end:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %back = sub i32 63, %t
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %back
  %y = load i32, ptr addrspace(3) %p
  %sum = add i32 %x, %y
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}
