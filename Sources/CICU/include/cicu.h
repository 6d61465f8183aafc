// ICU behind names of our own: its headers must never be visible to Swift beside Foundation, and its functions carry
// the version in their names (ubrk_open_72). Reach only; no policy here.
#pragma once
#include "cicu_text.h"
#include "cicu_charset.h"
#include "cicu_language.h"
#include "cicu_regex.h"
#include "cicu_version.h"
#include "cicu_zone.h"
