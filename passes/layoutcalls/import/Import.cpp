//===- Import.cpp - f2layout-import: layouts stated by front ends ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/import/Import.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/layoutcalls/import/Annotations.h"
#include "passes/layoutcalls/import/WaitingFunctions.h"
#include "passes/sharedmemory/accesses/StatedFacts.h"
#include "passes/support/UserLocation.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Importer {
public:
  Importer(Module &M, FunctionAnalysisManager &FAM) : M(M), FAM(FAM) {}
  bool run(bool Says);

private:
  void read(Function &F);
  void findContradictions(Function &F, const StatedLayouts &Stated);
  void warn(const SharedObject &O, const Contradiction &C);

  Module &M;
  FunctionAnalysisManager &FAM;
  CallFaults Faults;
  std::vector<std::pair<const Instruction *, std::string>> Warnings;
  bool Changed = false;
};

} // namespace

static bool hasStatements(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return I.hasMetadataOtherThanDebugLoc() && I.getMetadata(LayoutMetadata);
  });
}

/// Adds the number of registers to metadata that does not state it.
static bool countRegisters(Function &F) {
  bool Changed = false;
  LLVMContext &Context = F.getContext();
  for (Instruction &I : instructions(F)) {
    MDNode *Node = I.getMetadata(LayoutMetadata);
    if (!Node || Node->getNumOperands() != 2)
      continue;
    Metadata *Count = ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), elementsOf(I)));
    Metadata *Operands[] = {Node->getOperand(0), Node->getOperand(1), Count};
    I.setMetadata(LayoutMetadata, MDNode::get(Context, Operands));
    Changed = true;
  }
  return Changed;
}

void Importer::warn(const SharedObject &O, const Contradiction &C) {
  const Instruction &I = *O.Accesses[C.Access].I;
  const std::string Name =
      I.hasName() ? (" %" + I.getName()).str() : std::string();
  std::string Found = "a place that depends on more than the thread";
  if (C.Evaluated)
    Found = "byte " + std::to_string(*C.Evaluated);
  Warnings.push_back(
      {&I, ("!f2.layout on " + Twine(I.getOpcodeName()) + Name + ": thread " +
            Twine(C.Thread) + " accesses " + Found + " in shared array " +
            O.name() + ", expected byte " + Twine(C.Stated) +
            " as stated; statements about this array are ignored")
               .str()});
}

void Importer::findContradictions(Function &F, const StatedLayouts &Stated) {
  LaunchShape L = FAM.getResult<LaunchShapeAnalysis>(F);
  takeStatedThreads(L, Stated);
  if (!L.IsKernel || !L.Error.empty() ||
      mayContainIrreducibleControl(F, &FAM.getResult<LoopAnalysis>(F)))
    return;
  SymbolicIntTable Terms;
  ThreadEval Eval(F, statedShape(L), FAM.getResult<BlockUniformityAnalysis>(F),
                  FAM.getResult<DominatorTreeAnalysis>(F),
                  FAM.getResult<PostDominatorTreeAnalysis>(F),
                  FAM.getResult<LoopAnalysis>(F), Terms);
  for (const SharedObject &O : collectSharedObjects(F)) {
    SmallVector<Contradiction, 4> Found;
    evaluateObject(Eval, O, Stated, &Found);
    for (const Contradiction &C : Found)
      warn(O, C);
  }
}

void Importer::read(Function &F) {
  if (!hasStatements(F))
    return;
  StatedLayouts Stated =
      readStatedLayouts(F, FAM.getResult<LaunchShapeAnalysis>(F), Faults);
  if (Stated.isFaulty())
    return;
  findContradictions(F, Stated);
  Changed |= countRegisters(F);
}

bool Importer::run(bool Says) {
  Changed |= markWaitingFunctions(M);
  Changed |= importAnnotations(M, Faults);
  checkArrays(M, Faults);
  if (Changed) // analyses read the attributes
    for (Function &F : M)
      FAM.invalidate(F, PreservedAnalyses::none());
  for (Function &F : M)
    if (!F.isDeclaration())
      read(F);
  if (!Says)
    return Changed;
  for (const auto &[I, Message] : Warnings)
    M.getContext().diagnose(DiagnosticInfoUnsupported(
        *I->getFunction(), Message, userLocation(*I), DS_Warning));
  if (!Faults.empty())
    Faults.report(M.getContext());
  return Changed;
}

PreservedAnalyses ImportPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForGpu(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  return Importer(M, FAM).run(Says) ? PreservedAnalyses::none()
                                    : PreservedAnalyses::all();
}
