// What the module of the C library leaves out: epoll(7), eventfd(2), accept4(2).
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>

// <sys/socket.h> declares it for _GNU_SOURCE only.
extern int accept4(int socket, void *address, unsigned *length, int flags);
