// What most sources use of the standard library, precompiled for whole builds. Each file still names what it uses: it
// also compiles without.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
