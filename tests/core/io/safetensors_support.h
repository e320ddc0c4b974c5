#pragma once

#include <algorithm>
#include <string>
#include <vector>

// Safetensors files made by hand, so that each can be wrong in one way.

/// Header length, header, data.
inline std::string file_of(const std::string& header, const std::string& data) {
    std::string file;
    for (int shift = 0; shift < 64; shift += 8) {
        file += static_cast<char>(header.size() >> shift & 0xff);
    }
    return file + header + data;
}

struct Entry {
    std::string name;
    std::string dtype = "F32";
    std::string shape;
    std::string data;

    std::string json(std::size_t begin) const {
        return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
               std::to_string(begin) + "," + std::to_string(begin + data.size()) + "]}";
    }
};

inline std::string file_of(const std::vector<Entry>& entries) {
    std::string header;
    std::string data;
    for (const Entry& entry : entries) {
        header += (header.empty() ? "{" : ",") + entry.json(data.size());
        data += entry.data;
    }
    return file_of(header + "}", data);
}

/// The article's eight tensors at d_model 2, all values 0.
inline std::vector<Entry> article_entries() {
    std::vector<Entry> entries;
    for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) {
        entries.push_back({std::string(name) + ".weight", "F32", "[2,2]", std::string(16, '\0')});
        entries.push_back({std::string(name) + ".bias", "F32", "[2]", std::string(8, '\0')});
    }
    return entries;
}

inline constexpr std::size_t data_size = 4 * (16 + 8);

/// Changes one tensor of a good file.
inline std::string file_with(const Entry& changed) {
    std::vector<Entry> entries = article_entries();
    std::ranges::replace_if(
        entries, [&](const Entry& entry) { return entry.name == changed.name; }, changed);
    return file_of(entries);
}

/// A good file's header with one piece of text replaced.
inline std::string file_with(const std::string& text, const std::string& replacement) {
    const std::string good = file_of(article_entries());
    std::string header = good.substr(8, good.size() - 8 - data_size);
    const std::size_t place = header.find(text);
    return place == std::string::npos
               ? std::string()
               : file_of(header.replace(place, text.size(), replacement), std::string(data_size, '\0'));
}
