// Makes Sources/CFoldings/foldings.c: how each code point folds and what it is to the analyzer.
//
//   cc -O1 -o /tmp/make_folding_tables Tools/make_folding_tables.c -licui18n -licuuc
//   /tmp/make_folding_tables > Sources/CFoldings/foldings.c
//
// ICU is asked here, once, and not when the program runs: opening its Hant-Hans transliterator costs 49 ms, and it
// folds by context, which would break exact substrings. Here it sees one code point at a time.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>

// The same numbers as `CharacterClass` in Swift.
enum { OTHER, SPACE, NEWLINE, SOFT, STRONG, HYPHEN, COMMA, WORD, CJK, THAI, LAO, KHMER, MYANMAR, EMOJI, IGNORABLE, MIXED };
enum { MAX_SCALARS = 24, LAST = 0x10FFFF };

typedef struct { int count; UChar32 at[MAX_SCALARS]; } Scalars;
typedef struct { uint8_t class, composes; Scalars fold; } Entry;

static const UNormalizer2 *nfkd, *nfc, *nfkcCasefold;
static UTransliterator *hantHans;
static Entry *entries;

static void check(UErrorCode status) {
    if (U_FAILURE(status)) { fprintf(stderr, "%s\n", u_errorName(status)); exit(1); }
}

static Scalars fromUTF16(const UChar *units, int count) {
    Scalars result = { 0 };
    for (int i = 0; i < count;) {
        UChar32 c;
        U16_NEXT(units, i, count, c);
        if (result.count < MAX_SCALARS) result.at[result.count++] = c;
    }
    return result;
}

static int toUTF16(Scalars scalars, UChar *units) {
    int count = 0;
    for (int i = 0; i < scalars.count; i++) U16_APPEND_UNSAFE(units, count, scalars.at[i]);
    return count;
}

static Scalars normalized(const UNormalizer2 *form, Scalars scalars) {
    UChar in[128], out[256];
    UErrorCode status = U_ZERO_ERROR;
    int count = unorm2_normalize(form, in, toUTF16(scalars, in), out, 256, &status);
    check(status);
    return fromUTF16(out, count);
}

static UScriptCode scriptOf(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(c, &status);
}

/// Marks that say how a letter sounds and not which letter it is. Indic and Thai signs are none of them, nor are the
/// marks that make ガ of カ and й of и: those compose.
static bool isStrippedMark(UChar32 c) {
    if (c == 0x3099 || c == 0x309A) return false;
    int type = u_charType(c);
    if (c == 0x0640) return true;  // tatweel
    if (c == 0x093C) return true;  // nukta: क़लम is written कलम as well
    if (type == U_ENCLOSING_MARK) return true;
    if (type != U_NON_SPACING_MARK) return false;
    UScriptCode script = scriptOf(c);
    return script == USCRIPT_INHERITED || script == USCRIPT_ARABIC || script == USCRIPT_HEBREW
        || script == USCRIPT_LATIN || script == USCRIPT_GREEK || (c >= 0x0483 && c <= 0x0487);
}

static UChar32 simplifiedOnce(UChar32 c) {
    if (scriptOf(c) != USCRIPT_HAN) return c;
    UChar text[8];
    int32_t count = 0, limit;
    U16_APPEND_UNSAFE(text, count, c);
    limit = count;
    UErrorCode status = U_ZERO_ERROR;
    utrans_transUChars(hantHans, text, &count, 8, 0, &limit, &status);
    check(status);
    Scalars result = fromUTF16(text, count);
    return result.count == 1 ? result.at[0] : c;
}

/// Follows the table to its end; where it goes in a circle (苧 to 苎 and back), the lowest of the circle stands for all.
static UChar32 simplified(UChar32 c) {
    for (int round = 0; round < 8; round++) {
        UChar32 next = simplifiedOnce(c);
        if (next == c) return c;
        c = next;
    }
    UChar32 lowest = c;
    for (UChar32 other = simplifiedOnce(c); other != c; other = simplifiedOnce(other))
        if (other < lowest) lowest = other;
    return lowest;
}

static UChar32 largeKana(UChar32 c) {
    static const UChar32 hiragana[][2] = { { 0x3041, 0x3042 }, { 0x3043, 0x3044 }, { 0x3045, 0x3046 },
        { 0x3047, 0x3048 }, { 0x3049, 0x304A }, { 0x3063, 0x3064 }, { 0x3083, 0x3084 }, { 0x3085, 0x3086 },
        { 0x3087, 0x3088 }, { 0x308E, 0x308F }, { 0x3095, 0x304B }, { 0x3096, 0x3051 } };
    static const UChar32 extensions[] = { 0x30AF, 0x30B7, 0x30B9, 0x30C8, 0x30CC, 0x30CF, 0x30D2, 0x30D5, 0x30D8,
        0x30DB, 0x30E0, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED };
    for (size_t i = 0; i < sizeof hiragana / sizeof *hiragana; i++) {
        if (c == hiragana[i][0]) return hiragana[i][1];
        if (c == hiragana[i][0] + 0x60) return hiragana[i][1] + 0x60;
    }
    return c >= 0x31F0 && c <= 0x31FF ? extensions[c - 0x31F0] : c;
}

/// Letters whose stroke is no mark to Unicode, though readers without it on their keyboard leave it out all the same.
static const char *plainLatin(UChar32 c) {
    switch (c) {
    case 0x00F8: return "o";
    case 0x0111: return "d";
    case 0x0142: return "l";
    case 0x0127: return "h";
    case 0x0167: return "t";
    case 0x0131: return "i";
    case 0x00E6: return "ae";
    case 0x0153: return "oe";
    case 0x00F0: return "d";
    case 0x00FE: return "th";
    case 0x014B: return "n";
    default: return NULL;
    }
}

/// Arabic letters that are typed for each other: on Persian keyboards, and where the two dots are left out.
static UChar32 plainArabic(UChar32 c) {
    switch (c) {
    case 0x0629: case 0x06C1: case 0x06C3: return 0x0647;  // teh marbuta, heh goal: heh
    case 0x0649: case 0x06CC: case 0x06D2: return 0x064A;  // alef maksura, Farsi yeh, yeh barree: yeh
    case 0x06A9: return 0x0643;  // keheh: kaf
    case 0x0671: case 0x0672: case 0x0673: return 0x0627;  // alef wasla and its like: alef
    default: return c;
    }
}

static Scalars foldedOnce(Scalars input) {
    Scalars decomposed = normalized(nfkd, input), kept = { 0 }, result = { 0 };
    // Cyrillic letters are composed again below, so their marks must live until then.
    bool cyrillic = false;
    for (int i = 0; i < decomposed.count; i++) {
        UChar32 c = decomposed.at[i];
        if (isStrippedMark(c)) {
            if (cyrillic && kept.count > 0) kept.at[kept.count++] = c;
            continue;
        }
        cyrillic = scriptOf(c) == USCRIPT_CYRILLIC;
        kept.at[kept.count++] = c;
    }
    Scalars folded = normalized(nfc, normalized(nfkcCasefold, kept));
    for (int i = 0; i < folded.count; i++) {
        UChar32 c = folded.at[i];
        if (isStrippedMark(c)) continue;
        if (c == 0x0450 || c == 0x0451) c = 0x0435;
        if (c == 0x045D) c = 0x0438;
        c = plainArabic(largeKana(simplified(c)));
        if (u_charType(c) == U_DECIMAL_DIGIT_NUMBER) c = '0' + u_charDigitValue(c);
        const char *plain = plainLatin(c);
        if (plain == NULL) result.at[result.count++] = c;
        else while (*plain) result.at[result.count++] = *plain++;
    }
    return result;
}

static bool equal(Scalars a, Scalars b) {
    return a.count == b.count && memcmp(a.at, b.at, a.count * sizeof *a.at) == 0;
}

static Scalars folded(UChar32 c) {
    Scalars now = { 1, { c } };
    for (int round = 0; round < 8; round++) {
        Scalars next = foldedOnce(now);
        if (equal(next, now)) return now;
        now = next;
    }
    fprintf(stderr, "U+%04X never comes to rest\n", c);
    exit(1);
}

static bool isLetterType(int type) {
    return (U_MASK(type) & (U_GC_L_MASK | U_GC_N_MASK | U_GC_MN_MASK | U_GC_MC_MASK)) != 0;
}

/// What one folded letter, digit or mark is.
static int letterClass(UChar32 c) {
    if (isStrippedMark(c) || c == 0x3099 || c == 0x309A) return IGNORABLE;
    if (!isLetterType(u_charType(c))) return OTHER;
    switch (scriptOf(c)) {
    case USCRIPT_THAI: return THAI;
    case USCRIPT_LAO: return LAO;
    case USCRIPT_KHMER: return KHMER;
    case USCRIPT_MYANMAR: return MYANMAR;
    case USCRIPT_HAN: case USCRIPT_HIRAGANA: case USCRIPT_KATAKANA: case USCRIPT_HANGUL: case USCRIPT_BOPOMOFO:
    case USCRIPT_KATAKANA_OR_HIRAGANA: case USCRIPT_TANGUT: case USCRIPT_NUSHU: case USCRIPT_KHITAN_SMALL_SCRIPT:
        return CJK;
    default: return c == 0x30FC || u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC) ? CJK : WORD;
    }
}

/// What stands between words: white space, punctuation that ends a thought, and punctuation that joins.
static int gapClass(UChar32 c) {
    if (c == '\n' || c == 0x2028) return NEWLINE;
    if (c == 0x2029) return STRONG;
    if (u_isUWhiteSpace(c)) return SPACE;
    switch (c) {
    case '.': case ':': case '/': case '?': case '!': case ';': case 0xFF0E: case 0xFF0F: return SOFT;
    case ',': return COMMA;
    case '-': case 0x2010: case 0x2011: case 0xFF0D: return HYPHEN;
    case '|': case 0xFF5C: return STRONG;
    // Apostrophes, geresh, middle dots, primes, tsheg and Ethiopic word space part words, not thoughts.
    case 0x2018: case 0x2019: case 0x201B: case 0x05F3: case 0x05F4: case 0x00B7: case 0x2027: case 0x30FB: case 0xFF65:
    case 0x2032: case 0x2033: case 0x2034: case 0x2030: case 0x2031: case 0x0F0B: case 0x0F0C: case 0x1361:
    case '\'': case '@': case '#': case '&': case '%': case '*': case '\\': case '_':
    case 0xFF07: case 0xFF20: case 0xFF03: case 0xFF06: case 0xFF05: case 0xFF0A: case 0xFF3C: return OTHER;
    default: break;
    }
    int mask = U_MASK(u_charType(c));
    return mask & (U_GC_PD_MASK | U_GC_PS_MASK | U_GC_PE_MASK | U_GC_PI_MASK | U_GC_PF_MASK | U_GC_PO_MASK) ? STRONG : OTHER;
}

static Entry entryOf(UChar32 c) {
    Entry entry = { OTHER, 0, { 1, { c } } };
    int type = u_charType(c);
    if (type == U_SURROGATE || type == U_PRIVATE_USE_CHAR || c == 0) return entry;
    if (c >= 0x1F3FB && c <= 0x1F3FF) { entry.class = IGNORABLE; entry.fold.count = 0; return entry; }  // skin tones
    if (c == 0x2122 || c == 0x2120) return entry;  // "Acme™" is no "acmetm"
    if (u_isUWhiteSpace(c)) { entry.class = gapClass(c); entry.fold.at[0] = c < 0x80 ? c : ' '; return entry; }
    Scalars fold = folded(c);
    if (fold.count > 0 && fold.at[0] == ' ') return entry;  // spacing accents: ´ ¨ ゛
    entry.fold = fold;
    if (fold.count == 0) { entry.class = IGNORABLE; return entry; }
    bool letters = false, mixed = false;
    int first = letterClass(fold.at[0]);
    for (int i = 0; i < fold.count; i++) {
        int class = letterClass(fold.at[i]);
        letters |= class != OTHER;
        mixed |= class != first;
    }
    if (letters) { entry.class = mixed ? MIXED : first; return entry; }
    bool pictograph = u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) || u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
    bool flag = c >= 0x1F1E6 && c <= 0x1F1FF;
    if (c >= 0x2190 && type == U_OTHER_SYMBOL && (pictograph || flag)) { entry.class = EMOJI; return entry; }
    entry.class = gapClass(c);
    return entry;
}

// MARK: writing

enum { BLOCK = 256, BLOCKS = (LAST + 1) / BLOCK, MAX_LISTED = 8192 };

typedef struct { uint32_t first, second, whole; } Composition;
typedef struct { uint32_t folded, scalar; } Variant;

static uint32_t packed[LAST + 1], expansions[MAX_LISTED];
static Composition compositions[MAX_LISTED];
static Variant variants[MAX_LISTED];
static int expansionCount = 1, compositionCount = 0, variantCount = 0;

static int foldKind(Entry *e, UChar32 c) { return e->fold.count != 1 ? 2 : e->fold.at[0] == c ? 0 : 1; }

/// The entry as a number: `cfoldings_entries` says how.
static uint32_t packedEntry(UChar32 c) {
    Entry *e = &entries[c];
    uint32_t kind = foldKind(e, c), target = 0;
    if (kind == 1) target = e->fold.at[0];
    if (kind == 2 && e->fold.count > 0) {
        target = expansionCount;
        if (expansionCount + 1 + e->fold.count > MAX_LISTED) abort();
        expansions[expansionCount++] = e->fold.count;
        for (int i = 0; i < e->fold.count; i++) expansions[expansionCount++] = e->fold.at[i];
    }
    return e->class | e->composes << 4 | kind << 5 | target << 8;
}

static void list(const char *declaration, const uint32_t *numbers, int count) {
    printf("const %s = {", declaration);
    int column = 140;
    for (int i = 0; i < count; i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "%u,", numbers[i]);
        if (column + length > 132) { printf("\n    "); column = 4; }
        fputs(text, stdout);
        column += length;
    }
    printf("\n};\n\n");
}

/// Blocks that are alike are stored once.
static void writeEntries(void) {
    static uint32_t stored[LAST + 1], blocks[BLOCKS];
    int count = 0;
    for (int block = 0; block < BLOCKS; block++) {
        const uint32_t *own = packed + block * BLOCK;
        int place = 0;
        while (place < count && memcmp(stored + place * BLOCK, own, BLOCK * sizeof *own) != 0) place++;
        if (place == count) memcpy(stored + count++ * BLOCK, own, BLOCK * sizeof *own);
        blocks[block] = place;
    }
    list("uint16_t cfoldings_block_table[0x110000 / 256]", blocks, BLOCKS);
    list("uint32_t cfoldings_entry_table[]", stored, count * BLOCK);
}

static void writeASCII(void) {
    uint32_t letters[256] = { 0 };
    for (int c = 0; c < 128; c++)
        if (entries[c].class == WORD) letters[c] = entries[c].fold.at[0];
    list("uint8_t cfoldings_ascii_word_table[256]", letters, 256);
}

static int byNumbers(const void *one, const void *other) {
    const uint32_t *left = one, *right = other;
    if (left[0] != right[0]) return left[0] < right[0] ? -1 : 1;
    return left[1] < right[1] ? -1 : left[1] > right[1];
}

static void findVariants(void) {
    for (UChar32 c = 0x4E00; c <= 0x9FFF; c++)
        if (foldKind(&entries[c], c) == 1) {
            if (variantCount == MAX_LISTED) abort();
            variants[variantCount++] = (Variant){ entries[c].fold.at[0], c };
        }
    qsort(variants, variantCount, sizeof *variants, byNumbers);
}

static void findCompositions(void) {
    for (UChar32 c = 0; c <= LAST; c++) {
        UChar units[16];
        UErrorCode status = U_ZERO_ERROR;
        int length = unorm2_getRawDecomposition(nfc, c, units, 16, &status);
        if (length <= 0 || U_FAILURE(status) || (c >= 0xAC00 && c <= 0xD7A3)) continue;
        Scalars parts = fromUTF16(units, length);
        if (parts.count != 2 || unorm2_composePair(nfc, parts.at[0], parts.at[1]) != c) continue;
        Entry *whole = &entries[c], *first = &entries[parts.at[0]];
        if (whole->class != WORD && whole->class != CJK && whole->class != MYANMAR) continue;
        if (foldKind(whole, c) != 0 || foldKind(first, parts.at[0]) != 0) continue;
        entries[parts.at[1]].composes = 1;
        if (compositionCount == MAX_LISTED) abort();
        compositions[compositionCount++] = (Composition){ parts.at[0], parts.at[1], c };
    }
    qsort(compositions, compositionCount, sizeof *compositions, byNumbers);
}

int main(void) {
    UErrorCode status = U_ZERO_ERROR;
    nfkd = unorm2_getNFKDInstance(&status);
    nfc = unorm2_getNFCInstance(&status);
    nfkcCasefold = unorm2_getNFKCCasefoldInstance(&status);
    UChar id[32];
    u_uastrcpy(id, "Hant-Hans");
    hantHans = utrans_openU(id, -1, UTRANS_FORWARD, NULL, 0, NULL, &status);
    check(status);
    entries = calloc(LAST + 1, sizeof *entries);
    for (UChar32 c = 0; c <= LAST; c++) entries[c] = entryOf(c);
    // Conjoining vowels and finals of Hangul compose by arithmetic.
    for (UChar32 c = 0x1161; c <= 0x1175; c++) entries[c].composes = 1;
    for (UChar32 c = 0x11A8; c <= 0x11C2; c++) entries[c].composes = 1;
    findCompositions();
    // A letter that folds to one that composes, as half-width ﾞ does, composes itself.
    for (UChar32 c = 0; c <= LAST; c++)
        if (foldKind(&entries[c], c) == 1 && entries[entries[c].fold.at[0]].composes) entries[c].composes = 1;
    for (UChar32 c = 0; c <= LAST; c++) packed[c] = packedEntry(c);
    findVariants();
    printf("// Made by Tools/make_folding_tables.c with ICU %s, Unicode %s; not edited by hand.\n",
        U_ICU_VERSION, U_UNICODE_VERSION);
    printf("#include \"cfoldings.h\"\n\n");
    writeEntries();
    list("uint32_t cfoldings_expansion_table[]", expansions, expansionCount);
    writeASCII();
    list("cfoldings_composition cfoldings_composition_table[]", (const uint32_t *)compositions, compositionCount * 3);
    list("cfoldings_variant cfoldings_variant_table[]", (const uint32_t *)variants, variantCount * 2);
    printf("const int32_t cfoldings_composition_count = %d;\n", compositionCount);
    printf("const int32_t cfoldings_variant_count = %d;\n", variantCount);
    return 0;
}
