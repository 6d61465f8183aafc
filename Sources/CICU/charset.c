#include "cicu_charset.h"
#include "lazy.h"
#include <stdlib.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucsdet.h>

struct cicu_charset {
    UConverter *from;
    UConverter *to;
    UChar pivot[2048];
    UChar *pivotSource;
    UChar *pivotTarget;
    int64_t replaced;
    UBool started;
};

static void substitute(const void *context, UConverterToUnicodeArgs *args, const char *units, int32_t length,
                       UConverterCallbackReason reason, UErrorCode *error) {
    (void)units;
    (void)length;
    if (reason > UCNV_IRREGULAR) return;
    ((cicu_charset *)context)->replaced += 1;
    static const UChar replacement = 0xFFFD;
    *error = U_ZERO_ERROR;
    ICU(ucnv_cbToUWriteUChars)(args, &replacement, 1, 0, error);
}

cicu_charset *cicu_charset_open(const char *name) {
    cicu_charset *charset = calloc(1, sizeof *charset);
    if (charset == NULL) return NULL;
    UErrorCode error = U_ZERO_ERROR;
    charset->from = ICU(ucnv_open)(name, &error);
    charset->to = ICU(ucnv_open)("UTF-8", &error);
    charset->pivotSource = charset->pivotTarget = charset->pivot;
    if (U_SUCCESS(error)) ICU(ucnv_setToUCallBack)(charset->from, substitute, charset, NULL, NULL, &error);
    if (U_FAILURE(error)) {
        cicu_charset_close(charset);
        return NULL;
    }
    return charset;
}

void cicu_charset_close(cicu_charset *charset) {
    if (charset == NULL) return;
    if (charset->from != NULL) ICU(ucnv_close)(charset->from);
    if (charset->to != NULL) ICU(ucnv_close)(charset->to);
    free(charset);
}

const char *cicu_charset_name(cicu_charset *charset) {
    UErrorCode error = U_ZERO_ERROR;
    return ICU(ucnv_getName)(charset->from, &error);
}

int64_t cicu_charset_convert(cicu_charset *charset, const uint8_t **source, const uint8_t *end, uint8_t *target,
                             int64_t capacity, int32_t *done) {
    UErrorCode error = U_ZERO_ERROR;
    const char *from = (const char *)*source;
    char *to = (char *)target;
    ICU(ucnv_convertEx)(charset->to, charset->from, &to, (char *)target + capacity, &from, (const char *)end,
                   charset->pivot, &charset->pivotSource, &charset->pivotTarget,
                   charset->pivot + sizeof charset->pivot / sizeof charset->pivot[0], !charset->started, 1, &error);
    charset->started = 1;
    *source = (const uint8_t *)from;
    *done = error != U_BUFFER_OVERFLOW_ERROR;
    if (U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR) return -1;
    return (uint8_t *)to - target;
}

int64_t cicu_charset_replaced(const cicu_charset *charset) { return charset->replaced; }

int32_t cicu_charset_detect(const uint8_t *bytes, int32_t count, const char **names, int32_t *confidences,
                            int32_t capacity) {
    UErrorCode error = U_ZERO_ERROR;
    UCharsetDetector *detector = ICU(ucsdet_open)(&error);
    int32_t found = 0;
    if (U_SUCCESS(error)) {
        ICU(ucsdet_setText)(detector, (const char *)bytes, count, &error);
        int32_t matches = 0;
        const UCharsetMatch **all = ICU(ucsdet_detectAll)(detector, &matches, &error);
        for (int32_t i = 0; U_SUCCESS(error) && i < matches && found < capacity; i++) {
            names[found] = ICU(ucsdet_getName)(all[i], &error);
            confidences[found] = ICU(ucsdet_getConfidence)(all[i], &error);
            found += U_SUCCESS(error) ? 1 : 0;
        }
    }
    if (detector != NULL) ICU(ucsdet_close)(detector);
    return found;
}
