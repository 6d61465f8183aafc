// Time zones by name.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The offset of a zone of the IANA database at a time of its own clock, in milliseconds east of UTC. The month is 0 to
/// 11. False where ICU knows no zone of that name (UTF-16).
bool cicu_zone_offset(const uint16_t *name, int32_t length, int32_t year, int32_t month, int32_t day, int32_t hour,
                      int32_t minute, int32_t second, int32_t *milliseconds);
