// AT&T's syntax, which the formatter's table of syntaxes refers to: see zydis_formatter.c.
#include "src/FormatterATT.c"
