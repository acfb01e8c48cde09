#include "layouts/Bad.h"
#include <vector>
