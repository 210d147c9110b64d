#include "profile/bundle.h"

#include <algorithm>

namespace ireereplay::profile {

using format::RecordHeader;
using format::RecordType;

Result<BundleHeader> read_bundle_header(const File& file) {
  constexpr FileFormat kFormat = {format::kMagic,
                                  format::kVersionMajor,
                                  format::kVersionMajor,
                                  format::kVersionMinor,
                                  "profile",
                                  "an .ireeprof profile",
                                  "profile",
                                  "chunks",
                                  "the session was not ended: the profile may be incomplete"};
  return read_file_header(file, kFormat);
}

ChunkReader::ChunkReader(std::shared_ptr<const File> file, const BundleHeader& header, size_t window)
    : window_(std::move(file), window), offset_(header.records_begin), end_(header.records_end) {}

Status ChunkReader::next(Chunk* out) {
  const auto fail = [this](StatusCode code, const char* message) { return Status(code, message).at(index_, offset_); };
  if (offset_ >= end_) return fail(StatusCode::kOutOfRange, "profile record offset is outside the file");
  const uint64_t remaining = end_ - offset_;
  if (remaining < sizeof(RecordHeader)) return fail(StatusCode::kDataLoss, "profile record is too small for header");
  auto view = window_.view(offset_, sizeof(RecordHeader));
  if (!view.ok()) return view.status().at(index_, offset_);
  const auto header = load<RecordHeader>(*view);
  if (header.flags != 0) return fail(StatusCode::kDataLoss, "profile record reserved flags must be zero");
  if (header.record_length > remaining) return fail(StatusCode::kDataLoss, "profile record extends past file end");
  if (header.header_length < sizeof(RecordHeader) || header.header_length > header.record_length) {
    return fail(StatusCode::kDataLoss, "profile record header length is invalid");
  }
  const uint64_t text_length = uint64_t{header.content_type_length} + header.name_length;
  uint64_t data_length;
  if (!checked_add(text_length, header.payload_length, &data_length) ||
      data_length != header.record_length - header.header_length) {
    return fail(StatusCode::kDataLoss, "profile record data lengths do not match");
  }
  if (text_length > kMostTextBytes) {
    return fail(StatusCode::kResourceExhausted, "profile record's content type and name together exceed one megabyte");
  }
  auto text = window_.view(offset_ + header.header_length, text_length);
  if (!text.ok()) return text.status().at(index_, offset_);
  const auto* characters = reinterpret_cast<const char*>(text->data());
  out->header = header;
  out->offset = offset_;
  out->index = index_;
  out->content_type.assign(characters, header.content_type_length);
  out->name.assign(characters + header.content_type_length, header.name_length);
  out->kind = out->is_chunk() ? chunk_kind(out->content_type) : ChunkKind::kUnknown;
  offset_ += header.record_length;
  ++index_;
  return Status();
}

RecordWalk::RecordWalk(FileWindow& window, const Chunk& chunk, bool with_trailing)
    : window_(window),
      chunk_(chunk),
      layout_(layout_of(chunk.kind)),
      with_trailing_(with_trailing),
      size_(layout_.size),
      offset_(chunk.payload_offset()),
      length_(chunk.header.payload_length) {}

Status RecordWalk::failure(const std::string& message) const {
  return Status(StatusCode::kDataLoss, message).at(chunk_.index, offset_ + at_);
}

namespace {

uint64_t trailing_count(const Trailing& trailing, Bytes fields) {
  return trailing.kind == TrailingKind::kData ? load<uint64_t>(fields, trailing.count_offset)
                                              : load<uint32_t>(fields, trailing.count_offset);
}

/// Bytes of a part; the counts that are multiplied have 32 bits, so it does not wrap.
uint64_t part_length(const Trailing& trailing, Bytes fields) {
  const uint64_t count = trailing_count(trailing, fields);
  if (trailing.kind == TrailingKind::kValues) return count * sizeof(uint64_t);
  if (trailing.kind == TrailingKind::kMetricValues) return count * sizeof(format::DeviceMetricValue);
  return count;
}

}  // namespace

Status RecordWalk::read_next(Record* out) {
  plain_ = {};
  const uint64_t remaining = length_ - at_;
  const auto chunk_words = [this] { return "profile chunk '" + chunk_.content_type + "' has "; };
  if (remaining < size_) return failure(chunk_words() + "a truncated typed record");
  auto view = window_.view_at_least(offset_ + at_, size_);
  if (!view.ok()) return view.status().at(chunk_.index, offset_ + at_);
  Bytes fields = view->first(size_);
  const auto record_length = load<uint32_t>(fields);
  if (record_length < size_ || record_length > remaining) {
    return failure(chunk_words() + "invalid typed record length " + std::to_string(record_length));
  }
  if (layout_.follows_record && record_length != size_) {
    return failure("profile executable trace chunk record length must exclude raw trace bytes");
  }
  const uint64_t whole = layout_.follows_record ? remaining : record_length;
  const uint64_t after = whole - size_;
  bool is_data = false;
  if (!layout_.trailing.empty()) {
    uint64_t expected = 0;
    bool fits = true;
    for (const Trailing& trailing : layout_.trailing) {
      fits = fits && checked_add(expected, part_length(trailing, fields), &expected);
      is_data = is_data || trailing.kind == TrailingKind::kData;
    }
    if (!fits || expected != after) return failure(layout_.inconsistent);
  }
  out->after = {};
  if (with_trailing_ && !is_data && after != 0) {
    if (whole > kMostRecordBytes) {
      return Status(StatusCode::kResourceExhausted, chunk_words() + "a record of more than 64 MiB")
          .at(chunk_.index, offset_ + at_);
    }
    auto all = window_.view(offset_ + at_, whole);
    if (!all.ok()) return all.status().at(chunk_.index, offset_ + at_);
    fields = all->first(size_);
    out->after = all->subspan(size_);
  }
  out->fields = fields;
  out->after_length = after;
  out->offset = offset_ + at_;
  at_ += whole;
  if (after == 0 && layout_.trailing.empty() && !layout_.follows_record)
    plain_ = view->subspan(size_, std::min<uint64_t>(view->size() - size_, length_ - at_));
  return Status();
}

Bytes trailing_part(const Layout& layout, const Record& record, size_t index) {
  if (record.after.size() != record.after_length) return {};
  uint64_t begin = 0;
  for (size_t i = 0; i < index; ++i) begin += part_length(layout.trailing[i], record.fields);
  return record.after.subspan(begin, part_length(layout.trailing[index], record.fields));
}

std::string_view trailing_text(const Layout& layout, const Record& record, size_t index) {
  const Bytes part = trailing_part(layout, record, index);
  return {reinterpret_cast<const char*>(part.data()), part.size()};
}

Result<std::shared_ptr<const Bundle>> Bundle::open(std::shared_ptr<const File> file,
                                                   const std::atomic<bool>& cancelled) {
  const std::shared_ptr<Bundle> bundle(new Bundle);
  IR_ASSIGN_OR_RETURN(bundle->header_, read_bundle_header(*file));
  bundle->file_ = file;
  // Chunks are found by their headers: what lies between is not read, so the window is small.
  ChunkReader reader(file, bundle->header_, 4096);
  Chunk chunk;
  while (!reader.at_end()) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    if (Status status = reader.next(&chunk); !status.ok()) {
      bundle->end_ = std::move(status);
      break;
    }
    if (chunk.index > UINT32_MAX) {
      bundle->end_ =
          Status(StatusCode::kResourceExhausted, "the profile has more than 2^32 chunks").at(chunk.index, chunk.offset);
      break;
    }
    bundle->chunks_.push_back({chunk.offset, chunk.header.payload_length, static_cast<uint32_t>(chunk.index),
                               chunk.kind, chunk.header.record_type});
  }
  return std::shared_ptr<const Bundle>(bundle);
}

}  // namespace ireereplay::profile
