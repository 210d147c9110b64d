// The decoder of the Zydis library, from its own sources: scripts/zydis.mjs gets them, and the build knows where they
// are. Nothing of it is in this repository.
#include "src/Decoder.c"
#include "src/DecoderData.c"
#include "src/MetaInfo.c"
#include "src/Register.c"
#include "src/SharedData.c"
