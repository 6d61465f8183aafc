// Google's Compact Language Detector 2 behind a name of our own: it is written in C++. Reach only; no policy here.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What a text was found to be.
typedef struct {
    /// BCP 47, mostly: "iw" is Hebrew, "un" unknown. A static string.
    const char *code;
    /// The language's share of the text, of 100.
    int32_t percent;
    bool is_reliable;
} clanguages_result;

/// Finds the language of a text in valid UTF-8. Threads may call it at once.
clanguages_result clanguages_detect(const uint8_t *text, int32_t count);
