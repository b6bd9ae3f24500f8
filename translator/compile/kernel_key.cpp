#include "compile/kernel_key.h"

#include "compile/cpu_identity.h"

namespace weft {

KeyBuilder object_key(const char* what, const std::string& compiler) {
    KeyBuilder key;
    key.add("weft object").add(compiler).add(what);
    return key;
}

KeyBuilder kernel_key(const HostSource& source, const std::string& compiler) {
    static const std::string kThisProcessor = cpu_identity();
    const std::string cpu = cpu_of(source);
    KeyBuilder key = object_key("kernel", compiler);
    key.add(source.text).add(cpu).add(source.fast_math);
    if (cpu == "native") key.add(kThisProcessor);
    return key;
}

std::string cpu_of(const HostSource& source) { return source.cpu.empty() ? "native" : source.cpu; }

}  // namespace weft
