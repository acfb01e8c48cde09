#include "passes/sharedmemory/kernel/High.h"
