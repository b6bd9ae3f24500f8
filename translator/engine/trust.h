// Whether a document's code may run. Functors are C++, which may do all that the user may; so none
// of a document's functors is compiled or loaded before the user has trusted exactly these texts.
//
// Trusted texts are stored whole, one file each, named by their hash and compared byte by byte: no
// path, name or hash can stand for a text that the user has not seen. A trusted text may come with
// any document.
#pragma once

#include <string>
#include <vector>

#include "graph/document_functors.h"
#include "support/result.h"

namespace weft {

/// Functors of a document that may run: the only type that load_all_functors() takes.
class TrustedFunctors {
  public:
    /// Trusts `texts` without a check: typed by the user, or trusted for this run.
    static TrustedFunctors by_own_word(FunctorTexts texts) {
        return TrustedFunctors(std::move(texts));
    }

    const FunctorTexts& texts() const { return texts_; }

  private:
    explicit TrustedFunctors(FunctorTexts texts) : texts_(std::move(texts)) {}

    FunctorTexts texts_;
};

struct TrustOptions {
    /// The folder of this user's trusted texts; empty: $XDG_CONFIG_HOME/weft/trusted, else
    /// ~/.config/weft/trusted. Ignored where an account other than root can write it.
    std::string folder = {};
    /// Folders of trusted texts that others maintain, as a farm's; after them those of
    /// $WEFT_TRUST_PATH, separated by colons. Ignored where everybody can write them.
    std::vector<std::string> also = {};
    bool everything = false;  ///< everything is trusted, for this run
};

class Trust {
  public:
    explicit Trust(TrustOptions options = {});

    /// The texts that are not trusted.
    FunctorTexts untrusted(const FunctorTexts& texts) const;

    /// The texts, where all of them are trusted; else a kTrust error that names the files.
    Result<TrustedFunctors> check(const FunctorTexts& texts) const;

    /// Stores the texts as trusted. kOutput errors: they cannot be written, or others could change
    /// them.
    Status add(const FunctorTexts& texts) const;

    /// Removes texts that add() stored. Those in folders of TrustOptions::also stay trusted.
    /// kOutput errors.
    Status revoke(const FunctorTexts& texts) const;

    /// The folder that add() writes to; empty where this user has none.
    const std::string& folder() const { return options_.folder; }

  private:
    TrustOptions options_;
};

/// The name of the file under which a trusted text is stored.
std::string trusted_file_name(const std::string& text);

}  // namespace weft
