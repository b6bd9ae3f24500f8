// The night filter of two levels: the three kernels of kernel-fusion, section V.
#include "effects/night.h"

namespace weft::effects {
namespace {

constexpr NightNames kNightTwoLevels{
    "night-two-levels", "Shows a scene as eyes see it by night, less soft than night does."};

Graph build_two_levels() { return build_night(2, kNightTwoLevels); }

}  // namespace

Effect night_two_levels() { return night_effect(kNightTwoLevels, build_two_levels); }

}  // namespace weft::effects
