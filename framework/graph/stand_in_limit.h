// How many functors that nobody knows one program can open documents with.
#pragma once

#include <string>

#include "graph/library.h"
#include "support/result.h"

namespace weft {

/// kDocument error where the document `text` uses functors that `library` does not have, though
/// what stand_ins_for() made for it was added: it makes 64 of them in a program, those of documents
/// before this among them. The error says how many there are, and what to do.
Status check_stand_ins(const std::string& text, const Library& library);

}  // namespace weft
