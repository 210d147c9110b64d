// Work on a pool thread, with a promise for its result.
#pragma once

#include <napi.h>

#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/status.h"

namespace ireereplay::addon {

/// The Error for `status`: message with place, and code, record, offset as properties.
Napi::Error make_error(Napi::Env env, const Status& status);

/// Runs `work` on a pool thread and settles a promise with its value, which `convert` turns into a JavaScript value on
/// the main thread, or with its failure. `work` must not touch JavaScript.
template <typename T>
class PromiseWorker : public Napi::AsyncWorker {
 public:
  using Work = std::function<Result<T>()>;
  using Convert = std::function<Napi::Value(Napi::Env, T&)>;

  static Napi::Promise run(Napi::Env env, Work work, Convert convert) {
    auto* worker = new PromiseWorker(env, std::move(work), std::move(convert));  // deletes itself when done
    Napi::Promise promise = worker->deferred_.Promise();
    worker->Queue();
    return promise;
  }

 protected:
  void Execute() override { result_ = std::make_unique<Result<T>>(work_()); }
  void OnOK() override {
    if (result_->ok()) {
      deferred_.Resolve(convert_(Env(), **result_));
    } else {
      deferred_.Reject(make_error(Env(), result_->status()).Value());
    }
  }

 private:
  PromiseWorker(Napi::Env env, Work work, Convert convert)
      : Napi::AsyncWorker(env), deferred_(env), work_(std::move(work)), convert_(std::move(convert)) {}

  Napi::Promise::Deferred deferred_;
  Work work_;
  Convert convert_;
  std::unique_ptr<Result<T>> result_;
};

/// No value.
struct Nothing {};
inline Napi::Value to_undefined(Napi::Env env, Nothing&) { return env.Undefined(); }
inline Napi::Value to_string_value(Napi::Env env, std::string& text) { return Napi::String::New(env, text); }
/// A typed array with a buffer of its own, so that it can be transferred.
template <typename Array, typename Container>
Array copy_array(Napi::Env env, const Container& data) {
  static_assert(sizeof(*data.data()) == sizeof(*std::declval<Array>().Data()));
  auto array = Array::New(env, data.size());
  if (!data.empty()) std::memcpy(array.Data(), data.data(), array.ByteLength());
  return array;
}
inline Napi::Value to_bytes(Napi::Env env, std::vector<uint8_t>& data) {
  return copy_array<Napi::Uint8Array>(env, data);
}

/// A promise that is already rejected.
inline Napi::Promise rejected(Napi::Env env, const Status& status) {
  auto deferred = Napi::Promise::Deferred::New(env);
  deferred.Reject(make_error(env, status).Value());
  return deferred.Promise();
}

}  // namespace ireereplay::addon
