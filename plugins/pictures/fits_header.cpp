// FITS: the headers of its primary picture and of those in extensions, each of any number of
// blocks.
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

constexpr std::uint64_t kBlock = 2880;
constexpr std::size_t kCard = 80, kName = 8, kValue = 10;
/// A decoder calls itself for each block.
constexpr std::uint64_t kMaxBlocks = 256;

struct FitsHeader {
    std::uint64_t end = 0;  ///< where the pixels begin; 0: it has none
    std::map<std::string, std::int64_t, std::less<>> numbers;  ///< of BITPIX and the axes

    std::optional<std::int64_t> number(std::string_view name) const {
        const auto found = numbers.find(name);
        return found == numbers.end() ? std::nullopt : std::optional(found->second);
    }
};

/// "NAME    =    VALUE"
std::optional<std::int64_t> number_in(std::string_view card) {
    const std::size_t begin = card.find_first_not_of(' ', kValue);
    if (begin == std::string_view::npos) return std::nullopt;
    std::int64_t value = 0;
    const auto [stop, error] =
        std::from_chars(card.data() + begin, card.data() + card.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

FitsHeader header_at(FileNumbers& file, std::uint64_t begin) {
    FitsHeader header;
    for (std::uint64_t block = 0; block < kMaxBlocks; ++block)
        for (std::size_t i = 0; i < kBlock / kCard; ++i) {
            const std::string card(file.text(begin + block * kBlock + i * kCard, kCard));
            if (card.size() < kCard) return header;
            const std::string name = card.substr(0, card.find_last_not_of(' ', kName - 1) + 1);
            if (name == "END") {
                header.end = begin + (block + 1) * kBlock;
                return header;
            }
            if (!name.starts_with("NAXIS") && name != "BITPIX") continue;
            if (const auto value = number_in(card)) header.numbers[name] = *value;
        }
    return header;
}

std::string pixels_trouble(const FitsHeader& header, std::uint64_t file_size) {
    if (header.end == 0)
        return fmt::format(
            "its header has no end among the first {} cards, or the file none; it is damaged or "
            "cut short, write it again",
            kMaxBlocks * kBlock / kCard);
    const std::int64_t axes = header.number("NAXIS").value_or(0);
    if (axes == 0) return {};
    if (axes < 0 || axes > 999)
        return fmt::format("its header promises {} axes; expected 0 to 999", axes);
    const std::int64_t bits = header.number("BITPIX").value_or(0);
    if (bits != 8 && bits != 16 && bits != 32 && bits != -32 && bits != -64)
        return fmt::format("its samples are of kind {}; expected 8, 16, 32, -32 or -64", bits);
    StoredRows rows{0, 1, header.end};
    rows.row = static_cast<std::uint64_t>(bits < 0 ? -bits : bits) / 8;
    for (std::int64_t i = 1; i <= axes; ++i) {
        const auto extent = header.number(fmt::format("NAXIS{}", i));
        if (!extent || *extent < 1) return {};
        const auto pixels = static_cast<std::uint64_t>(*extent);
        if (i == 1) {
            rows.width = pixels;
            rows.row = product(rows.row, pixels);
        } else {
            rows.height = product(rows.height, pixels);
        }
    }
    return missing_rows(rows, file_size);
}

}  // namespace

std::string fits_trouble(const FileStart& start) {
    if (start.size < kBlock) return short_header(start, kBlock);
    FileNumbers file(start, std::endian::big);
    if (std::string trouble = pixels_trouble(header_at(file, 0), start.size); !trouble.empty())
        return trouble;
    // Whatever begins a block as one does is taken for an extension.
    constexpr std::string_view kExtension = "XTENSION= 'IMAGE   '";
    for (std::uint64_t at = kBlock; at + kBlock <= start.size; at += kBlock) {
        if (file.text(at, kExtension.size()) != kExtension) continue;
        if (std::string trouble = pixels_trouble(header_at(file, at), start.size); !trouble.empty())
            return fmt::format("in its extension at byte {}, {}", at, trouble);
    }
    return {};
}

}  // namespace weft
