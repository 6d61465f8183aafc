// Which ICU is there.
#pragma once
#include <stdint.h>

/// The version of the ICU that was opened, as 72; 0 where there is none.
int32_t cicu_version(void);
