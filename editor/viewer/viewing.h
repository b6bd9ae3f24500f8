// The viewer's state machine: what it does about its picture, and the transitions. Pure: the viewer
// holds a state, passes events to the functions below, and carries out the steps that they return.
#pragma once

#include <optional>
#include <variant>

#include "viewer/evaluator.h"
#include "viewer/non_finite_search.h"
#include "viewer/viewed_picture.h"

namespace weft::editor::viewing {

/// The picture that is viewed: what was requested, and what is known of it.
struct Asked {
    EvaluationRequest request;
    int frame = 0;             ///< the session's at the request
    ViewedPicture known = {};  ///< at request.reduction; with an empty domain: nothing is known
    bool counted = false;      ///< costs were received
};

/// Why a picture is computed. kFindNotFinite: to know whether it has values that are not finite;
/// until that is known, all of the picture is wanted.
enum class Aim { kSee, kFindNotFinite };

/// No picture is requested: the document does not render, or the viewer is new.
struct Idle {
    ViewedPicture shown = {};  ///< what the window still shows; with an empty domain: not known
};
/// The thread computes the picture. The window shows nothing of it yet.
struct Asking {
    Asked asked;
    Aim aim = Aim::kSee;
};
/// The thread could not compute the picture. The window shows nothing of it.
struct Failed {
    Asked asked;
    Error error;
};
/// The thread computes what is wanted of the picture, or has computed it. The window shows what is
/// known, or a preview.
struct Showing {
    Asked asked;
    Aim aim = Aim::kSee;
};
/// The window shows what is known. The thread is stopped, or its last task was not this picture.
struct Resting {
    Asked asked;
};
/// The window shows what is known. The thread counts the picture's costs.
struct Counting {
    Asked asked;
};
/// The window shows what is known. The thread computes search.next(), which is not none.
struct Searching {
    Asked asked;
    NonFiniteSearch search;
};

using State = std::variant<Idle, Asking, Failed, Showing, Resting, Counting, Searching>;

/// The picture that is viewed; null in Idle.
const Asked* asked_of(const State& state);
/// What is known of the picture that the window shows; null where that is nothing.
const ViewedPicture* shown_of(const State& state);
/// Whether all of the picture is wanted, whatever part of it is seen.
bool wants_all(const State& state);

/// What the viewer tells its thread.
enum class ThreadCommand {
    kNone,     ///< go on
    kCompute,  ///< compute what is wanted of the picture and not known; in Asking and Showing
    kLook,     ///< go on with the picture, of which another part is wanted; likewise
    kCount,    ///< count the picture's costs; in Counting
    kSearch,   ///< compute all of search.next(); in Searching
    kStop,     ///< forget the task
};

// News: what a step has the viewer show or say.
struct Seen {
    ViewedPicture picture;
    bool coarse = false;  ///< a preview, at a larger reduction than requested
    bool more = false;    ///< of the picture that the window shows already
};
struct Counted {
    Costs costs;
};
struct PictureFailed {
    Error error;
};
struct CostsFailed {
    Error error;
};
/// The picture has no value that is not finite.
struct AllFinite {};
/// The item whose values are the first that are not finite.
struct Culprit {
    ItemId item;
};
using News =
    std::variant<std::monostate, Seen, Counted, PictureFailed, CostsFailed, AllFinite, Culprit>;

/// A transition: the next state, then the command, then the news.
struct Step {
    State state;
    ThreadCommand command = ThreadCommand::kNone;
    News news = {};
};

/// Requests a picture. A request that equals the last one ends a search, and changes nothing else.
/// `cached`: what is known of the picture, from the last time that it was shown.
Step request_picture(State state, EvaluationRequest request, int frame,
                     std::optional<ViewedPicture> cached);
/// Cancels the request: what is viewed does not render.
Step request_nothing(const State& state);
/// Cancels the request, and knows of no picture: another document is open.
Step forget();
/// Computes what is wanted and not known, unless the picture has failed or a search runs.
Step set_wanted(State state, const Wanted& wanted);

/// Takes an answer of the thread: a part of the picture, costs, or a picture that is searched.
Step receive(State state, const ViewedPicture& picture);
Step receive_error(State state, const Error& error);

/// Counts costs, unless they were received. Requires that the thread has no task.
Step start_counting(State state);
/// Cancels counting, and forgets that costs were received.
Step stop_counting(State state);

/// Decides whether the picture, which is `viewed` in `document`, has values that are not finite.
/// Where it has, starts the search for the item that made them; where that is not known yet, wants
/// all of the picture: call it again after each answer while wants_all().
Step start_search(State state, const Document& document, ImageId viewed);
/// Ends a search early, with what it has found: search.next() cannot be requested.
Step end_search(State state);

}  // namespace weft::editor::viewing
