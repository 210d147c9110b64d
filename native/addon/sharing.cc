#include "sharing.h"

#include "base/json_writer.h"
#include "cancel.h"
#include "composing/piece_memory.h"
#include "promise.h"
#include "replay_options.h"
#include "sharing/extract.h"
#include "sharing/leave_out.h"
#include "sharing/pack.h"
#include "sharing/repair.h"

namespace ireereplay::addon {

namespace {

std::string json_of(const sharing::Repaired& repaired) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("records").number(repaired.records);
  json.key("bytes").number(repaired.bytes);
  json.key("bytesLost").number(repaired.bytes_lost);
  if (!repaired.end.ok()) {
    json.key("end").begin_object();
    json.key("message").string(repaired.end.message());
    if (repaired.end.record() != kNoPlace) json.key("record").number(repaired.end.record());
    if (repaired.end.offset() != kNoPlace) json.key("offset").number(repaired.end.offset());
    json.end_object();
  }
  json.end_object();
  return text.take();
}

std::string json_of(const sharing::Packed& packed) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("bytes").number(packed.bytes);
  json.key("files").array(packed.files, [&](const sharing::SharedFile& file) {
    json.begin_object();
    json.key("id").wide(file.id);
    json.key("record").number(file.record);
    json.key("path").string(file.path);
    json.key("bytes").number(file.bytes);
    if (!file.left.empty()) json.key("left").string(file.left);
    json.end_object();
  });
  json.end_object();
  return text.take();
}

void write_extracted(const sharing::Extracted& extracted, JsonWriter& json) {
  json.begin_object();
  json.key("name").string(extracted.name);
  if (extracted.scope_count > 1) {
    json.key("scope").begin_object();
    json.key("place").number(extracted.scope_place);
    json.key("of").number(extracted.scope_count);
    json.end_object();
  }
  json.key("records").number(extracted.records);
  json.key("ofRecords").number(extracted.of_records);
  json.key("bytes").number(extracted.bytes);
  json.key("inputBytes").number(extracted.input_bytes);
  json.key("buffers").number(extracted.buffers);
  json.key("executables").number(extracted.executables);
  json.key("comparedBytes").number(extracted.compared_bytes);
  json.key("results").string(extracted.is_unsteady ? "unsteady" : extracted.compared_bytes == 0 ? "nothing" : "same");
  json.end_object();
}

std::string json_of(const sharing::Extracted& extracted) {
  Text text;
  JsonWriter json(text);
  write_extracted(extracted, json);
  return text.take();
}

/// A piece that was not replayed yet.
struct WrittenPiece {
  sharing::Extracted extracted;
};

std::string json_of(const WrittenPiece& piece) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  write_extracted(piece.extracted, json.key("extracted"));
  json.key("endRecord").number(piece.extracted.end_record);
  json.end_object();
  return text.take();
}

std::string json_of(const composing::PieceMemory& memory) {
  Text text;
  JsonWriter json(text);
  const auto write_moment = [&](const char* key, const composing::Moment& moment) {
    json.key(key).begin_object();
    json.key("record").number(moment.record);
    if (moment.command != kNoPlace) json.key("command").number(moment.command);
    json.end_object();
  };
  const auto write_ranges = [&](const char* key, const std::vector<composing::NamedRange>& ranges) {
    json.key(key).array(ranges, [&](const composing::NamedRange& range) {
      json.begin_object();
      json.key("buffer").wide(range.buffer);
      json.key("offset").wide(range.offset);
      json.key("length").wide(range.length);
      json.end_object();
    });
  };
  json.begin_object();
  write_moment("begin", memory.begin);
  write_moment("end", memory.end);
  write_ranges("touched", memory.touched);
  write_ranges("left", memory.left);
  json.end_object();
  return text.take();
}

std::string json_of(const sharing::Kept& kept) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("bytes").number(kept.bytes);
  json.key("ranges").array(kept.records, [&](const sharing::RecordRange& range) {
    json.begin_object();
    json.key("begin").number(range.begin);
    json.key("end").number(range.end);
    json.end_object();
  });
  json.end_object();
  return text.take();
}

/// The protocol's Piece.
sharing::PieceRequest read_piece(const Napi::Object& object) {
  const auto place = [&](const char* key) {
    const Napi::Value value = object.Get(key);
    return value.IsNumber() ? static_cast<uint64_t>(value.ToNumber().Int64Value()) : kNoPlace;
  };
  sharing::PieceRequest piece;
  if (const Napi::Value scope = object.Get("scope"); scope.IsString()) piece.scope = scope.ToString().Utf8Value();
  piece.dispatch = place("dispatch");
  piece.via = place("via");
  piece.begin_record = place("begin");
  piece.end_record = place("end");
  return piece;
}

/// The promise of what `work` gives, as JSON.
template <typename Work>
Napi::Value promise_json(Napi::Env env, Work work) {
  return PromiseWorker<std::string>::run(
      env,
      [work = std::move(work)]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const auto made, work());
        return json_of(made);
      },
      to_string_value);
}

}  // namespace

Napi::Value repair_capture(const Napi::CallbackInfo& info) {
  return promise_json(info.Env(), [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
                                   cancel = cancel_flag(info[2])] { return sharing::repair(source, target, *cancel); });
}

Napi::Value pack_capture(const Napi::CallbackInfo& info) {
  const auto options = info[2].As<Napi::Object>();
  const bool is_whole = options.Get("files").ToString().Utf8Value() == "all";
  return promise_json(info.Env(), [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
                                   what = is_whole ? sharing::PackedBytes::kAll : sharing::PackedBytes::kRanges,
                                   remaps = read_options(options).options.file_remaps, cancel = cancel_flag(info[3])] {
    return sharing::pack(source, target, what, remaps, *cancel);
  });
}

Napi::Value unpack_capture(const Napi::CallbackInfo& info) {
  return promise_json(info.Env(), [source = info[0].ToString().Utf8Value(), folder = info[1].ToString().Utf8Value(),
                                   name = info[2].ToString().Utf8Value(), cancel = cancel_flag(info[3])] {
    return sharing::unpack(source, folder, name, *cancel);
  });
}

Napi::Value leave_out_records(const Napi::CallbackInfo& info) {
  const auto record = [](const Napi::Object& range, const char* key) {
    return static_cast<uint64_t>(range.Get(key).ToNumber().Int64Value());
  };
  const auto list = info[2].As<Napi::Array>();
  std::vector<sharing::RecordRange> left_out;
  for (uint32_t i = 0; i < list.Length(); ++i) {
    const auto range = list.Get(i).As<Napi::Object>();
    left_out.push_back({record(range, "begin"), record(range, "end")});
  }
  return promise_json(info.Env(),
                      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
                       left_out = std::move(left_out), cancel = cancel_flag(info[3]),
                       order = info[4].ToBoolean().Value() ? sharing::Order::kIsKept : sharing::Order::kMayBeLost] {
                        return sharing::leave_out(source, target, left_out, *cancel, order);
                      });
}

Napi::Value extract_capture(const Napi::CallbackInfo& info) {
  const auto options = info[3].As<Napi::Object>();
  return promise_json(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       piece = read_piece(info[2].As<Napi::Object>()), request = read_options(options),
       timeout = timeout_ns(options.Get("timeoutMs")), cancel = cancel_flag(info[4])]() -> Result<sharing::Extracted> {
        return sharing::extract(source, target, piece, request.options,
                                {.cancel = cancel.get(), .timeout_ns = timeout});
      });
}

Napi::Value find_piece_memory(const Napi::CallbackInfo& info) {
  return promise_json(info.Env(),
                      [path = info[0].ToString().Utf8Value(), piece = read_piece(info[1].As<Napi::Object>()),
                       cancel = cancel_flag(info[2])] { return composing::find_piece_memory(path, piece, *cancel); });
}

Napi::Value write_piece(const Napi::CallbackInfo& info) {
  return promise_json(info.Env(),
                      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
                       piece = read_piece(info[2].As<Napi::Object>()), contents = info[3].ToString().Utf8Value(),
                       cancel = cancel_flag(info[4])]() -> Result<WrittenPiece> {
                        IR_ASSIGN_OR_RETURN(auto extracted,
                                            composing::write_piece(source, target, piece, contents, *cancel));
                        return WrittenPiece{std::move(extracted)};
                      });
}

}  // namespace ireereplay::addon
