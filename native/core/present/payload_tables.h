// The lists in a payload that stand in a table each: constants, timepoints, barriers.
#pragma once

#include "present/decoded_record.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Writes the constants of a dispatch, where it has any.
Status write_constants(const DecodedRecord& record, SectionWriter& sections);
/// Writes what a submission waits for, or signals, under `title`.
Status write_timepoints(const DecodedRecord& record, Part part, std::string_view title, SectionWriter& sections);
/// Writes the events and barriers of a command.
Status write_barriers(const DecodedRecord& record, SectionWriter& sections);

}  // namespace ireereplay
