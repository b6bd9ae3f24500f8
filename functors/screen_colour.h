// The colour of the screen that people are filmed in front of.
#pragma once

namespace weft::functors {

/// Which plane of three the screen fills.
enum ScreenColour : int { eRedScreen, eGreenScreen, eBlueScreen };

inline constexpr const char* kScreenColours[] = {"red", "green", "blue"};

}  // namespace weft::functors
