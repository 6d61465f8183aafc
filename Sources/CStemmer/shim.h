// Snowball stemmers, opened when a text in one of their languages is first read.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <libstemmer.h>

LAZY_LIBRARY(cstemmer, "libstemmer.so.0d", "libstemmer0d")
LAZY_FUNCTION(cstemmer, struct sb_stemmer *, sb_stemmer_new, (const char *algorithm, const char *encoding),
              (algorithm, encoding))
LAZY_FUNCTION(cstemmer, void, sb_stemmer_delete, (struct sb_stemmer * stemmer), (stemmer))
LAZY_FUNCTION(cstemmer, const sb_symbol *, sb_stemmer_stem,
              (struct sb_stemmer * stemmer, const sb_symbol *word, int size), (stemmer, word, size))
LAZY_FUNCTION(cstemmer, int, sb_stemmer_length, (struct sb_stemmer * stemmer), (stemmer))
