// The content codings of HTTP: gzip and deflate (zlib), br (brotli), zstd. Only zstd, which stored texts need, is linked; the
// others are opened when they are first used.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

LAZY_LIBRARY(ccodings_zlib, "libz.so.1", "zlib1g")
LAZY_FUNCTION(ccodings_zlib, int, inflateInit2_, (z_stream *stream, int window_bits, const char *version, int size),
              (stream, window_bits, version, size))
LAZY_FUNCTION(ccodings_zlib, int, inflateReset, (z_stream *stream), (stream))
LAZY_FUNCTION(ccodings_zlib, int, inflate, (z_stream *stream, int flush), (stream, flush))
LAZY_FUNCTION(ccodings_zlib, int, inflateEnd, (z_stream *stream), (stream))
LAZY_FUNCTION(ccodings_zlib, int, deflateInit2_,
              (z_stream *stream, int level, int method, int window_bits, int memory_level, int strategy,
               const char *version, int size),
              (stream, level, method, window_bits, memory_level, strategy, version, size))
LAZY_FUNCTION(ccodings_zlib, uLong, deflateBound, (z_stream *stream, uLong size), (stream, size))
LAZY_FUNCTION(ccodings_zlib, int, deflate, (z_stream *stream, int flush), (stream, flush))
LAZY_FUNCTION(ccodings_zlib, int, deflateEnd, (z_stream *stream), (stream))

// What the macro inflateInit2 does, with the library's version and the struct's size.
static inline int ccodings_inflate_init(z_stream *stream, int window_bits) {
    return cinflateInit2_(stream, window_bits, ZLIB_VERSION, (int)sizeof *stream);
}

// The same for deflateInit2. Window bits of 31: with gzip's header and trailer.
static inline int ccodings_deflate_init(z_stream *stream, int level) {
    return cdeflateInit2_(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, (int)sizeof *stream);
}

LAZY_LIBRARY(ccodings_brotli_decoder, "libbrotlidec.so.1", "libbrotli1")
LAZY_FUNCTION(ccodings_brotli_decoder, BrotliDecoderState *, BrotliDecoderCreateInstance,
              (brotli_alloc_func allocate, brotli_free_func release, void *opaque), (allocate, release, opaque))
LAZY_FUNCTION(ccodings_brotli_decoder, void, BrotliDecoderDestroyInstance, (BrotliDecoderState *state), (state))
LAZY_FUNCTION(ccodings_brotli_decoder, BrotliDecoderResult, BrotliDecoderDecompressStream,
              (BrotliDecoderState *state, size_t *left, const uint8_t **next, size_t *room, uint8_t **output,
               size_t *total),
              (state, left, next, room, output, total))

LAZY_LIBRARY(ccodings_brotli_encoder, "libbrotlienc.so.1", "libbrotli1")
LAZY_FUNCTION(ccodings_brotli_encoder, BROTLI_BOOL, BrotliEncoderCompress,
              (int quality, int window, BrotliEncoderMode mode, size_t size, const uint8_t *input, size_t *count,
               uint8_t *output),
              (quality, window, mode, size, input, count, output))
LAZY_FUNCTION(ccodings_brotli_encoder, size_t, BrotliEncoderMaxCompressedSize, (size_t size), (size))
