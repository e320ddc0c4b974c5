#pragma once

#include <memory>

#include "core/engine/request.h"
#include "core/engine/snapshot.h"

namespace headscope {

/// Turns a Request into a Snapshot. Keeps the last parameters and the last run, so that nothing is computed twice (see
/// earlier_rows.h); what comes out has the bits of a full run, whatever the way there. One thread at a time uses an
/// engine.
class Engine {
public:
    Engine();
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// An empty or blank text gives a Snapshot without tokens, not an error.
    /// Errors: text_invalid_utf8, too_many_tokens, needs_too_much_memory (predicted before anything is allocated),
    /// out_of_memory, cancelled, d_model_conflict (weights file), those of attend() and of reading the weights file.
    Result<std::shared_ptr<const Snapshot>> run(const Request& request, const RunControl& control = {});

    /// The next run computes everything: for who wants to know how long that takes.
    void forget_last_run();

private:
    struct Cache;
    std::unique_ptr<Cache> cache_;
};

} // namespace headscope
