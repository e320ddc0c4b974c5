#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "app/attend_job.h"
#include "core/base/error.h"
#include "core/engine/snapshot.h"

namespace headscope::ui {

/// A file that a result will be written to: its name is known before anything is computed.
struct PlannedFile {
    std::string name;
    std::function<Result<std::string>(const std::shared_ptr<const Snapshot>&)> bytes;
};

/// The files of one line and one number of heads. They refer to the job, which outlives them.
std::vector<PlannedFile> plannedFiles(const AttendJob& job, const TextLine& line, Index heads);

/// What is said before a file is written that fills a disk, one sentence; of one below 1 GiB nothing.
QString largeFileNote(const std::string& name, Index bytes);

/// Error: file_names_collide, where two files of the whole job would have the same name.
Result<void> checkNames(const AttendJob& job);

} // namespace headscope::ui
