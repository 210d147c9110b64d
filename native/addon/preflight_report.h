// What preflight found, for JavaScript.
#pragma once

#include <string>

#include "program/problem.h"

namespace ireereplay::addon {

/// The protocol's PreflightReport as JSON.
std::string report_json(const replay::PreflightReport& report);

}  // namespace ireereplay::addon
