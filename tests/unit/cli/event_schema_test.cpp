// Every event of --progress json is what docs/render-events.schema.json says.
#include <sstream>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "sequence_fixture.h"

namespace weft::test {
namespace {

using nlohmann::json;

class Events : public Sequence {
  protected:
    Events() {
        const json text = json::parse(read_text(WEFT_EVENT_SCHEMA));
        valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text),
                                                schema_);
    }

    /// What the schema has against it; "" for nothing.
    std::string objection(const json& event) {
        valijson::ValidationResults results;
        if (valijson::Validator().validate(schema_, valijson::adapters::NlohmannJsonAdapter(event),
                                           &results))
            return {};
        std::string text = "refused:";
        for (valijson::ValidationResults::Error error; results.popError(error);)
            text += " " + error.description;
        return text;
    }

    /// The events of a run, each checked.
    std::vector<json> events_of(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"--progress", "json"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        std::vector<json> events;
        std::istringstream lines(render(all).out);
        for (std::string line; std::getline(lines, line);) {
            events.push_back(json::parse(line));
            EXPECT_EQ(objection(events.back()), "") << line;
        }
        return events;
    }

  private:
    valijson::Schema schema_;
};

TEST_F(Events, AreAsTheSchemaSays) {
    write_inputs(1, 4);
    std::filesystem::remove(input(2));
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"-F", "1-4"},
          {"-F", "1-4", "--on-error", "skip", "--memory", "1G"},
          {"-F", "1-4", "--on-error", "placeholder", "--no-clobber"},
          {"-F", "1-4", "--on-error", "placeholder", "--parallel-frames", "2"},
          {"-F", "3-4", "--resume"}}) {
        const std::vector<json> events = events_of(arguments);
        ASSERT_GE(events.size(), 3u);
        EXPECT_EQ(events.front()["event"], "start");
        EXPECT_EQ(events.back()["event"], "end");
    }
    write_text(folder.path(".out.0003.weft-tmp-1.exr"), "half");
    const std::vector<json> events = events_of({"-F", "3-4", "--resume"});
    EXPECT_EQ(events.front()["event"], "note");
    EXPECT_EQ(events.back()["complete"], 2);
}

TEST_F(Events, TheSchemaRefusesWhatIsNone) {
    write_inputs(1, 1);
    const std::vector<json> events = events_of({"-F", "1"});
    for (const json& event : events)
        for (const auto& [name, value] : event.items()) {
            json without = event;
            without.erase(name);
            EXPECT_NE(objection(without), "") << name;
            json other = event;
            other[name] = json::array({json::object()});
            EXPECT_NE(objection(other), "") << name;
        }
}

}  // namespace
}  // namespace weft::test
