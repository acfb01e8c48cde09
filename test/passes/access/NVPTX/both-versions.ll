; A kernel that tests its block's shape has two versions. Accesses of both are
; counted together, and the remark says so; it does not in a kernel with one.
; RUN: %f2opt -passes=f2layout-access -S %s -o %t.ll -pass-remarks=f2layout-access 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %f2sim --equal %s %t.ll --kernels all --block 64
; CHECK: remark: {{.*}}: 4 stores of 4 bytes to tile, in both versions of the kernel, become 2 of 8 bytes (in both)
; CHECK: remark: {{.*}}: 2 stores of 4 bytes to tile become 1 of 8 bytes (in once)

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [128 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @both() #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = shl nuw nsw i32 %t, 1
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %isx = icmp eq i32 %nx, 64
  %isy = icmp eq i32 %ny, 1
  %isz = icmp eq i32 %nz, 1
  %isxy = and i1 %isx, %isy
  %is = and i1 %isxy, %isz
  br i1 %is, label %rewritten, label %original

rewritten:
  %a = getelementptr [128 x i32], ptr addrspace(3) @tile, i32 0, i32 %t2
  store i32 %t, ptr addrspace(3) %a, align 4
  %b = getelementptr i32, ptr addrspace(3) %a, i32 1
  store i32 %t2, ptr addrspace(3) %b, align 4
  br label %end

original:
  %a.o = getelementptr [128 x i32], ptr addrspace(3) @tile, i32 0, i32 %t2
  store i32 %t, ptr addrspace(3) %a.o, align 4
  %b.o = getelementptr i32, ptr addrspace(3) %a.o, i32 1
  store i32 %t2, ptr addrspace(3) %b.o, align 4
  br label %end

end:
  ret void
}

define ptx_kernel void @once() #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = shl nuw nsw i32 %t, 1
  %a = getelementptr [128 x i32], ptr addrspace(3) @tile, i32 0, i32 %t2
  store i32 %t, ptr addrspace(3) %a, align 4
  %b = getelementptr i32, ptr addrspace(3) %a, i32 1
  store i32 %t2, ptr addrspace(3) %b, align 4
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
