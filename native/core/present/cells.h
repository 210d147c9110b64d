// What fields and cells of the details show, in the forms that all sections share.
#pragma once

#include <string>

#include "base/decimal.h"
#include "base/hex.h"
#include "present/description.h"
#include "present/section_writer.h"

namespace ireereplay {

/// Rows of a table; the rest is counted. A hostile count must not make a page of millions of rows.
inline constexpr uint64_t kMaxTableRows = 256;
/// Bytes of a string that is shown as a field.
inline constexpr uint64_t kMaxStringBytes = 4096;

inline Span text(std::string value) { return Span{std::move(value)}; }
inline Span dim(std::string value) { return Span{std::move(value), 0, kNoRecord, true}; }
/// "#12" with its link; "none" for kNoRecord.
inline Span record_link(uint32_t record) {
  return record == kNoRecord ? dim("none") : Span{"#" + decimal(record), 0, record};
}

/// What a field says whose value is this number, or an object of this id.
inline SectionWriter::Says says(uint64_t value) {
  return value == 0 ? SectionWriter::Says::kNothing : SectionWriter::Says::kSomething;
}

/// How many rows a table has, or how many of them it shows.
inline std::string more_note(uint64_t count) {
  return count > kMaxTableRows ? "first " + decimal(kMaxTableRows) + " of " + decimal(count) : decimal(count);
}

/// "buffer 4 +0x40, 16 bytes".
inline Cell ref_cell(const format::BufferRef& ref) {
  return {describe_ref(ref), text(" +" + hex(ref.offset, 1)),
          dim(ref.length == format::kWholeBuffer ? ", to its end" : ", " + counted(ref.length, "byte"))};
}

}  // namespace ireereplay
