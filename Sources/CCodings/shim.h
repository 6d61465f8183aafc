// The content codings of HTTP: gzip and deflate (zlib), br (brotli), zstd. Wrappers for what Swift cannot import.
#pragma once
#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

// inflateInit2 is a macro over the library's version and the struct's size.
static inline int ccodings_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
