; A loop that stores an index only where a comparison of what it has read says so:
; the remark says what to write instead.
; RUN: %f2opt -passes=f2layout -S %s -o %t.ll -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s
; RUN: %f2sim --equal %s %t.ll --kernel argmax --block 256 --grid 2
; CHECK: the last 6 rounds of the loop, from 32 on, stay within a wave, but with code of their own no more exchanges would be replaced; the loop stores only under a condition on what it reads from shared memory: store a select in any case (s[i] = c ? new : old)

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ6argmaxE1v = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@_ZZ6argmaxE2ix = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16

define protected amdgpu_kernel void @argmax(ptr addrspace(1) noalias noundef writeonly captures(none) %best.coerce, ptr addrspace(1) noalias noundef writeonly captures(none) %where.coerce, ptr addrspace(1) noalias noundef readonly captures(none) %in.coerce) "target-cpu"="gfx90a" "uniform-work-group-size"="true" {
entry:
  %0 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %2 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %3 = getelementptr inbounds nuw i8, ptr addrspace(4) %2, i64 4
  %4 = load i16, ptr addrspace(4) %3, align 4
  %5 = zext nneg i16 %4 to i32
  %6 = mul i32 %1, %5
  %add = add i32 %6, %0
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %in.coerce, i64 %idxprom
  %7 = load float, ptr addrspace(1) %arrayidx, align 4
  %arrayidx7 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ6argmaxE1v, i32 %0
  store float %7, ptr addrspace(3) %arrayidx7, align 4
  %arrayidx9 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6argmaxE2ix, i32 %0
  store i32 %add, ptr addrspace(3) %arrayidx9, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %s.056 = lshr i32 %5, 1
  %cmp.not57 = icmp eq i32 %s.056, 0
  br i1 %cmp.not57, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %if.end, %entry
  %cmp29 = icmp eq i32 %0, 0
  br i1 %cmp29, label %if.then30, label %if.end37

for.body:                                         ; preds = %entry, %if.end
  %s.058 = phi i32 [ %s.0, %if.end ], [ %s.056, %entry ]
  %cmp11 = icmp samesign ult i32 %0, %s.058
  br i1 %cmp11, label %land.lhs.true, label %if.end

land.lhs.true:                                    ; preds = %for.body
  %add12 = add nuw nsw i32 %s.058, %0
  %arrayidx14 = getelementptr inbounds nuw float, ptr addrspace(3) @_ZZ6argmaxE1v, i32 %add12
  %8 = load float, ptr addrspace(3) %arrayidx14, align 4
  %9 = load float, ptr addrspace(3) %arrayidx7, align 4
  %cmp17 = fcmp contract ogt float %8, %9
  br i1 %cmp17, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true
  %arrayidx25 = getelementptr inbounds nuw i32, ptr addrspace(3) @_ZZ6argmaxE2ix, i32 %add12
  store float %8, ptr addrspace(3) %arrayidx7, align 4
  %10 = load i32, ptr addrspace(3) %arrayidx25, align 4
  store i32 %10, ptr addrspace(3) %arrayidx9, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %land.lhs.true, %for.body
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %s.0 = lshr i32 %s.058, 1
  %cmp.not = icmp eq i32 %s.0, 0
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body

if.then30:                                        ; preds = %for.cond.cleanup
  %idxprom32 = zext i32 %1 to i64
  %arrayidx36 = getelementptr inbounds nuw i32, ptr addrspace(1) %where.coerce, i64 %idxprom32
  %arrayidx33 = getelementptr inbounds nuw float, ptr addrspace(1) %best.coerce, i64 %idxprom32
  %11 = load float, ptr addrspace(3) @_ZZ6argmaxE1v, align 16
  store float %11, ptr addrspace(1) %arrayidx33, align 4
  %12 = load i32, ptr addrspace(3) @_ZZ6argmaxE2ix, align 16
  store i32 %12, ptr addrspace(1) %arrayidx36, align 4
  br label %if.end37

if.end37:                                         ; preds = %if.then30, %for.cond.cleanup
  ret void
}

declare void @llvm.amdgcn.s.barrier()

declare noundef nonnull align 4 ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()

declare noundef i32 @llvm.amdgcn.workgroup.id.x()

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
