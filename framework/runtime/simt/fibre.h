// A fibre: a stack of its own on which a function runs until it suspends itself.
//
// Switches are announced to the address and thread sanitizers. No exception may leave the function,
// and none unwinds it: a fibre that is reset while it is suspended is forgotten as it stands, so
// what lies on its stack must not need a destructor.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace weft {

class Fibre {
  public:
    using Function = void (*)(void* argument);

    /// Its stack, which has a guard page below. Throws std::bad_alloc.
    Fibre();
    ~Fibre();
    Fibre(const Fibre&) = delete;
    Fibre& operator=(const Fibre&) = delete;

    /// Gives an idle fibre something to do; nothing runs before resume().
    void start(Function function, void* argument) {
        function_ = function;
        argument_ = argument;
    }

    /// Called outside: continues the fibre until it suspends, its function returns or it leaves.
    void resume();

    /// Called inside: back to resume(); returns when resumed.
    void suspend();

    /// Called inside: back to resume(), never to return. The fibre is then idle again.
    [[noreturn]] void leave();

    /// No function: one may be started.
    bool idle() const { return function_ == nullptr; }

  private:
    struct Entry;
    void prepare();
    void jump_out(bool forever);

    void* block_;  ///< a guard page, then the stack
    Function function_ = nullptr;
    void* argument_ = nullptr;
    void* stack_top_ = nullptr;
    std::size_t stack_bytes_ = 0;
    void* inside_ = nullptr;   ///< where the fibre stands, while suspended; null: at its beginning
    void* outside_ = nullptr;  ///< where it was resumed from, while it runs
    // Of the sanitizers: stacks and thread handles on both sides.
    void *fake_inside_ = nullptr, *fake_outside_ = nullptr;
    const void* outside_bottom_ = nullptr;
    std::size_t outside_bytes_ = 0;
    void *thread_inside_ = nullptr, *thread_outside_ = nullptr;
};

/// Fibres that are idle, kept for the next thread that needs one. Used by one thread of the host at
/// a time.
class FibrePool {
  public:
    /// An idle fibre, which the pool owns. Throws std::bad_alloc.
    Fibre* take() {
        if (idle_.empty()) {
            all_.push_back(std::make_unique<Fibre>());
            idle_.push_back(all_.back().get());
        }
        Fibre* const fibre = idle_.back();
        idle_.pop_back();
        return fibre;
    }
    void give(Fibre* fibre) { idle_.push_back(fibre); }

  private:
    std::vector<std::unique_ptr<Fibre>> all_;
    std::vector<Fibre*> idle_;
};

}  // namespace weft
