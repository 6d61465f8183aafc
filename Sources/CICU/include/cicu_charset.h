// Charset conversion and detection.
#pragma once
#include <stdint.h>
