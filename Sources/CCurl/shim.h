// libcurl, and typed doors to its variadic calls.
#pragma once
#include <curl/curl.h>
