#include "clanguages.h"
#include "../CLazyLibraries/lazy.h"

// The library, and libstdc++ which it brings along, are opened at the first use.
LAZY_LIBRARY(clanguages_symbol, "libcld2.so.0", "libcld2-0")

// The names are those that C++ gives to CLD2::ExtDetectLanguageSummary and CLD2::LanguageCode of <cld2/public/compact_lang_det.h>
// and <cld2/internal/lang_script.h>; an enum CLD2::Language is an int there.
#define DETECT                                                                                          \
    "_ZN4CLD224ExtDetectLanguageSummaryEPKcibPKNS_8CLDHintsEiPNS_8LanguageEPiPdPSt6vectorINS_11ResultChunk" \
    "ESaISA_EES7_Pb"
#define LANGUAGE_CODE "_ZN4CLD212LanguageCodeENS_8LanguageE"

typedef int (*detect_type)(const char *, int, bool, const void *, int, int *, int *, double *, void *, int *, bool *);
typedef const char *(*language_code_type)(int);

clanguages_result clanguages_detect(const uint8_t *text, int32_t count) {
    int languages[3], percents[3], text_bytes;
    double scores[3];
    bool is_reliable = false;
    LAZY_SYMBOL(clanguages_symbol, detect_type, DETECT)
    ((const char *)text, count, true, NULL, 0, languages, percents, scores, NULL, &text_bytes, &is_reliable);
    clanguages_result result = { "un", 0, false };
    result.code = LAZY_SYMBOL(clanguages_symbol, language_code_type, LANGUAGE_CODE)(languages[0]);
    result.percent = percents[0];
    result.is_reliable = is_reliable;
    return result;
}
