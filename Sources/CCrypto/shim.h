// OpenSSL's libcrypto, which libcurl brings along: loaded lazily, for MD5 alone. Its one function is declared here, so that its
// headers are not needed: <https://docs.openssl.org/3.0/man3/EVP_DigestInit/>. No policy here.
#pragma once
#include "../CLazyLibraries/lazy.h"

LAZY_LIBRARY(ccrypto_symbol, "libcrypto.so.3", "libssl3")

LAZY_FUNCTION(ccrypto_symbol, int, EVP_Q_digest,
              (void *context, const char *name, const char *properties, const void *message, size_t count,
               unsigned char *digest, size_t *digest_count),
              (context, name, properties, message, count, digest, digest_count))
