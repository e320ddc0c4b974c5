#include "app/text_lines.h"

#include <array>
#include <cerrno>

#include <unistd.h>

#include <QCoreApplication>

#include "app/interrupt.h"
#include "core/io/file.h"

namespace headscope::ui {

namespace {

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

Result<std::string> readStandardInput() {
    std::string bytes;
    std::array<char, 65536> buffer{};
    while (!Interrupt::waitForInput(STDIN_FILENO)) {
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count == 0) {
            return bytes;
        }
        if (count > 0) {
            bytes.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (errno != EINTR && errno != EAGAIN) {
            return fail(ErrorCode::file_unreadable,
                        QCoreApplication::translate("CommandLine", "Standard input").toStdString(), errno);
        }
    }
    return fail(ErrorCode::cancelled);
}

} // namespace

TextLines splitLines(std::string_view bytes) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    TextLines result;
    std::size_t begin = bytes.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
    while (begin < bytes.size()) {
        const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
        std::string_view line = bytes.substr(begin, end - begin);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        ++result.count;
        if (!isBlank(line)) {
            result.lines.push_back({result.count, static_cast<Index>(begin), std::string(line)});
        }
        begin = end + 1;
    }
    return result;
}

Result<TextLines> readTextLines(const std::string& path) {
    const Result<std::string> bytes = path == "-" ? readStandardInput() : read_file(path);
    if (!bytes) {
        return tl::make_unexpected(bytes.error());
    }
    TextLines lines = splitLines(*bytes);
    if (lines.lines.empty()) {
        return fail(ErrorCode::text_empty);
    }
    return lines;
}

} // namespace headscope::ui
