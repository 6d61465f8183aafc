// Zstandard. A dictionary by reference (ZSTD_createDDict_byReference) is in the part that is declared only on request.
#pragma once
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zdict.h>
