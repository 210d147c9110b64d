// The Zydis library's formatter, as zydis.c has its decoder. Each syntax is a source of its own: their texts share names.
#include "src/Formatter.c"
#include "src/FormatterBase.c"
#include "src/FormatterBuffer.c"
#include "src/Mnemonic.c"
#include "src/Segment.c"
#include "src/String.c"
#include "src/Utils.c"
