#pragma once

#include <string>

#include "core/engine/snapshot.h"

namespace headscope {

/// attention.csv: head, query, key, query_token, key_token, score, weight; a line a cell, with a leading batch column
/// when the input had a batch axis. RFC 4180 quoting; numbers are the shortest that read back as the same float32
/// (masked weights "0"). With dropout the weight column holds weights after dropout.
std::string attention_csv(const Snapshot& snapshot);

} // namespace headscope
