#include "cicu_text.h"
#include "lazy.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct cicu_word_breaker {
    UBreakIterator *iterator;
    UText *text;
};

cicu_word_breaker *cicu_word_breaker_open(void) {
    cicu_word_breaker *breaker = calloc(1, sizeof *breaker);
    if (breaker == NULL) return NULL;
    UErrorCode status = U_ZERO_ERROR;
    breaker->iterator = ICU(ubrk_open)(UBRK_WORD, "", NULL, 0, &status);
    if (U_SUCCESS(status)) return breaker;
    free(breaker);
    return NULL;
}

void cicu_word_breaker_close(cicu_word_breaker *breaker) {
    if (breaker == NULL) return;
    ICU(ubrk_close)(breaker->iterator);
    ICU(utext_close)(breaker->text);
    free(breaker);
}

bool cicu_word_breaker_set_text(cicu_word_breaker *breaker, const uint8_t *text, int64_t length) {
    UErrorCode status = U_ZERO_ERROR;
    breaker->text = ICU(utext_openUTF8)(breaker->text, (const char *)text, length, &status);
    if (U_FAILURE(status)) return false;
    ICU(ubrk_setUText)(breaker->iterator, breaker->text, &status);
    return U_SUCCESS(status);
}

int64_t cicu_word_breaker_next(cicu_word_breaker *breaker, bool *is_word) {
    int32_t boundary = ICU(ubrk_next)(breaker->iterator);
    if (boundary == UBRK_DONE) return -1;
    *is_word = ICU(ubrk_getRuleStatus)(breaker->iterator) >= UBRK_WORD_NONE_LIMIT;
    return boundary;
}
