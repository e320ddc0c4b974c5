#include "core/io/npy.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/base/contract.h"
#include "core/io/element.h"
#include "core/io/input_file.h"
#include "core/io/npy_header.h"

namespace headscope {

namespace {

struct OpenArray {
    InputFile file;
    NpyHeader header;
};

Result<OpenArray> open_array(const std::string& path) {
    Result<InputFile> file = InputFile::open(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    Result<NpyHeader> header = read_npy_header(*file);
    if (!header) {
        return tl::make_unexpected(header.error());
    }
    return OpenArray{std::move(*file), std::move(*header)};
}

/// Rank 2, or 3 with a batch axis, and not empty. `accepted` is the text of those shapes.
Result<void> check_matrix(const OpenArray& array, const char* accepted) {
    const std::vector<Index>& shape = array.header.shape;
    if (shape.size() != 2 && shape.size() != 3) {
        return fail(ErrorCode::array_wrong_rank, array.file.path(), shape_text(shape), accepted);
    }
    if (array.header.count == 0) {
        return fail(ErrorCode::array_empty, array.file.path(), shape_text(shape));
    }
    return {};
}

std::vector<Index> with_batch_axis(const std::vector<Index>& shape) {
    return shape.size() == 2 ? std::vector<Index>{1, shape[0], shape[1]} : shape;
}

/// From Fortran order, in which the first index runs fastest, to C order. Rank <= 4.
template <typename T>
void to_c_order(std::span<const Index> shape, std::span<const T> from, std::span<T> to) {
    std::array<Index, 4> n = {1, 1, 1, 1}; // axes of length 1 in front change neither order
    std::ranges::copy_backward(shape, n.end());
    auto next = to.begin();
    for (Index a = 0; a < n[0]; ++a) {
        for (Index b = 0; b < n[1]; ++b) {
            for (Index c = 0; c < n[2]; ++c) {
                for (Index d = 0; d < n[3]; ++d) {
                    *next++ = from[static_cast<std::size_t>(a + n[0] * (b + n[1] * (c + n[2] * d)))];
                }
            }
        }
    }
}

/// The array's values; `shape` has as many of them.
Result<Tensor> read_values(const OpenArray& array, const std::vector<Index>& shape) {
    Tensor values(shape);
    const Result<void> read = read_elements(array.file, array.header.data_offset, array.header.type, values.values());
    if (!read) {
        return tl::make_unexpected(read.error());
    }
    if (!array.header.fortran_order || array.header.shape.size() < 2) {
        return values;
    }
    Tensor ordered(shape);
    to_c_order<float>(array.header.shape, std::as_const(values).values(), ordered.values());
    return ordered;
}

/// What a mask's number says. The order of the array is mended before anything is reported, so all are kept.
enum Cell : std::uint8_t { hidden = 0, visible = 1, nan, infinite, minus_infinite };

Cell mask_cell(std::uint64_t bits, const ElementType& type) {
    if (element_is_finite(bits, type)) {
        return element_is_zero(bits, type) ? hidden : visible;
    }
    const float value = element_value(bits, type);
    return value > 0 ? infinite : value < 0 ? minus_infinite : nan;
}

Result<void> check_cells(const OpenArray& array, std::span<const std::uint8_t> cells) {
    const auto bad = std::ranges::find_if(cells, [](std::uint8_t cell) { return cell > visible; });
    if (bad == cells.end()) {
        return {};
    }
    constexpr float inf = std::numeric_limits<float>::infinity();
    const float value = *bad == nan ? std::numeric_limits<float>::quiet_NaN() : *bad == infinite ? inf : -inf;
    return not_finite(array.file.path(), array.header.shape, bad - cells.begin(), value);
}

} // namespace

Result<Tensor> read_npy(const std::string& path) {
    const Result<OpenArray> array = open_array(path);
    if (!array) {
        return tl::make_unexpected(array.error());
    }
    const std::vector<Index>& shape = array->header.shape;
    if (shape.size() > 4) {
        return fail(ErrorCode::array_wrong_rank, path, shape_text(shape),
                    "() / (a,) / (a, b) / (a, b, c) / (a, b, c, d)");
    }
    return read_values(*array, shape.empty() ? std::vector<Index>{1} : shape);
}

Result<NpyInput> read_npy_input(const std::string& path) {
    const Result<OpenArray> array = open_array(path);
    if (!array) {
        return tl::make_unexpected(array.error());
    }
    const NpyHeader& header = array->header;
    if (header.type.kind != ElementType::Kind::floating || header.type.bytes < 4) {
        return fail(ErrorCode::npy_unsupported_type, path, printable(header.descr));
    }
    if (const Result<void> good = check_matrix(*array, "(n, d_model) / (batch, n, d_model)"); !good) {
        return tl::make_unexpected(good.error());
    }
    Result<Tensor> values = read_values(*array, with_batch_axis(header.shape));
    if (!values) {
        return tl::make_unexpected(values.error());
    }
    if (const Result<void> finite = check_finite(path, header.shape, std::as_const(*values).values()); !finite) {
        return tl::make_unexpected(finite.error());
    }
    return NpyInput{std::make_shared<const Tensor>(std::move(*values)), header.shape.size() == 3};
}

Result<std::shared_ptr<const MaskMatrix>> read_npy_mask(const std::string& path) {
    const Result<OpenArray> array = open_array(path);
    if (!array) {
        return tl::make_unexpected(array.error());
    }
    const NpyHeader& header = array->header;
    if (const Result<void> good = check_matrix(*array, "(n_q, n_k) / (batch, n_q, n_k)"); !good) {
        return tl::make_unexpected(good.error());
    }
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(header.count));
    const Result<void> read =
        for_each_element(array->file, header.data_offset, header.count, header.type, [&](Index i, std::uint64_t bits) {
            cells[static_cast<std::size_t>(i)] = mask_cell(bits, header.type);
        });
    if (!read) {
        return tl::make_unexpected(read.error());
    }
    if (header.fortran_order) {
        std::vector<std::uint8_t> ordered(cells.size());
        to_c_order<std::uint8_t>(header.shape, cells, ordered);
        cells = std::move(ordered);
    }
    if (const Result<void> good = check_cells(*array, cells); !good) {
        return tl::make_unexpected(good.error());
    }
    const std::vector<Index> shape = with_batch_axis(header.shape);
    return std::make_shared<const MaskMatrix>(MaskMatrix{shape[0], shape[1], shape[2], std::move(cells)});
}

std::string npy_bytes(std::span<const Index> shape, std::span<const float> values) {
    const std::optional<Index> bytes = array_bytes(shape, sizeof(float));
    HEADSCOPE_EXPECTS(bytes && *bytes == static_cast<Index>(values.size_bytes()));
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
    // The data begin at a multiple of 64 bytes; magic, version and length take 10, the line end 1.
    constexpr std::size_t start = 10;
    constexpr std::size_t alignment = 64;
    header.append((alignment - (start + header.size() + 1) % alignment) % alignment, ' ');
    header += '\n';
    std::string file("\x93NUMPY\x01\x00", 8);
    file.reserve(start + header.size() + values.size_bytes());
    file += static_cast<char>(header.size() & 0xff);
    file += static_cast<char>(header.size() >> 8);
    file += header;
    append_little_endian(file, values);
    return file;
}

} // namespace headscope
