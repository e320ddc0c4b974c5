#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/base/error.h"
#include "core/engine/request.h"
#include "core/model/packed_parameters.h"

namespace headscope {

/// The parameters of the last request. They are made or read anew when the choice of weights, d_model or (for random
/// ones) the seed changes, or when the file's size or time of change does; a file changed within the last seconds is
/// read every time, since a second change may leave both as they are (file systems count time in steps).
class ParameterCache {
public:
    struct Answer {
        std::shared_ptr<const Parameters> parameters;
        std::shared_ptr<const PackedParameters> packed;
        bool made = false; ///< not from the run before
    };

    /// Errors: those of read_parameters(), d_model_conflict, cancelled.
    Result<Answer> get(const Request& request, const std::stop_token& stop);

private:
    struct Key {
        std::variant<RandomWeights, FileWeights> weights;
        std::uint64_t seed = 0; ///< 0 for a file, which has none
        Index d_model = 0;
        std::uintmax_t file_size = 0;
        std::filesystem::file_time_type file_time;

        friend bool operator==(const Key&, const Key&) = default;
    };
    static Key key_of(const Request& request);
    bool is_current(const Key& key) const;

    std::optional<Key> key_;
    bool settled_ = true; ///< the file was old enough, when it was read, for its next change to show in its time
    std::shared_ptr<const Parameters> parameters_;
    std::shared_ptr<const PackedParameters> packed_;
};

} // namespace headscope
