// A document whose code has not been trusted: what can be said of it without running any.
#pragma once

#include <string>

#include "engine/trust.h"
#include "support/result.h"

namespace weft {

/// What the document's file says of itself, its code with line numbers, and how to let that run.
/// Nothing in it can hide from a terminal. kDocument.
Result<std::string> untrusted_text(const std::string& path, const Trust& trust);

/// The error of a command that could not open `effect`, after printing untrusted_text() of it
/// where it is kTrust.
Error told(const Error& error, const std::string& effect, const TrustOptions& trust);

}  // namespace weft
