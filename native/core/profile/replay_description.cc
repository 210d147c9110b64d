#include "profile/replay_description.h"

#include "profile/own_records.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

Result<std::string> replay_description(const Bundle& bundle) {
  constexpr uint64_t kMostBytes = 1 << 20;
  std::string description;
  const auto take = [&](ChunkReader& reader, const Chunk& chunk) -> Status {
    const uint64_t length = chunk.header.payload_length;
    if (length > kMostBytes || !description.empty()) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.window().view(chunk.payload_offset(), length));
    description.assign(bytes.begin(), bytes.end());
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_chunk(bundle, format::kReplayContentType, take));
  return description;
}

}  // namespace ireereplay::profile
