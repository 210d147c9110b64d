// What else in a capture has to do with a record.
#pragma once

#include "present/decoded_record.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Writes where the record stands and who executes it, and the object that it creates or is about with its uses.
void write_relations(const DecodedRecord& record, SectionWriter& sections);

}  // namespace ireereplay
