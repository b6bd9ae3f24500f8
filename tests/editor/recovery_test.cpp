// Edits survive a process that is killed, but for the last second.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <cstdio>

#include "app/recovery.h"
#include "until_killed.h"
#include "window.h"

namespace weft::editor {

void edit_until_killed() {
    qputenv("XDG_DATA_HOME", qgetenv("WEFT_TEST_EDIT_UNTIL_KILLED"));
    const auto window = make_window();
    Session& session = window->session();
    session.open(chain());
    for (int i = 1;; ++i) {
        session.apply("Move", Result<Document>(move(session.document(), {named(chain(), "invert1")},
                                                    {kGrid, 0})));
        std::printf("%d\n", i);
        std::fflush(stdout);
        QTest::qWait(10);
    }
}

namespace {

int steps(const Document& document) {
    const ItemId invert = named(chain(), "invert1");
    return (document.places.at(invert).x - chain().places.at(invert).x) / kGrid;
}

TEST(EditorRecovery, AKilledProcessLosesTheLastSecondAtMost) {
    const QTemporaryDir folder;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("WEFT_TEST_EDIT_UNTIL_KILLED", folder.path());
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {});
    // When each edit was made. The process waits 10 ms between two; where they take longer to come,
    // so does all else that it does, and its second lasts as much longer.
    std::vector<qint64> made;
    QElapsedTimer time;
    time.start();
    const auto second = [&] {
        const qint64 all = made.size() < 2 ? 0 : made.back() - made.front();
        return std::max<qint64>(1000, 60 * all / static_cast<qint64>(made.size()));
    };
    test::Patience patience;
    while (made.size() < 20 || made.back() - made.front() < 3 * second() / 2) {
        ASSERT_FALSE(patience.is_over());
        process.waitForReadyRead(100);
        while (process.canReadLine()) {
            process.readLine();
            made.push_back(time.elapsed());
        }
    }
    process.kill();
    process.waitForFinished(-1);
    const qint64 killed = time.elapsed();
    const auto old =
        std::count_if(made.begin(), made.end(), [&](qint64 at) { return at < killed - second(); });
    ASSERT_GT(old, 5);

    qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit());
    const auto window = make_window();
    window->offer_recovery();
    ASSERT_EQ(left_copies(recovery_folder()).size(), 1u);
    auto* notice = window->findChild<QFrame*>("notice");
    EXPECT_TRUE(notice->isVisible());
    EXPECT_THAT(notice->findChild<QLabel*>()->text().toStdString(),
                testing::HasSubstr("edits of a new effect"));
    notice->findChild<QPushButton*>("recover")->click();
    QTest::qWait(20);
    EXPECT_GE(steps(window->session().document()), old);
    EXPECT_FALSE(window->session().history().is_saved());
    EXPECT_FALSE(notice->isVisible());
    // It is this window's now: kept for the next crash, and offered to nobody.
    EXPECT_TRUE(left_copies(recovery_folder()).empty());
    EXPECT_EQ(QDir(recovery_folder()).entryList({"*.weft"}).size(), 1);
    EXPECT_TRUE(window->save(folder.filePath("saved.weft")));
    EXPECT_TRUE(QDir(recovery_folder()).entryList({"*.weft"}).empty());
}

TEST(EditorRecovery, TellsWhoseEditsTheyAre) {
    const QTemporaryDir folder;
    Session session(library());
    {
        Recovery recovery(session, folder.path());
        session.open(chain(), false);
        recovery.set_path("/effects/glow.weft");
        recovery.keep();
        EXPECT_TRUE(left_copies(folder.path()).empty());  // its window is open
    }
    const std::vector<LeftCopy> left = left_copies(folder.path());
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left.front().path, "/effects/glow.weft");
    remove_copy(left.front().copy);
    EXPECT_TRUE(left_copies(folder.path()).empty());
}

TEST(EditorRecovery, SavesWhatIsThereWholeOrNotAtAll) {
    const auto window = make_window();
    const QSignalSpy said(&window->session(), &Session::said);
    window->session().open(chain(), false);
    EXPECT_FALSE(window->save("/proc/none/effect.weft"));
    EXPECT_THAT(said.back().front().toString().toStdString(), testing::HasSubstr("was not saved"));
    EXPECT_FALSE(window->session().history().is_saved());
}

}  // namespace
}  // namespace weft::editor
