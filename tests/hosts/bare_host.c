/* bare_host [--beside MODULE.so] ORDER ROUNDS PLUGIN.ofx...: a host that links nothing of Weft and
 * no oneTBB.
 *
 * The tests' other host (mini_host.h) is linked with what a bundle is linked with, so that nothing
 * of that is ever unmapped. This one holds nothing but what it loads. Every round loads bundles,
 * renders, lets them go in one ORDER, and then looks for threads that still run where no code of
 * theirs is mapped any more:
 *
 *   plain          unload, close; of several bundles one a round
 *   nested         every bundle is loaded before the first is let go, first to last and last to
 *                  first in turn
 *   instance-left  unload while another instance exists, close
 *   not-unloaded   close without unload
 *   not-closed     unload without close
 *   any            one of these at random
 *   exit           a process a round, which ends by exit() with all loaded; in every other a thread
 *                  renders on
 *
 * MODULE.so is a part of the host that runs oneTBB's threads of its own meanwhile (host_tbb.cpp).
 * Ends with 0 where all went well. Declarations are those of OpenFX 1.5's ABI, names are our own.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kOk = 0, kFailed = 1, kReplyDefault = 14 };
enum { kWidth = 512, kHeight = 256, kMostBundles = 4 };

static _Noreturn void fail(const char* what, const char* which) {
    fprintf(stderr, "bare_host: %s: %s\n", which, what);
    exit(1);
}

/* ---- Properties: what the plug-in sets is kept, by name and index. ---- */

struct property {
    struct property* next;
    char name[64];
    int index;
    void* pointer;
    char* text;
    double number;
    int whole;
};
struct set {
    struct property* first;
};

static struct property* find(const struct set* set, const char* name, int index) {
    for (struct property* p = set->first; p != NULL; p = p->next)
        if (p->index == index && strcmp(p->name, name) == 0) return p;
    return NULL;
}

static struct property* make(struct set* set, const char* name, int index) {
    struct property* p = find(set, name, index);
    if (p != NULL) return p;
    p = calloc(1, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    p->index = index;
    p->next = set->first;
    set->first = p;
    return p;
}

static void clear(struct set* set) {
    for (struct property *p = set->first, *next; p != NULL; p = next) {
        next = p->next;
        free(p->text);
        free(p);
    }
    set->first = NULL;
}

static int set_pointer(struct set* set, const char* name, int index, void* value) {
    make(set, name, index)->pointer = value;
    return kOk;
}
static int set_text(struct set* set, const char* name, int index, const char* value) {
    struct property* p = make(set, name, index);
    free(p->text);
    p->text = strdup(value);
    return kOk;
}
static int set_number(struct set* set, const char* name, int index, double value) {
    make(set, name, index)->number = value;
    return kOk;
}
static int set_whole(struct set* set, const char* name, int index, int value) {
    make(set, name, index)->whole = value;
    return kOk;
}
static int set_texts(struct set* set, const char* name, int count, const char* const* values) {
    for (int i = 0; i < count; ++i) set_text(set, name, i, values[i]);
    return kOk;
}
static int set_numbers(struct set* set, const char* name, int count, const double* values) {
    for (int i = 0; i < count; ++i) set_number(set, name, i, values[i]);
    return kOk;
}
static int set_wholes(struct set* set, const char* name, int count, const int* values) {
    for (int i = 0; i < count; ++i) set_whole(set, name, i, values[i]);
    return kOk;
}
static int set_pointers(struct set* set, const char* name, int count, void* const* values) {
    for (int i = 0; i < count; ++i) set_pointer(set, name, i, values[i]);
    return kOk;
}

/* Of `count` values from `index` on, each as MEMBER of its property. */
#define GET(MEMBER)                                            \
    for (int i = 0; i < count; ++i) {                          \
        const struct property* p = find(set, name, index + i); \
        if (p == NULL) return kFailed;                         \
        values[i] = p->MEMBER;                                 \
    }                                                          \
    return kOk
static int pointers_from(struct set* set, const char* name, int index, int count, void** values) {
    GET(pointer);
}
static int texts_from(struct set* set, const char* name, int index, int count, char** values) {
    GET(text);
}
static int numbers_from(struct set* set, const char* name, int index, int count, double* values) {
    GET(number);
}
static int wholes_from(struct set* set, const char* name, int index, int count, int* values) {
    GET(whole);
}
#undef GET

static int get_pointer(struct set* s, const char* n, int i, void** v) {
    return pointers_from(s, n, i, 1, v);
}
static int get_text(struct set* s, const char* n, int i, char** v) {
    return texts_from(s, n, i, 1, v);
}
static int get_number(struct set* s, const char* n, int i, double* v) {
    return numbers_from(s, n, i, 1, v);
}
static int get_whole(struct set* s, const char* n, int i, int* v) {
    return wholes_from(s, n, i, 1, v);
}
static int get_pointers(struct set* s, const char* n, int count, void** v) {
    return pointers_from(s, n, 0, count, v);
}
static int get_texts(struct set* s, const char* n, int count, char** v) {
    return texts_from(s, n, 0, count, v);
}
static int get_numbers(struct set* s, const char* n, int count, double* v) {
    return numbers_from(s, n, 0, count, v);
}
static int get_wholes(struct set* s, const char* n, int count, int* v) {
    return wholes_from(s, n, 0, count, v);
}
static int reset(struct set* set, const char* name) {
    (void)set, (void)name;
    return kOk;
}
static int dimension(struct set* set, const char* name, int* count) {
    for (*count = 0; find(set, name, *count) != NULL; ++*count) {
    }
    return kOk;
}

static const struct {
    int (*set_pointer)(struct set*, const char*, int, void*);
    int (*set_text)(struct set*, const char*, int, const char*);
    int (*set_number)(struct set*, const char*, int, double);
    int (*set_whole)(struct set*, const char*, int, int);
    int (*set_pointers)(struct set*, const char*, int, void* const*);
    int (*set_texts)(struct set*, const char*, int, const char* const*);
    int (*set_numbers)(struct set*, const char*, int, const double*);
    int (*set_wholes)(struct set*, const char*, int, const int*);
    int (*get_pointer)(struct set*, const char*, int, void**);
    int (*get_text)(struct set*, const char*, int, char**);
    int (*get_number)(struct set*, const char*, int, double*);
    int (*get_whole)(struct set*, const char*, int, int*);
    int (*get_pointers)(struct set*, const char*, int, void**);
    int (*get_texts)(struct set*, const char*, int, char**);
    int (*get_numbers)(struct set*, const char*, int, double*);
    int (*get_wholes)(struct set*, const char*, int, int*);
    int (*reset)(struct set*, const char*);
    int (*dimension)(struct set*, const char*, int*);
} kProperties = {set_pointer,  set_text,   set_number,  set_whole,  set_pointers, set_texts,
                 set_numbers,  set_wholes, get_pointer, get_text,   get_number,   get_whole,
                 get_pointers, get_texts,  get_numbers, get_wholes, reset,        dimension};

/* ---- Effects: clips and parameters by name, and one picture for each of Source and Output. ----
 */

struct part { /* a clip or a parameter */
    struct set properties;
    char name[64], type[32];
};
struct effect {
    struct set properties, source, output;
    struct part clips[8], parameters[64];
    int clip_count, parameter_count;
    float (*pixels)[kWidth * kHeight][4]; /* of the source, then of the output */
};
struct rect {
    double x1, y1, x2, y2;
};

static struct part* add(struct part* parts, int* count, int most, const char* type,
                        const char* name) {
    if (*count == most) fail("has more parts than this host has room for", name);
    struct part* part = &parts[(*count)++];
    snprintf(part->name, sizeof part->name, "%s", name);
    snprintf(part->type, sizeof part->type, "%s", type);
    return part;
}
static struct part* part_of(struct part* parts, int count, const char* name) {
    for (int i = 0; i < count; ++i)
        if (strcmp(parts[i].name, name) == 0) return &parts[i];
    return NULL;
}

static int effect_properties(struct effect* effect, struct set** set) {
    *set = &effect->properties;
    return kOk;
}
static int effect_parameters(struct effect* effect, struct effect** set) {
    *set = effect;
    return kOk;
}
static int define_clip(struct effect* e, const char* name, struct set** set) {
    *set = &add(e->clips, &e->clip_count, 8, "", name)->properties;
    return kOk;
}
static int clip_of(struct effect* e, const char* name, struct part** clip, struct set** set) {
    *clip = part_of(e->clips, e->clip_count, name);
    if (*clip == NULL) return kFailed;
    if (set != NULL) *set = &(*clip)->properties;
    return kOk;
}
static int clip_properties(struct part* clip, struct set** set) {
    *set = &clip->properties;
    return kOk;
}
static int clip_image(struct part* clip, double time, const struct rect* region,
                      struct set** image) {
    (void)time, (void)region;
    return get_pointer(&clip->properties, "image", 0, (void**)image);
}
static int release_image(struct set* image) {
    (void)image;
    return kOk;
}
static int clip_region(struct part* clip, double time, struct rect* region) {
    (void)clip, (void)time;
    *region = (struct rect){0, 0, kWidth, kHeight};
    return kOk;
}
static int must_abort(struct effect* effect) {
    (void)effect;
    return 0;
}

static const struct {
    int (*properties)(struct effect*, struct set**);
    int (*parameters)(struct effect*, struct effect**);
    int (*define_clip)(struct effect*, const char*, struct set**);
    int (*clip)(struct effect*, const char*, struct part**, struct set**);
    int (*clip_properties)(struct part*, struct set**);
    int (*image)(struct part*, double, const struct rect*, struct set**);
    int (*release)(struct set*);
    int (*region)(struct part*, double, struct rect*);
    int (*must_abort)(struct effect*);
    void* memory[4];
} kEffects = {effect_properties, effect_parameters, define_clip, clip_of,    clip_properties,
              clip_image,        release_image,     clip_region, must_abort, {0}};

static int define_parameter(struct effect* e, const char* type, const char* name,
                            struct set** set) {
    struct set* made = &add(e->parameters, &e->parameter_count, 64, type, name)->properties;
    if (set != NULL) *set = made;
    return kOk;
}
static int parameter_of(struct effect* e, const char* name, struct part** parameter,
                        struct set** set) {
    *parameter = part_of(e->parameters, e->parameter_count, name);
    if (*parameter == NULL) return kFailed;
    if (set != NULL) *set = &(*parameter)->properties;
    return kOk;
}
/* Every component at its default. */
static int value_of(struct part* parameter, va_list to) {
    int count;
    dimension(&parameter->properties, "OfxParamPropDefault", &count);
    const char* type = parameter->type + strlen("OfxParamType");
    for (int i = 0; i < (count == 0 ? 1 : count); ++i) {
        const struct property* p = find(&parameter->properties, "OfxParamPropDefault", i);
        if (strncmp(type, "Double", 6) == 0 || strncmp(type, "RGB", 3) == 0)
            *va_arg(to, double*) = p != NULL ? p->number : 0;
        else if (strcmp(type, "String") == 0)
            *va_arg(to, char**) = p != NULL ? p->text : "";
        else
            *va_arg(to, int*) = p != NULL ? p->whole : 0;
    }
    return kOk;
}
static int value(struct part* parameter, ...) {
    va_list to;
    va_start(to, parameter);
    value_of(parameter, to);
    va_end(to);
    return kOk;
}
static int value_at(struct part* parameter, double time, ...) {
    va_list to;
    va_start(to, time);
    value_of(parameter, to);
    va_end(to);
    return kOk;
}

static const struct {
    int (*define)(struct effect*, const char*, const char*, struct set**);
    int (*parameter)(struct effect*, const char*, struct part**, struct set**);
    int (*set_properties)(struct effect*, struct set**);
    int (*properties)(struct part*, struct set**);
    int (*value)(struct part*, ...);
    int (*value_at)(struct part*, double, ...);
    void* others[12];
} kParameters = {define_parameter, parameter_of, effect_properties, clip_properties, value,
                 value_at,         {0}};

/* ---- The host: two processors, whatever the machine has. ---- */

static int processors(unsigned* count) {
    *count = 2;
    return kOk;
}
static const struct {
    void* multi_thread;
    int (*processors)(unsigned*);
    void* others[7];
} kThreads = {NULL, processors, {0}};

static int message(void* effect, const char* type, const char* id, const char* format, ...) {
    (void)effect, (void)id;
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", type);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return kOk;
}
static const struct {
    int (*message)(void*, const char*, const char*, const char*, ...);
} kMessages = {message};

static const void* suite(struct set* host, const char* name, int version) {
    (void)host;
    if (version != 1) return NULL;
    if (strcmp(name, "OfxPropertySuite") == 0) return &kProperties;
    if (strcmp(name, "OfxImageEffectSuite") == 0) return &kEffects;
    if (strcmp(name, "OfxParameterSuite") == 0) return &kParameters;
    if (strcmp(name, "OfxMultiThreadSuite") == 0) return &kThreads;
    if (strcmp(name, "OfxMessageSuite") == 0) return &kMessages;
    return NULL;
}

static struct set host_properties;
static struct {
    struct set* properties;
    const void* (*suite)(struct set*, const char*, int);
} host = {&host_properties, suite};

struct plugin {
    const char* api;
    int api_version;
    const char* identifier;
    unsigned major, minor;
    void (*set_host)(void*);
    int (*act)(const char* action, const void* handle, struct set* in, struct set* out);
};

/* ---- A bundle, from dlopen to dlclose. ---- */

struct bundle {
    const char* path;
    void* library;
    struct plugin* plugin;
    struct effect* instances[2];
};

static void act(struct bundle* b, const char* action, struct effect* effect, struct set* in) {
    const int reply = b->plugin->act(action, effect, in, NULL);
    if (reply != kOk && reply != kReplyDefault) fail(action, b->path);
}

/* Every bundle that is tried has it: it writes 1 - x for every colour, in any number of threads. */
static const char kPlugin[] = "weft.invert";

static void open_bundle(struct bundle* b) {
    b->library = dlopen(b->path, RTLD_NOW | RTLD_LOCAL);
    if (b->library == NULL) fail(dlerror(), b->path);
    int (*count)(void);
    struct plugin* (*get)(int);
    *(void**)&count = dlsym(b->library, "OfxGetNumberOfPlugins");
    *(void**)&get = dlsym(b->library, "OfxGetPlugin");
    b->plugin = NULL;
    for (int i = 0, most = count(); i < most && b->plugin == NULL; ++i)
        if (strcmp(get(i)->identifier, kPlugin) == 0) b->plugin = get(i);
    if (b->plugin == NULL) fail("has no weft.invert", b->path);
    b->plugin->set_host(&host);
    act(b, "OfxActionLoad", NULL, NULL);
    struct effect* described = calloc(1, sizeof *described);
    act(b, "OfxActionDescribe", described, NULL);
    clear(&described->properties);
    free(described);
}

static void make_image(struct set* image, float* pixels) {
    const int bounds[4] = {0, 0, kWidth, kHeight};
    set_pointer(image, "OfxImagePropData", 0, pixels);
    set_wholes(image, "OfxImagePropBounds", 4, bounds);
    set_wholes(image, "OfxImagePropRegionOfDefinition", 4, bounds);
    set_whole(image, "OfxImagePropRowBytes", 0, kWidth * 4 * (int)sizeof(float));
    set_text(image, "OfxImageEffectPropPixelDepth", 0, "OfxBitDepthFloat");
    set_text(image, "OfxImageEffectPropComponents", 0, "OfxImageComponentRGBA");
    set_text(image, "OfxImagePropField", 0, "OfxFieldNone");
    set_number(image, "OfxImagePropPixelAspectRatio", 0, 1);
}

/* An effect that has been described in its context is this host's instance. */
static struct effect* create(struct bundle* b) {
    struct effect* e = calloc(1, sizeof *e);
    e->pixels = calloc(2, sizeof *e->pixels);
    struct set in = {NULL};
    set_text(&in, "OfxImageEffectPropContext", 0, "OfxImageEffectContextFilter");
    act(b, "OfxImageEffectActionDescribeInContext", e, &in);
    clear(&in);
    set_text(&e->properties, "OfxImageEffectPropContext", 0, "OfxImageEffectContextFilter");
    make_image(&e->source, e->pixels[0][0]);
    make_image(&e->output, e->pixels[1][0]);
    for (int i = 0; i < e->clip_count; ++i) {
        struct set* clip = &e->clips[i].properties;
        const int is_output = strcmp(e->clips[i].name, "Output") == 0;
        const int connected = is_output || strcmp(e->clips[i].name, "Source") == 0;
        set_whole(clip, "OfxImageClipPropConnected", 0, connected);
        set_text(clip, "OfxImageEffectPropComponents", 0, "OfxImageComponentRGBA");
        set_text(clip, "OfxImageEffectPropPixelDepth", 0, "OfxBitDepthFloat");
        set_text(clip, "OfxImageClipPropFieldOrder", 0, "OfxFieldNone");
        if (connected) set_pointer(clip, "image", 0, is_output ? &e->output : &e->source);
    }
    act(b, "OfxActionCreateInstance", e, NULL);
    return e;
}

static void let_go(struct effect* e) {
    struct set* sets[3] = {&e->properties, &e->source, &e->output};
    for (int i = 0; i < 3; ++i) clear(sets[i]);
    for (int i = 0; i < e->clip_count; ++i) clear(&e->clips[i].properties);
    for (int i = 0; i < e->parameter_count; ++i) clear(&e->parameters[i].properties);
    free(e->pixels);
    free(e);
}

static void destroy(struct bundle* b, int which) {
    act(b, "OfxActionDestroyInstance", b->instances[which], NULL);
    let_go(b->instances[which]);
    b->instances[which] = NULL;
}

static void render(struct bundle* b, struct effect* e) {
    const int window[4] = {0, 0, kWidth, kHeight};
    const double scale[2] = {1, 1};
    struct set in = {NULL};
    set_number(&in, "OfxPropTime", 0, 0);
    set_text(&in, "OfxImageEffectPropFieldToRender", 0, "OfxFieldNone");
    set_wholes(&in, "OfxImageEffectPropRenderWindow", 4, window);
    set_numbers(&in, "OfxImageEffectPropRenderScale", 2, scale);
    for (int i = 0; i < kWidth * kHeight; ++i)
        for (int c = 0; c < 4; ++c) {
            e->pixels[0][i][c] = (float)(i % 64) / 64;
            e->pixels[1][i][c] = -1;
        }
    act(b, "OfxImageEffectActionRender", e, &in);
    clear(&in);
    for (int i = 0; i < kWidth * kHeight; ++i)
        for (int c = 0; c < 3; ++c)
            if (e->pixels[1][i][c] != 1 - e->pixels[0][i][c]) fail("renders wrong pixels", b->path);
}

/* ---- What runs, and what is mapped. ---- */

static int threads(void) {
    DIR* folder = opendir("/proc/self/task");
    int count = -2; /* . and .. */
    while (readdir(folder) != NULL) ++count;
    closedir(folder);
    return count;
}

/* Whether code of a file whose path ends like that, up to a version, is mapped. */
static int is_mapped(const char* ending) {
    FILE* maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int found = 0;
    while (!found && fgets(line, sizeof line, maps) != NULL)
        found = strstr(line, " r-xp ") != NULL && strstr(line, ending) != NULL;
    fclose(maps);
    return found;
}

static int most_threads = 0; /* that were seen beyond the first */

static void check_mappings(const struct bundle* bundles, int count) {
    if (threads() == 1) return;
    for (int i = 0; i < count; ++i)
        if (!is_mapped(bundles[i].path))
            fail("threads run on, and it is unmapped", bundles[i].path);
    if (!is_mapped("/libtbb.so")) fail("threads run on, and it is unmapped", "libtbb.so");
}

/* ---- Orders. ---- */

enum { kInstanceLeft = 1, kNotUnloaded = 2, kNotClosed = 4, kNested = 8 };

static void begin(struct bundle* b) {
    open_bundle(b);
    for (int i = 0; i < 2; ++i) b->instances[i] = create(b);
    render(b, b->instances[0]);
    const int others = threads() - 1;
    if (others > most_threads) most_threads = others;
}

/* The instance that is left stays in memory, as whatever the plug-in keeps of it does. */
static void end(struct bundle* b, int how) {
    destroy(b, 0);
    if ((how & kInstanceLeft) == 0) destroy(b, 1);
    if ((how & kNotUnloaded) == 0) act(b, "OfxActionUnload", NULL, NULL);
    if ((how & kInstanceLeft) != 0) let_go(b->instances[1]);
    if ((how & kNotClosed) == 0) dlclose(b->library);
}

static void one_round(struct bundle* bundles, int count, int round, int how) {
    if ((how & kNested) == 0) {
        struct bundle* b = &bundles[round % count];
        begin(b);
        end(b, how);
        check_mappings(b, 1);
        return;
    }
    for (int i = 0; i < count; ++i) begin(&bundles[i]);
    for (int i = 0; i < count; ++i) {
        end(&bundles[round % 2 == 0 ? i : count - 1 - i], how);
        check_mappings(bundles, count);
        if (i + 1 < count) {
            struct bundle* left = &bundles[round % 2 == 0 ? i + 1 : count - 2 - i];
            render(left, left->instances[0]);
        }
    }
}

/* Threads do not come along through fork(): where processes are made, each begins its own. */
static void begin_work_beside(const char* module) {
    if (module == NULL) return;
    void* library = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail(dlerror(), module);
    void (*work)(void);
    *(void**)&work = dlsym(library, "work_for_ever");
    if (work == NULL) fail(dlerror(), module);
    work();
}

static void* render_on(void* bundle) {
    for (;;) render(bundle, ((struct bundle*)bundle)->instances[1]);
    return NULL;
}

static void exit_round(struct bundle* bundles, int count, int round, const char* module) {
    const pid_t child = fork();
    if (child == 0) {
        begin_work_beside(module);
        for (int i = 0; i < count; ++i) begin(&bundles[i]);
        if (most_threads == 0) fail("no thread was started", "exit");
        pthread_t thread;
        if (round % 2 != 0) {
            pthread_create(&thread, NULL, render_on, &bundles[round / 2 % count]);
            usleep((useconds_t)(round % 5) * 1000);
        }
        exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) fail("no process was made", "exit");
    if (WIFSIGNALED(status)) fail(strsignal(WTERMSIG(status)), "exit without unload");
    if (WEXITSTATUS(status) != 0) fail("did not end with 0", "exit without unload");
}

static const struct {
    const char* name;
    int how;
} kOrders[] = {{"plain", 0},
               {"nested", kNested},
               {"instance-left", kInstanceLeft},
               {"not-unloaded", kNotUnloaded},
               {"not-closed", kNotClosed}};
enum { kOrderCount = sizeof kOrders / sizeof *kOrders };

int main(int argc, char** argv) {
    const char* module = NULL;
    if (argc > 2 && strcmp(argv[1], "--beside") == 0) {
        module = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (argc < 4 || argc > 3 + kMostBundles) {
        fprintf(stderr, "bare_host [--beside MODULE.so] ORDER ROUNDS PLUGIN.ofx...\n");
        return 2;
    }
    const char* order = argv[1];
    const int rounds = atoi(argv[2]), count = argc - 3;
    struct bundle bundles[kMostBundles] = {{0}};
    for (int i = 0; i < count; ++i) {
        bundles[i].path = realpath(argv[3 + i], NULL);
        if (bundles[i].path == NULL) fail("is not there", argv[3 + i]);
    }
    const unsigned seed = (unsigned)time(NULL);
    srand(seed);
    int known = strcmp(order, "any") == 0 || strcmp(order, "exit") == 0, how = 0;
    for (int i = 0; i < kOrderCount; ++i)
        if (strcmp(order, kOrders[i].name) == 0) known = 1, how = kOrders[i].how;
    if (!known) fail("is no order", order);
    printf("%s: %d rounds, seed %u\n", order, rounds, seed);
    fflush(stdout);
    if (strcmp(order, "exit") != 0) begin_work_beside(module);
    for (int round = 0; round < rounds; ++round) {
        if (strcmp(order, "exit") == 0) {
            exit_round(bundles, count, round, module);
            continue;
        }
        if (strcmp(order, "any") == 0) how = rand() % (2 * kNested);
        if (round < rounds / 2 && strcmp(order, "any") == 0)
            how &= ~kNotClosed; /* nothing is unmapped after it */
        one_round(bundles, count, rand() % 2 == 0 ? round : round + 1, how);
    }
    if (strcmp(order, "exit") != 0 && most_threads == 0) fail("no thread was started", order);
    usleep(20000); /* whatever still runs may crash now */
    return 0;
}
