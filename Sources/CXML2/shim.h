// libxml2: SAX parsers of XML and HTML.
#pragma once
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>
#include <libxml/xmlerror.h>
#include <libxml/encoding.h>
#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
