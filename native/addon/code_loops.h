// The loops of a function, what its instructions are, and what stands out, as JSON: CodeLoop, CodeMix and CodeFinding
// of protocol/code/code.ts.
#pragma once

#include "base/json_writer.h"
#include "executable/code_mix.h"

namespace ireereplay::addon {

/// Writes "mix", "loops" and "findings" into an object already begun. Findings are about this machine's processor:
/// there are none for code of others.
void write_code_loops(JsonWriter& json, const CodeListing& listing, const CodeLoops& loops);

}  // namespace ireereplay::addon
