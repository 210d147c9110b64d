// profile cat: every record of the file as it is framed.
#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

void print_text(const Chunk& chunk, Text& out) {
  const auto& h = chunk.header;
  print(out, "[%] % record_length=% payload_length=%\n  content_type: %\n  name: %\n", chunk.index,
        kRecordTypeNames.of(static_cast<uint32_t>(h.record_type)), h.record_length, h.payload_length,
        std::string_view(chunk.content_type), std::string_view(chunk.name));
  print(out, "  session_id=% stream_id=% event_id=%\n  executable_id=% command_buffer_id=%\n", h.session_id,
        h.stream_id, h.event_id, h.executable_id, h.command_buffer_id);
  print(out, "  physical_device_ordinal=% queue_ordinal=%\n  chunk_flags=", h.physical_device_ordinal, h.queue_ordinal);
  out.append_hex(h.chunk_flags, 16);
  print(out, " session_status_code=% session_status=%\n", h.session_status_code, status_name(h.session_status_code));
}

void print_jsonl(const Chunk& chunk, Text& out) {
  const auto& h = chunk.header;
  const auto type = static_cast<uint32_t>(h.record_type);
  print(out, R"({"type":"record","index":%,"record_type":%,"record_type_value":%,"record_length":%,"payload_length":%)",
        chunk.index, Quoted{kRecordTypeNames.of(type)}, type, h.record_length, h.payload_length);
  print(out, R"(,"content_type":%,"name":%,"session_id":%,"stream_id":%,"event_id":%,"executable_id":%)",
        Quoted{chunk.content_type}, Quoted{chunk.name}, h.session_id, h.stream_id, h.event_id, h.executable_id);
  print(out, R"(,"command_buffer_id":%,"physical_device_ordinal":%,"queue_ordinal":%,"chunk_flags":%)",
        h.command_buffer_id, h.physical_device_ordinal, h.queue_ordinal, h.chunk_flags);
  print(out, ",\"session_status_code\":%,\"session_status\":%}\n", h.session_status_code,
        Quoted{status_name(h.session_status_code)});
}

}  // namespace

Status report_cat(Reporting& r) {
  const FileHeader& file = r.bundle.header().file;
  if (r.options.jsonl) {
    print(r.text, R"({"type":"file","magic":"IRPF","version_major":%,"version_minor":%,"header_length":%,"flags":%})",
          file.version_major, file.version_minor, file.header_length, file.flags);
    r.text.append('\n');
  } else {
    print(r.text, "IREE HAL profile bundle\nversion: %.%\nheader_length: %\nflags: ", file.version_major,
          file.version_minor, file.header_length);
    r.text.append_hex(file.flags, 8);
    r.text.append("\nrecords:\n");
  }
  ChunkReader reader(r.bundle.file(), r.bundle.header(), 4096);
  Chunk chunk;
  for (const ChunkPlace& place : r.bundle.chunks()) {
    if (r.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    if (r.options.jsonl) {
      print_jsonl(chunk, r.text);
    } else {
      print_text(chunk, r.text);
    }
    IR_RETURN_IF_ERROR(r.drain());
  }
  return Status();
}

}  // namespace ireereplay::profile
