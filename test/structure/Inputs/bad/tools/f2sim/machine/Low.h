#include "tools/f2sim/run/High.h"
