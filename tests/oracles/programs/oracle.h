// What the oracles of published programs share: pictures as plain arrays, and the comparison.
//
// An oracle is written straight from its program's definition, in loops over doubles, and uses
// neither functors nor the framework's mathematics. Stages read beyond a picture's edge at the
// nearest pixel of the picture that they read.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace weft::test {

/// A picture of doubles.
struct Grid {
    int width = 0, height = 0, planes = 0;
    std::vector<double> values;

    Grid(int w, int h, int p)
        : width(w), height(h), planes(p), values(static_cast<std::size_t>(w * h * p)) {}

    double& at(int x, int y, int p) {
        return values[static_cast<std::size_t>((p * height + y) * width + x)];
    }
    double at(int x, int y, int p) const {
        return values[static_cast<std::size_t>((p * height + y) * width + x)];
    }
    /// Read anywhere: the nearest pixel inside.
    double near(int x, int y, int p) const {
        x = x < 0 ? 0 : x >= width ? width - 1 : x;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        return at(x, y, p);
    }
};

/// Another picture of the same shape, or of so many planes, from a formula of x, y and plane.
Grid make(const Grid& like, const std::function<double(int, int, int)>& formula, int planes = 0);

/// What a program makes of a picture.
using Oracle = std::function<Grid(const Grid&)>;

/// Controls of an effect and their values.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The picture that a program is tried on: between 0 and 1, patches with steps and corners under a
/// little noise, kept to multiples of 1/255 where the program is one on bytes.
enum class Subject {
    eFloats,
    eBytes,
    eHoles,  ///< floats whose fourth plane, alpha, is 0 where it would be less than 1/2
};

/// Such a picture; of another seed another one.
Grid make_subject(int width, int height, int planes, Subject subject,
                  unsigned long long seed = 2026);

/// How an output is held against its oracle.
enum class Agreement {
    eRelative,  ///< within tolerance (1 + |expected|)
    eExact,     ///< the same numbers
    eRounded,   ///< a multiple of 1/255, the one nearest to 1/255 of what is expected
};

struct Trial {
    std::string effect;
    Settings settings = {};
    Subject subject = Subject::eFloats;
    int planes = 3;
    Agreement agreement = Agreement::eRelative;
    double tolerance = 0.0;
    /// Beyond how much the oracle's output must vary, so that the trial shows something.
    double least_range = 0.05;
    int margin = 0;  ///< pixels along the border that are not compared
    /// Where pictures begin, which changes nothing but where colours lie in a mosaic and what pairs
    /// elements of a pyramid's level form.
    int left = -3, top = 2;
};

/// Runs the effect at two odd sizes, prepared by the engine for the cpu device and for the
/// reference, and expects the oracle's pictures.
void expect_oracle(const Trial& trial, const Oracle& oracle);

/// The same for given pictures, of which an effect of several takes each for an input.
void expect_picture(const Trial& trial, const std::vector<Grid>& subjects, const Grid& expected);

}  // namespace weft::test
