// Intel's syntax: see zydis_formatter.c.
#include "src/FormatterIntel.c"
