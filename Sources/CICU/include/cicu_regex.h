// Regular expressions: <https://unicode-org.github.io/icu/userguide/strings/regexp.html>.
#pragma once
#include <stdint.h>

typedef struct cicu_regex cicu_regex;

// Compiles a pattern of UTF-16 units. On failure null, with the offset of the mistake.
cicu_regex *cicu_regex_open(const uint16_t *pattern, int32_t length, int32_t case_insensitive, int32_t *error_at);
// 1 found, 0 not found, negative: given up (too much time or memory).
int32_t cicu_regex_find(cicu_regex *regex, const uint16_t *text, int32_t length, int32_t time_limit);
void cicu_regex_close(cicu_regex *regex);
