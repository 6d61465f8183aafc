// The content codings of HTTP: gzip and deflate (zlib), br (brotli), zstd. Wrappers for what Swift cannot import.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

// inflateInit2 is a macro over the library's version and the struct's size.
static inline int ccodings_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

// So is deflateInit2. Window bits of 31: with gzip's header and trailer.
static inline int ccodings_deflate_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

// Only the service compresses: brotli's encoder is loaded lazily.
LAZY_LIBRARY(ccodings_symbol, "libbrotlienc.so.1", "libbrotli1")
LAZY_FUNCTION(ccodings_symbol, BROTLI_BOOL, BrotliEncoderCompress,
              (int quality, int window, BrotliEncoderMode mode, size_t size, const uint8_t *input, size_t *count,
               uint8_t *output),
              (quality, window, mode, size, input, count, output))
LAZY_FUNCTION(ccodings_symbol, size_t, BrotliEncoderMaxCompressedSize, (size_t size), (size))
