#include "runtime/simt/shadow.h"

namespace weft {

Shadow::Word& Shadow::enter(std::size_t i, std::uint32_t block) {
    Word& word = words_[i];
    if (word.block == block + 1) return word;
    if (across_blocks_ && word.block != 0) {
        const std::uint32_t past = word.block - 1;
        if (word.writer.thread != kNobody)
            word.past_writer = {past, word.writer.thread, word.writer.place};
        if (word.reader.thread != kNobody)
            word.past_reader = {past, word.reader.thread, word.reader.place};
    }
    word.block = block + 1;
    word.writer = {};
    word.reader = {};
    word.other_reader = {};
    return word;
}

bool Shadow::unordered(const Access& access, const Actor& who) {
    if (access.thread == kNobody || access.thread == who.thread) return false;
    if (access.epoch != who.epoch) return false;
    if (access.thread / 32 != who.thread / 32) return true;
    return (*who.clock)[access.thread % 32] < access.clock;
}

EarlierAccess Shadow::earlier(const Word& word, const Access& access, bool wrote) {
    return {word.block - 1, access.thread, access.place, wrote};
}

EarlierAccess Shadow::earlier(const Past& past, bool wrote) {
    return {past.block, past.thread, past.place, wrote};
}

std::optional<EarlierAccess> Shadow::read(std::size_t i, const Actor& who) {
    Word& word = enter(i, who.block);
    if (word.past_writer.thread != kNobody) return earlier(word.past_writer, true);
    if (unordered(word.writer, who)) return earlier(word, word.writer, true);
    if (word.reader.thread != who.thread) word.other_reader = word.reader;
    if (word.other_reader.epoch != who.epoch) word.other_reader = {};
    word.reader = {who.thread, who.epoch, (*who.clock)[who.thread % 32], who.place};
    return std::nullopt;
}

std::optional<EarlierAccess> Shadow::write(std::size_t i, const Actor& who) {
    Word& word = enter(i, who.block);
    if (word.past_writer.thread != kNobody) return earlier(word.past_writer, true);
    if (word.past_reader.thread != kNobody) return earlier(word.past_reader, false);
    if (unordered(word.writer, who)) return earlier(word, word.writer, true);
    if (unordered(word.reader, who)) return earlier(word, word.reader, false);
    if (unordered(word.other_reader, who)) return earlier(word, word.other_reader, false);
    word.writer = {who.thread, who.epoch, (*who.clock)[who.thread % 32], who.place};
    return std::nullopt;
}

}  // namespace weft
