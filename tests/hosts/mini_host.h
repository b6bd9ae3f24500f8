// A strict host of OpenFX plug-ins, written from the specification; it drives a bundle by dlopen.
//
// One at a time in a process: the suites' functions know it by that.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "hosts/host_picture.h"
#include "hosts/property_set.h"
#include "openfx/abi.h"

namespace weft::openfx::test {

/// A clip of a description or of an instance.
struct HostClip {
    std::string name;
    PropertySet properties;
    const HostPicture* picture = nullptr;  ///< null: not connected
    PixelRect part{};                      ///< handed out; empty: all
    bool null_images = false;              ///< says that it is connected and hands out none
    Fielding fielding = Fielding::kFrame;
    std::ptrdiff_t away = 0;  ///< of pixels on a GPU: from the picture's memory, in bytes
    std::string lacks = {};   ///< a property that its images do not have
};

struct HostParam {
    std::string name, type;
    PropertySet properties;
    std::variant<double, int, std::string> value;
    unsigned keys = 0;  ///< of its curve, wherever they lie
};

/// A description, or an instance, which has the clips and parameters that were described.
struct HostEffect {
    PropertySet properties;
    std::vector<std::unique_ptr<HostClip>> clips;
    std::vector<std::unique_ptr<HostParam>> params;
    std::atomic<int> polls{0};  ///< how often it was asked whether to stop
    int abort_at = 0;           ///< the poll that first says so; 0: none
    std::thread::id caller;     ///< who renders, where somebody wants to know
    std::atomic<int> polls_of_others{0};
    std::chrono::duration<double> slowness{0};  ///< of the answer whether to stop
    std::vector<double> progress = {};          ///< as it was shown
    int bars = 0, bars_ever = 0;                ///< open now; opened
    double stop_at_progress = 2;                ///< from which on the user says to stop
    double scale = 1.0;
    std::string field = "OfxFieldNone";  ///< that is rendered
    bool on_cuda = false;                ///< rendered where images are device memory
    std::optional<void*> stream = {};    ///< that is said then
    std::string message = {};            ///< that stays on it: its type, and its text
    int messages_ever = 0;               ///< that were put there

    EffectHandle handle() { return reinterpret_cast<EffectHandle>(this); }
    HostClip* clip(const std::string& name) const;
    HostParam* param(const std::string& name) const;
};

/// What the host is like, and how it misbehaves.
struct Manners {
    int fail_every = 0;                         ///< calls of suites; 0: never
    std::set<std::string> missing_suites = {};  ///< not there
    unsigned cpus = 2;                          ///< for plug-ins to use
    bool null_functions = false;                ///< suites are there, and all their functions null
    std::set<std::string> null_suites = {};     ///< those of which that is so
    std::set<std::string> unknown = {};    ///< properties, and values of them, of later versions
    bool keeps_messages = false;           ///< has the second version of the suite of messages
    std::set<std::string> undefined = {};  ///< types of parameters that it does not have
    Reply lack = kMissingHostFeature;      ///< what it answers where one of them is defined
    /// Types of parameters whose values it does not tell, and what it answers.
    std::map<std::string, Reply> untold = {};
};

class MiniHost {
  public:
    explicit MiniHost(Manners manners = {});
    ~MiniHost();
    MiniHost(const MiniHost&) = delete;
    MiniHost& operator=(const MiniHost&) = delete;

    Host* host() { return &host_; }

    /// Images got and not given back.
    int live_images() const { return live_images_; }
    std::vector<std::string> messages;

    // For the suites.
    static MiniHost& current();
    /// Whether this call fails.
    bool trips();
    PropertySet* lend_image(const HostClip& clip, double scale);
    Reply take_image(PropertySet* image);
    const Manners& manners() const { return manners_; }

  private:
    Manners manners_;
    PropertySet properties_;
    Host host_;
    std::atomic<int> calls_{0}, live_images_{0};
};

/// The suite of that name and version, or null. What the host fetches suites by.
const void* suite(const std::string& name, int version, const Manners& manners);

/// Property sets with the specification's rules.
PropertySet descriptor_properties();
PropertySet clip_properties(const std::string& name);
PropertySet param_properties(const std::string& name, const std::string& type);

}  // namespace weft::openfx::test
