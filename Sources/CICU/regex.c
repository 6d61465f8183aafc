#include "cicu_regex.h"
#include "lazy.h"
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

struct question {
  cicu_regex_goes_on goes_on;
  const void *context;
  int32_t places;
};

static UBool U_CALLCONV goes_on_matching(const void *context, int32_t steps) {
  (void)steps;
  const struct question *question = context;
  return question->goes_on(question->context) != 0;
}

// Called at every place of the text: the clock is looked at once for 1,000 of them.
static UBool U_CALLCONV goes_on_searching(const void *context, int64_t place) {
  (void)place;
  struct question *question = (struct question *)context;
  question->places += 1;
  return question->places % 1000 != 0 || question->goes_on(question->context) != 0;
}

int32_t cicu_regex_find(cicu_regex *regex, const uint16_t *text, int32_t length, cicu_regex_goes_on goes_on,
                        const void *context) {
  UErrorCode status = U_ZERO_ERROR;
  struct question question = {goes_on, context, 0};
  ICU(uregex_setMatchCallback)((URegularExpression *)regex, goes_on_matching, &question, &status);
  ICU(uregex_setFindProgressCallback)((URegularExpression *)regex, goes_on_searching, &question, &status);
  ICU(uregex_setText)((URegularExpression *)regex, (const UChar *)text, length, &status);
  UBool found = ICU(uregex_find)((URegularExpression *)regex, 0, &status);
  return U_FAILURE(status) ? -1 : found ? 1 : 0;
}

void cicu_regex_close(cicu_regex *regex) { ICU(uregex_close)((URegularExpression *)regex); }
