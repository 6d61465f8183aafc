// Normalisation, character properties and word boundaries.
#pragma once
#include <stdint.h>
