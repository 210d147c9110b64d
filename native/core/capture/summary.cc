#include "capture/summary.h"

#include <algorithm>

namespace ireereplay {

namespace {

/// Writes "key":value pairs of one JSON object after another.
class ObjectWriter {
 public:
  explicit ObjectWriter(Text& out) : out_(out) { out_.append('{'); }
  ~ObjectWriter() { out_.append('}'); }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;

  Text& key(std::string_view name) {
    if (!first_) out_.append(',');
    first_ = false;
    out_.append('"');
    out_.append(name);
    out_.append("\":");
    return out_;
  }
  void number(std::string_view name, uint64_t value) { key(name).append_dec(value); }
  void wide(std::string_view name, uint64_t value) {
    key(name).append('"');
    out_.append_dec(value);
    out_.append('"');
  }
  void boolean(std::string_view name, bool value) { key(name).append(value ? "true" : "false"); }
  void string(std::string_view name, std::string_view value) { key(name).append_json_utf8(value); }
  template <typename List, typename Each>
  void list(std::string_view name, const List& items, Each each) {
    key(name).append('[');
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_.append(',');
      first = false;
      each(item);
    }
    out_.append(']');
  }

 private:
  Text& out_;
  bool first_ = true;
};

struct Notice {
  std::string_view severity;
  Status status;
  std::string remedy;
};

void append_problem(const Notice& notice, Text& out) {
  ObjectWriter object(out);
  object.string("severity", notice.severity);
  object.string("code", status_code_name(notice.status.code()));
  object.string("message", notice.status.message());
  if (!notice.remedy.empty()) object.string("remedy", notice.remedy);
  if (notice.status.record() != kNoPlace) object.number("record", notice.status.record());
  if (notice.status.offset() != kNoPlace) object.wide("offset", notice.status.offset());
}

std::vector<Notice> notices_of(const CaptureHeader& header, const CaptureIndex& index) {
  std::vector<Notice> notices;
  if (!header.defect.ok()) notices.push_back({"error", header.defect, ""});
  if (!index.end().ok()) {
    notices.push_back({"error", index.end(),
                       "The " + std::to_string(index.size()) +
                           " records before it are whole and shown. Copy the file again, or record it again."});
  }
  if (!header.notice.ok()) notices.push_back({"info", header.notice, ""});
  // The recorder stops at the first failure of the application: a failed last operation is an incomplete recording.
  if (index.complete() && index.size() > 0 && index.failed(index.size() - 1)) {
    notices.push_back(
        {"warning",
         Status(StatusCode::kAborted,
                "the recording ended with an operation that failed: what the application did after it is not here")
             .at(index.size() - 1, index.offset(index.size() - 1)),
         "Look at the status of the last record; record again when the cause is removed."});
  }
  return notices;
}

}  // namespace

void append_summary(const File& file, const CaptureHeader& header, const CaptureIndex& index, double index_milliseconds,
                    Text& out) {
  ObjectWriter object(out);
  object.string("path", file.path());
  object.wide("fileBytes", file.size());
  object.number("versionMajor", header.file.version_major);
  object.number("versionMinor", header.file.version_minor);
  object.number("records", index.size());
  object.number("operations", index.operation_count());
  object.number("objects", index.object_count());
  object.number("unsupported", index.unsupported_count());
  object.number("failed", index.failed_count());
  object.boolean("hermetic", std::none_of(index.files().begin(), index.files().end(), [](const FileEntry& entry) {
                   return entry.reference != format::FileReferenceType::kInlineBytes &&
                          entry.reference != format::FileReferenceType::kCapturedRanges;
                 }));
  object.number("devices", index.device_count());
  object.list("scopes", index.scopes(), [&](const ScopeEntry& scope) {
    ObjectWriter item(out);
    item.string("name", scope.name);
    item.list("begins", scope.begins, [&](uint32_t record) { out.append_dec(record); });
  });
  object.list("executables", index.executables(), [&](const ExecutableEntry& executable) {
    ObjectWriter item(out);
    item.wide("id", executable.id);
    item.number("record", executable.record);
    item.string("format", executable.format);
    item.wide("bytes", executable.bytes);
    const bool named = std::any_of(executable.functions.begin(), executable.functions.end(),
                                   [](const auto& function) { return !function.name.empty(); });
    item.list("functions", named ? executable.functions : std::vector<ExecutableFunction>(),
              [&](const ExecutableFunction& function) { out.append_json_utf8(function.name); });
  });
  object.list("files", index.files(), [&](const FileEntry& entry) {
    ObjectWriter item(out);
    item.wide("id", entry.id);
    item.number("record", entry.record);
    item.string("reference", name(entry.reference));
    item.string("path", entry.path);
    item.wide("bytes", entry.bytes);
  });
  object.list("problems", notices_of(header, index), [&](const Notice& notice) { append_problem(notice, out); });
  object.number("indexMilliseconds", static_cast<uint64_t>(index_milliseconds + 0.5));
  object.number("indexBytes", index.memory());
  object.boolean("complete", index.complete());
}

}  // namespace ireereplay
