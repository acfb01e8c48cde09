#include "tools/f2sim/machine/Low.h"
