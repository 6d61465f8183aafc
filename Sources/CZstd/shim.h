// Zstandard. A dictionary by reference (ZSTD_createDDict_byReference) and training with given parameters
// (ZDICT_trainFromBuffer_fastCover) are in the parts that are declared only on request.
#pragma once
#define ZSTD_STATIC_LINKING_ONLY
#define ZDICT_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zdict.h>
