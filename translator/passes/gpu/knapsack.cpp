#include "passes/gpu/knapsack.h"

#include <algorithm>

namespace weft {

namespace {

class KnapsackSearch {
  public:
    KnapsackSearch(const std::vector<KnapsackItem>& items, std::size_t space)
        : items_(items), chosen_(items.size()), best_(items.size()) {
        rest_.assign(items.size() + 1, 0);
        for (std::size_t i = items.size(); i-- > 0;)
            rest_[i] = rest_[i + 1] + std::max(items[i].value, 0.0);
        visit(0, 0, space);
    }
    const std::vector<bool>& best() const { return best_; }

  private:
    void visit(std::size_t i, double value, std::size_t space) {
        if (value > best_value_) {
            best_value_ = value;
            best_ = chosen_;
        }
        if (i == items_.size() || value + rest_[i] <= best_value_) return;
        if (items_[i].value > 0 && items_[i].bytes <= space) {
            chosen_[i] = true;
            visit(i + 1, value + items_[i].value, space - items_[i].bytes);
            chosen_[i] = false;
        }
        visit(i + 1, value, space);
    }

    const std::vector<KnapsackItem>& items_;
    std::vector<double> rest_;  // what the items from here on are worth together
    std::vector<bool> chosen_, best_;
    double best_value_ = 0;
};

}  // namespace

std::vector<bool> knapsack(const std::vector<KnapsackItem>& items, std::size_t space) {
    return KnapsackSearch(items, space).best();
}

}  // namespace weft
