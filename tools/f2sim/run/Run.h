//===- Run.h - Arguments, buffers, one run --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_RUN_RUN_H
#define F2LAYOUT_TOOLS_F2SIM_RUN_RUN_H

#include "tools/f2sim/run/Options.h"
#include "llvm/Support/MemoryBuffer.h"

namespace f2layout::sim {

/// The values of the arguments of one run, by number, as written.
using Values = std::map<unsigned, std::string>;

struct RunResult {
  bool Ran = false; ///< false: Error states why it could not start
  std::string Error;
  bool Halted = false;
  bool UsedAtomics = false; ///< or volatile accesses
  std::vector<Finding> Findings;
  std::vector<BankRow> Banks;
  uint64_t Steps = 0;                  ///< instructions of all threads together
  uint64_t Computed = 0, Barriers = 0; ///< of these (Machine.h)
  unsigned LiveWords = 0; ///< with --report or --json (LiveWords.h)
  unsigned Threads = 0, WarpSize = 32;
  Launch L;

  bool has(Problem P) const {
    for (const Finding &F : Findings)
      if (F.Kind == P)
        return true;
    return false;
  }
};

/// A module and its decoded functions.
class Runner {
public:
  /// Returns null and sets Error if the file is not a valid module.
  static std::unique_ptr<Runner> open(const std::string &File,
                                      std::string &Error);
  static std::unique_ptr<Runner> open(std::shared_ptr<llvm::MemoryBuffer> Text,
                                      std::string &Error);
  ~Runner();
  /// The same module once more, with memory of its own.
  std::unique_ptr<Runner> again(std::string &Error) const;

  std::vector<const llvm::Function *> kernels() const;
  /// The kernel that the options select.
  const llvm::Function *pick(const Options &O, std::string &Error) const;

  /// Runs a kernel; memory keeps its contents until the next run.
  RunResult run(const llvm::Function &Kernel, const Options &O, const Values &V,
                const Schedule &S);

  Program &program() { return *P; }
  std::string threadName(uint32_t Global, const RunResult &R) const;

private:
  struct ArgBytes {
    std::vector<uint8_t> D;
    std::vector<Origin> O;
  };
  bool setUpArgument(const llvm::Argument &A, const Options &O, const Values &V,
                     ArgBytes &Out, std::string &Error);
  MemObject &argBuffer(unsigned N, const Options &O);
  MemObject &named(const std::string &Name, uint64_t Size, uint64_t Align);
  bool setUpStruct(const llvm::Argument &A, llvm::Type *Ty, const Options &O,
                   uint64_t &Addr);
  void setUpTarget(Machine &M, const Options &O);

  std::shared_ptr<llvm::MemoryBuffer> Text;
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Mod;
  std::unique_ptr<Program> P;
  std::map<unsigned, MemObject *> Buffers;
  std::map<std::string, MemObject *> NamedObjects;
};

/// The argument whose buffer argument N points to: of those in one --alias, the
/// first one.
unsigned bufferNumber(unsigned N, const Options &O);

/// The numbers of the pointers in Argument, a struct in memory, in the options.
unsigned fieldNumber(unsigned Argument, unsigned Field);

/// Returns false and a message if a number in the options is of no argument
/// that the option is for, in any of the kernels (CheckArguments.cpp).
bool optionsFit(const Options &O,
                llvm::ArrayRef<const llvm::Function *> Kernels,
                std::string &Error);

/// All combinations of the argument values that Options list.
std::vector<Values> combinations(const Options &O);
std::string valuesText(const Values &V);

/// What --equal finds. There is no verdict if the kernel before races or does
/// not end (None), or if what it writes depends on the schedule (Depends).
enum class Verdict : uint8_t { Equal, Different, None, Depends, Unsupported };
struct Comparison {
  Verdict Is = Verdict::Equal;
  std::string Text;
  bool WroteOther = false; ///< the difference is what the two wrote
};
Comparison compareKernel(Runner &Before, Runner &After,
                         const std::string &Kernel, const Options &O,
                         RunResult *BeforeOut = nullptr,
                         RunResult *AfterOut = nullptr);

// Report.cpp
void printFindings(const RunResult &R, const std::string &Prefix);
void printCosts(const RunResult &R, const std::string &Title);
void printBanks(const RunResult &R, const std::string &Title);
void printDump(Runner &R, const Options &O);
std::string toJson(llvm::StringRef Kernel, const RunResult &R);

} // namespace f2layout::sim

#endif
