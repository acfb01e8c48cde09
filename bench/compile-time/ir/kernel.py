"""A kernel in LLVM IR: threads, shared memory, global memory and barriers.

The kernel is `void (ptr %in, ptr %out, i32 %n)`. It reads rows of %in and writes
rows of %out; a row has one element for each thread of the block:

    i32, 128 threads     input()              output()
    first call           %in + 4 * t          %out + 4 * t           in bytes
    second call          %in + 512 + 4 * t    %out + 512 + 4 * t

Shared memory is addressed in elements: at(array, kind, index, elements) is the
address of element index + elements, where the latter is constant.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .body import Body

#: Bytes of each access type.
BYTES = {
    "i8": 1, "i16": 2, "i32": 4, "float": 4, "i64": 8, "double": 8,
    "<2 x i32>": 8, "<4 x i32>": 16, "<2 x float>": 8, "<4 x float>": 16,
}  # fmt: skip


class Kernel(Body):
    """A kernel of a module, whose accesses of shared memory the module counts.

    x and y are the thread's coordinates in the block, t = y * width + x. A pointer is
    the text of an operand, type and value.
    """

    def __init__(self, module, name, block):
        super().__init__()
        self.module = module
        self.form = module.form
        self.name = name
        self.block = block
        self.threads = block[0] * block[1]
        self.inputs = self.outputs = 0
        self.global_space = "ptr" if self.form.nvidia else "ptr addrspace(1)"
        self.shared_space = "ptr" if self.form.nvidia else "ptr addrspace(3)"
        self.x = self.thread_index("x")
        self.y = self.thread_index("y") if block[1] > 1 else 0
        self.t = self.op("add", self.op("mul", self.y, block[0]), self.x)

    def text(self, number):
        space = self.global_space
        stated = self.form.stated and not self.form.nvidia
        shape = f" !reqd_work_group_size !{number}" if stated else ""
        convention = "ptx_kernel" if self.form.nvidia else "amdgpu_kernel"
        head = (
            f"define {convention} void @{self.name}("
            f"{space} noalias noundef readonly captures(none) %in, "
            f"{space} noalias noundef writeonly captures(none) %out, "
            f"i32 noundef %n) #{number}{shape} {{"
        )
        return "\n".join([head, "entry:", *self.lines, "  ret void", "}", ""])

    # Threads.
    def thread_index(self, axis):
        prefix = "nvvm.read.ptx.sreg.tid" if self.form.nvidia else "amdgcn.workitem.id"
        name = f"llvm.{prefix}.{axis}"
        self.module.declare(name, f"range(i32 0, 1024) i32 @{name}()")
        return self.pure(f"call range(i32 0, 1024) i32 @{name}()", axis)

    # Shared memory.
    def base(self, array):
        if self.form.nvidia:
            return f"addrspacecast (ptr addrspace(3) {array} to ptr)"
        return array

    def at(self, array, kind, index, elements=0):
        """The address of element index + elements; the latter is a constant."""
        return self.from_base(self.base(array), kind, index, elements)

    def from_base(self, base, kind, index, elements=0):
        pointer = f"{self.shared_space} {base}"
        if index != 0:
            wide = self.pure(f"zext nneg i32 {index} to i64")
            name = self.pure(
                f"getelementptr inbounds nuw {kind}, {pointer}, i64 {wide}"
            )
            pointer = f"{self.shared_space} {name}"
        if elements:
            offset = elements * BYTES[kind]
            name = self.pure(f"getelementptr inbounds nuw i8, {pointer}, i64 {offset}")
            pointer = f"{self.shared_space} {name}"
        return pointer

    def load(self, kind, pointer):
        self.module.accesses += 1
        return self.let(f"load {kind}, {pointer}, align {BYTES[kind]}", "l")

    def store(self, kind, value, pointer):
        self.module.accesses += 1
        self.do(f"store {kind} {value}, {pointer}, align {BYTES[kind]}")

    def increment(self, pointer):
        self.module.accesses += 1
        scope = "" if self.form.nvidia else 'syncscope("workgroup") '
        self.let(f"atomicrmw add {pointer}, i32 1 {scope}monotonic, align 4", "a")

    def copy_async(self, pointer, source):
        """16 bytes from global to shared memory. Only for NVIDIA."""
        name = "llvm.nvvm.cp.async.ca.shared.global.16"
        self.module.declare(name, f"void @{name}(ptr addrspace(3), ptr addrspace(1))")
        self.module.accesses += 1
        shared = self.pure(f"addrspacecast {pointer} to ptr addrspace(3)")
        device = self.pure(f"addrspacecast {source} to ptr addrspace(1)")
        operands = f"ptr addrspace(3) {shared}, ptr addrspace(1) {device}"
        self.do(f"call void @{name}({operands})")

    def commit(self):
        name = "llvm.nvvm.cp.async.commit.group"
        self.module.declare(name, f"void @{name}()")
        self.do(f"call void @{name}()")

    def wait(self, groups):
        name = "llvm.nvvm.cp.async.wait.group"
        self.module.declare(name, f"void @{name}(i32 immarg)")
        self.do(f"call void @{name}(i32 {groups})")

    # Global memory: a row of one element a thread, each row once. `extra` is a
    # number of rows that is not constant.
    def row(self, argument, kind, index, extra=0):
        """Element (row, thread) of %in or %out, rows that far apart."""
        wide = self.pure(f"zext nneg i32 {self.t} to i64")
        space = self.global_space
        name = self.pure(
            f"getelementptr inbounds nuw {kind}, {space} {argument}, i64 {wide}"
        )
        offset = index * self.threads * BYTES[kind]
        if offset:
            name = self.pure(
                f"getelementptr inbounds nuw i8, {space} {name}, i64 {offset}"
            )
        if extra:
            far = self.op("mul", extra, self.threads)
            wide = self.pure(f"zext nneg i32 {far} to i64")
            name = self.pure(
                f"getelementptr inbounds nuw {kind}, {space} {name}, i64 {wide}"
            )
        return f"{space} {name}"

    def input(self, kind="i32", extra=0):
        """The next value of this thread."""
        pointer = self.row("%in", kind, self.inputs, extra)
        self.inputs += 1
        return self.let(f"load {kind}, {pointer}, align {BYTES[kind]}", "g")

    def output(self, value, kind="i32", extra=0):
        pointer = self.row("%out", kind, self.outputs, extra)
        self.outputs += 1
        self.do(f"store {kind} {value}, {pointer}, align {BYTES[kind]}")

    # Barriers.
    def barrier(self):
        if self.form.nvidia:
            name = "llvm.nvvm.barrier.cta.sync.aligned.all"
            self.module.declare(name, f"void @{name}(i32)")
            self.do(f"call void @{name}(i32 0)")
        else:
            self.fenced("workgroup", "llvm.amdgcn.s.barrier")

    def warp_barrier(self):
        if self.form.nvidia:
            name = "llvm.nvvm.bar.warp.sync"
            self.module.declare(name, f"void @{name}(i32)")
            self.do(f"call void @{name}(i32 -1)")
        else:
            self.fenced("wavefront", "llvm.amdgcn.wave.barrier")

    def fenced(self, scope, name):
        self.module.declare(name, f"void @{name}()")
        self.do(f'fence syncscope("{scope}") release')
        self.do(f"call void @{name}()")
        self.do(f'fence syncscope("{scope}") acquire')
