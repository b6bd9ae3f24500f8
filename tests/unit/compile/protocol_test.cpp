// The conversation's bytes: everything survives the round trip, and nothing malformed is accepted.
#include "compile/protocol.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

WorkerRequest full_request() {
    WorkerRequest r;
    r.kind = RequestKind::kFunctors;
    r.name = "name";
    r.text = std::string("te\0xt\n", 6);
    r.cpu = "x86-64-v3";
    r.fast_math = true;
    r.include_paths = {"", "/a b", "c"};
    r.directory = "/d";
    r.preamble = 3;
    return r;
}

WorkerReply full_reply() {
    return {ReplyKind::kObject,
            std::string(1000, '\0'),
            "message",
            {"/x", "/y"},
            {{"a.h", 3, 14, "what", "  int* p;", "instead"}, {}}};
}

std::string payload(const std::string& frame) { return frame.substr(kFrameHeaderSize); }

TEST(Protocol, RoundTrip) {
    EXPECT_EQ(decode_request(payload(encode(full_request()))), full_request());
    EXPECT_EQ(decode_request(payload(encode(WorkerRequest{}))), WorkerRequest{});
    EXPECT_EQ(decode_reply(payload(encode(full_reply()))), full_reply());
    EXPECT_EQ(decode_reply(payload(encode(WorkerReply{}))), WorkerReply{});
}

TEST(Protocol, HeaderGivesPayloadSize) {
    const std::string frame = encode(full_request());
    EXPECT_EQ(payload_size(frame), frame.size() - kFrameHeaderSize);
    EXPECT_EQ(payload_size(frame.substr(0, kFrameHeaderSize - 1)), std::nullopt);
    std::string other = frame;
    other[7] ^= 1;  // another version
    EXPECT_EQ(payload_size(other), std::nullopt);
    std::string huge = frame;
    huge[kFrameHeaderSize - 1] = '\x7f';
    EXPECT_EQ(payload_size(huge), std::nullopt);
}

TEST(Protocol, EveryTruncationIsRefused) {
    const std::string request = payload(encode(full_request())),
                      reply = payload(encode(full_reply()));
    for (std::size_t n = 0; n < request.size(); ++n)
        EXPECT_FALSE(decode_request(request.substr(0, n))) << n;
    for (std::size_t n = 0; n < reply.size(); ++n)
        EXPECT_FALSE(decode_reply(reply.substr(0, n))) << n;
    EXPECT_FALSE(decode_request(request + "x"));
    EXPECT_FALSE(decode_reply(reply + "x"));
}

TEST(Protocol, PreamblesLongerThanTheirTextsAreRefused) {
    WorkerRequest request = full_request();
    request.preamble = request.text.size();
    EXPECT_TRUE(decode_request(payload(encode(request))));
    ++request.preamble;
    EXPECT_FALSE(decode_request(payload(encode(request))));
}

TEST(Protocol, UnknownKindsAreRefused) {
    std::string request = payload(encode(full_request()));
    request[0] = 5;
    EXPECT_FALSE(decode_request(request));
    std::string reply = payload(encode(full_reply()));
    reply[0] = 0;
    EXPECT_FALSE(decode_reply(reply));
}

TEST(Protocol, DamagedSizesAreRefusedWithoutAllocating) {
    // Whatever one byte is changed to, decoding ends and reads nothing beyond the payload.
    const std::string request = payload(encode(full_request()));
    int accepted = 0;
    for (std::size_t at = 0; at < request.size(); ++at)
        for (int value : {0, 1, 0x7f, 0xff}) {
            std::string damaged = request;
            damaged[at] = static_cast<char>(value);
            if (const auto r = decode_request(damaged)) accepted += *r == full_request() ? 0 : 1;
        }
    EXPECT_GT(accepted, 0)
        << "a changed letter of a string is another request, not a malformed one";
}

}  // namespace
}  // namespace weft
