// Wrappers of ICU functions. The libraries, with 30 MB of data, are loaded at the first call: loading them at each start of
// the program would take half as long as a search.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <unicode/uvernum.h>

#define CICU_TEXT_(WORD) #WORD
#define CICU_TEXT(WORD) CICU_TEXT_(WORD)

// libicui18n brings libicuuc along.
LAZY_LIBRARY(cicu_symbol, "libicui18n.so." CICU_TEXT(U_ICU_VERSION_MAJOR_NUM), "libicu" CICU_TEXT(U_ICU_VERSION_MAJOR_NUM))

// ICU's function of that name, with the version that its headers put behind it.
#define ICU(NAME) LAZY_SYMBOL(cicu_symbol, __typeof__(&NAME), CICU_TEXT(NAME))
