// The buffers that a record binds, resolved as far as it is known who executes it.
#pragma once

#include "present/decoded_record.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Writes the bindings of a dispatch; indirect ones as the submission binds them that the record's node names.
Status write_dispatch_bindings(const DecodedRecord& record, SectionWriter& sections);
/// Writes the binding table of a submission, where it has one.
Status write_binding_table(const DecodedRecord& record, SectionWriter& sections);

}  // namespace ireereplay
