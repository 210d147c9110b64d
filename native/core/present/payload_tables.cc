#include "present/payload_tables.h"

#include <bit>

#include "present/bit_names.h"
#include "present/cells.h"

namespace ireereplay {

using format::SemaphoreTimepoint;

namespace {

std::string scopes(uint32_t mask) { return bit_names_or_number(Bits::kAccessScope, mask); }

}  // namespace

Status write_constants(const DecodedRecord& record, SectionWriter& sections) {
  const auto dispatch = load<format::Dispatch>(record.head);
  IR_ASSIGN_OR_RETURN(const auto constants, record.read_part(Part::kConstants, kMaxTableRows * 4));
  if (constants.size() >= 4) {
    sections.begin_table("Constants", more_note(dispatch.constants_length / 4),
                         {{"#", true}, {"u32", true}, {"hex"}, {"f32", true}});
    for (uint64_t i = 0; i < constants.size() / 4; ++i) {
      const uint32_t value = load<uint32_t>(constants, i * 4);
      sections.row({{text(decimal(i))},
                    {text(decimal(value))},
                    {text(hex(value, 8))},
                    {text(std::to_string(std::bit_cast<float>(value)))}});
    }
    sections.end();
  }
  return Status();
}

Status write_timepoints(const DecodedRecord& record, Part part, std::string_view title, SectionWriter& sections) {
  const PartRange range = record.layout.find(part);
  if (range.length == 0) return Status();
  IR_ASSIGN_OR_RETURN(const auto bytes, record.read_part(part, kMaxTableRows * sizeof(SemaphoreTimepoint)));
  sections.begin_table(title, more_note(range.length / sizeof(SemaphoreTimepoint)), {{"Semaphore"}, {"Value", true}});
  for (uint64_t i = 0; i < bytes.size() / sizeof(SemaphoreTimepoint); ++i) {
    const auto timepoint = load<SemaphoreTimepoint>(bytes, i * sizeof(SemaphoreTimepoint));
    sections.row({{describe_object(record.index(), timepoint.semaphore_id)}, {text(decimal(timepoint.value))}});
  }
  sections.end();
  return Status();
}

Status write_barriers(const DecodedRecord& record, SectionWriter& sections) {
  if (const PartRange range = record.layout.find(Part::kEvents); range.length > 0) {
    IR_ASSIGN_OR_RETURN(const auto bytes, record.read_part(Part::kEvents, kMaxTableRows * 8));
    sections.begin_table("Events", more_note(range.length / 8), {{"Event"}});
    for (uint64_t i = 0; i < bytes.size() / 8; ++i)
      sections.row({{describe_object(record.index(), load<uint64_t>(bytes, i * 8))}});
    sections.end();
  }
  if (const PartRange range = record.layout.find(Part::kMemoryBarriers); range.length > 0) {
    IR_ASSIGN_OR_RETURN(const auto bytes,
                        record.read_part(Part::kMemoryBarriers, kMaxTableRows * sizeof(format::MemoryBarrier)));
    sections.begin_table("Memory barriers", more_note(range.length / sizeof(format::MemoryBarrier)),
                         {{"Source"}, {"Target"}});
    for (uint64_t i = 0; i < bytes.size() / sizeof(format::MemoryBarrier); ++i) {
      const auto barrier = load<format::MemoryBarrier>(bytes, i * sizeof(format::MemoryBarrier));
      sections.row({{text(scopes(barrier.source_scope))}, {text(scopes(barrier.target_scope))}});
    }
    sections.end();
  }
  if (const PartRange range = record.layout.find(Part::kBufferBarriers); range.length > 0) {
    IR_ASSIGN_OR_RETURN(const auto bytes,
                        record.read_part(Part::kBufferBarriers, kMaxTableRows * sizeof(format::BufferBarrier)));
    sections.begin_table("Buffer barriers", more_note(range.length / sizeof(format::BufferBarrier)),
                         {{"Source"}, {"Target"}, {"Buffer"}});
    for (uint64_t i = 0; i < bytes.size() / sizeof(format::BufferBarrier); ++i) {
      const auto barrier = load<format::BufferBarrier>(bytes, i * sizeof(format::BufferBarrier));
      sections.row(
          {{text(scopes(barrier.source_scope))}, {text(scopes(barrier.target_scope))}, ref_cell(barrier.buffer_ref)});
    }
    sections.end();
  }
  return Status();
}

}  // namespace ireereplay
