//===- Options.cpp - The command line -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace f2layout::sim {

const char *helpText() {
  return R"(f2sim: runs a GPU kernel's LLVM IR for every thread of a block

  f2sim K.ll [options]                  run a kernel
  f2sim --equal BEFORE.ll AFTER.ll ...  run two and compare what they write

  --kernel NAME        the kernel (default: the only one of the module)
  --kernels all        every kernel that both modules have
  --block X[,Y[,Z]]    threads of a block (default 32)
  --grid X[,Y[,Z]]     blocks, run one after the other (default 1)
  --arg N=V[,V...]     value of integer or float argument N; several values are
                       run one after the other, in all combinations
                       (default: 256, floats 1.5)
  --fill N=KIND        what the buffer of pointer argument N holds: finite
                       (default: each float in it is finite), random, zero,
                       iota8 iota16 iota32 iota64[:MODULUS]
  --alias N,M          pointer arguments that are one buffer
  --buffer-bytes N     size of each buffer (default 1048576)
  --buffer-align N     alignment of each buffer (default 256)
  --dynamic-shared N   bytes of dynamic shared memory
  --schedule S         forward, reverse or random:SEED
  --schedules S,S...   the schedules of --equal
                       (default forward,reverse,random:1,random:2)
  --max-steps N        instructions before a run is given up
  --report             instructions, live words, wavefronts of each access
  --dump N[:BYTES]     show the start of pointer argument N afterwards
  --json               results as JSON
  --quiet              the verdict only

Exit status: 0 equal, or run without an error; 1 different, or an error in the
kernel; 2 bad usage, or something that the simulator does not know; 3 no
verdict, since the first kernel races or a step limit was reached; 4 no verdict,
since what the first kernel writes depends on the schedule.
)";
}

static bool parseDim(StringRef S, Dim3 &D) {
  SmallVector<StringRef, 3> Parts;
  S.split(Parts, ',');
  uint32_t V[3] = {1, 1, 1};
  if (Parts.size() > 3)
    return false;
  for (unsigned I = 0; I < Parts.size(); ++I)
    if (Parts[I].getAsInteger(0, V[I]) || V[I] == 0 || V[I] > 65536)
      return false;
  D = {V[0], V[1], V[2]};
  return true;
}

static bool parseSchedule(StringRef S, Schedule &Out) {
  Out = Schedule();
  if (S == "forward")
    return true;
  if (S == "reverse") {
    Out.K = Schedule::Reverse;
    return true;
  }
  if (!S.consume_front("random"))
    return false;
  Out.K = Schedule::Random;
  return S.empty() || (S.consume_front(":") && !S.getAsInteger(0, Out.Seed));
}

static bool parseFill(StringRef S, FillSpec &Out) {
  auto [Kind, Mod] = S.split(':');
  if (!Mod.empty() && Mod.getAsInteger(0, Out.Mod))
    return false;
  static const std::pair<const char *, Fill> Kinds[] = {
      {"finite", Fill::Finite}, {"random", Fill::Random},
      {"zero", Fill::Zero},     {"iota8", Fill::Iota8},
      {"iota16", Fill::Iota16}, {"iota32", Fill::Iota32},
      {"iota64", Fill::Iota64}};
  for (auto &[Name, K] : Kinds)
    if (Kind == Name) {
      Out.Kind = K;
      return true;
    }
  return false;
}

/// Parses `N=REST`.
static bool parseNumbered(StringRef S, unsigned &N, StringRef &Rest) {
  auto [Left, Right] = S.split('=');
  Rest = Right;
  return !Left.getAsInteger(10, N) && N < 256 && !Right.empty();
}

namespace {
/// An option with a value, and its effect.
struct Setter {
  const char *Name;
  bool (*Set)(Options &, StringRef);
};
} // namespace

static const Setter Setters[] = {
    {"--kernel",
     [](Options &O, StringRef V) {
       O.Kernel = V.str();
       return !V.empty();
     }},
    {"--kernels",
     [](Options &O, StringRef V) {
       O.AllKernels = true;
       return V == "all";
     }},
    {"--block",
     [](Options &O, StringRef V) {
       return parseDim(V, O.L.Block) && O.L.Block.count() <= 1024;
     }},
    {"--grid",
     [](Options &O, StringRef V) {
       return parseDim(V, O.L.Grid) && O.L.Grid.count() <= 65536;
     }},
    {"--arg",
     [](Options &O, StringRef V) {
       unsigned N;
       StringRef Rest;
       if (!parseNumbered(V, N, Rest))
         return false;
       SmallVector<StringRef, 4> Parts;
       Rest.split(Parts, ',');
       O.Args[N].clear();
       for (StringRef P : Parts)
         O.Args[N].push_back(P.trim().str());
       return true;
     }},
    {"--fill",
     [](Options &O, StringRef V) {
       unsigned N;
       StringRef Rest;
       return parseNumbered(V, N, Rest) && parseFill(Rest, O.Fills[N]);
     }},
    {"--alias",
     [](Options &O, StringRef V) {
       SmallVector<StringRef, 4> Parts;
       V.split(Parts, ',');
       std::vector<unsigned> Set;
       for (StringRef P : Parts) {
         unsigned N;
         if (P.getAsInteger(10, N) || N >= 256)
           return false;
         Set.push_back(N);
       }
       O.Aliases.push_back(Set);
       return Set.size() >= 2;
     }},
    {"--buffer-bytes",
     [](Options &O, StringRef V) {
       return !V.getAsInteger(0, O.BufferBytes) &&
              O.BufferBytes <= (1ull << 31);
     }},
    {"--buffer-align",
     [](Options &O, StringRef V) {
       return !V.getAsInteger(0, O.BufferAlign) && O.BufferAlign > 0 &&
              (O.BufferAlign & (O.BufferAlign - 1)) == 0 &&
              O.BufferAlign <= 4096;
     }},
    {"--dynamic-shared",
     [](Options &O, StringRef V) {
       return !V.getAsInteger(0, O.L.DynamicShared) &&
              O.L.DynamicShared <= (1u << 24);
     }},
    {"--schedule",
     [](Options &O, StringRef V) {
       O.Schedules.resize(1);
       return parseSchedule(V, O.Schedules[0]);
     }},
    {"--schedules",
     [](Options &O, StringRef V) {
       SmallVector<StringRef, 4> Parts;
       V.split(Parts, ',');
       O.Schedules.clear();
       for (StringRef P : Parts) {
         O.Schedules.emplace_back();
         if (!parseSchedule(P, O.Schedules.back()))
           return false;
       }
       return true;
     }},
    {"--max-steps",
     [](Options &O, StringRef V) {
       return !V.getAsInteger(0, O.L.MaxSteps) && O.L.MaxSteps > 0;
     }},
    {"--dump",
     [](Options &O, StringRef V) {
       auto [N, Size] = V.split(':');
       unsigned Arg;
       uint64_t Bytes = 64;
       if (N.getAsInteger(10, Arg) ||
           (!Size.empty() && Size.getAsInteger(0, Bytes)))
         return false;
       O.Dumps[Arg] = Bytes;
       return true;
     }},
};

bool parseOptions(int Argc, char **Argv, Options &O, std::string &Error) {
  static const std::pair<const char *, bool Options::*> Flags[] = {
      {"--equal", &Options::Equal}, {"--report", &Options::Report},
      {"--json", &Options::Json},   {"--help", &Options::Help},
      {"-h", &Options::Help},       {"--quiet", &Options::Quiet}};
  O.L.Block = {32, 1, 1};
  for (int I = 1; I < Argc; ++I) {
    StringRef A = Argv[I];
    if (!A.starts_with("-") || A == "-") {
      O.Files.push_back(A.str());
      continue;
    }
    bool Known = false;
    for (auto &[Name, Member] : Flags)
      if (A == Name) {
        O.*Member = true;
        Known = true;
      }
    auto [Name, Value] = A.split('=');
    for (const Setter &S : Setters) {
      if (Name != S.Name)
        continue;
      Known = true;
      bool Inline = A.contains('=');
      if (!Inline && I + 1 >= Argc) {
        Error = ("option " + A + " needs a value").str();
        return false;
      }
      StringRef V = Inline ? Value : StringRef(Argv[++I]);
      if (!S.Set(O, V)) {
        Error = ("bad value \"" + V + "\" of option " + Name).str();
        return false;
      }
    }
    if (!Known) {
      Error = ("unknown option " + A).str();
      return false;
    }
  }
  if (O.Help)
    return true;
  if (O.Files.size() != (O.Equal ? 2u : 1u)) {
    Error = O.Equal ? "--equal needs two files" : "one file is needed";
    return false;
  }
  if (O.Equal && !O.Dumps.empty()) {
    Error = "--dump shows memory after one run; it is not for --equal";
    return false;
  }
  if (O.Schedules.empty()) {
    O.Schedules.push_back({});
    if (O.Equal) {
      O.Schedules.push_back({Schedule::Reverse, 0});
      O.Schedules.push_back({Schedule::Random, 1});
      O.Schedules.push_back({Schedule::Random, 2});
    }
  }
  O.L.CountBanks = O.Report || (O.Json && !O.Equal);
  return true;
}

} // namespace f2layout::sim
