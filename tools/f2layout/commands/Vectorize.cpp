//===- Vectorize.cpp - f2layout vectorize: how wide accesses can be -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Vectorisation.h"
#include "layouts/plan/ThreadChecks.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/memory/MemoryOption.h"
#include "tools/f2layout/memory/Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

namespace {
struct Answer {
  Vectorisation Widest;
  uint64_t Accesses;  ///< Per thread.
  Vector Selecting;   ///< If each thread may choose its own order.
  Coalescing Sectors; ///< For one access of a warp, in memory without gaps.
};
} // namespace

static Expected<Answer> answerFor(const LinearLayout &Offsets, unsigned Bits,
                                  unsigned Most) {
  Expected<Vectorisation> Widest = largestVector(Offsets, Bits, Most);
  if (!Widest)
    return Widest.takeError();
  Expected<LinearLayout> InOrder = Widest->Action.apply(Offsets);
  if (!InOrder)
    return InOrder.takeError();
  Expected<Coalescing> Sectors = coalescing(*InOrder, Bits, Widest->Elements);
  if (!Sectors)
    return Sectors.takeError();
  unsigned VectorBits = Log2_64(Widest->Elements);
  return Answer{std::move(*Widest), accessCount(Offsets, VectorBits),
                widestVector(Offsets, Log2_64(Most / Bits)), *Sectors};
}

/// The registers in the order of the elements of the first access.
static SmallVector<uint64_t> registersOf(const Answer &A) {
  SmallVector<uint64_t> Registers;
  for (uint64_t E = 0; E < A.Widest.Elements; ++E)
    Registers.push_back(A.Widest.Action.source(E));
  return Registers;
}

static void printText(const Answer &A, unsigned Bits, bool Global) {
  uint64_t Elements = A.Widest.Elements;
  outs() << counted(Elements, "element") << ", "
         << counted(Elements * Bits, "bit") << ", an access; " << A.Accesses
         << (A.Accesses == 1 ? " access" : " accesses") << " a thread\n"
         << "registers of the first access, in the order of memory:";
  for (uint64_t R : registersOf(A))
    outs() << " r" << R;
  outs() << "\n";
  if (Global)
    outs() << "a warp touches " << counted(A.Sectors.Sectors, "sector")
           << " of 32 bytes for " << A.Sectors.Bytes << " bytes; at best "
           << A.Sectors.Best << "\n";
  if (A.Selecting.elements() > Elements)
    outs() << ifSelected(A.Selecting) << "\n";
  if (!A.Selecting.WhyNotWider.empty())
    outs() << "not wider: " << A.Selecting.WhyNotWider << "\n";
}

static void printJson(const Answer &A, unsigned Bits, bool Global) {
  printObject([&](json::OStream &J) {
    J.attribute("elements", A.Widest.Elements);
    J.attribute("bits", A.Widest.Elements * Bits);
    J.attribute("accesses", A.Accesses);
    J.attributeBegin("registers");
    writeJson(J, registersOf(A));
    J.attributeEnd();
    if (Global)
      J.attributeObject("sectors", [&] {
        J.attribute("touched", A.Sectors.Sectors);
        J.attribute("bytes", A.Sectors.Bytes);
        J.attribute("best", A.Sectors.Best);
      });
    J.attribute("elementsIfSelected", A.Selecting.elements());
    if (!A.Selecting.WhyNotWider.empty())
      J.attribute("whyNotWider", A.Selecting.WhyNotWider);
  });
}

/// The widest access: a power of two, at least one element.
static Expected<unsigned> mostBits(const Invocation &I, unsigned ElementBits) {
  Expected<uint64_t> Most = I.number("most", 128, ElementBits, 1 << 16);
  if (!Most)
    return Most.takeError();
  if (!isPowerOf2_64(*Most))
    return fail("--most is " + Twine(*Most) + ", expected a power of two");
  return unsigned(*Most);
}

static Expected<int> runVectorize(Invocation &I) {
  Expected<LinearLayout> Threads = I.layout(0u);
  if (!Threads)
    return Threads.takeError();
  if (Error E = checkThreadInputs(*Threads, "operand 1"))
    return fail(toString(std::move(E)));
  Expected<LinearLayout> Offsets = offsetsAsked(I, *Threads);
  if (!Offsets)
    return Offsets.takeError();
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  Expected<unsigned> Most = mostBits(I, *Bits);
  if (!Most)
    return Most.takeError();
  Expected<Answer> A = answerFor(*Offsets, *Bits, *Most);
  if (!A)
    return fail(toString(A.takeError()));
  bool Global = !I.has("memory");
  if (I.json())
    printJson(*A, *Bits, Global);
  else
    printText(*A, *Bits, Global);
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"memory", "LAYOUT", "the memory's layout (default: no gaps, row-major)"},
    {"order", "DIMS", "of memory without gaps, the fastest dimension last"},
    BitsOption,
    {"most", "BITS", "widest access (default 128)"},
};

const Command VectorizeCommand = {
    "vectorize",
    "THREADS",
    1,
    1,
    "the widest accesses to memory that a layout of threads allows",
    R"(
A thread can access 2^n elements at once if its registers hold all elements of
2^n consecutive places of memory. These need not be consecutive registers, but
must be the same ones in the same order in every thread. The memory has no gaps
and its last dimension runs fastest, unless --order (dim0,dim1,... with the
fastest last) or --memory says otherwise. Without --memory, the sectors of 32
bytes that an access of a warp touches are counted too. The answer says what
prevents a wider access. The tensor may have at most 2^63 elements, so that
offsets can be counted.
)",
    Options,
    {"vectorize --bits 16 'register=[[0,1],[8,0]], "
     "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]'",
     R"(
2 elements, 32 bits, an access; 2 accesses a thread
registers of the first access, in the order of memory: r0 r1
a warp touches 4 sectors of 32 bytes for 128 bytes; at best 4
not wider: the element at distance 2 is in another thread (lane 1)
)"},
    runVectorize};

} // namespace f2layout::calc
