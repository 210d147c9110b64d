// The outputs of a replay, as JSON.
#pragma once

#include <vector>

#include "base/json_writer.h"
#include "hal/local/run.h"
#include "replay/output_directory.h"

namespace ireereplay::addon {

/// Writes the protocol's RunOutput[], without hashes.
inline void write_outputs(const std::vector<replay::OutputRange>& outputs, JsonWriter* json) {
  json->array(outputs, [&](const replay::OutputRange& range) {
    json->begin_object();
    json->key("record").number(range.record);
    json->key("buffer").wide(range.buffer);
    json->key("offset").wide(range.offset);
    json->key("length").wide(range.length);
    json->key("file").string(replay::output_file_name(range));
    json->end_object();
  });
}

}  // namespace ireereplay::addon
