  #  include "../plugin/Late.h"
