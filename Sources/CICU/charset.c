#include "cicu_charset.h"
