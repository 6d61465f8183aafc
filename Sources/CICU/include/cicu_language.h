// Names of languages.
#pragma once
#include <stdint.h>

/// The name of the language with a BCP 47 tag in the language of a locale, in UTF-16. Returns its length, or 0 where ICU
/// knows no name or has no data.
int32_t cicu_language_name(const char *tag, const char *locale, uint16_t *name, int32_t capacity);
