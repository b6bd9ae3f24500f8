#include "viewer/viewing.h"

#include <utility>

namespace weft::editor::viewing {
namespace {

/// asked_of() for states that are const and that are not.
template <class S>
auto asked_in(S& state) {
    using Found = decltype(&std::get<Asking>(state).asked);
    return std::visit(
        [](auto& one) -> Found {
            if constexpr (requires { one.asked; })
                return &one.asked;
            else
                return nullptr;
        },
        state);
}

/// Why the thread computes the picture; null where it does not.
template <class S>
auto aim_in(S& state) {
    using Found = decltype(&std::get<Asking>(state).aim);
    return std::visit(
        [](auto& one) -> Found {
            if constexpr (requires { one.aim; })
                return &one.aim;
            else
                return nullptr;
        },
        state);
}

template <class... Those>
bool is_one_of(const State& state) {
    return (std::holds_alternative<Those>(state) || ...);
}

Step receive_searched(Searching searching, const ViewedPicture& picture) {
    const bool coarse = picture.reduction > searching.asked.request.reduction;
    if (coarse || (picture.not_finite == 0 && !picture.picture.is_whole()))
        return {std::move(searching)};
    searching.search.tell(picture.not_finite == 0);
    if (searching.search.next()) return {std::move(searching), ThreadCommand::kSearch};
    return end_search(std::move(searching));
}

}  // namespace

const Asked* asked_of(const State& state) { return asked_in(state); }

const ViewedPicture* shown_of(const State& state) {
    const Asked* asked = asked_in(state);
    const ViewedPicture& shown = asked ? asked->known : std::get<Idle>(state).shown;
    return is_one_of<Asking, Failed>(state) || shown.domain().empty() ? nullptr : &shown;
}

bool wants_all(const State& state) {
    const Aim* aim = aim_in(state);
    return aim && *aim == Aim::kFindNotFinite;
}

Step request_picture(State state, EvaluationRequest request, int frame,
                     std::optional<ViewedPicture> cached) {
    if (Asked* same = asked_in(state); same && same->request == request) {
        same->frame = frame;
        if (!std::holds_alternative<Searching>(state)) return {std::move(state)};
        return {Resting{std::move(*same)}, ThreadCommand::kStop};
    }
    if (!cached) return {Asking{{std::move(request), frame}}, ThreadCommand::kCompute};
    return {Resting{{std::move(request), frame, *cached}}, ThreadCommand::kStop,
            Seen{*std::move(cached)}};
}

Step request_nothing(const State& state) {
    const ViewedPicture* shown = shown_of(state);
    return {Idle{shown ? *shown : ViewedPicture{}}, ThreadCommand::kStop};
}

Step forget() { return {Idle{}, ThreadCommand::kStop}; }

Step set_wanted(State state, const Wanted& wanted) {
    if (aim_in(state)) return {std::move(state), ThreadCommand::kLook};
    if (!is_one_of<Resting, Counting>(state) || holds(asked_in(state)->known, wanted))
        return {std::move(state)};
    return {Showing{std::move(*asked_in(state))}, ThreadCommand::kCompute};
}

Step receive(State state, const ViewedPicture& picture) {
    if (auto* searching = std::get_if<Searching>(&state))
        return receive_searched(std::move(*searching), picture);
    if (auto* counting = std::get_if<Counting>(&state)) {
        counting->asked.counted = true;
        return {Resting{std::move(counting->asked)}, ThreadCommand::kNone,
                picture.costs ? News(Counted{*picture.costs}) : News()};
    }
    const Aim* aim = aim_in(state);
    if (!aim) return {std::move(state)};
    Seen seen{picture, picture.reduction > asked_in(state)->request.reduction,
              std::holds_alternative<Showing>(state)};
    Showing showing{std::move(*asked_in(state)), *aim};
    if (!seen.coarse) showing.asked.known = picture;
    return {std::move(showing), ThreadCommand::kNone, std::move(seen)};
}

Step receive_error(State state, const Error& error) {
    if (auto* asking = std::get_if<Asking>(&state))
        return {Failed{std::move(asking->asked), error}, ThreadCommand::kNone,
                PictureFailed{error}};
    if (auto* showing = std::get_if<Showing>(&state))
        return {Showing{std::move(showing->asked)}, ThreadCommand::kNone, PictureFailed{error}};
    if (auto* searching = std::get_if<Searching>(&state))
        return {Resting{std::move(searching->asked)}, ThreadCommand::kNone, PictureFailed{error}};
    if (auto* counting = std::get_if<Counting>(&state))
        return {Resting{std::move(counting->asked)}, ThreadCommand::kNone, CostsFailed{error}};
    return {std::move(state)};
}

Step start_counting(State state) {
    // What cannot be computed cannot be counted either.
    if (const auto* failed = std::get_if<Failed>(&state)) {
        const Error error = failed->error;
        return {std::move(state), ThreadCommand::kNone, CostsFailed{error}};
    }
    if (!is_one_of<Showing, Resting>(state) || asked_in(state)->counted) return {std::move(state)};
    return {Counting{std::move(*asked_in(state))}, ThreadCommand::kCount};
}

Step stop_counting(State state) {
    if (Asked* asked = asked_in(state)) asked->counted = false;
    if (auto* counting = std::get_if<Counting>(&state))
        return {Resting{std::move(counting->asked)}, ThreadCommand::kStop};
    return {std::move(state)};
}

Step start_search(State state, const Document& document, ImageId viewed) {
    if (is_one_of<Idle, Failed, Searching>(state)) return {std::move(state)};
    const ViewedPicture& known = asked_in(state)->known;
    const bool is_all = !known.domain().empty() && known.picture.is_whole();
    Aim* aim = aim_in(state);
    if (known.not_finite == 0 && !is_all) {  // who knows
        if (!aim)
            return {Showing{std::move(*asked_in(state)), Aim::kFindNotFinite},
                    ThreadCommand::kCompute};
        *aim = Aim::kFindNotFinite;
        return {std::move(state), ThreadCommand::kLook};
    }
    if (aim) *aim = Aim::kSee;
    if (known.not_finite == 0) return {std::move(state), ThreadCommand::kNone, AllFinite{}};
    NonFiniteSearch search(document, viewed);
    if (!search.next()) return {std::move(state), ThreadCommand::kNone, Culprit{search.found()}};
    return {Searching{std::move(*asked_in(state)), std::move(search)}, ThreadCommand::kSearch};
}

Step end_search(State state) {
    auto* searching = std::get_if<Searching>(&state);
    if (!searching) return {std::move(state)};
    const ItemId found = searching->search.found();
    return {Resting{std::move(searching->asked)}, ThreadCommand::kStop, Culprit{found}};
}

}  // namespace weft::editor::viewing
