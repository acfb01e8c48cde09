#include "layouts/f2/Low.h"
