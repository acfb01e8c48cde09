; Accesses that a test of alignment would join are all in an inner loop that is
; unrolled for a trip count that is not known. In a short window it does not
; run, and the registers would be taken for nothing.
; RUN: %f2opt -passes=f2layout-access -S %s -pass-remarks=f2layout-access \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --implicit-check-not=f2.tested
; A statement of how many blocks must fit keeps the warps.
; RUN: sed 's/"target-cpu"/"nvvm.maxntid"="256" "nvvm.minctasm"="8" "target-cpu"/' %s > %t.stated.ll
; RUN: %f2opt -passes=f2layout-access -S %t.stated.ll -o %t.after.ll
; RUN: FileCheck %s --check-prefix=STATED --input-file=%t.after.ll
; RUN: %f2sim --equal %t.stated.ll %t.after.ll --kernel windows --block 16,2 --arg 2=64 --arg 3=9 --arg 4=2 --arg 5=13 --quiet
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: remark: <unknown>:0:0: 8 accesses could be 2 where argument 1 is aligned to 16 bytes and argument 3 is a multiple of 4, but a test at run time may take registers and warps for nothing: they are in an inner loop that the compiler has unrolled for a trip count that it does not know and that may be too small (in windows)
; STATED-LABEL: @windows(
; STATED: f2.tested:
define ptx_kernel void @windows(ptr readonly captures(none) %0, ptr writeonly captures(none) %1, i32 %2, i32 %3, i32 %4, i32 %5) #0 {
  %7 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = mul i32 %7, %8
  %10 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = add i32 %9, %10
  %12 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %14 = mul nuw nsw i32 %12, %13
  %15 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %16 = add nuw nsw i32 %14, %15
  %17 = icmp slt i32 %11, %5
  %18 = icmp slt i32 %16, %4
  %19 = and i1 %18, %17
  br i1 %19, label %20, label %116

20:                                               ; preds = %6
  %21 = icmp sgt i32 %3, 0
  br i1 %21, label %22, label %36

22:                                               ; preds = %20
  %23 = mul nuw nsw i32 %3, %16
  %24 = shl nsw i32 %11, 2
  %25 = and i32 %3, 7
  %26 = icmp ult i32 %3, 8
  %27 = and i32 %3, 2147483640
  %28 = icmp eq i32 %25, 0
  %29 = icmp ne i32 %25, 0
  br label %30

30:                                               ; preds = %22, %58
  %31 = phi i32 [ 0, %22 ], [ %60, %58 ]
  %32 = phi float [ 0.000000e+00, %22 ], [ %59, %58 ]
  %33 = add nuw nsw i32 %31, %23
  %34 = mul nsw i32 %33, %2
  %35 = add nsw i32 %34, %24
  br i1 %26, label %43, label %62

36:                                               ; preds = %58, %20
  %37 = phi float [ 0.000000e+00, %20 ], [ %59, %58 ]
  %38 = mul nsw i32 %5, %16
  %39 = add nsw i32 %38, %11
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds float, ptr %1, i64 %40
  store float %37, ptr %41, align 4
  br label %116

42:                                               ; preds = %62
  br i1 %28, label %58, label %43

43:                                               ; preds = %42, %30
  %44 = phi i32 [ 0, %30 ], [ %113, %42 ]
  %45 = phi float [ %32, %30 ], [ %112, %42 ]
  call void @llvm.assume(i1 %29)
  br label %46

46:                                               ; preds = %46, %43
  %47 = phi i32 [ %44, %43 ], [ %55, %46 ]
  %48 = phi float [ %45, %43 ], [ %54, %46 ]
  %49 = phi i32 [ 0, %43 ], [ %56, %46 ]
  %50 = add nsw i32 %35, %47
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds float, ptr %0, i64 %51
  %53 = load float, ptr %52, align 4
  %54 = call float @llvm.maxnum.f32(float %48, float %53)
  %55 = add nuw nsw i32 %47, 1
  %56 = add i32 %49, 1
  %57 = icmp eq i32 %56, %25
  br i1 %57, label %58, label %46

58:                                               ; preds = %46, %42
  %59 = phi float [ %112, %42 ], [ %54, %46 ]
  %60 = add nuw nsw i32 %31, 1
  %61 = icmp eq i32 %60, %3
  br i1 %61, label %36, label %30

62:                                               ; preds = %30, %62
  %63 = phi i32 [ %113, %62 ], [ 0, %30 ]
  %64 = phi float [ %112, %62 ], [ %32, %30 ]
  %65 = phi i32 [ %114, %62 ], [ 0, %30 ]
  %66 = add nsw i32 %35, %63
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds float, ptr %0, i64 %67
  %69 = load float, ptr %68, align 4
  %70 = call float @llvm.maxnum.f32(float %64, float %69)
  %71 = or disjoint i32 %63, 1
  %72 = add nsw i32 %35, %71
  %73 = sext i32 %72 to i64
  %74 = getelementptr inbounds float, ptr %0, i64 %73
  %75 = load float, ptr %74, align 4
  %76 = call float @llvm.maxnum.f32(float %70, float %75)
  %77 = or disjoint i32 %63, 2
  %78 = add nsw i32 %35, %77
  %79 = sext i32 %78 to i64
  %80 = getelementptr inbounds float, ptr %0, i64 %79
  %81 = load float, ptr %80, align 4
  %82 = call float @llvm.maxnum.f32(float %76, float %81)
  %83 = or disjoint i32 %63, 3
  %84 = add nsw i32 %35, %83
  %85 = sext i32 %84 to i64
  %86 = getelementptr inbounds float, ptr %0, i64 %85
  %87 = load float, ptr %86, align 4
  %88 = call float @llvm.maxnum.f32(float %82, float %87)
  %89 = or disjoint i32 %63, 4
  %90 = add nsw i32 %35, %89
  %91 = sext i32 %90 to i64
  %92 = getelementptr inbounds float, ptr %0, i64 %91
  %93 = load float, ptr %92, align 4
  %94 = call float @llvm.maxnum.f32(float %88, float %93)
  %95 = or disjoint i32 %63, 5
  %96 = add nsw i32 %35, %95
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds float, ptr %0, i64 %97
  %99 = load float, ptr %98, align 4
  %100 = call float @llvm.maxnum.f32(float %94, float %99)
  %101 = or disjoint i32 %63, 6
  %102 = add nsw i32 %35, %101
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds float, ptr %0, i64 %103
  %105 = load float, ptr %104, align 4
  %106 = call float @llvm.maxnum.f32(float %100, float %105)
  %107 = or disjoint i32 %63, 7
  %108 = add nsw i32 %35, %107
  %109 = sext i32 %108 to i64
  %110 = getelementptr inbounds float, ptr %0, i64 %109
  %111 = load float, ptr %110, align 4
  %112 = call float @llvm.maxnum.f32(float %106, float %111)
  %113 = add nuw nsw i32 %63, 8
  %114 = add i32 %65, 8
  %115 = icmp eq i32 %114, %27
  br i1 %115, label %42, label %62

116:                                              ; preds = %6, %36
  ret void
}

declare float @llvm.maxnum.f32(float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.assume(i1 noundef)

attributes #0 = { "target-cpu"="sm_90" }
