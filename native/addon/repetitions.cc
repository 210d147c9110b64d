#include "repetitions.h"

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/json_writer.h"
#include "cancel.h"
#include "composing/candidate.h"
#include "composing/repetitions.h"
#include "promise.h"
#include "wide_number.h"

namespace ireereplay::addon {

namespace {

composing::BoundRange read_range(const Napi::Object& given) {
  return {wide_number(given.Get("buffer")), wide_number(given.Get("offset")), wide_number(given.Get("length"))};
}

/// A plan, with the files that its executables are in; one without a path has the captured bytes.
struct Plan {
  composing::RepeatedDispatch dispatch;
  std::vector<std::string> files;
};

Plan read_plan(const Napi::Object& given) {
  Plan plan;
  plan.dispatch.record = wide_number(given.Get("record"));
  if (given.Get("via").IsNumber()) plan.dispatch.via = wide_number(given.Get("via"));
  plan.dispatch.path = given.Get("path").ToString().Utf8Value();
  const auto each = [&](const char* key, auto take) {
    const auto list = given.Get(key).As<Napi::Array>();
    for (uint32_t i = 0; i < list.Length(); ++i) take(list.Get(i).As<Napi::Object>());
  };
  each("executables", [&](const Napi::Object& one) {
    const bool is_captured = one.Get("path").IsUndefined();
    plan.files.push_back(is_captured ? std::string() : one.Get("path").ToString().Utf8Value());
    plan.dispatch.executables.push_back({{}, is_captured ? "" : one.Get("format").ToString().Utf8Value()});
  });
  each("repetitions", [&](const Napi::Object& one) {
    plan.dispatch.repetitions.push_back({one.Get("executable").ToNumber().Uint32Value(),
                                         one.Get("pattern").ToNumber().Uint32Value(), one.Get("tapped").ToBoolean()});
  });
  each("overwritten", [&](const Napi::Object& one) { plan.dispatch.overwritten.push_back(read_range(one)); });
  return plan;
}

std::string bound_json(const std::vector<composing::BoundRange>& bound) {
  Text text;
  JsonWriter json(text);
  json.array(bound, [&](const composing::BoundRange& range) {
    json.begin_object();
    json.key("buffer").wide(range.buffer);
    json.key("offset").wide(range.offset);
    json.key("length").wide(range.length);
    json.end_object();
  });
  return text.take();
}

Status write_file(const std::string& path, Bytes bytes) {
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "wb"));
  const bool is_written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (is_written && std::fclose(file.release()) == 0) return Status();
  return Status(StatusCode::kUnavailable, "cannot write " + path);
}

}  // namespace

Napi::Value write_candidate(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [capture = info[0].ToString().Utf8Value(), executable = wide_number(info[1]),
       path = info[2].ToString().Utf8Value(), format = info[3].ToString().Utf8Value(),
       target = info[4].ToString().Utf8Value(), cancel = cancel_flag(info[5])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const auto candidate,
                            composing::read_candidate(capture, executable, path, format, *cancel));
        IR_RETURN_IF_ERROR(write_file(target, candidate.data));
        return candidate.format;
      },
      to_string_value);
}

Napi::Value compose_repetitions(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       plan = read_plan(info[2].As<Napi::Object>()), cancel = cancel_flag(info[3])]() -> Result<std::string> {
        composing::RepeatedDispatch dispatch = plan.dispatch;
        for (size_t i = 0; i < plan.files.size(); ++i) {
          if (plan.files[i].empty()) continue;
          IR_ASSIGN_OR_RETURN(const auto file, File::open(plan.files[i]));
          IR_ASSIGN_OR_RETURN(dispatch.executables[i].data, file->read(0, file->size()));
        }
        IR_ASSIGN_OR_RETURN(const auto bound, composing::write_repetitions(source, target, dispatch, *cancel));
        return bound_json(bound);
      },
      to_string_value);
}

}  // namespace ireereplay::addon
