// epoll(7) and eventfd(2), which the module of the C library leaves out.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
