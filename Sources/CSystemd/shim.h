// sd-bus of libsystemd: the D-Bus session bus. Loaded lazily: only `feedsearch desktop` needs it.
#pragma once
#include "../CLazyLibraries/lazy.h"
#include <systemd/sd-bus.h>

LAZY_LIBRARY(csystemd_symbol, "libsystemd.so.0", "libsystemd0")

// Defines cNAME, which calls libsystemd's NAME.
#define CSYSTEMD_FUNCTION(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    LAZY_FUNCTION(csystemd_symbol, RESULT, NAME, PARAMETERS, ARGUMENTS)

CSYSTEMD_FUNCTION(int, sd_bus_new, (sd_bus **bus), (bus))
CSYSTEMD_FUNCTION(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address))
CSYSTEMD_FUNCTION(int, sd_bus_set_bus_client, (sd_bus *bus, int yes), (bus, yes))
CSYSTEMD_FUNCTION(int, sd_bus_start, (sd_bus *bus), (bus))
CSYSTEMD_FUNCTION(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus))
CSYSTEMD_FUNCTION(int, sd_bus_request_name, (sd_bus *bus, const char *name, uint64_t flags), (bus, name, flags))
CSYSTEMD_FUNCTION(int, sd_bus_release_name, (sd_bus *bus, const char *name), (bus, name))
CSYSTEMD_FUNCTION(int, sd_bus_add_object,
                  (sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_message_handler_t callback, void *data),
                  (bus, slot, path, callback, data))
CSYSTEMD_FUNCTION(int, sd_bus_get_fd, (sd_bus *bus), (bus))
CSYSTEMD_FUNCTION(int, sd_bus_get_events, (sd_bus *bus), (bus))
CSYSTEMD_FUNCTION(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds), (bus, microseconds))
CSYSTEMD_FUNCTION(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message), (bus, message))

CSYSTEMD_FUNCTION(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(int, sd_bus_message_get_type, (sd_bus_message *message, uint8_t *type), (message, type))
CSYSTEMD_FUNCTION(int, sd_bus_message_get_expect_reply, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(const char *, sd_bus_message_get_signature, (sd_bus_message *message, int complete), (message, complete))
CSYSTEMD_FUNCTION(const char *, sd_bus_message_get_interface, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(const char *, sd_bus_message_get_member, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(const char *, sd_bus_message_get_sender, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message))
CSYSTEMD_FUNCTION(int, sd_bus_message_new_method_error,
                  (sd_bus_message *call, sd_bus_message **message, const sd_bus_error *error), (call, message, error))
CSYSTEMD_FUNCTION(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value),
                  (message, type, value))
CSYSTEMD_FUNCTION(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents),
                  (message, type, contents))
CSYSTEMD_FUNCTION(int, sd_bus_message_close_container, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value))
CSYSTEMD_FUNCTION(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents),
                  (message, type, contents))
CSYSTEMD_FUNCTION(int, sd_bus_message_exit_container, (sd_bus_message *message), (message))
CSYSTEMD_FUNCTION(int, sd_bus_message_send, (sd_bus_message *message), (message))
