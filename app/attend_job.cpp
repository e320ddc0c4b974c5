#include "app/attend_job.h"

#include <algorithm>

#include <QCoreApplication>

#include "app/attend_arrays.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"

namespace headscope::ui {

namespace {

/// d_model of the option, the input and the weights must agree; 512 where none says it.
Result<Index> commonDModel(const AttendOptions& options, const Request& request) {
    std::optional<Index> dModel = options.dModel;
    const auto agree = [&dModel](Index ofFile, const std::string& path) -> Result<void> {
        if (dModel.value_or(ofFile) != ofFile) {
            return fail(ErrorCode::d_model_conflict, *dModel, ofFile, path);
        }
        dModel = ofFile;
        return {};
    };
    if (const auto* input = std::get_if<ArrayInput>(&request.input)) {
        const Index ofInput = input->arrays.query->dim(2);
        if (const Result<void> same = agree(ofInput, std::get<ArrayFiles>(options.source).query); !same) {
            return tl::make_unexpected(same.error());
        }
    }
    if (!options.weights.empty()) {
        Result<Index> ofWeights = read_parameters_d_model(options.weights);
        if (!ofWeights) {
            return ofWeights;
        }
        if (const Result<void> same = agree(*ofWeights, options.weights); !same) {
            return tl::make_unexpected(same.error());
        }
    }
    return dModel.value_or(ModelDims().d_model());
}

Result<AttentionSettings> attentionSettings(const AttendOptions& options) {
    AttentionSettings settings;
    settings.mask_fill = options.maskFill;
    settings.temperature = options.temperature;
    settings.dropout = options.dropout;
    settings.dropout_seed = options.dropoutSeed;
    if (const Result<void> checked = settings.check(); !checked) {
        return tl::make_unexpected(checked.error());
    }
    if (const auto* file = std::get_if<MaskFile>(&options.mask)) {
        return read_npy_mask(file->path).map([&settings](const std::shared_ptr<const MaskMatrix>& matrix) {
            settings.mask = Mask::matrix(matrix);
            return settings;
        });
    }
    settings.mask = std::get<Mask>(options.mask);
    return settings;
}

/// The mask's own error names it "mask"; the user knows it by its path.
Result<void> checkMask(const AttendOptions& options, const Mask& mask, ErrorCode code, Index batch, Index n_q,
                       Index n_k) {
    Result<void> checked = mask.check(batch, n_q, n_k);
    if (!checked) {
        Error& error = checked.error();
        error.code = code;
        error.arguments.front() = std::get<MaskFile>(options.mask).path;
    }
    return checked;
}

Result<void> checkHeadsShown(const AttendOptions& options) {
    for (const Index heads : options.heads) {
        for (const Index shown : options.headsShown) {
            if (shown < 0 || shown >= heads) {
                return fail(ErrorCode::head_out_of_range, shown, heads);
            }
        }
    }
    return {};
}

Result<std::vector<Request>> requestForEachHeadCount(const AttendOptions& options, Request request, Index dModel) {
    std::vector<Request> requests;
    for (const Index heads : options.heads) {
        const Result<ModelDims> dims = ModelDims::create(dModel, heads);
        if (!dims) {
            return tl::make_unexpected(dims.error());
        }
        request.dims = *dims;
        requests.push_back(request);
    }
    return requests;
}

/// Numbers need every weight, and a table its score; pictures of many tokens a map, so that memory does not grow with
/// their square.
void wantWhatIsWritten(Request& request, const AttendOptions& options) {
    const auto writes = [&options](NumberFormat format) {
        return std::ranges::find(options.numberFormats, format) != options.numberFormats.end();
    };
    request.wanted = {.scores = writes(NumberFormat::csv), .weights = true, .map_tile = 0};
    request.map_above = options.numberFormats.empty() ? most_tokens_drawn_cell_by_cell : 0;
}

/// All but the text and the number of heads.
Result<Request> commonRequest(const AttendOptions& options) {
    Request request;
    request.seed = options.seed;
    wantWhatIsWritten(request, options);
    if (!options.weights.empty()) {
        request.weights = FileWeights{options.weights};
    }
    if (const auto* files = std::get_if<ArrayFiles>(&options.source)) {
        Result<ArrayInput> arrays = readArrays(*files);
        if (!arrays) {
            return tl::make_unexpected(arrays.error());
        }
        request.input = *std::move(arrays);
    } else {
        request.input = TextInput{.text = {}, .tokenizer = options.tokenizer, .positions = options.positions};
    }
    return attentionSettings(options).map([&request](const AttentionSettings& settings) {
        request.attention = settings;
        return request;
    });
}

Result<void> takeArrays(AttendJob& job, const ArrayInput& input) {
    const Tensor& query = *input.arrays.query;
    job.lines = {TextLine{}};
    job.batch = query.dim(0);
    return checkMask(job.options, job.requests.front().attention.mask, ErrorCode::array_wrong_shape, job.batch,
                     query.dim(1), input.arrays.key->dim(1));
}

Result<void> takeLines(AttendJob& job) {
    if (const auto* one = std::get_if<OneText>(&job.options.source)) {
        job.lines = {TextLine{.number = 1, .begin = 0, .text = one->text}};
        return withText(job, job.requests.front(), job.lines.front()).map([](const Request&) {});
    }
    return readTextLines(std::get<TextFile>(job.options.source).path).map([&job](TextLines lines) {
        job.lines = std::move(lines.lines);
        job.lineCount = lines.count;
    });
}

Result<void> takeInput(AttendJob& job) {
    const auto* arrays = std::get_if<ArrayInput>(&job.requests.front().input);
    return arrays != nullptr ? takeArrays(job, *arrays) : takeLines(job);
}

} // namespace

Result<AttendJob> prepareAttend(const AttendOptions& options) {
    return commonRequest(options).and_then([&options](const Request& request) {
        AttendJob job;
        job.options = options;
        return commonDModel(options, request)
            .and_then([&](Index dModel) { return requestForEachHeadCount(options, request, dModel); })
            .and_then([&](std::vector<Request> requests) {
                job.requests = std::move(requests);
                return checkHeadsShown(options);
            })
            .and_then([&job] { return takeInput(job); })
            .map([&job] { return job; });
    });
}

Result<Request> withText(const AttendJob& job, const Request& request, const TextLine& line) {
    const auto* input = std::get_if<TextInput>(&request.input);
    if (input == nullptr) {
        return request; // arrays
    }
    const auto* file = std::get_if<TextFile>(&job.options.source);
    const std::string source = file == nullptr ? "--text"
                               : file->path == "-"
                                   ? QCoreApplication::translate("CommandLine", "Standard input").toStdString()
                                   : file->path;
    // White space is a token of its own among characters; a text without a word is blank whatever the tokenizer.
    Result<std::vector<Token>> tokens = tokenize(line.text, Tokenizer::words, source);
    if (tokens && tokens->empty()) {
        return fail(ErrorCode::text_empty);
    }
    if (tokens && input->tokenizer != Tokenizer::words) {
        tokens = tokenize(line.text, input->tokenizer, source);
    }
    if (!tokens) {
        Error error = tokens.error();
        if (error.code == ErrorCode::text_invalid_utf8) {
            std::get<std::int64_t>(error.arguments.back()) += line.begin; // in the file, not in its line
        }
        return tl::make_unexpected(std::move(error));
    }
    const Index n = std::ssize(*tokens);
    Request complete = request;
    std::get<TextInput>(complete.input).text = line.text;
    return checkMask(job.options, request.attention.mask, ErrorCode::mask_not_for_text_shape, 1, n, n).map([&complete] {
        return complete;
    });
}

} // namespace headscope::ui
