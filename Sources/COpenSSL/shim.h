// OpenSSL 3: server-side TLS, HMAC with hashes that libsodium lacks, and cryptography for Web Push. Loaded lazily. Macros and
// callbacks have wrappers.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#include <string.h>

LAZY_LIBRARY(copenssl_symbol, "libssl.so.3", "libssl3")
LAZY_LIBRARY(copenssl_crypto_symbol, "libcrypto.so.3", "libssl3")

// Defines cNAME, which calls libssl's NAME.
#define COPENSSL_FUNCTION(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    LAZY_FUNCTION(copenssl_symbol, RESULT, NAME, PARAMETERS, ARGUMENTS)

COPENSSL_FUNCTION(const SSL_METHOD *, TLS_server_method, (void), ())
COPENSSL_FUNCTION(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method), (method))
COPENSSL_FUNCTION(void, SSL_CTX_free, (SSL_CTX *context), (context))
COPENSSL_FUNCTION(long, SSL_CTX_ctrl, (SSL_CTX *context, int command, long value, void *pointer),
                  (context, command, value, pointer))
COPENSSL_FUNCTION(uint64_t, SSL_CTX_set_options, (SSL_CTX *context, uint64_t options), (context, options))
COPENSSL_FUNCTION(int, SSL_CTX_use_certificate_chain_file, (SSL_CTX *context, const char *path), (context, path))
COPENSSL_FUNCTION(int, SSL_CTX_use_PrivateKey_file, (SSL_CTX *context, const char *path, int type), (context, path, type))
COPENSSL_FUNCTION(int, SSL_CTX_check_private_key, (const SSL_CTX *context), (context))
COPENSSL_FUNCTION(void, SSL_CTX_set_default_passwd_cb, (SSL_CTX *context, pem_password_cb *callback), (context, callback))
COPENSSL_FUNCTION(void, SSL_CTX_set_alpn_select_cb, (SSL_CTX *context, SSL_CTX_alpn_select_cb_func callback, void *data),
                  (context, callback, data))
COPENSSL_FUNCTION(SSL *, SSL_new, (SSL_CTX *context), (context))
COPENSSL_FUNCTION(void, SSL_free, (SSL *session), (session))
COPENSSL_FUNCTION(int, SSL_set_fd, (SSL *session, int descriptor), (session, descriptor))
COPENSSL_FUNCTION(void, SSL_set_accept_state, (SSL *session), (session))
COPENSSL_FUNCTION(int, SSL_read_ex, (SSL *session, void *room, size_t size, size_t *count), (session, room, size, count))
COPENSSL_FUNCTION(int, SSL_write_ex, (SSL *session, const void *bytes, size_t size, size_t *count),
                  (session, bytes, size, count))
COPENSSL_FUNCTION(int, SSL_get_error, (const SSL *session, int result), (session, result))
COPENSSL_FUNCTION(int, SSL_shutdown, (SSL *session), (session))
COPENSSL_FUNCTION(int, SSL_is_init_finished, (const SSL *session), (session))
LAZY_FUNCTION(copenssl_crypto_symbol, void, ERR_clear_error, (void), ())
LAZY_FUNCTION(copenssl_crypto_symbol, unsigned long, ERR_peek_last_error, (void), ())
LAZY_FUNCTION(copenssl_crypto_symbol, const char *, ERR_reason_error_string, (unsigned long code), (code))

LAZY_FUNCTION(copenssl_crypto_symbol, const EVP_MD *, EVP_get_digestbyname, (const char *name), (name))
LAZY_FUNCTION(copenssl_crypto_symbol, unsigned char *, HMAC,
              (const EVP_MD *hash, const void *key, int key_size, const unsigned char *message, size_t size,
               unsigned char *code, unsigned int *code_size),
              (hash, key, key_size, message, size, code, code_size))

// A key with a passphrase is refused: nobody is asked for it on the terminal.
static inline int copenssl_no_passphrase(char *room, int size, int is_writing, void *data) { return -1; }

// http/1.1, or no connection (RFC 7301, section 3.2).
static inline int copenssl_select_protocol(SSL *session, const unsigned char **selected, unsigned char *length,
                                           const unsigned char *offered, unsigned int size, void *data) {
    for (unsigned int start = 0; start < size; start += offered[start] + 1u) {
        if (offered[start] == 8 && start + 9 <= size && memcmp(offered + start + 1, "http/1.1", 8) == 0) {
            *selected = offered + start + 1;
            *length = 8;
            return SSL_TLSEXT_ERR_OK;
        }
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

// A server's context: TLS 1.2 or later, idle sessions without buffers, no renegotiation.
static inline SSL_CTX *copenssl_new_context(void) {
    SSL_CTX *context = cSSL_CTX_new(cTLS_server_method());
    if (!context) return 0;
    cSSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, 0);
    cSSL_CTX_ctrl(context, SSL_CTRL_MODE,
                  SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS, 0);
    // A client may end its direction without close_notify: requests say themselves where they end.
    cSSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION |
                                      SSL_OP_IGNORE_UNEXPECTED_EOF);
    cSSL_CTX_set_default_passwd_cb(context, copenssl_no_passphrase);
    cSSL_CTX_set_alpn_select_cb(context, copenssl_select_protocol, 0);
    return context;
}

// The curve P-256 (RFC 8291, RFC 8292) and AES-128-GCM (RFC 8188). A private key has 32 bytes, a public key 65 bytes (an
// uncompressed point). The functions return 1 for success, and 0 for failure, such as an invalid key.
LAZY_FUNCTION(copenssl_crypto_symbol, EC_KEY *, EC_KEY_new_by_curve_name, (int curve), (curve))
LAZY_FUNCTION(copenssl_crypto_symbol, void, EC_KEY_free, (EC_KEY *key), (key))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EC_KEY_generate_key, (EC_KEY *key), (key))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EC_KEY_oct2priv, (EC_KEY *key, const unsigned char *bytes, size_t size), (key, bytes, size))
LAZY_FUNCTION(copenssl_crypto_symbol, size_t, EC_KEY_priv2oct, (const EC_KEY *key, unsigned char *bytes, size_t size), (key, bytes, size))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EC_KEY_set_public_key, (EC_KEY *key, const EC_POINT *point), (key, point))
LAZY_FUNCTION(copenssl_crypto_symbol, const EC_POINT *, EC_KEY_get0_public_key, (const EC_KEY *key), (key))
LAZY_FUNCTION(copenssl_crypto_symbol, const BIGNUM *, EC_KEY_get0_private_key, (const EC_KEY *key), (key))
LAZY_FUNCTION(copenssl_crypto_symbol, const EC_GROUP *, EC_KEY_get0_group, (const EC_KEY *key), (key))
LAZY_FUNCTION(copenssl_crypto_symbol, EC_POINT *, EC_POINT_new, (const EC_GROUP *group), (group))
LAZY_FUNCTION(copenssl_crypto_symbol, void, EC_POINT_free, (EC_POINT *point), (point))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EC_POINT_mul,
              (const EC_GROUP *group, EC_POINT *result, const BIGNUM *n, const EC_POINT *point, const BIGNUM *m, BN_CTX *context),
              (group, result, n, point, m, context))
LAZY_FUNCTION(copenssl_crypto_symbol, size_t, EC_POINT_point2oct,
              (const EC_GROUP *group, const EC_POINT *point, point_conversion_form_t form, unsigned char *bytes, size_t size, BN_CTX *context),
              (group, point, form, bytes, size, context))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EC_POINT_oct2point,
              (const EC_GROUP *group, EC_POINT *point, const unsigned char *bytes, size_t size, BN_CTX *context),
              (group, point, bytes, size, context))
LAZY_FUNCTION(copenssl_crypto_symbol, int, ECDH_compute_key,
              (void *out, size_t size, const EC_POINT *point, const EC_KEY *key, void *derive), (out, size, point, key, derive))
LAZY_FUNCTION(copenssl_crypto_symbol, ECDSA_SIG *, ECDSA_do_sign, (const unsigned char *hash, int size, EC_KEY *key), (hash, size, key))
LAZY_FUNCTION(copenssl_crypto_symbol, void, ECDSA_SIG_free, (ECDSA_SIG *signature), (signature))
LAZY_FUNCTION(copenssl_crypto_symbol, void, ECDSA_SIG_get0, (const ECDSA_SIG *signature, const BIGNUM **r, const BIGNUM **s),
              (signature, r, s))
LAZY_FUNCTION(copenssl_crypto_symbol, int, BN_bn2binpad, (const BIGNUM *number, unsigned char *bytes, int size), (number, bytes, size))
LAZY_FUNCTION(copenssl_crypto_symbol, EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), ())
LAZY_FUNCTION(copenssl_crypto_symbol, void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *context), (context))
LAZY_FUNCTION(copenssl_crypto_symbol, const EVP_CIPHER *, EVP_aes_128_gcm, (void), ())
LAZY_FUNCTION(copenssl_crypto_symbol, int, EVP_EncryptInit_ex,
              (EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, ENGINE *engine, const unsigned char *key, const unsigned char *nonce),
              (context, cipher, engine, key, nonce))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EVP_EncryptUpdate,
              (EVP_CIPHER_CTX *context, unsigned char *out, int *written, const unsigned char *bytes, int size),
              (context, out, written, bytes, size))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EVP_EncryptFinal_ex, (EVP_CIPHER_CTX *context, unsigned char *out, int *written),
              (context, out, written))
LAZY_FUNCTION(copenssl_crypto_symbol, int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *context, int command, int size, void *pointer),
              (context, command, size, pointer))

// Creates a key, with its public point, from a private key; null if it is invalid.
static inline EC_KEY *copenssl_p256_key(const unsigned char *private_key) {
    EC_KEY *key = cEC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    if (!key) return 0;
    const EC_GROUP *group = cEC_KEY_get0_group(key);
    EC_POINT *point = cEC_POINT_new(group);
    int is_valid = point && cEC_KEY_oct2priv(key, private_key, 32) == 1 &&
                   cEC_POINT_mul(group, point, cEC_KEY_get0_private_key(key), 0, 0, 0) == 1 && cEC_KEY_set_public_key(key, point) == 1;
    if (point) cEC_POINT_free(point);
    if (is_valid) return key;
    cEC_KEY_free(key);
    return 0;
}

static inline int copenssl_p256_generate(unsigned char *private_key) {
    EC_KEY *key = cEC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    if (!key) return 0;
    int is_made = cEC_KEY_generate_key(key) == 1 && cEC_KEY_priv2oct(key, private_key, 32) == 32;
    cEC_KEY_free(key);
    return is_made;
}

static inline int copenssl_p256_public(const unsigned char *private_key, unsigned char *public_key) {
    EC_KEY *key = copenssl_p256_key(private_key);
    if (!key) return 0;
    size_t size = cEC_POINT_point2oct(cEC_KEY_get0_group(key), cEC_KEY_get0_public_key(key), POINT_CONVERSION_UNCOMPRESSED,
                                      public_key, 65, 0);
    cEC_KEY_free(key);
    return size == 65;
}

// Writes the x coordinate of the shared point. Fails if the public key is not on the curve.
static inline int copenssl_p256_agree(const unsigned char *private_key, const unsigned char *public_key, unsigned char *secret) {
    EC_KEY *key = copenssl_p256_key(private_key);
    if (!key) return 0;
    const EC_GROUP *group = cEC_KEY_get0_group(key);
    EC_POINT *point = cEC_POINT_new(group);
    int is_made = point && cEC_POINT_oct2point(group, point, public_key, 65, 0) == 1 && cECDH_compute_key(secret, 32, point, key, 0) == 32;
    if (point) cEC_POINT_free(point);
    cEC_KEY_free(key);
    return is_made;
}

// Writes the two numbers of an ECDSA signature, 32 bytes each.
static inline int copenssl_p256_sign(const unsigned char *private_key, const unsigned char *hash, unsigned char *signature) {
    EC_KEY *key = copenssl_p256_key(private_key);
    if (!key) return 0;
    ECDSA_SIG *numbers = cECDSA_do_sign(hash, 32, key);
    int is_made = 0;
    if (numbers) {
        const BIGNUM *r, *s;
        cECDSA_SIG_get0(numbers, &r, &s);
        is_made = cBN_bn2binpad(r, signature, 32) == 32 && cBN_bn2binpad(s, signature + 32, 32) == 32;
        cECDSA_SIG_free(numbers);
    }
    cEC_KEY_free(key);
    return is_made;
}

// Encrypts with a nonce of 12 bytes. `sealed` must have room for the text and 16 bytes.
static inline int copenssl_aes128gcm_seal(const unsigned char *key, const unsigned char *nonce, const unsigned char *text, int size,
                                          unsigned char *sealed) {
    EVP_CIPHER_CTX *context = cEVP_CIPHER_CTX_new();
    if (!context) return 0;
    int written = 0, rest = 0;
    int is_made = cEVP_EncryptInit_ex(context, cEVP_aes_128_gcm(), 0, key, nonce) == 1 &&
                  cEVP_EncryptUpdate(context, sealed, &written, text, size) == 1 && written == size &&
                  cEVP_EncryptFinal_ex(context, sealed + written, &rest) == 1 && rest == 0 &&
                  cEVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, sealed + size) == 1;
    cEVP_CIPHER_CTX_free(context);
    return is_made;
}
