#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headscope::bench {

struct Elapsed {
    double clock = 0.0;     ///< seconds that pass
    double processor = 0.0; ///< seconds that the calling thread is not kept waiting by other programs
};

/// Something that is timed in turn with others.
struct Contender {
    std::string name;
    std::function<Elapsed(int calls)> time; ///< of `calls` calls in a row
    bool one_thread = true;
};

/// Which seconds count. `processor` is for a machine that is busy with other programs; what has more than one thread is
/// taken by the clock even so.
enum class Count { clock, processor };

/// Of one call, over the rounds, in seconds. Not a number where nothing was measured.
struct Timing {
    double median;
    double minimum;
};

/// By the contenders' names.
class Timings {
public:
    Timing of(const std::string& name) const;
    void add(const std::string& name, Timing timing) { timings_[name] = timing; }

private:
    std::map<std::string, Timing> timings_;
};

/// Every contender has one turn in each round, so that a machine that is busy for a while is busy for all of them, and
/// in another order each time, so that none has always the same one before it. A turn is as many calls as fit into 4
/// ms, at least one; short ones follow a call that is not timed, which finds the caches as the contender before left
/// them.
Timings interleaved(const std::vector<Contender>& contenders, int rounds, Count count);

/// A contender that is a function of this process, on the calling thread.
Contender contender(std::string name, std::function<void()> call);

} // namespace headscope::bench
