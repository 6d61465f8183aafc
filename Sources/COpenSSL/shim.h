// OpenSSL 3: the server's side of TLS, and HMAC with hashes that libsodium lacks. Loaded lazily. Macros and callbacks have wrappers.
#pragma once
#include "../CLazyLibraries/lazy.h"
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
