// A fibre: a stack of its own on which a function runs until it suspends itself.
//
// Switches are announced to the address and thread sanitizers. No exception may leave the function.
// A suspended fibre can be dropped without unwinding: what lies on its stack must need no
// destructor.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace weft {

class Fibre {
  public:
    using Function = void (*)(void* argument);

    /// Allocates the stack, with a guard page below it. Throws std::bad_alloc.
    Fibre();
    ~Fibre();
    Fibre(const Fibre&) = delete;
    Fibre& operator=(const Fibre&) = delete;

    /// Gives an idle fibre a function; it runs with resume().
    void start(Function function, void* argument) {
        function_ = function;
        argument_ = argument;
    }

    /// Called outside the fibre: runs it until it suspends, leaves, or its function returns.
    void resume();

    /// Called inside the fibre: continues after resume(); returns when resumed again.
    void suspend();

    /// Called inside the fibre: continues after resume() for good. The fibre is then idle.
    [[noreturn]] void leave();

    /// Whether it has no function, so that one may be started.
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

/// Reuses idle fibres. Not thread-safe.
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
    /// Takes an idle fibre back.
    void give(Fibre* fibre) { idle_.push_back(fibre); }

  private:
    std::vector<std::unique_ptr<Fibre>> all_;
    std::vector<Fibre*> idle_;
};

}  // namespace weft
