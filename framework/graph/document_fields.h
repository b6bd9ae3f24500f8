// Parts of documents: typed members of JSON objects, with kDocument errors that say where they
// stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "graph/descriptor.h"
#include "graph/document_files.h"
#include "graph/document_functors.h"
#include "graph/json_tree.h"
#include "graph/keyframes.h"
#include "graph/parameter_value.h"
#include "support/result.h"

namespace weft::document {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

/// The subject of messages about one object: `node "blur1"`.
using Where = std::string;

/// The first member named `key`; null when there is none.
const JsonValue* member(const Object& object, const std::string& key);

/// The objects among the entries of the list `key`; none where there is no such list.
std::vector<const Object*> objects_in(const Object& object, const std::string& key);

/// Success where every member is one of `known`, none occurs twice, and the first `required` of
/// `known` are all there.
Status check_members(const Object& object, const Where& where,
                     const std::vector<std::string>& known, std::size_t required);

/// The member `key` as a T, which is std::string, Array or Object; null when it is absent.
template <class T>
Result<const T*> get(const Object& object, const Where& where, const std::string& key);

/// The member `key` as an int; nothing when it is absent.
Result<std::optional<int>> get_int(const Object& object, const Where& where,
                                   const std::string& key);

/// Sets `out` to the text `key`; leaves it where the member is absent.
Status read_text(const Object& object, const Where& where, const std::string& key,
                 std::string& out);

/// The entries of list `key`, each an object; none when it is absent.
Result<std::vector<const Object*>> get_objects(const Object& object, const Where& where,
                                               const std::string& key);

/// A JSON value as the parameter's type; nothing when it is of another. Its range is not checked.
std::optional<ParameterValue> read_value(const ParameterRef& p, const JsonValue& json);

/// The JSON that read_value() reads back.
std::string value_text(const ParameterRef& p, const ParameterValue& value);

/// The members "border" and "value" of a connection.
Result<Border> read_border(const Object& object, const Where& where);

/// The member "keyframes" of a node; none when it is absent. Frames and ranges are not checked.
Result<std::vector<Curve>> read_curves(const Object& node, const Where& where,
                                       const FunctorDescriptor& functor);

/// What follows a keyframe's Interpolation: `, {"in": 0.5, "out": [0.5, 2.0]}`, or nothing.
std::string tangents_text(const ParameterRef& p, const Keyframe& key);

/// The list "functors"; none when it is absent.
Result<FunctorTexts> read_functors(const Object& object, const Where& where);

/// The same as JSON, for a place indented by `indent`.
std::string functors_text(const FunctorTexts& functors, int indent);

/// The members "file", "part", "layer" and "missing" of an input; leaves what is absent.
Status read_file(const Object& input, const Where& where, ReadFile& file);

/// The member "file" of an output; leaves `path` where it is absent.
Status read_target(const Object& output, const Where& where, std::string& path);

/// What follows the name of an input that has a file: `, "file": "plate.exr"`...
std::string file_text(const ReadFile& file);

/// `items` one per line between `open` and `close`, or both on one line when there is none.
std::string block(char open, const std::vector<std::string>& items, char close, int indent);

/// A value as messages quote it, cut short.
std::string show(const JsonValue& json);

}  // namespace weft::document
