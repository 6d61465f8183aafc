// Zstandard.
#pragma once
#include <zstd.h>
