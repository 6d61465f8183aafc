#include "cicu_zone.h"
#include "lazy.h"
#include <unicode/ucal.h>

bool cicu_zone_offset(const uint16_t *name, int32_t length, int32_t year, int32_t month, int32_t day, int32_t hour,
                      int32_t minute, int32_t second, int32_t *milliseconds) {
    UErrorCode error = U_ZERO_ERROR;
    UChar canonical[128];
    UBool known = 0;
    ICU(ucal_getCanonicalTimeZoneID)((const UChar *)name, length, canonical, 128, &known, &error);
    if (U_FAILURE(error) || !known) return false;
    UCalendar *calendar = ICU(ucal_open)((const UChar *)name, length, "en", UCAL_GREGORIAN, &error);
    if (U_FAILURE(error)) return false;
    ICU(ucal_setDateTime)(calendar, year, month, day, hour, minute, second, &error);
    int32_t zone = ICU(ucal_get)(calendar, UCAL_ZONE_OFFSET, &error);
    int32_t summer = ICU(ucal_get)(calendar, UCAL_DST_OFFSET, &error);
    ICU(ucal_close)(calendar);
    *milliseconds = zone + summer;
    return U_SUCCESS(error);
}
