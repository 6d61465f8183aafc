// libcurl: loaded lazily, with the thirty libraries that it needs. Variadic functions have typed wrappers. No policy here.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

LAZY_LIBRARY(ccurl_symbol, "libcurl.so.4", "libcurl4")

// Defines cNAME, which calls libcurl's NAME.
#define CCURL_FUNCTION(RESULT, NAME, PARAMETERS, ARGUMENTS) LAZY_FUNCTION(ccurl_symbol, RESULT, NAME, PARAMETERS, ARGUMENTS)

CCURL_FUNCTION(CURLcode, curl_global_init, (long flags), (flags))
CCURL_FUNCTION(CURL *, curl_easy_init, (void), ())
CCURL_FUNCTION(void, curl_easy_cleanup, (CURL *handle), (handle))
CCURL_FUNCTION(void, curl_easy_reset, (CURL *handle), (handle))
CCURL_FUNCTION(CURLcode, curl_easy_perform, (CURL *handle), (handle))
CCURL_FUNCTION(const char *, curl_easy_strerror, (CURLcode code), (code))
CCURL_FUNCTION(void, curl_free, (void *memory), (memory))
CCURL_FUNCTION(CURLM *, curl_multi_init, (void), ())
CCURL_FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
CCURL_FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle))
CCURL_FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle))
CCURL_FUNCTION(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running))
CCURL_FUNCTION(CURLMcode, curl_multi_poll,
           (CURLM *multi, struct curl_waitfd extra[], unsigned int count, int milliseconds, int *ready),
           (multi, extra, count, milliseconds, ready))
CCURL_FUNCTION(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi))
CCURL_FUNCTION(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))
CCURL_FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))
CCURL_FUNCTION(void, curl_slist_free_all, (struct curl_slist *list), (list))
CCURL_FUNCTION(CURLU *, curl_url, (void), ())
CCURL_FUNCTION(void, curl_url_cleanup, (CURLU *url), (url))
CCURL_FUNCTION(CURLUcode, curl_url_get, (const CURLU *url, CURLUPart part, char **text, unsigned int flags),
           (url, part, text, flags))
CCURL_FUNCTION(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
           (url, part, text, flags))
CCURL_FUNCTION(const char *, curl_url_strerror, (CURLUcode code), (code))

#define CCURL_EASY(NAME) ((CURLcode(*)(CURL *, int, ...))ccurl_symbol(NAME))
#define CCURL_MULTI(NAME) ((CURLMcode(*)(CURLM *, int, ...))ccurl_symbol(NAME))

typedef size_t (*ccurl_data_callback)(char *, size_t, size_t, void *);

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, value);
}
static inline CURLcode ccurl_set_off(CURL *handle, CURLoption option, curl_off_t value) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, value);
}
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, value);
}
static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, value);
}
static inline CURLcode ccurl_set_on_data(CURL *handle, CURLoption option, ccurl_data_callback callback) {
    return CCURL_EASY("curl_easy_setopt")(handle, option, callback);
}
static inline CURLcode ccurl_set_on_open_socket(CURL *handle, curl_opensocket_callback callback) {
    return CCURL_EASY("curl_easy_setopt")(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}
static inline CURLcode ccurl_set_on_request(CURL *handle, curl_prereq_callback callback) {
    return CCURL_EASY("curl_easy_setopt")(handle, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return CCURL_MULTI("curl_multi_setopt")(handle, option, value);
}
static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return CCURL_EASY("curl_easy_getinfo")(handle, info, value);
}
static inline CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return CCURL_EASY("curl_easy_getinfo")(handle, info, value);
}
// curl_sockaddr ends in a struct that is longer than its declared type: hand it on as a plain address.
static inline const struct sockaddr *ccurl_address(const struct curl_sockaddr *address) { return &address->addr; }
static inline curl_socket_t ccurl_open(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
