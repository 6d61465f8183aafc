// Snowball stemmers.
#pragma once
#include <libstemmer.h>
