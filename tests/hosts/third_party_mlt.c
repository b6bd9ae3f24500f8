/* third_party_mlt FOLDER WIDTH HEIGHT BITS FIELD: renders FOLDER/first by every plug-in of Weft's that
 * MLT has, each to FOLDER/IDENTIFIER, and says so in a line: IDENTIFIER STATUS COMPONENTS CLIPS
 * (third_party_hosts.py). Pictures are RGBA samples of 8 or 16 bits, the topmost row first. MLT alone
 * says which field it asks for. */
#include <framework/mlt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    void* samples;
    int width, height;
    size_t bytes;
    mlt_image_format format;
} picture;

static int get_image(mlt_frame frame, uint8_t** image, mlt_image_format* format, int* width,
                     int* height, int writable) {
    (void)writable;
    *image = mlt_pool_alloc((int)picture.bytes);
    memcpy(*image, picture.samples, picture.bytes);
    *format = picture.format;
    *width = picture.width;
    *height = picture.height;
    return mlt_frame_set_image(frame, *image, (int)picture.bytes, mlt_pool_release);
}

static int get_frame(mlt_producer producer, mlt_frame_ptr frame, int index) {
    (void)index;
    *frame = mlt_frame_init(MLT_PRODUCER_SERVICE(producer));
    mlt_properties properties = MLT_FRAME_PROPERTIES(*frame);
    mlt_properties_set_int(properties, "progressive", 1);
    mlt_properties_set_double(properties, "aspect_ratio", 1);
    mlt_frame_set_position(*frame, mlt_producer_position(producer));
    mlt_frame_push_get_image(*frame, get_image);
    return 0;
}

static FILE* open_in(const char* folder, const char* name, const char* how) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, how);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

/* Whether it was rendered. */
static int render(mlt_profile profile, const char* filter_name, const char* to_folder) {
    struct mlt_producer_s producer;
    if (mlt_producer_init(&producer, NULL) != 0) return 0;
    producer.get_frame = get_frame;
    mlt_service service = MLT_PRODUCER_SERVICE(&producer);
    mlt_service_set_profile(service, profile);
    mlt_filter filter = mlt_factory_filter(profile, filter_name, NULL);
    int done = 0;
    if (filter != NULL && mlt_service_attach(service, filter) == 0) {
        mlt_frame frame = NULL;
        uint8_t* image = NULL;
        mlt_image_format format = picture.format;
        int width = picture.width, height = picture.height;
        if (mlt_service_get_frame(service, &frame, 0) == 0 &&
            mlt_frame_get_image(frame, &image, &format, &width, &height, 0) == 0 &&
            format == picture.format && width == picture.width && height == picture.height) {
            FILE* file = open_in(to_folder, filter_name + strlen("openfx."), "wb");
            done = fwrite(image, 1, picture.bytes, file) == picture.bytes;
            fclose(file);
        }
        mlt_frame_close(frame);
        mlt_service_detach(service, filter);
    }
    mlt_filter_close(filter);
    mlt_producer_close(&producer);
    return done;
}

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const char* folder = argv[1];
    picture.width = atoi(argv[2]);
    picture.height = atoi(argv[3]);
    picture.format = atoi(argv[4]) == 16 ? mlt_image_rgba64 : mlt_image_rgba;
    picture.bytes = (size_t)picture.width * (size_t)picture.height * (size_t)(atoi(argv[4]) / 2);
    picture.samples = malloc(picture.bytes);
    FILE* file = open_in(folder, "first", "rb");
    if (fread(picture.samples, 1, picture.bytes, file) != picture.bytes) return 1;
    fclose(file);

    mlt_repository repository = mlt_factory_init(NULL);
    if (repository == NULL) return 1;
    mlt_profile profile = mlt_profile_init(NULL);
    profile->width = picture.width;
    profile->height = picture.height;
    profile->progressive = 1;
    profile->sample_aspect_num = profile->sample_aspect_den = 1;
    profile->display_aspect_num = picture.width;
    profile->display_aspect_den = picture.height;
    mlt_properties filters = mlt_repository_filters(repository);
    for (int i = 0; i < mlt_properties_count(filters); ++i) {
        const char* name = mlt_properties_get_name(filters, i);
        if (strncmp(name, "openfx.weft.", strlen("openfx.weft.")) != 0) continue;
        const int done = render(profile, name, folder);
        printf("%s %s 4 Source\n", name + strlen("openfx."), done ? "ok" : "failed");
        fflush(stdout);
    }
    mlt_profile_close(profile);
    mlt_factory_close();
    free(picture.samples);
    return 0;
}
