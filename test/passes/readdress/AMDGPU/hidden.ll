; A shared array of a template is hidden; the larger array that replaces it is
; local, and the printed module can be read again.
; RUN: sed 's/= internal addrspace(3)/= linkonce_odr hidden addrspace(3)/' %S/spread.ll > %t.before.ll
; RUN: grep -q 'hidden addrspace(3)' %t.before.ll
; RUN: %f2opt -passes=f2layout -S %t.before.ll -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2opt -passes=verify -disable-output %t.after.ll

; CHECK: .f2 = internal {{.*}}addrspace(3) global
; CHECK-NOT: internal hidden
