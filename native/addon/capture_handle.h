// An open capture as JavaScript holds it.
#pragma once

#include <napi.h>

#include <memory>
#include <mutex>

#include "base/file.h"
#include "capture/index.h"

namespace ireereplay::addon {

/// What a capture's handle, its views and running workers share. The index is replaced as a whole, under the mutex.
struct OpenCapture {
  std::shared_ptr<const File> file;
  CaptureHeader header;
  std::mutex mutex;
  std::shared_ptr<const CaptureIndex> index;
  double index_milliseconds = 0;

  std::shared_ptr<const CaptureIndex> current_index() {
    std::scoped_lock lock(mutex);
    return index;
  }
};

/// openCapture(path): a promise of a capture.
Napi::Value open_capture(const Napi::CallbackInfo& info);

Napi::Function define_capture_class(Napi::Env env);

}  // namespace ireereplay::addon
