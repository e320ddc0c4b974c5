#include "core/io/csv_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {

namespace {

class Reader {
public:
    Reader(std::string_view bytes, const std::string& path)
        : rest_(bytes)
        , path_(path) {}

    Result<std::vector<CsvRow>> rows() {
        std::vector<CsvRow> rows;
        while (!rest_.empty()) {
            if (take_line_end()) {
                continue;
            }
            CsvRow row;
            row.line = line_;
            do {
                if (const Result<void> read = rest_.starts_with('"') ? quoted(row) : plain(row); !read) {
                    return tl::make_unexpected(read.error());
                }
            } while (take(","));
            take_line_end();
            rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    bool take(std::string_view text) {
        const bool there = rest_.starts_with(text);
        rest_.remove_prefix(there ? text.size() : 0);
        return there;
    }

    bool take_line_end() {
        const bool there = take("\r\n") || take("\n");
        line_ += there ? 1 : 0;
        return there;
    }

    /// A CR alone is a character like others.
    std::size_t plain_length() const {
        const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
        const bool carriage_return = end > 0 && end < rest_.size() && rest_[end] == '\n' && rest_[end - 1] == '\r';
        return carriage_return ? end - 1 : end;
    }

    Result<void> plain(CsvRow& row) {
        row.fields.emplace_back(rest_.substr(0, plain_length()));
        rest_.remove_prefix(row.fields.back().size());
        return {};
    }

    Result<void> quoted(CsvRow& row) {
        const Index begin = line_;
        rest_.remove_prefix(1);
        std::string text;
        for (;;) {
            const std::size_t quote = rest_.find('"');
            if (quote == std::string_view::npos) {
                return fail(ErrorCode::csv_bad_quotes, path_, begin);
            }
            const std::string_view piece = rest_.substr(0, quote);
            line_ += static_cast<Index>(std::ranges::count(piece, '\n'));
            text += piece;
            rest_.remove_prefix(quote + 1);
            if (!take("\"")) {
                break;
            }
            text += '"';
        }
        const bool ends =
            rest_.empty() || rest_.starts_with(',') || rest_.starts_with('\n') || rest_.starts_with("\r\n");
        if (!ends) {
            return fail(ErrorCode::csv_bad_quotes, path_, begin);
        }
        row.fields.push_back(std::move(text));
        return {};
    }

    std::string_view rest_;
    const std::string& path_;
    Index line_ = 1;
};

} // namespace

Result<std::vector<CsvRow>> csv_rows(std::string_view bytes, const std::string& path) {
    if (const std::optional<Index> bad = first_invalid_utf8(bytes)) {
        return fail(ErrorCode::text_invalid_utf8, path, *bad);
    }
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (bytes.starts_with(byte_order_mark)) {
        bytes.remove_prefix(byte_order_mark.size());
    }
    return Reader(bytes, path).rows();
}

} // namespace headscope
