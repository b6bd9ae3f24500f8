// Requests and replies to bytes and back.
#include "compile/protocol.h"

#include <cstring>

namespace weft {
namespace {

class Writer {
  public:
    void number(std::uint32_t v) { bytes_.append(reinterpret_cast<const char*>(&v), sizeof v); }
    void size(std::uint64_t v) { bytes_.append(reinterpret_cast<const char*>(&v), sizeof v); }
    void string(const std::string& s) {
        size(s.size());
        bytes_ += s;
    }
    void list(const std::vector<std::string>& items) {
        number(static_cast<std::uint32_t>(items.size()));
        for (const std::string& item : items) string(item);
    }

    void list(const std::vector<Diagnostic>& items) {
        number(static_cast<std::uint32_t>(items.size()));
        for (const Diagnostic& d : items) {
            string(d.file);
            number(static_cast<std::uint32_t>(d.line));
            number(static_cast<std::uint32_t>(d.column));
            string(d.message);
            string(d.source_line);
            string(d.remedy);
            number(d.warning ? 1 : 0);
        }
    }

    std::string frame() const {
        Writer header;
        header.bytes_ = kFrameMagic;
        header.size(bytes_.size());
        return header.bytes_ + bytes_;
    }

  private:
    std::string bytes_;
};

/// Reads fields in order; after the first that does not fit, everything reads as zero or empty and
/// complete() is false.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    std::uint32_t number() { return plain<std::uint32_t>(); }
    std::uint64_t size() { return plain<std::uint64_t>(); }
    std::string string() {
        const std::uint64_t n = size();
        if (n > rest_.size()) {
            fail();
            return {};
        }
        std::string s(rest_.substr(0, n));
        rest_.remove_prefix(n);
        return s;
    }
    std::vector<std::string> list() {
        std::vector<std::string> items;
        for (std::uint32_t n = number(); n > 0 && ok_; --n) items.push_back(string());
        return items;
    }
    std::vector<Diagnostic> diagnostics() {
        std::vector<Diagnostic> items;
        for (std::uint32_t n = number(); n > 0 && ok_; --n) {
            Diagnostic d;
            d.file = string();
            d.line = static_cast<int>(number());
            d.column = static_cast<int>(number());
            d.message = string();
            d.source_line = string();
            d.remedy = string();
            d.warning = number() != 0;
            items.push_back(std::move(d));
        }
        return items;
    }
    bool complete() const { return ok_ && rest_.empty(); }

  private:
    template <class T>
    T plain() {
        T v{};
        if (rest_.size() < sizeof v) {
            fail();
            return v;
        }
        std::memcpy(&v, rest_.data(), sizeof v);
        rest_.remove_prefix(sizeof v);
        return v;
    }
    void fail() {
        ok_ = false;
        rest_ = {};
    }

    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace

std::string encode(const WorkerRequest& request) {
    Writer out;
    out.number(static_cast<std::uint32_t>(request.kind));
    out.string(request.name);
    out.string(request.text);
    out.string(request.cpu);
    out.number(request.fast_math ? 1 : 0);
    out.list(request.include_paths);
    out.string(request.directory);
    out.size(request.preamble);
    return out.frame();
}

std::string encode(const WorkerReply& reply) {
    Writer out;
    out.number(static_cast<std::uint32_t>(reply.kind));
    out.string(reply.object);
    out.string(reply.message);
    out.list(reply.dependencies);
    out.list(reply.diagnostics);
    return out.frame();
}

std::optional<std::uint64_t> payload_size(std::string_view header) {
    if (header.size() < kFrameHeaderSize || !header.starts_with(kFrameMagic)) return std::nullopt;
    std::uint64_t size;
    std::memcpy(&size, header.data() + kFrameMagic.size(), sizeof size);
    if (size > kMaxPayload) return std::nullopt;
    return size;
}

std::optional<WorkerRequest> decode_request(std::string_view payload) {
    Reader in(payload);
    WorkerRequest r;
    const std::uint32_t kind = in.number();
    r.kind = static_cast<RequestKind>(kind);
    r.name = in.string();
    r.text = in.string();
    r.cpu = in.string();
    const std::uint32_t fast = in.number();
    r.fast_math = fast != 0;
    r.include_paths = in.list();
    r.directory = in.string();
    r.preamble = in.size();
    if (!in.complete() || kind < 1 || kind > 4 || fast > 1 || r.preamble > r.text.size())
        return std::nullopt;
    return r;
}

std::optional<WorkerReply> decode_reply(std::string_view payload) {
    Reader in(payload);
    WorkerReply r;
    const std::uint32_t kind = in.number();
    r.kind = static_cast<ReplyKind>(kind);
    r.object = in.string();
    r.message = in.string();
    r.dependencies = in.list();
    r.diagnostics = in.diagnostics();
    if (!in.complete() || kind < 1 || kind > 5) return std::nullopt;
    return r;
}

}  // namespace weft
