#include "profile/replay_description.h"

#include "profile/own_records.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

namespace {

/// The first chunk of a content type of our own.
Result<std::string> description(const Bundle& bundle, std::string_view content_type) {
  constexpr uint64_t kMostBytes = 1 << 20;
  std::string text;
  const auto take = [&](ChunkReader& reader, const Chunk& chunk) -> Status {
    const uint64_t length = chunk.header.payload_length;
    if (length > kMostBytes || !text.empty()) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.window().view(chunk.payload_offset(), length));
    text.assign(bytes.begin(), bytes.end());
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_chunk(bundle, content_type, take));
  return text;
}

}  // namespace

Result<std::string> replay_description(const Bundle& bundle) { return description(bundle, format::kReplayContentType); }

Result<std::string> sampling_description(const Bundle& bundle) {
  return description(bundle, format::kSamplingContentType);
}

}  // namespace ireereplay::profile
