#include "intrinsics/Fine.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "passes/NoSuchFile.h"
