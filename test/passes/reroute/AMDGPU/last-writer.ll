; Which of several stores wrote a byte last.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernels all --block 128 --arg 2=0,7,400

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [1024 x i32] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; The second store is later than the first, but the conditional one, which is
; before it in the code, is later than both.
; REMARK: remark: {{.*}}: load from shared array tile stays: thread 0 reads byte 4, which two stores of one thread write in no fixed order or under a condition
; CHECK-LABEL: @laid_out_between(
; CHECK: load i32, ptr addrspace(3)
define amdgpu_kernel void @laid_out_between(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 0, ptr addrspace(3) %a
  br label %second

third:
  store i32 1, ptr addrspace(3) %a
  br label %join

second:
  store i32 %v, ptr addrspace(3) %a
  %c = icmp ult i32 %t, %n
  br i1 %c, label %third, label %join

join:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Earlier stores do not matter if one is later than all of them.
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread within each wave became 1 
; CHECK-LABEL: @replaced(
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: call i32 @llvm.amdgcn.{{.*}}dpp
; CHECK-NOT: load i32, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @replaced(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 0, ptr addrspace(3) %a
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %join

then:
  store i32 1, ptr addrspace(3) %a
  br label %join

join:
  store i32 %v, ptr addrspace(3) %a
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "target-cpu"="gfx942" }
