#include "../plugin/Late.h"
