//===- Vectorize.cpp - f2layout vectorize: how wide accesses can be -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/CommandLine.h"
#include "tools/f2layout/Commands.h"
#include "tools/f2layout/JsonText.h"
#include "tools/f2layout/MemoryOption.h"
#include "tools/f2layout/Names.h"
#include "tools/f2layout/Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

/// Registers in the order of the elements of an access.
static SmallVector<uint64_t> registersOf(const Vector &V) {
  BitMatrix OfElement(64, V.Registers);
  SmallVector<uint64_t> Registers;
  for (uint64_t E = 0; E < V.elements(); ++E)
    Registers.push_back(OfElement.apply(E));
  return Registers;
}

static void printText(const Vector &V, uint64_t Accesses, unsigned Bits) {
  outs() << counted(V.elements(), "element") << ", " << V.elements() * Bits
         << " bits, an access; " << Accesses
         << (Accesses == 1 ? " access" : " accesses") << " a thread\n"
         << "registers in the order of the elements:";
  for (uint64_t R : registersOf(V))
    outs() << " r" << R;
  outs() << "\n";
  if (V.OrderDiffers)
    outs() << "the order differs from thread to thread, so registers must be "
              "selected\n";
  if (!V.WhyNotWider.empty())
    outs() << "not wider: " << V.WhyNotWider << "\n";
}

static Expected<int> runVectorize(Invocation &I) {
  Expected<unsigned> Bits = I.elementBits(1);
  if (!Bits)
    return Bits.takeError();
  Expected<uint64_t> Most = I.number("most", 128, *Bits, 1 << 16);
  if (!Most)
    return Most.takeError();
  Expected<LinearLayout> Threads = I.layout(0u);
  if (!Threads)
    return Threads.takeError();
  if (!isDistributed(*Threads))
    return fail("operand 1 has inputs other than register, lane, warp, block, "
                "so it is no layout of threads");
  Expected<LinearLayout> Offsets = offsetsAsked(I, *Threads);
  if (!Offsets)
    return Offsets.takeError();
  Vector V = widestVector(*Offsets, Log2_64(*Most / *Bits));
  uint64_t Accesses = accessCount(*Offsets, V.bits());
  if (I.json())
    printObject([&](json::OStream &J) {
      J.attribute("elements", V.elements());
      J.attribute("bits", V.elements() * *Bits);
      J.attribute("accesses", Accesses);
      J.attributeBegin("registers");
      writeJson(J, registersOf(V));
      J.attributeEnd();
      J.attribute("orderDiffers", V.OrderDiffers);
      if (!V.WhyNotWider.empty())
        J.attribute("whyNotWider", V.WhyNotWider);
    });
  else
    printText(V, Accesses, *Bits);
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"memory", "LAYOUT", "the memory's layout (default: no gaps, row-major)"},
    {"order", "DIMS", "of memory without gaps, the fastest dimension last"},
    {"bits", "N", "bits of an element (default 32)"},
    {"most", "BITS", "widest access (default 128)"},
};

const Command VectorizeCommand = {
    "vectorize",
    "THREADS",
    1,
    1,
    "the widest accesses to memory that a layout of threads allows",
    R"(
A thread can access 2^n elements at once if its registers hold all that lie in
2^n consecutive places of memory. They need not be consecutive registers. The
memory is without gaps, the last dimension running fastest, unless --order
(dim0,dim1,... with the fastest last) or --memory says otherwise. What stands in
the way of a wider access is named.
)",
    Options,
    {"vectorize --bits 16 'register=[[0,1],[8,0]], "
     "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]'",
     R"(
2 elements, 32 bits, an access; 2 accesses a thread
registers in the order of the elements: r0 r1
not wider: the element 2 behind is in another thread (lane 1)
)"},
    runVectorize};

} // namespace f2layout::calc
