#include "app/file_facts.h"

#include <cmath>

#include "batch/frame_range.h"
#include "batch/frames_to_read.h"
#include "pictures/file_colour.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"

namespace weft::editor {
namespace {

constexpr int kThumbnailWidth = 240, kThumbnailHeight = 135;

/// The code of 8 bits that sRGB (IEC 61966-2-1) has for light.
int code_of(float light) {
    const float v = std::isfinite(light) ? std::clamp(light, 0.0f, 1.0f) : 0.0f;
    const float shown = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
    return static_cast<int>(std::lround(shown * 255.0f));
}

/// One pixel in so many, within the size of thumbnails.
QImage thumbnail_of(const PictureView& view) {
    const Rect& d = view.domain;
    if (d.empty()) return {};
    const int step = std::max({1, (d.width() + kThumbnailWidth - 1) / kThumbnailWidth,
                               (d.height() + kThumbnailHeight - 1) / kThumbnailHeight});
    QImage image(std::max(1, d.width() / step), std::max(1, d.height() / step),
                 QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y) {
        const Rect row{d.x0, d.y0 + y * step, d.x1, d.y0 + y * step + 1};
        Picture pixels(row, view.planes);
        load_region(view, row, pixels);
        for (int x = 0; x < image.width(); ++x) {
            int codes[3];
            for (int c = 0; c < 3; ++c)
                codes[c] = code_of(pixels.row(row.y0, view.planes >= 3 ? c : 0)[x * step]);
            image.setPixelColor(x, y, QColor(codes[0], codes[1], codes[2]));
        }
    }
    return image;
}

QString in_one_line(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) list.append(QString::fromStdString(name));
    return list.join(QStringLiteral(", "));
}

/// Those between the first and the last that are not on disk; no more than a list for people has.
std::vector<int> missing_of(const std::vector<int>& frames) {
    std::vector<int> missing;
    for (std::size_t i = 1; i < frames.size(); ++i)
        for (int f = frames[i - 1] + 1; f < frames[i] && missing.size() < 10'000; ++f)
            missing.push_back(f);
    return missing;
}

void tell_header(const PictureInfo& info, FileFacts& facts) {
    const Rect &frame = info.display_window, &data = info.data_window;
    facts.size = QStringLiteral("%1×%2").arg(frame.width()).arg(frame.height());
    if (!(frame == data))
        facts.size += QObject::tr(", pixels in %1×%2 at %3, %4")
                          .arg(data.width())
                          .arg(data.height())
                          .arg(data.x0)
                          .arg(data.y0);
    facts.samples = QString::fromStdString(info.stored_format);
    facts.channels = in_one_line(info.channels);
    for (std::size_t i = 0; i < info.parts.size(); ++i)
        facts.parts.append(info.parts[i].name.empty() ? QString::number(i)
                                                      : QString::fromStdString(info.parts[i].name));
    for (const std::string& layer : layers_of(info.parts[static_cast<std::size_t>(info.part)]))
        facts.layers.append(QString::fromStdString(layer));
}

}  // namespace

FileFacts file_facts(const FileQuestion& question, const std::atomic<bool>& cancel) {
    FileFacts facts;
    const DocumentFiles files =
        beside_document({{{question.input, question.file}}, {}}, question.folder + "/document");
    const Result<SequencePath> path = SequencePath::parse(files.reads.begin()->second.path);
    const Result<PictureIO*> io = picture_io();
    if (!path || !io) {
        facts.problem = QString::fromStdString((path ? io.error() : path.error()).message);
        return facts;
    }
    const std::vector<int> frames = path->find_frames({});
    facts.is_sequence = path->has_frame();
    if (!frames.empty()) {
        facts.frames = QStringLiteral("%1–%2").arg(frames.front()).arg(frames.back());
        facts.missing = QString::fromStdString(format_frames(missing_of(frames)));
    }
    const std::string file = FramesToRead(*path, question.file.missing).file(question.frame, {});
    const PictureChoice choice{question.file.part, question.file.layer,
                               colour_for_input(question.input, question.colour)};
    const Result<PictureInfo> info = (*io)->info(file, choice);
    if (!info) {
        facts.problem = QString::fromStdString(info.error().message);
        return facts;
    }
    tell_header(*info, facts);
    if (cancel.load()) return facts;
    const Result<LoadedPicture> picture = (*io)->read(file, choice, &cancel);
    if (picture)
        facts.thumbnail = thumbnail_of(picture->view);
    else
        facts.problem = QString::fromStdString(picture.error().message);
    return facts;
}

}  // namespace weft::editor
