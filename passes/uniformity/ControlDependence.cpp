//===- ControlDependence.cpp - Which branch decides about which block -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/ControlDependence.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/GenericDomTree.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include <deque>

using namespace llvm;

namespace f2layout {
inline namespace passes {
namespace {

struct Graph;

/// A block of the function, or the end of the kernel (null).
struct Node {
  Graph *Parent;
  const BasicBlock *Block;
  SmallVector<Node *, 2> Successors, Predecessors;

  Graph *getParent() const { return Parent; }
  void printAsOperand(raw_ostream &OS, bool) const {
    if (Block)
      Block->printAsOperand(OS, false);
  }
};

/// The function's control flow as threads can really take it.
struct Graph {
  std::deque<Node> Nodes;

  Graph(const Function &F, function_ref<bool(const BasicBlock &)> MayEnd);
  Node &front() { return Nodes.front(); }

  static void connect(Node *From, Node *To) {
    From->Successors.push_back(To);
    To->Predecessors.push_back(From);
  }
};

} // namespace

/// Reaching the block is undefined behaviour, so no thread does. A block with a
/// trap or a failing assertion before its end is different: threads do reach
/// it.
static bool cannotBeReached(const BasicBlock &BB) {
  return isa<UnreachableInst>(BB.getTerminator()) &&
         all_of(BB, [](const Instruction &I) {
           return I.isTerminator() ||
                  isGuaranteedToTransferExecutionToSuccessor(&I);
         });
}

Graph::Graph(const Function &F, function_ref<bool(const BasicBlock &)> MayEnd) {
  DenseMap<const BasicBlock *, Node *> NodeOf;
  for (const BasicBlock &BB : F)
    NodeOf[&BB] = &Nodes.emplace_back(Node{this, &BB, {}, {}});
  Node *End = nullptr;
  for (const BasicBlock &BB : F) {
    SmallPtrSet<const BasicBlock *, 4> Seen;
    for (const BasicBlock *Successor : successors(&BB))
      if (Seen.insert(Successor).second && !cannotBeReached(*Successor))
        connect(NodeOf[&BB], NodeOf[Successor]);
    if (!MayEnd(BB) || succ_empty(&BB))
      continue;
    if (!End)
      End = &Nodes.emplace_back(Node{this, nullptr, {}, {}});
    connect(NodeOf[&BB], End);
  }
}
} // namespace passes
} // namespace f2layout

namespace llvm {
template <> struct GraphTraits<f2layout::Node *> {
  using NodeRef = f2layout::Node *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Successors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Successors.end(); }
};

template <> struct GraphTraits<Inverse<f2layout::Node *>> {
  using NodeRef = f2layout::Node *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> N) { return N.Graph; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Predecessors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) {
    return N->Predecessors.end();
  }
};

template <>
struct GraphTraits<f2layout::Graph *> : GraphTraits<f2layout::Node *> {
  using nodes_iterator = pointer_iterator<std::deque<f2layout::Node>::iterator>;
  static NodeRef getEntryNode(f2layout::Graph *G) { return &G->front(); }
  static nodes_iterator nodes_begin(f2layout::Graph *G) {
    return nodes_iterator(G->Nodes.begin());
  }
  static nodes_iterator nodes_end(f2layout::Graph *G) {
    return nodes_iterator(G->Nodes.end());
  }
  static size_t size(f2layout::Graph *G) { return G->Nodes.size(); }
};
} // namespace llvm

namespace f2layout {
inline namespace passes {

ControlDependence::ControlDependence(
    const Function &F, function_ref<bool(const BasicBlock &)> MayEnd) {
  Graph G(F, MayEnd);
  PostDomTreeBase<Node> Tree;
  Tree.recalculate(G);
  for (Node &Branch : G.Nodes) {
    if (Branch.Successors.size() < 2)
      continue;
    // On the path from each successor up the tree, the blocks before the
    // branch's own immediate post-dominator run because of this choice.
    auto *Self = Tree.getNode(&Branch);
    auto *Stop = Self ? Self->getIDom() : nullptr;
    SmallPtrSet<const BasicBlock *, 8> Seen;
    for (Node *Successor : Branch.Successors)
      for (auto *Up = Tree.getNode(Successor); Up && Up != Stop;
           Up = Up->getIDom())
        if (Node *N = Up->getBlock(); N && N->Block)
          if (Seen.insert(N->Block).second)
            Decided[Branch.Block].push_back(N->Block);
  }
}

ArrayRef<const BasicBlock *>
ControlDependence::decidedBy(const BasicBlock *BB) const {
  auto It = Decided.find(BB);
  return It == Decided.end() ? ArrayRef<const BasicBlock *>() : It->second;
}

} // namespace passes
} // namespace f2layout
