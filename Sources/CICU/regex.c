#include "cicu_regex.h"
#include "door.h"
#include <unicode/uregex.h>

cicu_regex *cicu_regex_open(const uint16_t *pattern, int32_t length, int32_t case_insensitive, int32_t *error_at) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError place = {0};
  URegularExpression *regex =
      ICU(uregex_open)((const UChar *)pattern, length, case_insensitive ? UREGEX_CASE_INSENSITIVE : 0, &place, &status);
  if (U_FAILURE(status)) {
    *error_at = place.offset;
    return 0;
  }
  return (cicu_regex *)regex;
}

int32_t cicu_regex_find(cicu_regex *regex, const uint16_t *text, int32_t length, int32_t time_limit) {
  UErrorCode status = U_ZERO_ERROR;
  ICU(uregex_setTimeLimit)((URegularExpression *)regex, time_limit, &status);
  ICU(uregex_setText)((URegularExpression *)regex, (const UChar *)text, length, &status);
  UBool found = ICU(uregex_find)((URegularExpression *)regex, 0, &status);
  return U_FAILURE(status) ? -1 : found ? 1 : 0;
}

void cicu_regex_close(cicu_regex *regex) { ICU(uregex_close)((URegularExpression *)regex); }
