// Charset conversion and detection.
#pragma once
#include <stdint.h>

/// A converter from one charset to UTF-8. Not for two threads at once.
typedef struct cicu_charset cicu_charset;

/// Opens a converter for a charset by any of its names; NULL where ICU knows none.
cicu_charset *cicu_charset_open(const char *name);
void cicu_charset_close(cicu_charset *charset);

/// ICU's own name of the charset; lives as long as the converter.
const char *cicu_charset_name(cicu_charset *charset);

/// Converts from `*source` into `target`, advancing `*source`. Bytes that mean nothing give U+FFFD and are counted.
///
/// Returns the number of bytes written, or -1 if the converter failed. `*source == end` with `*done` set means finished.
int64_t cicu_charset_convert(cicu_charset *charset, const uint8_t **source, const uint8_t *end, uint8_t *target,
                             int64_t capacity, int32_t *done);

/// Bad sequences met so far.
int64_t cicu_charset_replaced(const cicu_charset *charset);

/// Guesses the charset of bytes that nothing describes. Writes up to `capacity` names, best first, with confidences from
/// 0 to 100; names are static strings. Returns how many.
int32_t cicu_charset_detect(const uint8_t *bytes, int32_t count, const char **names, int32_t *confidences,
                            int32_t capacity);
