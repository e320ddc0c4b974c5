#include "core/base/build_info.h"

namespace headscope {

std::string_view version() {
    return HEADSCOPE_VERSION;
}

} // namespace headscope
