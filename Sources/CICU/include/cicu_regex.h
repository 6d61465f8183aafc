// Regular expressions: <https://unicode-org.github.io/icu/userguide/strings/regexp.html>.
#pragma once
#include <stdint.h>

typedef struct cicu_regex cicu_regex;

// Compiles a pattern of UTF-16 units. On failure null, with the offset of the mistake.
cicu_regex *cicu_regex_open(const uint16_t *pattern, int32_t length, int32_t case_insensitive, int32_t *error_at);
// Asked after every 10,000 steps of a match, and at each place where the search for one goes on; 0 stops it.
typedef int32_t (*cicu_regex_goes_on)(const void *context);

// 1 found, 0 not found, negative: given up (stopped, or more than ICU's 8 MB for what is left to be tried).
int32_t cicu_regex_find(cicu_regex *regex, const uint16_t *text, int32_t length, cicu_regex_goes_on goes_on,
                        const void *context);
void cicu_regex_close(cicu_regex *regex);
