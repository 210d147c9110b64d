// The fields of a record's payload, as iree-dump-replay names them, with where their bytes are.
#pragma once

#include "present/decoded_record.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Writes the section of all fields.
void write_payload_fields(const DecodedRecord& record, SectionWriter& sections);

}  // namespace ireereplay
