// libarchive: reading .zip and .tar.*.
#pragma once
#include <archive.h>
#include <archive_entry.h>
