// Word boundaries.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// ICU's word rules with its dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese. One thread at a time.
typedef struct cicu_word_breaker cicu_word_breaker;

/// NULL where ICU has no data or no memory.
cicu_word_breaker *cicu_word_breaker_open(void);
void cicu_word_breaker_close(cicu_word_breaker *breaker);

/// Starts on a text in UTF-8, which must stay where it is until the last call of `next`.
bool cicu_word_breaker_set_text(cicu_word_breaker *breaker, const uint8_t *text, int64_t length);

/// The next boundary in bytes, -1 at the end. `is_word`: whether letters or digits end there, not space or punctuation.
int64_t cicu_word_breaker_next(cicu_word_breaker *breaker, bool *is_word);
