// The Zydis library's decoder, built from its own sources: scripts/zydis.mjs fetches them and tells the build where
// they are. None of it is in this repository.
#include "src/Decoder.c"
#include "src/DecoderData.c"
#include "src/MetaInfo.c"
#include "src/Register.c"
#include "src/SharedData.c"
