// What is in a capture, against what its dump says.
#include "present/overview.h"

#include <gtest/gtest.h>

#include "gunzip.h"
#include "present/details.h"
#include "recording.h"
#include "sharing/extract.h"

namespace ireereplay {
namespace {

std::string overview_of(const test::Opened& opened) {
  Text text;
  const std::atomic<bool> never = false;
  EXPECT_TRUE(append_overview({*opened.index, opened.header, opened.file}, never, text).ok());
  return text.take();
}

std::string details_of(const test::Opened& opened, std::string_view key) {
  Text text;
  EXPECT_TRUE(
      append_details({*opened.index, opened.header, opened.file}, *parse_node_key(*opened.index, key), text).ok());
  return text.take();
}

bool says(const std::string& json, std::string_view part) { return json.find(part) != std::string::npos; }

TEST(Overview, RanksTheFunctionsOfANetworkByTheirWorkgroups) {
  const std::string json = overview_of(test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz"));
  EXPECT_TRUE(says(json, R"("functionCount":29,"launches":"39","workgroups":"2623")")) << json;
  // The first in the list: 520 of them.
  EXPECT_TRUE(says(json, R"("functions":[{"executable":"4","ordinal":26,)")) << json;
  EXPECT_TRUE(says(json, R"("workgroups":"520")"));
  EXPECT_TRUE(says(json, R"("work":{"submission":149,"scope":"execute","record":132,"times":1})"));
  EXPECT_TRUE(says(json, R"("unread":"0")"));
}

TEST(Overview, SaysWhatTheApplicationWroteAndRead) {
  const std::string json = overview_of(test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz"));
  EXPECT_TRUE(says(json, R"("id":"6","bytes":"602112","record":133,"transient":false,"imported":false,"written":{)"))
      << json;
  EXPECT_TRUE(says(json, R"("first":136,"last":136})"));
  EXPECT_TRUE(says(json, R"("read":{"count":"1","bytes":"4000","offset":"0","length":"4000","first":161,"last":161})"))
      << json;
}

TEST(Overview, GivesImportedBuffersTheSizeThatTheyHave) {
  const test::TemporaryFile file;
  ASSERT_TRUE(sharing::extract(test::fixture("small.ireereplay"), file.path(), {.dispatch = 27}, {}, {}).ok());
  const std::string json = overview_of(test::open(file.path()));
  EXPECT_TRUE(says(json, R"("id":"6","bytes":"256","record":7,"transient":false,"imported":true,"written":{)")) << json;
}

TEST(Overview, SaysWhatIsReadFromFiles) {
  const std::string json = overview_of(test::open_fixture("models/block/block.sync.ireereplay"));
  EXPECT_TRUE(
      says(json,
           R"("loaded":{"count":"1","bytes":"793088","offset":"0","length":"793088","first":20,"last":20},"file":"7")"))
      << json;
}

TEST(Overview, CountsACommandAsOftenAsItIsExecuted) {
  const std::string json = overview_of(test::open_fixture("reused-command-buffer-100k.ireereplay"));
  EXPECT_TRUE(says(json, R"("dispatches":"100","launches":"100000")")) << json;
}

TEST(Overview, EndsWhenItIsCancelled) {
  const auto opened = test::open_fixture("small.ireereplay");
  Text text;
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(append_overview({*opened.index, opened.header, opened.file}, cancelled, text).code(),
            StatusCode::kCancelled);
}

TEST(Overview, CountsRecordsThatCannotBeRead) {
  test::Recording recording;
  recording.operation(format::Operation::kDeviceQueueDispatch, 1, 0, format::PayloadType::kDispatch, {}, 8);
  EXPECT_TRUE(says(overview_of(recording.open()), R"("functionCount":0,"launches":"0")"));
}

TEST(CommandDetails, ShowTheExecutionOfWhatIsExecutedOnce) {
  const auto opened = test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz");
  const std::string json = details_of(opened, "17");
  EXPECT_TRUE(says(json, R"("key":"17@149")")) << json;
  EXPECT_TRUE(says(json, "as bound by #149"));
  EXPECT_FALSE(says(json, "bound when executed"));
}

TEST(CommandDetails, LeadToWhatWroteABindingLast) {
  const auto network = test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz");
  // The dispatch before it binds the same range, and may write it; the first finds what the application wrote.
  EXPECT_TRUE(says(details_of(network, "20"), R"({"text":"#17","record":17},{"text":" bound it","dim":true})"));
  EXPECT_TRUE(says(details_of(network, "17"), R"({"text":"#136","record":136},{"text":" wrote it","dim":true})"));
  const auto block = test::open_fixture("models/block/block.sync.ireereplay");
  EXPECT_TRUE(says(details_of(block, "25"), R"({"text":" wrote it","dim":true})")) << details_of(block, "25");
}

TEST(CommandDetails, ListTheExecutionsOfWhatIsExecutedMoreThanOnce) {
  const auto opened = test::open_fixture("small.ireereplay");
  const std::string json = details_of(opened, "47");
  EXPECT_TRUE(says(json, R"("key":"47")")) << json;
  EXPECT_TRUE(says(json, R"("executions":{"commandBuffer":)")) << json;
  EXPECT_TRUE(says(json, R"("count":"2","submissions":[49,50]})")) << json;
  EXPECT_TRUE(says(details_of(opened, "47@50"), R"("key":"47@50")"));
}

TEST(CommandDetails, NameTheDispatchesOfAnExecutableThatCommandBuffersHold) {
  const std::string json = details_of(test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz"), "11");
  EXPECT_TRUE(says(json, R"("title":"Dispatches","note":"39")")) << json;
  EXPECT_TRUE(says(json, R"({"text":"#17","record":17})"));
}

TEST(CommandDetails, TellWhatIsZeroFromWhatSaysSomething) {
  const std::string json = details_of(test::open_fixture("small.ireereplay"), "27");
  EXPECT_TRUE(says(json, R"("name":"flags","value":[{"text":"0x00000000"}],"idle":true)")) << json;
  EXPECT_TRUE(says(json, R"("name":"operation","value":[{"text":"device.queue_dispatch"})"));
}

}  // namespace
}  // namespace ireereplay
