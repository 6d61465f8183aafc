// libsodium: hashes and message authentication. These need no sodium_init.
#pragma once
#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>
