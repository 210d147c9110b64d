// The functions of executables: the one that a dispatch calls, and all of one executable.
#pragma once

#include "present/decoded_record.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Writes which function a dispatch calls, and what is recorded of it.
void write_called_function(const DecodedRecord& record, SectionWriter& sections);
/// Writes the functions of the executable that the record prepares.
void write_functions(const DecodedRecord& record, SectionWriter& sections);

}  // namespace ireereplay
