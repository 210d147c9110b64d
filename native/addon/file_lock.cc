#include "file_lock.h"

#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace ireereplay::addon {

Napi::Value try_lock(const Napi::CallbackInfo& info) {
  const int fd = info[0].ToNumber().Int32Value();
  const bool shared = info[1].ToString().Utf8Value() == "shared";
  for (;;) {
    if (flock(fd, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) return Napi::Boolean::New(info.Env(), true);
    if (errno == EWOULDBLOCK) return Napi::Boolean::New(info.Env(), false);
    if (errno == EINTR) continue;
    Napi::Error::New(info.Env(), std::strerror(errno)).ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
}

}  // namespace ireereplay::addon
