// How each code point folds and what it is to the analyzer, as tables that are read where they are in the program: no process
// makes them, and all processes share their memory. `Tools/make_folding_tables.c` makes them, once.
#pragma once
#include <stdint.h>

/// Two code points that compose to one.
typedef struct {
    uint32_t first, second, whole;
} cfoldings_composition;

/// A character of the block of CJK Unified Ideographs that folds to another.
typedef struct {
    uint32_t folded, scalar;
} cfoldings_variant;

extern const uint16_t cfoldings_block_table[0x110000 / 256];
extern const uint32_t cfoldings_entry_table[];
extern const uint32_t cfoldings_expansion_table[];
extern const uint8_t cfoldings_ascii_word_table[256];
extern const cfoldings_composition cfoldings_composition_table[];
extern const cfoldings_variant cfoldings_variant_table[];
extern const int32_t cfoldings_composition_count;
extern const int32_t cfoldings_variant_count;

/// The number of the block of 256 entries of a code point, by code point / 256.
static inline const uint16_t *cfoldings_blocks(void) { return cfoldings_block_table; }

/// Class in bits 0-3, whether it composes in bit 4, kind of fold in bits 5-6 (0: none, 1: to one code point, 2: to none or
/// several), from bit 8 that code point, or where its expansion begins.
static inline const uint32_t *cfoldings_entries(void) { return cfoldings_entry_table; }

/// Folds of several code points: a count, then the code points.
static inline const uint32_t *cfoldings_expansions(void) { return cfoldings_expansion_table; }

/// ASCII letters and digits in lower case, 0 for every other byte.
static inline const uint8_t *cfoldings_ascii_word(void) { return cfoldings_ascii_word_table; }

/// Ascending by first and second.
static inline const cfoldings_composition *cfoldings_compositions(void) { return cfoldings_composition_table; }

/// Ascending by folded and scalar.
static inline const cfoldings_variant *cfoldings_variants(void) { return cfoldings_variant_table; }
