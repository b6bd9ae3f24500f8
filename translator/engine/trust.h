// Whose code runs. Functors are C++, which may do all that its user may; so nothing of what a
// document brings is compiled or loaded before that user has said so of these very texts.
//
// Trust is kept as the texts themselves, one file each, named by their hash and compared byte by
// byte: no path, name or hash can stand for a text that its user has not seen. A text that is
// trusted may be brought by any document.
#pragma once

#include <string>
#include <vector>

#include "graph/document_functors.h"
#include "support/result.h"

namespace weft {

/// Functors of a document that may run. What loads them takes nothing else.
class TrustedFunctors {
  public:
    /// The word of whoever runs this program: typed by them, or trusted for this run.
    static TrustedFunctors by_own_word(FunctorTexts texts) {
        return TrustedFunctors(std::move(texts));
    }

    const FunctorTexts& texts() const { return texts_; }

  private:
    explicit TrustedFunctors(FunctorTexts texts) : texts_(std::move(texts)) {}

    FunctorTexts texts_;
};

struct TrustOptions {
    /// Where this user's trust is kept; empty: $XDG_CONFIG_HOME/weft/trusted, else
    /// ~/.config/weft/trusted. Counts only where no other account but root can write it.
    std::string folder = {};
    /// Folders that others keep and this user names, a farm's or a house's; after them those of
    /// $WEFT_TRUST_PATH, which colons separate. They count where not everybody can write them.
    std::vector<std::string> also = {};
    bool everything = false;  ///< whatever is asked for is trusted, for this run
};

class Trust {
  public:
    explicit Trust(TrustOptions options = {});

    /// Those of the texts that are not trusted.
    FunctorTexts untrusted(const FunctorTexts& texts) const;

    /// The texts, where all of them are trusted. kTrust: names the files that are not.
    Result<TrustedFunctors> check(const FunctorTexts& texts) const;

    /// Trusts the texts from now on. kOutput: they cannot be kept, or others could change them.
    Status add(const FunctorTexts& texts) const;

    /// Takes back what add() said. Texts that `also` holds stay trusted. kOutput.
    Status revoke(const FunctorTexts& texts) const;

    /// The folder that add() writes; empty: this user has none.
    const std::string& folder() const { return options_.folder; }

  private:
    TrustOptions options_;
};

/// The name of the file that says that a text is trusted, and holds it.
std::string trusted_file_name(const std::string& text);

}  // namespace weft
