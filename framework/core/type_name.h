// The name of a class as text, without run-time type information.
#pragma once

namespace weft {

namespace detail {
template <class T>
constexpr const char* pretty_name() {
    return __PRETTY_FUNCTION__;
}

/// The class name cut out of __PRETTY_FUNCTION__: after "T = ", namespaces and template arguments
/// stripped.
template <class T>
struct TypeName {
    char text[128] = {};
    constexpr TypeName() {
        const char* p = pretty_name<T>();
        const char* begin = p;
        for (; *p != '\0'; ++p)
            if (p[0] == 'T' && p[1] == ' ' && p[2] == '=' && p[3] == ' ') begin = p + 4;
        int length = 0;
        for (p = begin; *p != '\0' && *p != ']' && *p != ';' && *p != '<'; ++p) {
            if (*p == ':') {
                length = 0;
                continue;
            }
            if (length < 127) text[length++] = *p;
        }
        for (int i = length; i < 128; ++i) text[i] = '\0';
    }
};
}  // namespace detail

/// The unqualified name of class T.
template <class T>
const char* type_name() {
    static constexpr detail::TypeName<T> name;
    return name.text;
}

}  // namespace weft
