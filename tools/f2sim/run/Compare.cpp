//===- Compare.cpp - Comparing two kernels --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After is a valid replacement of Before if, in every schedule and for all
// arguments,
//   - each byte of global memory that Before defines has the same value, and
//     where both values are moved input bytes, the same origin;
//   - After has no race, divergence, out-of-bounds access or undefined
//     behaviour that Before does not have.
// A byte that Before leaves undefined may have any value. If Before races, or
// does not end, and the two differ, nothing can be said: there is no verdict.
//
// Nor can anything be said of what a kernel wrote that writes something else in
// another schedule. Volatile and atomic accesses allow that without a race:
//
//   s[threadIdx.x] += s[threadIdx.x + 8];      // volatile, no barrier between
//
// So where what two kernels wrote differs, Before runs in some more schedules,
// and is compared with itself.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Run.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>
#include <set>

using namespace llvm;

namespace f2layout::sim {

namespace {
struct Side {
  Runner &R;
  const RunResult &Result;
  MemObject *Obj;
};
} // namespace

static std::string originText(Side &S, Origin O) {
  switch (kindOf(O)) {
  case OriginKind::Input:
    return "a copy of byte " + utostr(offsetOf(O)) + " of " +
           S.R.program().bufferName(bufferOf(O));
  case OriginKind::Data:
  case OriginKind::Free: {
    const Inst *I = S.R.program().inst(instOf(O));
    if (!I)
      return "a constant";
    return "computed by " + S.R.threadName(threadOf(O), S.Result) + " at " +
           describe(I->I);
  }
  }
  return "?";
}

static std::string hexOf(uint8_t Byte) {
  return {hexdigit(Byte >> 4, /*LowerCase=*/true),
          hexdigit(Byte & 15, /*LowerCase=*/true)};
}

static std::string byteText(Side &S, uint64_t Offset) {
  Page &P = S.Obj->page(Offset);
  unsigned K = Offset % PageSize;
  std::string Text = P.S[K] == Defined  ? "0x" + hexOf(P.D[K])
                     : P.S[K] == Frozen ? std::string("frozen")
                     : P.S[K] == Undef  ? std::string("undef")
                                        : std::string("poison");
  Text += ", " + originText(S, P.O[K]);
  const ShadowPage *Sh = S.Obj->peekShadow(Offset);
  if (!Sh || Sh->Cells[K].WThread == ~0u)
    return Text + "; never written";
  const Inst *I = S.R.program().inst(Sh->Cells[K].WInst);
  return Text + "; written by " +
         S.R.threadName(Sh->Cells[K].WThread, S.Result) + " at " +
         describe(I ? I->I : nullptr);
}

static bool sameOrigin(Program &A, Origin X, Program &B, Origin Y) {
  if (X == Y && bufferOf(X) < 256)
    return true;
  return offsetOf(X) == offsetOf(Y) &&
         A.bufferName(bufferOf(X)) == B.bufferName(bufferOf(Y));
}

/// Whether byte K of two pages is equal, as far as Before defines it.
static bool sameByte(Side &B, Page &PB, Side &A, Page &PA, unsigned K) {
  if (PB.S[K] != Defined)
    return true;
  if (PA.S[K] != Defined || PA.D[K] != PB.D[K])
    return false;
  if (kindOf(PB.O[K]) != OriginKind::Input ||
      kindOf(PA.O[K]) != OriginKind::Input || PB.O[K] == PA.O[K])
    return true;
  return sameOrigin(B.R.program(), PB.O[K], A.R.program(), PA.O[K]);
}

/// The element size of the store that wrote a byte, for messages.
static unsigned elementSize(Side &S, uint64_t Offset) {
  const ShadowPage *Sh = S.Obj->peekShadow(Offset);
  if (!Sh)
    return 1;
  const Inst *I = S.R.program().inst(Sh->Cells[Offset % PageSize].WInst);
  if (!I || I->Leaves.empty())
    return 1;
  return std::max(1u, I->Leaves.front().Bytes);
}

/// What a message calls the two sides of a comparison.
struct SideNames {
  std::string First = "before", Second = "after";
};

/// Returns an empty text if the buffers agree.
static std::string compareObjects(Side B, Side A, const SideNames &Names) {
  uint64_t Bytes = std::min(B.Obj->Size, A.Obj->Size);
  size_t Pages = std::max(B.Obj->Pages.size(), A.Obj->Pages.size());
  uint64_t Wrong = 0, First = 0;
  for (size_t N = 0; N < Pages; ++N) {
    bool InB = N < B.Obj->Pages.size() && B.Obj->Pages[N];
    bool InA = N < A.Obj->Pages.size() && A.Obj->Pages[N];
    if (!InB && !InA)
      continue;
    Page &PB = B.Obj->page(N * PageSize), &PA = A.Obj->page(N * PageSize);
    for (unsigned K = 0; K < PageSize && N * PageSize + K < Bytes; ++K)
      if (!sameByte(B, PB, A, PA, K) && Wrong++ == 0)
        First = N * PageSize + K;
  }
  if (!Wrong)
    return "";
  unsigned Element = std::max(elementSize(B, First), elementSize(A, First));
  std::string Text = B.Obj->Name + ": " + utostr(Wrong) +
                     " bytes differ, the first at byte " + utostr(First);
  if (Element > 1)
    Text += " (element " + utostr(First / Element) + " of " +
            utostr(Element * 8) + " bits)";
  size_t Width = std::max(Names.First.size(), Names.Second.size()) + 1;
  for (auto [Name, S] : {std::pair(&Names.First, &B), {&Names.Second, &A}})
    Text += "\n  " + *Name + ":" + std::string(Width - Name->size(), ' ') +
            byteText(*S, First);
  return Text;
}

static std::string compareMemory(Runner &Before, const RunResult &RB,
                                 Runner &After, const RunResult &RA,
                                 const SideNames &SidesAre = {}) {
  std::map<std::string, MemObject *> InB, InA;
  for (MemObject *O : Before.program().Memory.TouchedGlobal)
    if (O->IsOutput)
      InB[O->Name] = O;
  for (auto &O : After.program().Memory.Globals)
    if (O->IsOutput && (O->Touched || InB.count(O->Name)))
      InA[O->Name] = O.get();
  std::set<std::string> Names;
  for (auto &[N, O] : InB)
    Names.insert(N);
  for (auto &[N, O] : InA)
    Names.insert(N);
  // An object that only one side accessed is compared with its initial
  // contents.
  for (auto &O : Before.program().Memory.Globals)
    if (O->IsOutput && Names.count(O->Name))
      InB[O->Name] = O.get();
  for (const std::string &N : Names) {
    auto B = InB.find(N), A = InA.find(N);
    if (B == InB.end() || A == InA.end())
      continue; // a global that one module does not have
    std::string Text = compareObjects({Before, RB, B->second},
                                      {After, RA, A->second}, SidesAre);
    if (!Text.empty())
      return Text;
  }
  return "";
}

/// A finding of After that Before does not have.
static const Finding *newFinding(const RunResult &RB, const RunResult &RA) {
  for (const Finding &F : RA.Findings) {
    if (isNote(F.Kind))
      continue;
    bool Known = false;
    for (const Finding &G : RB.Findings)
      Known |= F.Kind == G.Kind && F.Where == G.Where;
    if (!Known)
      return &F;
  }
  return nullptr;
}

static const Finding *fatal(const RunResult &R) {
  for (const Finding &F : R.Findings)
    if (!isNote(F.Kind) && F.Kind != Problem::Race)
      return &F;
  return nullptr;
}

/// A kernel that takes so many times the instructions of the one before does
/// not end because of the rewrite.
static constexpr uint64_t MuchLonger = 8;

/// Why the kernels cannot be compared by what they did.
static std::optional<std::string> noVerdict(const RunResult &RB,
                                            const RunResult &RA) {
  if (RB.has(Problem::Steps))
    return "before: step limit reached after " + utostr(RB.Steps) +
           " instructions; --max-steps sets it";
  if (RA.has(Problem::Steps) && RA.Steps < MuchLonger * RB.Steps)
    return "after: step limit reached after " + utostr(RA.Steps) +
           " instructions, where before took " + utostr(RB.Steps) +
           "; --max-steps sets it";
  return std::nullopt;
}

/// The verdict on what differs: none if the kernel before races.
static Comparison different(const RunResult &RB, std::string Text) {
  for (const Finding &F : RB.Findings)
    if (F.Kind == Problem::Race)
      return {Verdict::None,
              "before is racy: " + F.Text + "\nand differs: " + Text};
  return {Verdict::Different, std::move(Text)};
}

/// Runs the kernel before in more schedules than S, of the run RB; returns what
/// another one wrote differently, or an empty text.
static std::string dependsOnSchedule(Runner &Before, const RunResult &RB,
                                     const Options &O, const Values &V,
                                     const Schedule &S,
                                     const std::string &Kernel) {
  std::string Ignored;
  std::unique_ptr<Runner> Again = Before.again(Ignored);
  if (!Again)
    return "";
  const llvm::Function *K = Again->program().M.getFunction(Kernel);
  std::vector<Schedule> Others = O.Schedules;
  Others.push_back({Schedule::Forward, 0});
  Others.push_back({Schedule::Reverse, 0});
  for (uint64_t Seed = 1; Seed <= 6; ++Seed)
    Others.push_back({Schedule::Random, Seed});
  for (const Schedule &Other : Others) {
    RunResult R = Again->run(*K, O, V, Other);
    if (!R.Ran || R.has(Problem::Steps))
      continue;
    std::string Text =
        compareMemory(Before, RB, *Again, R,
                      {"schedule " + S.name(), "schedule " + Other.name()});
    if (!Text.empty())
      return Text;
  }
  return "";
}

static Comparison compareOnce(Runner &Before, const RunResult &RB,
                              Runner &After, const RunResult &RA) {
  if (!RB.Ran)
    return {Verdict::Unsupported, "before: " + RB.Error};
  if (!RA.Ran)
    return {Verdict::Unsupported, "after: " + RA.Error};
  if (std::optional<std::string> Why = noVerdict(RB, RA))
    return {Verdict::None, *Why};
  if (RB.Halted) {
    const Finding *F = fatal(RB);
    return {Verdict::Unsupported,
            "before cannot be run: " + nameOf(F->Kind).str() + ": " + F->Text};
  }
  if (const Finding *F = newFinding(RB, RA)) {
    std::string Text = "after: " + nameOf(F->Kind).str() + ": " + F->Text;
    if (F->Kind == Problem::Unsupported)
      return {Verdict::Unsupported, std::move(Text)};
    return different(RB, std::move(Text));
  }
  std::string Text = compareMemory(Before, RB, After, RA);
  if (Text.empty())
    return {};
  Comparison C = different(RB, std::move(Text));
  C.WroteOther = true;
  return C;
}

Comparison compareKernel(Runner &Before, Runner &After,
                         const std::string &Kernel, const Options &O,
                         RunResult *BeforeOut, RunResult *AfterOut) {
  Options Named = O;
  Named.Kernel = Kernel;
  std::string Error;
  const llvm::Function *KB = Before.pick(Named, Error);
  if (!KB)
    return {Verdict::Unsupported, "before: " + Error};
  Named.Kernel = KB->getName().str();
  const llvm::Function *KA = After.pick(Named, Error);
  if (!KA)
    return {Verdict::Unsupported, "after: " + Error};
  for (const Values &V : combinations(O)) {
    RunResult RB, RA;
    bool Fresh = true;
    for (const Schedule &S : O.Schedules) {
      // Without races, atomics and volatile accesses all schedules give the
      // same result.
      if (Fresh || RB.UsedAtomics || RB.has(Problem::Race))
        RB = Before.run(*KB, O, V, S);
      Fresh = false;
      RA = After.run(*KA, O, V, S);
      Comparison C = compareOnce(Before, RB, After, RA);
      if (BeforeOut)
        *BeforeOut = RB;
      if (AfterOut)
        *AfterOut = RA;
      if (C.Is == Verdict::Equal)
        continue;
      if (C.Is == Verdict::Different && C.WroteOther && RB.UsedAtomics) {
        std::string Why =
            dependsOnSchedule(Before, RB, O, V, S, KB->getName().str());
        if (!Why.empty())
          C = {Verdict::Depends, "before depends on the schedule: " + Why +
                                     "\nand differs: " + C.Text};
      }
      std::string Context = "kernel " + KB->getName().str();
      if (!V.empty())
        Context += ", " + valuesText(V);
      Context += ", schedule " + S.name();
      C.Text = Context + "\n" + C.Text;
      return C;
    }
  }
  return {};
}

} // namespace f2layout::sim
