#include <vector>
#include "layouts/Bad.h"
