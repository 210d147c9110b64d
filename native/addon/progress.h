// Calls a JavaScript function from a worker thread.
#pragma once

#include <napi.h>

#include <functional>
#include <string>

namespace ireereplay::addon {

/// Posts calls of a callback from any thread while it lives; it must end before the worker's promise is settled, so
/// that no progress arrives after the result. Calls that JavaScript has not kept up with are queued in order.
class ProgressCallback {
 public:
  ProgressCallback(Napi::Env env, const Napi::Value& callback) {
    if (callback.IsFunction()) {
      function_ = Napi::ThreadSafeFunction::New(env, callback.As<Napi::Function>(), "progress", 0, 1);
      // A forgotten callback must not keep the process alive.
      function_.Unref(env);
    }
  }
  ~ProgressCallback() {
    if (function_) function_.Release();
  }
  ProgressCallback(const ProgressCallback&) = delete;
  ProgressCallback& operator=(const ProgressCallback&) = delete;

  void call(std::function<void(Napi::Env, Napi::Function)> body) {
    if (!function_) return;
    auto* data = new std::function<void(Napi::Env, Napi::Function)>(std::move(body));
    const napi_status status = function_.NonBlockingCall(
        data, [](Napi::Env env, Napi::Function function, std::function<void(Napi::Env, Napi::Function)>* body) {
          if (env != nullptr && function != nullptr) (*body)(env, function);
          delete body;
        });
    if (status != napi_ok) delete data;
  }

 private:
  Napi::ThreadSafeFunction function_;
};

}  // namespace ireereplay::addon
