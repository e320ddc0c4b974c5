#pragma once

#include <string>

#include "core/engine/snapshot.h"

namespace headscope {

/// attention.csv: head, query, key, query_token, key_token, score, weight; a line a cell, with a leading batch column
/// when the input had a batch axis. RFC 4180 quoting, lines end with "\n"; numbers are the shortest that read back as
/// the same float32 (masked weights "0"). The score is that before the mask is filled. With dropout the weight column
/// holds weights after dropout. The run has kept its weights (contract); scores are made anew where it has not. Arrays
/// have no tokens: their fields are empty. Without a token, the first line alone.
std::string attention_csv(const Snapshot& snapshot);

} // namespace headscope
