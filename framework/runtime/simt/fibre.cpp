#include "runtime/simt/fibre.h"

#include <sys/mman.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstdlib>
#include <new>

#include "runtime/simt/sanitizer_fibres.h"

namespace weft {

namespace context = boost::context::detail;

namespace {
/// Address space, of which only what is used becomes memory.
constexpr std::size_t kStackBytes = std::size_t{256} << 10;

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
}  // namespace

/// What runs on the stack: one function after another, as long as the fibre lives.
struct Fibre::Entry {
    static void enter(context::transfer_t from) {
        auto* const self = static_cast<Fibre*>(from.data);
        self->outside_ = from.fctx;
        sanitizer::finish_switch(nullptr, &self->outside_bottom_, &self->outside_bytes_);
        for (;;) {
            self->function_(self->argument_);
            self->function_ = nullptr;
            self->suspend();
        }
    }
};

/// The stack grows down to a page that may not be touched. It comes from the allocator, which the
/// address sanitizer watches: of memory mapped here it would remember frames of former stacks.
Fibre::Fibre() : block_(std::aligned_alloc(page_bytes(), page_bytes() + kStackBytes)) {
    if (block_ == nullptr) throw std::bad_alloc();
    mprotect(block_, page_bytes(), PROT_NONE);
    stack_top_ = static_cast<char*>(block_) + page_bytes() + kStackBytes;
    stack_bytes_ = kStackBytes;
}

Fibre::~Fibre() {
    sanitizer::destroy_thread(thread_inside_);
    mprotect(block_, page_bytes(), PROT_READ | PROT_WRITE);
    std::free(block_);
}

void Fibre::prepare() {
    sanitizer::destroy_thread(thread_inside_);
    thread_inside_ = sanitizer::create_thread();
    inside_ = context::make_fcontext(stack_top_, stack_bytes_, &Entry::enter);
    fake_inside_ = nullptr;
}

void Fibre::resume() {
    if (inside_ == nullptr) prepare();
    thread_outside_ = sanitizer::current_thread();
    sanitizer::start_switch(&fake_outside_, static_cast<char*>(stack_top_) - stack_bytes_,
                            stack_bytes_);
    sanitizer::switch_thread(thread_inside_);
    const context::transfer_t from = context::jump_fcontext(inside_, this);
    sanitizer::finish_switch(fake_outside_, nullptr, nullptr);
    inside_ = from.data == nullptr ? nullptr : from.fctx;
}

void Fibre::jump_out(bool forever) {
    sanitizer::start_switch(forever ? nullptr : &fake_inside_, outside_bottom_, outside_bytes_);
    sanitizer::switch_thread(thread_outside_);
    const context::transfer_t from = context::jump_fcontext(outside_, forever ? nullptr : this);
    outside_ = from.fctx;
    sanitizer::finish_switch(fake_inside_, &outside_bottom_, &outside_bytes_);
}

void Fibre::suspend() { jump_out(false); }

void Fibre::leave() {
    function_ = nullptr;
    jump_out(true);
    std::abort();  // nobody resumes a fibre where it left
}

}  // namespace weft
