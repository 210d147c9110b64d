#include "present/summary.h"

#include <algorithm>
#include <span>

#include "base/json_writer.h"
#include "present/description.h"

namespace ireereplay {

namespace {

/// Bytes of each list: what a capture names may be as long as the capture.
constexpr size_t kMaxListBytes = 4 << 20;

/// Writes an array of as many items as there is room for, and returns how many they are.
template <typename List, typename Each>
size_t write_list(JsonWriter& json, const List& items, Each each) {
  json.begin_array();
  const size_t begin = json.size();
  size_t listed = 0;
  for (const auto& item : items) {
    if (json.size() - begin > kMaxListBytes) break;
    ++listed;
    each(item);
  }
  json.end_array();
  return listed;
}

struct Notice {
  std::string_view severity;
  Status status;
  std::string remedy;
};

void write_problem(const Notice& notice, JsonWriter& json) {
  json.begin_object();
  json.key("severity").string(notice.severity);
  json.key("code").string(status_code_name(notice.status.code()));
  json.key("message").string(notice.status.message());
  if (!notice.remedy.empty()) json.key("remedy").string(notice.remedy);
  if (notice.status.record() != kNoPlace) json.key("record").number(notice.status.record());
  if (notice.status.offset() != kNoPlace) json.key("offset").wide(notice.status.offset());
  json.end_object();
}

std::vector<Notice> notices_of(const CaptureHeader& header, const CaptureIndex& index) {
  std::vector<Notice> notices;
  if (!header.defect.ok()) notices.push_back({"error", header.defect, ""});
  if (!index.end().ok()) {
    notices.push_back({"error", index.end(),
                       "The " + std::to_string(index.size()) +
                           " records before it are intact and shown. Copy the file again, or record it again."});
  }
  if (!index.shortage().ok()) {
    notices.push_back({"warning", index.shortage(),
                       "The record's bytes are in its details, under Hex; other records may be truncated too."});
  }
  if (!header.notice.ok()) notices.push_back({"info", header.notice, ""});
  // The recorder stops at the first failure of the application: a failed last operation is an incomplete recording.
  if (index.complete() && index.size() > 0 && index.failed(index.size() - 1)) {
    notices.push_back(
        {"warning",
         Status(StatusCode::kAborted,
                "the recording ended with a failed operation: what the application did afterwards is not recorded")
             .at(index.size() - 1, index.offset(index.size() - 1)),
         "Check the status of the last record, fix the cause, and record again."});
  }
  return notices;
}

}  // namespace

void append_summary(const File& file, const CaptureHeader& header, const CaptureIndex& index, double index_milliseconds,
                    Text& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("path").string(file.path());
  json.key("fileBytes").wide(file.size());
  json.key("versionMajor").number(header.file.version_major);
  json.key("versionMinor").number(header.file.version_minor);
  json.key("records").number(index.size());
  json.key("operations").number(index.operation_count());
  json.key("objects").number(index.object_count());
  json.key("unsupported").number(index.unsupported_count());
  json.key("failed").number(index.failed_count());
  json.key("hermetic").boolean(std::none_of(index.files().begin(), index.files().end(), [](const FileEntry& entry) {
    return entry.reference != format::FileReferenceType::kInlineBytes &&
           entry.reference != format::FileReferenceType::kCapturedRanges;
  }));
  json.key("devices").number(index.device_count());
  std::vector<Notice> notices = notices_of(header, index);
  const auto say_cut = [&](std::string_view what, size_t listed, size_t count) {
    if (listed == count) return;
    notices.push_back(
        {"info",
         Status(StatusCode::kResourceExhausted, "of " + std::to_string(count) + " " + std::string(what) +
                                                    ", only the first " + std::to_string(listed) + " are listed"),
         ""});
  };
  size_t begins = 0, listed_begins = 0;
  const size_t scopes = write_list(json.key("scopes"), index.scopes(), [&](const ScopeEntry& scope) {
    json.begin_object();
    json.key("name").string(shown_text(scope.name));
    begins += scope.begins.size();
    listed_begins += write_list(json.key("begins"), scope.begins, [&](uint32_t record) { json.number(record); });
    json.end_object();
  });
  say_cut("scopes", scopes, index.scopes().size());
  say_cut("beginnings of scopes", listed_begins, begins);
  size_t functions = 0, listed_functions = 0;
  const size_t executables =
      write_list(json.key("executables"), index.executables(), [&](const ExecutableEntry& executable) {
        json.begin_object();
        json.key("id").wide(executable.id);
        json.key("record").number(executable.record);
        json.key("format").string(shown_text(executable.format));
        json.key("bytes").wide(executable.bytes);
        const bool named = std::any_of(executable.functions.begin(), executable.functions.end(),
                                       [](const auto& function) { return !function.name.empty(); });
        const std::span<const ExecutableFunction> names =
            named ? executable.functions : std::span<const ExecutableFunction>();
        functions += names.size();
        listed_functions += write_list(json.key("functions"), names, [&](const ExecutableFunction& function) {
          json.string(shown_text(function.name));
        });
        json.end_object();
      });
  say_cut("executables", executables, index.executables().size());
  say_cut("functions", listed_functions, functions);
  const size_t files = write_list(json.key("files"), index.files(), [&](const FileEntry& entry) {
    json.begin_object();
    json.key("id").wide(entry.id);
    json.key("record").number(entry.record);
    json.key("reference").string(name(entry.reference));
    json.key("path").string(shown_text(entry.path));
    json.key("bytes").wide(entry.bytes);
    json.end_object();
  });
  say_cut("files", files, index.files().size());
  write_list(json.key("problems"), notices, [&](const Notice& notice) { write_problem(notice, json); });
  json.key("indexMilliseconds").number(static_cast<uint64_t>(index_milliseconds + 0.5));
  json.key("indexBytes").number(index.memory());
  json.key("complete").boolean(index.complete());
  json.end_object();
}

}  // namespace ireereplay
