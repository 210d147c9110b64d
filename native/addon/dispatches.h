// Lists of dispatches, for JavaScript.
#pragma once

#include <napi.h>

#include <string>

#include "replay/dispatch_list.h"

namespace ireereplay::addon {

/// DispatchList of engine/addon/dispatches.ts as JSON.
std::string list_json(const replay::DispatchList& list);
/// Reads (selectors, most), from argument `first` on.
replay::ListedPart read_listed_part(const Napi::CallbackInfo& info, size_t first);

/// listDispatches(path, options, selectors, most, cancel): promise of list_json().
Napi::Value list_dispatches_of(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
