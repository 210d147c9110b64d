#include "capture/dump.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/json_writer.h"
#include "capture/payload.h"

namespace ireereplay {

namespace {

using format::FileReferenceType;
using format::FileValidationType;
using format::Operation;
using format::PayloadType;
using format::RecordType;

/// Records that a thread formats at a time: about a megabyte of JSONL.
constexpr uint64_t kRecordsPerPiece = 1024;
/// A piece ends early beyond this total length: what is printed of its records may be long too.
constexpr uint64_t kBytesPerPiece = 4 << 20;

/// The header of a dump.
struct Summary {
  uint64_t records = 0, objects = 0, operations = 0, unsupported = 0;
  uint64_t scope_begins = 0, scope_ends = 0;
  uint64_t files = 0, external = 0, inlined = 0, ranges = 0, unknown_reference = 0;
  uint64_t external_bytes = 0, inline_bytes = 0, range_bytes = 0, captured_read_bytes = 0;
  uint64_t identity = 0, digest = 0, unvalidated = 0, unknown_validation = 0;

  bool environment_referenced() const { return external != 0; }
  bool hermetic() const { return external == 0 && unknown_reference == 0; }
  bool strict_replay_supported() const { return unsupported == 0 && unknown_reference == 0 && unknown_validation == 0; }

  void add_file(const format::FileObject& file) {
    ++files;
    switch (file.reference_type) {
      case FileReferenceType::kExternalPath:
        ++external;
        external_bytes += file.file_length;
        break;
      case FileReferenceType::kInlineBytes:
        ++inlined;
        inline_bytes += file.reference_length;
        break;
      case FileReferenceType::kCapturedRanges:
        ++ranges;
        range_bytes += file.file_length;
        break;
      default:
        ++unknown_reference;
    }
    switch (file.validation_type) {
      case FileValidationType::kNone:
        ++unvalidated;
        break;
      case FileValidationType::kIdentity:
        ++identity;
        break;
      case FileValidationType::kContentDigest:
        ++digest;
        break;
      default:
        ++unknown_validation;
    }
  }
};

struct Piece {
  uint64_t offset;
  uint64_t index;
  uint64_t count;
};

/// First pass: the summary, and where the pieces of the second pass begin.
struct Scan {
  Summary summary;
  std::vector<Piece> pieces;
  /// Why it ended before the end of the file, or OK.
  Status failure;
};

Status scan_record(const RecordFrame& frame, RecordReader& reader, Summary& summary) {
  ++summary.records;
  switch (frame.header.record_type) {
    case RecordType::kObject: {
      ++summary.objects;
      if (frame.header.payload_type != PayloadType::kFileObject) return Status();
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame, sizeof(format::FileObject)));
      IR_ASSIGN_OR_RETURN([[maybe_unused]] const auto layout,
                          lay_out_payload(PayloadType::kFileObject, payload, frame.header.payload_length));
      summary.add_file(load<format::FileObject>(payload));
      return Status();
    }
    case RecordType::kOperation: {
      ++summary.operations;
      if (frame.header.operation_code == Operation::kReplayScopeBegin) ++summary.scope_begins;
      if (frame.header.operation_code == Operation::kReplayScopeEnd) ++summary.scope_ends;
      if (frame.header.payload_type != PayloadType::kDeviceQueueRead) return Status();
      if (frame.header.payload_length < sizeof(format::QueueRead)) {
        return Status(StatusCode::kDataLoss, "replay queue read payload is short");
      }
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame, sizeof(format::QueueRead)));
      summary.captured_read_bytes += load<format::QueueRead>(payload).captured_data_length;
      return Status();
    }
    case RecordType::kUnsupported:
      ++summary.unsupported;
      return Status();
    default:
      return Status();
  }
}

Scan scan(const std::shared_ptr<const File>& file, const CaptureHeader& header, const std::atomic<bool>& cancelled) {
  Scan result;
  RecordReader reader(file, header);
  RecordFrame frame;
  while (!reader.at_end()) {
    Status status = reader.next(&frame);
    if (status.ok()) status = scan_record(frame, reader, result.summary).at(frame.index, frame.offset);
    if (!status.ok()) {
      result.failure = std::move(status);
      break;
    }
    if (result.pieces.empty() || result.pieces.back().count == kRecordsPerPiece ||
        frame.end_offset() - result.pieces.back().offset > kBytesPerPiece) {
      if (cancelled.load(std::memory_order_relaxed)) {
        result.failure = Status(StatusCode::kCancelled, "cancelled");
        break;
      }
      result.pieces.push_back({frame.offset, frame.index, 0});
    }
    ++result.pieces.back().count;
  }
  return result;
}

void print_head_text(const CaptureHeader& header, uint64_t file_length, const Summary& s, Text& out) {
  const auto number = [&](std::string_view key, uint64_t value) {
    out.append(key);
    out.append_dec(value);
  };
  const auto yes = [&](std::string_view key, bool value) {
    out.append(key);
    out.append(value ? "yes" : "no");
  };
  number("IREE HAL replay v", header.file.version_major);
  number(".", header.file.version_minor);
  number("\nfile_length: ", file_length);
  number("\nheader_length: ", header.file.header_length);
  yes("\nsummary:\n  hermetic: ", s.hermetic());
  yes("\n  environment_referenced: ", s.environment_referenced());
  yes("\n  strict_replay_supported: ", s.strict_replay_supported());
  number("\n  records: total=", s.records);
  number(" objects=", s.objects);
  number(" operations=", s.operations);
  number(" unsupported=", s.unsupported);
  number("\n  scopes: begin=", s.scope_begins);
  number(" end=", s.scope_ends);
  number("\n  files: total=", s.files);
  number(" external=", s.external);
  number(" inline=", s.inlined);
  number(" ranges=", s.ranges);
  number(" unknown=", s.unknown_reference);
  number("\n  file_bytes: external=", s.external_bytes);
  number(" inline=", s.inline_bytes);
  number(" ranges=", s.range_bytes);
  number(" captured_reads=", s.captured_read_bytes);
  number("\n  file_validation: identity=", s.identity);
  number(" digest=", s.digest);
  number(" none=", s.unvalidated);
  number(" unknown=", s.unknown_validation);
  out.append("\nrecords:\n");
}

void print_head_jsonl(const CaptureHeader& header, uint64_t file_length, const Summary& s, Text& out) {
  JsonWriter file(out);
  file.begin_object();
  file.key("kind").string("file");
  file.key("version_major").number(header.file.version_major);
  file.key("version_minor").number(header.file.version_minor);
  file.key("header_length").number(header.file.header_length);
  file.key("flags").number(header.file.flags);
  file.key("file_length").number(file_length);
  file.end_object();
  out.append('\n');
  JsonWriter json(out);
  json.begin_object();
  json.key("kind").string("summary");
  json.key("hermetic").boolean(s.hermetic());
  json.key("environment_referenced").boolean(s.environment_referenced());
  json.key("strict_replay_supported").boolean(s.strict_replay_supported());
  json.key("record_count").number(s.records);
  json.key("object_count").number(s.objects);
  json.key("operation_count").number(s.operations);
  json.key("unsupported_count").number(s.unsupported);
  json.key("scope_begin_count").number(s.scope_begins);
  json.key("scope_end_count").number(s.scope_ends);
  json.key("file_object_count").number(s.files);
  json.key("external_file_count").number(s.external);
  json.key("inline_file_count").number(s.inlined);
  json.key("range_file_count").number(s.ranges);
  json.key("unknown_file_reference_count").number(s.unknown_reference);
  json.key("external_file_total_length").number(s.external_bytes);
  json.key("inline_file_total_length").number(s.inline_bytes);
  json.key("range_file_total_length").number(s.range_bytes);
  json.key("captured_read_total_length").number(s.captured_read_bytes);
  json.key("file_validation").begin_object();
  json.key("identity").number(s.identity);
  json.key("digest").number(s.digest);
  json.key("none").number(s.unvalidated);
  json.key("unknown").number(s.unknown_validation);
  json.end_object();
  json.end_object();
  out.append('\n');
}

/// Formats pieces on several threads and hands them to the sink in order.
class Formatter {
 public:
  Formatter(std::shared_ptr<const File> file, const CaptureHeader& header, DumpFormat dump_format,
            const std::vector<Piece>& pieces, const std::atomic<bool>& cancelled, const DumpSink& sink)
      : file_(std::move(file)),
        header_(header),
        format_(dump_format),
        pieces_(pieces),
        cancelled_(cancelled),
        sink_(sink) {}

  Status run(unsigned threads) {
    const size_t helpers = std::min<size_t>(std::max(threads, 1u), std::max<size_t>(pieces_.size(), 1)) - 1;
    std::vector<std::thread> pool;
    for (size_t i = 0; i < helpers; ++i) pool.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : pool) thread.join();
    return failure_;
  }

 private:
  void work() {
    Text text;
    for (size_t piece = next_.fetch_add(1); piece < pieces_.size(); piece = next_.fetch_add(1)) {
      text.clear();
      Status status = cancelled_.load(std::memory_order_relaxed) ? Status(StatusCode::kCancelled, "cancelled")
                                                                 : print(pieces_[piece], text);
      std::unique_lock lock(mutex_);
      turn_.wait(lock, [&] { return written_ == piece || !failure_.ok(); });
      if (!failure_.ok()) return;
      // The sink is called with the lock held: it is this piece's turn.
      Status written = text.size() == 0 ? Status() : sink_(text.view());
      if (status.ok()) status = std::move(written);
      if (!status.ok()) failure_ = std::move(status);
      ++written_;
      turn_.notify_all();
    }
  }

  Status print(const Piece& piece, Text& text) {
    RecordReader reader(file_, header_, piece.offset, piece.index);
    RecordFrame frame;
    for (uint64_t i = 0; i < piece.count; ++i) {
      IR_RETURN_IF_ERROR(reader.next(&frame));
      IR_RETURN_IF_ERROR(print_record(format_, header_.file.version_major, frame, reader, text));
    }
    return Status();
  }

  const std::shared_ptr<const File> file_;
  const CaptureHeader& header_;
  const DumpFormat format_;
  const std::vector<Piece>& pieces_;
  const std::atomic<bool>& cancelled_;
  const DumpSink& sink_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable turn_;
  size_t written_ = 0;
  Status failure_;
};

}  // namespace

Status dump(std::shared_ptr<const File> file, DumpFormat dump_format, unsigned threads,
            const std::atomic<bool>& cancelled, const DumpSink& sink) {
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*file));
  const Scan scanned = scan(file, header, cancelled);
  if (scanned.failure.code() == StatusCode::kCancelled) return scanned.failure;
  const uint64_t file_length = header.file.file_length != 0 ? header.file.file_length : file->size();
  Text head;
  if (dump_format == DumpFormat::kJsonl) {
    print_head_jsonl(header, file_length, scanned.summary, head);
  } else {
    print_head_text(header, file_length, scanned.summary, head);
  }
  IR_RETURN_IF_ERROR(sink(head.view()));
  IR_RETURN_IF_ERROR(Formatter(file, header, dump_format, scanned.pieces, cancelled, sink).run(threads));
  if (!header.defect.ok()) return header.defect;
  return scanned.failure;
}

}  // namespace ireereplay
