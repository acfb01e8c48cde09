#include "layouts/plan/High.h"
