#include "app/attend_files.h"

#include <numeric>
#include <set>

#include <QCoreApplication>

#include "app/file_names.h"
#include "core/io/attention_json.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

using SnapshotPtr = std::shared_ptr<const Snapshot>;

std::string pattern(const AttendJob& job) {
    return job.options.name.empty() ? defaultNamePattern(job.severalLines(), job.options.heads.size() > 1)
                                    : job.options.name;
}

/// The batch axis is written when the input had one.
std::string npyOf(const Snapshot& snapshot, const Tensor& tensor) {
    const auto* arrays = std::get_if<ArrayInput>(&snapshot.request.input);
    const bool batched = arrays != nullptr && arrays->batched;
    const std::span<const Index> shape(tensor.shape());
    return npy_bytes(batched ? shape : shape.subspan(1), tensor.values());
}

std::string_view ending(FigureFormat format) {
    switch (format) {
    case FigureFormat::png: return ".png";
    case FigureFormat::svg: return ".svg";
    case FigureFormat::pdf: return ".pdf";
    }
    return {};
}

/// The options outlive the file: both are parts of one run.
PlannedFile figure(const AttendOptions& options, std::string name, std::vector<int> heads, Index batch,
                   FigureFormat format) {
    return {std::move(name), [&options, heads = std::move(heads), batch, format](const SnapshotPtr& snapshot) {
                const FigureSpec spec{.snapshot = snapshot,
                                      .heads = heads,
                                      .batch = batch,
                                      .colourMap = options.colourMap,
                                      .range = options.colourRange,
                                      .scale = options.scale};
                return renderFigure(spec, format).map([](const QByteArray& bytes) { return bytes.toStdString(); });
            }};
}

void addNumbers(std::vector<PlannedFile>& files, NumberFormat format, const std::string& attention,
                const std::string& output) {
    using Bytes = Result<std::string>;
    switch (format) {
    case NumberFormat::csv:
        files.push_back({attention + ".csv", [](const SnapshotPtr& s) -> Bytes { return attention_csv(*s); }});
        break;
    case NumberFormat::json:
        files.push_back({attention + ".json", [](const SnapshotPtr& s) -> Bytes { return attention_json(*s); }});
        break;
    case NumberFormat::npy:
        files.push_back(
            {attention + ".npy", [](const SnapshotPtr& s) -> Bytes { return npyOf(*s, s->trace.attention()); }});
        files.push_back({output + ".npy", [](const SnapshotPtr& s) -> Bytes { return npyOf(*s, s->trace.output); }});
        break;
    }
}

void addFigures(std::vector<PlannedFile>& files, const AttendJob& job, FigureFormat format, Index heads,
                const std::string& attention) {
    const AttendOptions& options = job.options;
    std::vector<int> shown(options.headsShown.begin(), options.headsShown.end());
    if (shown.empty()) {
        shown.resize(static_cast<std::size_t>(heads));
        std::iota(shown.begin(), shown.end(), 0);
    }
    for (Index batch = 0; batch < job.batch; ++batch) {
        const std::string stem = attention + (job.batch > 1 ? "_b" + std::to_string(batch) : "");
        if (options.layout == FigureLayout::grid) {
            files.push_back(figure(options, stem + std::string(ending(format)), shown, batch, format));
            continue;
        }
        for (const int head : shown) {
            files.push_back(figure(options, stem + "_head" + std::to_string(head) + std::string(ending(format)), {head},
                                   batch, format));
        }
    }
}

} // namespace

std::vector<PlannedFile> plannedFiles(const AttendJob& job, const TextLine& line, Index heads) {
    const std::string names = pattern(job);
    NameValues values{
        .name = "attention", .heads = heads, .seed = job.options.seed, .line = line.number, .lines = job.lineCount};
    const std::string attention = fileName(names, values);
    values.name = "output";
    const std::string output = fileName(names, values);
    std::vector<PlannedFile> files;
    for (const NumberFormat format : job.options.numberFormats) {
        addNumbers(files, format, attention, output);
    }
    for (const FigureFormat format : job.options.figureFormats) {
        addFigures(files, job, format, heads, attention);
    }
    return files;
}

QString largeFileNote(const std::string& name, Index bytes) {
    constexpr Index large = Index{1} << 30;
    return bytes < large ? QString()
                         : QCoreApplication::translate("CommandLine", "Writing %1, which takes %2.")
                               .arg(QString::fromStdString(name), bytesText(bytes));
}

Result<void> checkNames(const AttendJob& job) {
    std::set<std::string> names;
    for (const TextLine& line : job.lines) {
        for (const Index heads : job.options.heads) {
            for (const PlannedFile& file : plannedFiles(job, line, heads)) {
                if (!names.insert(file.name).second) {
                    return fail(ErrorCode::file_names_collide, pattern(job), file.name);
                }
            }
        }
    }
    return {};
}

} // namespace headscope::ui
