// Reads the processor's identification: CPUID, or what the kernel passes on.
#include "compile/cpu_identity.h"

#include <cstdint>
#include <cstdio>
#include <fstream>

#include <sys/auxv.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace weft {
namespace {

void append(std::string& text, std::uint64_t value) {
    char digits[24];
    std::snprintf(digits, sizeof digits, " %llx", static_cast<unsigned long long>(value));
    text += digits;
}

}  // namespace

#if defined(__x86_64__) || defined(__i386__)

namespace {

/// Which vector registers the system saves: without that the feature bits may not be used.
std::uint64_t enabled_state() {
    std::uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<std::uint64_t>(high) << 32) | low;
}

}  // namespace

std::string cpu_identity() {
    std::string text = "x86";
    unsigned a, b, c, d;
    if (__get_cpuid(0, &a, &b, &c, &d))
        for (unsigned v : {b, d, c}) append(text, v);
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        append(text, a & 0x0fff3ff0u);  // family and model; b holds the number of the core
        append(text, c);
        append(text, d);
        if ((c & (1u << 27)) != 0) append(text, enabled_state());
    }
    struct Leaf {
        unsigned leaf, subleaf;
    };
    for (const Leaf leaf : {Leaf{7, 0}, Leaf{7, 1}, Leaf{0xd, 1}, Leaf{0x14, 0}, Leaf{0x19, 0},
                            Leaf{0x24, 0}, Leaf{0x80000001u, 0}, Leaf{0x80000008u, 0}}) {
        text += " |";
        if (!__get_cpuid_count(leaf.leaf, leaf.subleaf, &a, &b, &c, &d)) continue;
        if (leaf.leaf == 0xd) b = c = d = 0;          // sizes of save areas
        if (leaf.leaf == 0x80000008u) a = c = d = 0;  // address widths, counts of cores
        for (unsigned v : {a, b, c, d}) append(text, v);
    }
    return text;
}

#else

std::string cpu_identity() {
    std::string text = "hwcap";
    append(text, getauxval(AT_HWCAP));
    append(text, getauxval(AT_HWCAP2));
    std::string line;
    std::ifstream midr("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
    if (std::getline(midr, line)) text += " " + line;
    return text;
}

#endif

}  // namespace weft
