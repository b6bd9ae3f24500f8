// The C interface of OpenFX, ABI of version 1.5.1, as far as Weft and its test host use it.
//
// Layouts and order of members bind; names are our own. Functions take C types and never throw.
// Rectangles of pixels and of canonical coordinates are half open, and y points up.
#pragma once

#include <cstddef>

namespace weft::openfx {

using Reply = int;
inline constexpr Reply kOk = 0, kFailed = 1, kFatal = 2, kUnknown = 3, kMissingHostFeature = 4,
                       kUnsupported = 5, kExists = 6, kFormat = 7, kMemory = 8, kBadHandle = 9,
                       kBadIndex = 10, kValue = 11, kReplyYes = 12, kReplyNo = 13,
                       kReplyDefault = 14, kImageFormat = 1000;
/// Of renders on a GPU: the host may try again on the CPU.
inline constexpr Reply kGpuMemory = 1001, kGpuFailed = 1002;

using Time = double;

struct PixelRect {
    int x1, y1, x2, y2;
};
struct CanonicalRect {
    double x1, y1, x2, y2;
};
struct Range {
    double min, max;
};

// Handles belong to the host; nobody looks behind them.
using PropertySetHandle = struct PropertySetOpaque*;
using EffectHandle = struct EffectOpaque*;
using ClipHandle = struct ClipOpaque*;
using MemoryHandle = struct MemoryOpaque*;
using ParamSetHandle = struct ParamSetOpaque*;
using ParamHandle = struct ParamOpaque*;
using MutexHandle = struct MutexOpaque*;

struct Host {
    PropertySetHandle properties;
    const void* (*fetch_suite)(PropertySetHandle host, const char* name, int version);
};

using MainEntry = Reply(const char* action, const void* handle, PropertySetHandle in,
                        PropertySetHandle out);

struct PluginRecord {
    const char* api;  ///< kImageEffectApi
    int api_version;  ///< 1
    const char* identifier;
    unsigned version_major, version_minor;
    void (*set_host)(Host*);
    MainEntry* main_entry;
};

struct PropertySuite {  // version 1
    Reply (*set_pointer)(PropertySetHandle, const char* name, int index, void*);
    Reply (*set_string)(PropertySetHandle, const char* name, int index, const char*);
    Reply (*set_double)(PropertySetHandle, const char* name, int index, double);
    Reply (*set_int)(PropertySetHandle, const char* name, int index, int);
    Reply (*set_pointers)(PropertySetHandle, const char* name, int count, void* const*);
    Reply (*set_strings)(PropertySetHandle, const char* name, int count, const char* const*);
    Reply (*set_doubles)(PropertySetHandle, const char* name, int count, const double*);
    Reply (*set_ints)(PropertySetHandle, const char* name, int count, const int*);
    Reply (*get_pointer)(PropertySetHandle, const char* name, int index, void**);
    Reply (*get_string)(PropertySetHandle, const char* name, int index, char**);
    Reply (*get_double)(PropertySetHandle, const char* name, int index, double*);
    Reply (*get_int)(PropertySetHandle, const char* name, int index, int*);
    Reply (*get_pointers)(PropertySetHandle, const char* name, int count, void**);
    Reply (*get_strings)(PropertySetHandle, const char* name, int count, char**);
    Reply (*get_doubles)(PropertySetHandle, const char* name, int count, double*);
    Reply (*get_ints)(PropertySetHandle, const char* name, int count, int*);
    Reply (*reset)(PropertySetHandle, const char* name);
    Reply (*get_dimension)(PropertySetHandle, const char* name, int*);
};

struct ImageEffectSuite {  // version 1
    Reply (*get_property_set)(EffectHandle, PropertySetHandle*);
    Reply (*get_param_set)(EffectHandle, ParamSetHandle*);
    Reply (*clip_define)(EffectHandle, const char* name, PropertySetHandle*);
    Reply (*clip_get_handle)(EffectHandle, const char* name, ClipHandle*, PropertySetHandle*);
    Reply (*clip_get_property_set)(ClipHandle, PropertySetHandle*);
    Reply (*clip_get_image)(ClipHandle, Time, const CanonicalRect*, PropertySetHandle*);
    Reply (*clip_release_image)(PropertySetHandle);
    Reply (*clip_get_region_of_definition)(ClipHandle, Time, CanonicalRect*);
    int (*abort)(EffectHandle);
    Reply (*image_memory_alloc)(EffectHandle, std::size_t, MemoryHandle*);
    Reply (*image_memory_free)(MemoryHandle);
    Reply (*image_memory_lock)(MemoryHandle, void**);
    Reply (*image_memory_unlock)(MemoryHandle);
};

struct ParameterSuite {  // version 1
    Reply (*define)(ParamSetHandle, const char* type, const char* name, PropertySetHandle*);
    Reply (*get_handle)(ParamSetHandle, const char* name, ParamHandle*, PropertySetHandle*);
    Reply (*set_get_property_set)(ParamSetHandle, PropertySetHandle*);
    Reply (*get_property_set)(ParamHandle, PropertySetHandle*);
    Reply (*get_value)(ParamHandle, ...);
    Reply (*get_value_at_time)(ParamHandle, Time, ...);
    Reply (*get_derivative)(ParamHandle, Time, ...);
    Reply (*get_integral)(ParamHandle, Time, Time, ...);
    Reply (*set_value)(ParamHandle, ...);
    Reply (*set_value_at_time)(ParamHandle, Time, ...);
    Reply (*get_num_keys)(ParamHandle, unsigned*);
    Reply (*get_key_time)(ParamHandle, unsigned, Time*);
    Reply (*get_key_index)(ParamHandle, Time, int direction, int*);
    Reply (*delete_key)(ParamHandle, Time);
    Reply (*delete_all_keys)(ParamHandle);
    Reply (*copy)(ParamHandle, ParamHandle, Time, const Range*);
    Reply (*edit_begin)(ParamSetHandle, const char*);
    Reply (*edit_end)(ParamSetHandle);
};

using ThreadFunction = void(unsigned index, unsigned count, void* argument);

struct MultiThreadSuite {  // version 1
    Reply (*multi_thread)(ThreadFunction*, unsigned threads, void* argument);
    Reply (*num_cpus)(unsigned*);
    Reply (*index)(unsigned*);
    int (*is_spawned_thread)();
    Reply (*mutex_create)(MutexHandle*, int count);
    Reply (*mutex_destroy)(MutexHandle);
    Reply (*mutex_lock)(MutexHandle);
    Reply (*mutex_unlock)(MutexHandle);
    Reply (*mutex_try_lock)(MutexHandle);
};

struct MessageSuite {  // version 1; version 2 continues it
    Reply (*message)(void* effect, const char* type, const char* id, const char* format, ...);
};

struct PersistentMessageSuite {  // version 2 of the same
    Reply (*message)(void* effect, const char* type, const char* id, const char* format, ...);
    Reply (*set_persistent)(void* effect, const char* type, const char* id, const char* format,
                            ...);
    Reply (*clear_persistent)(void* effect);
};

struct ProgressSuite {  // version 1
    Reply (*start)(void* effect, const char* label);
    Reply (*update)(void* effect, double progress);
    Reply (*end)(void* effect);
};

}  // namespace weft::openfx
