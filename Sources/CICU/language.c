#include "cicu_language.h"
#include "lazy.h"
#include <unicode/uldnames.h>
#include <unicode/uloc.h>

int32_t cicu_language_name(const char *tag, const char *locale, uint16_t *name, int32_t capacity) {
    UErrorCode error = U_ZERO_ERROR;
    char id[ULOC_FULLNAME_CAPACITY];
    int32_t parsed = 0;
    ICU(uloc_forLanguageTag)(tag, id, sizeof id, &parsed, &error);
    if (U_FAILURE(error) || error == U_STRING_NOT_TERMINATED_WARNING || !id[0]) return 0;
    ULocaleDisplayNames *names = ICU(uldn_open)(locale, ULDN_DIALECT_NAMES, &error);
    if (U_FAILURE(error)) return 0;
    int32_t length = ICU(uldn_localeDisplayName)(names, id, (UChar *)name, capacity, &error);
    ICU(uldn_close)(names);
    return U_FAILURE(error) || length > capacity ? 0 : length;
}
