#include "capture_handle.h"

#include <charconv>

#include "addon_data.h"
#include "base/clock.h"
#include "base/text.h"
#include "cancel.h"
#include "capture/index_builder.h"
#include "executable_code.h"
#include "present/details.h"
#include "present/overview.h"
#include "present/run_description.h"
#include "present/summary.h"
#include "present/view.h"
#include "progress.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

Status capture_closed() { return Status(StatusCode::kFailedPrecondition, "the capture is closed"); }

using SharedCapture = std::shared_ptr<OpenCapture>;

class CaptureHandle : public Napi::ObjectWrap<CaptureHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Capture",
        {InstanceMethod<&CaptureHandle::index>("index"), InstanceMethod<&CaptureHandle::summary>("summary"),
         InstanceMethod<&CaptureHandle::create_view>("createView"), InstanceMethod<&CaptureHandle::details>("details"),
         InstanceMethod<&CaptureHandle::overview>("overview"),
         InstanceMethod<&CaptureHandle::find_object>("findObject"), InstanceMethod<&CaptureHandle::bytes>("bytes"),
         InstanceMethod<&CaptureHandle::executable_code>("executableCode"),
         InstanceMethod<&CaptureHandle::function_code>("functionCode"),
         InstanceMethod<&CaptureHandle::gpu_module>("gpuModule"),
         InstanceMethod<&CaptureHandle::embedded_source>("embeddedSource"),
         InstanceMethod<&CaptureHandle::close>("close")});
  }

  explicit CaptureHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<CaptureHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) capture_ = *info[0].As<Napi::External<SharedCapture>>().Data();
  }

 private:
  Napi::Value index(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    auto progress = std::make_shared<ProgressCallback>(info.Env(), info[0]);
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [capture = capture_, progress, cancel = cancel_flag(info[1])]() mutable -> Result<Nothing> {
          const uint64_t begin = now_ns();
          const double file_bytes = static_cast<double>(std::max<uint64_t>(capture->file->size(), 1));
          const auto post = [&](double fraction, uint32_t records, bool first_rows) {
            progress->call([=](Napi::Env env, Napi::Function function) {
              function.Call({Napi::Number::New(env, fraction), Napi::Number::New(env, records),
                             Napi::Boolean::New(env, first_rows)});
            });
          };
          IndexCallbacks callbacks;
          callbacks.progress = [&](const IndexProgress& at) {
            post(static_cast<double>(at.bytes) / file_bytes, at.records, false);
          };
          callbacks.first = [&](std::shared_ptr<const CaptureIndex> first) {
            const uint32_t records = first->size();
            {
              std::scoped_lock lock(capture->mutex);
              capture->index = std::move(first);
            }
            post(0, records, true);
          };
          auto result = build_index(capture->file, capture->header, *cancel, callbacks);
          progress.reset();
          if (!result.ok()) return result.status();
          std::scoped_lock lock(capture->mutex);
          capture->index = *result;
          capture->index_milliseconds = static_cast<double>(now_ns() - begin) / 1e6;
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value summary(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [capture = capture_]() -> Result<std::string> {
          Text text;
          append_summary(*capture->file, capture->header, *capture->current_index(), capture->index_milliseconds, text);
          return text.take();
        },
        to_string_value);
  }

  Napi::Value create_view(const Napi::CallbackInfo& info) {
    if (!capture_) {
      make_error(info.Env(), capture_closed()).ThrowAsJavaScriptException();
      return info.Env().Undefined();
    }
    auto* data = info.Env().GetInstanceData<AddonData>();
    return data->view_class.New({Napi::External<SharedCapture>::New(info.Env(), &capture_)});
  }

  Napi::Value details(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [capture = capture_, key = info[0].ToString().Utf8Value()]() -> Result<std::string> {
          const auto index = capture->current_index();
          auto node = parse_node_key(*index, key);
          Text text;
          if (node && node->kind == Node::Kind::kRun) {
            append_run_details({*index, capture->header, capture->file}, *run_beginning_at(*index, node->id), text);
            return text.take();
          }
          if (node && node->kind == Node::Kind::kObject)
            node = Node{Node::Kind::kRecord, 0, index->objects()[node->id].created};
          if (!node || node->kind != Node::Kind::kRecord || node->id >= index->size()) {
            return Status(StatusCode::kNotFound, "the capture has no record " + key);
          }
          IR_RETURN_IF_ERROR(append_details({*index, capture->header, capture->file}, *node, text));
          return text.take();
        },
        to_string_value);
  }

  Napi::Value overview(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [capture = capture_, cancel = cancel_flag(info[0])]() -> Result<std::string> {
          const auto index = capture->current_index();
          Text text;
          IR_RETURN_IF_ERROR(append_overview({*index, capture->header, capture->file}, *cancel, text));
          return text.take();
        },
        to_string_value);
  }

  Napi::Value find_object(const Napi::CallbackInfo& info) {
    const std::string digits = info[0].ToString().Utf8Value();
    uint64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    double record = -1;
    if (capture_ && error == std::errc() && end == digits.data() + digits.size()) {
      const auto index = capture_->current_index();
      const ObjectEntry* object = index->find_object(id);
      if (object != nullptr && object->created != kNoRecord) record = object->created;
    }
    return Napi::Number::New(info.Env(), record);
  }

  Napi::Value bytes(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    const int64_t record = info[0].ToNumber().Int64Value();
    const int64_t offset = info[1].ToNumber().Int64Value();
    const int64_t length = info[2].ToNumber().Int64Value();
    return PromiseWorker<std::vector<uint8_t>>::run(
        info.Env(),
        [capture = capture_, record, offset, length]() -> Result<std::vector<uint8_t>> {
          const auto index = capture->current_index();
          if (record < 0 || record >= index->size() || offset < 0 || length < 0) {
            return Status(StatusCode::kOutOfRange, "the capture has no such record");
          }
          const uint32_t at = static_cast<uint32_t>(record);
          RecordReader reader(capture->file, capture->header, index->offset(at), at);
          RecordFrame frame;
          IR_RETURN_IF_ERROR(reader.next(&frame));
          const uint64_t begin = std::min<uint64_t>(static_cast<uint64_t>(offset), frame.header.record_length);
          const uint64_t count =
              std::min<uint64_t>({static_cast<uint64_t>(length), frame.header.record_length - begin, kMaxBytes});
          auto bytes = capture->file->read(frame.offset + begin, count);
          if (!bytes.ok()) return bytes.status().at(at, frame.offset);
          return bytes;
        },
        to_bytes);
  }

  Napi::Value executable_code(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return describe_executable_code(info.Env(), capture_, info);
  }
  Napi::Value function_code(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return list_function_code(info.Env(), capture_, info);
  }
  Napi::Value gpu_module(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return read_gpu_module(info.Env(), capture_, info);
  }

  Napi::Value embedded_source(const Napi::CallbackInfo& info) {
    if (!capture_) return rejected(info.Env(), capture_closed());
    return read_embedded_source(info.Env(), capture_, info);
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    capture_.reset();
    return info.Env().Undefined();
  }

  static constexpr uint64_t kMaxBytes = 64 * 1024;

  SharedCapture capture_;
};

}  // namespace

Napi::Function define_capture_class(Napi::Env env) { return CaptureHandle::define(env); }

Napi::Value open_capture(const Napi::CallbackInfo& info) {
  return PromiseWorker<SharedCapture>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value()]() -> Result<SharedCapture> {
        IR_ASSIGN_OR_RETURN(auto file, File::open(path));
        IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*file));
        auto capture = std::make_shared<OpenCapture>();
        capture->file = std::move(file);
        capture->header = header;
        capture->index = empty_index();
        return capture;
      },
      [](Napi::Env env, SharedCapture& capture) -> Napi::Value {
        auto* data = env.GetInstanceData<AddonData>();
        return data->capture_class.New({Napi::External<SharedCapture>::New(env, &capture)});
      });
}

}  // namespace ireereplay::addon
