// The doors through which ICU is called: its libraries are opened at the first use. With their thirty megabytes of data
// they would cost every start of the program, each search among them, as much as half a search takes.
#pragma once
#include "../CDoors/doors.h"
#include <unicode/uvernum.h>

#define CICU_TEXT_(WORD) #WORD
#define CICU_TEXT(WORD) CICU_TEXT_(WORD)

// libicui18n brings libicuuc along.
DOORS_OF(cicu_symbol, "libicui18n.so." CICU_TEXT(U_ICU_VERSION_MAJOR_NUM), "libicu" CICU_TEXT(U_ICU_VERSION_MAJOR_NUM))

// ICU's function of that name, with the version that its headers put behind it.
#define ICU(NAME) DOOR_TO(cicu_symbol, __typeof__(&NAME), CICU_TEXT(NAME))
