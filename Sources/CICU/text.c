#include "cicu_text.h"
