/* SPDX-License-Identifier: MIT */
/* `windlass doctor`: what this machine has of what windlass needs, and what to install. */
#include "base/strbuf.h"
#include "cli/commands.h"
#include "cli/paths.h"
#include "core/memory.h"
#include "gpu/memory/watch.h"
#include "gpu/vulkan/device/device.h"
#include "lift/machine.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum verdict {
    GOOD,
    WEAK, /* windlass works, something is missing or slower */
    BAD,
};

struct check {
    const char *name;
    enum verdict (*run)(struct strbuf *detail);
    const char *advice; /* for anything but GOOD */
};

/* First line of what a command prints. */
static bool first_line(const char *command, struct strbuf *out) {
    char line[256] = "";
    FILE *pipe = popen(command, "re");
    if (!pipe)
        return false;
    bool any = fgets(line, sizeof line, pipe) != NULL;
    int status = pclose(pipe);
    line[strcspn(line, "\n")] = 0;
    strbuf_add(out, any && status == 0 ? line : "not found");
    return any && status == 0;
}

static enum verdict check_clang(struct strbuf *detail) {
    return first_line("clang-19 --version 2>/dev/null", detail) ? GOOD : BAD;
}

static enum verdict check_lld(struct strbuf *detail) {
    return first_line("ld.lld-19 --version 2>/dev/null", detail) ? GOOD : BAD;
}

static enum verdict check_ninja(struct strbuf *detail) {
    return first_line("ninja --version 2>/dev/null", detail) ? GOOD : BAD;
}

static enum verdict check_runtime(struct strbuf *detail) {
    struct runtime_paths paths;
    struct error error;
    if (!runtime_paths_find(&paths, &error)) {
        strbuf_add(detail, error.text);
        return BAD;
    }
    strbuf_add(detail, paths.archive);
    return GOOD;
}

static enum verdict check_cpu(struct strbuf *detail) {
    const enum machine here = machine_chosen(MACHINE_AUTO);
    const bool old = !machine_is_here(here);
    strbuf_addf(detail, "%s%s", old ? "below " : "", machine_name(here));
    return old ? BAD : here == MACHINE_V2 ? WEAK : GOOD;
}

static enum verdict check_address_space(struct strbuf *detail) {
    struct error error;
    if (!guest_memory_init(&error)) {
        strbuf_add(detail, error.text);
        return BAD;
    }
    strbuf_add(detail, "the guest's 39 bits can be reserved");
    return GOOD;
}

static enum verdict check_kernel(struct strbuf *detail) {
    struct utsname name;
    unsigned major = 0, minor = 0;
    if (uname(&name) < 0 || sscanf(name.release, "%u.%u", &major, &minor) != 2) {
        strbuf_add(detail, "unknown version");
        return WEAK;
    }
    strbuf_addf(detail, "Linux %s", name.release);
    return major > 6 || (major == 6 && minor >= 7) ? GOOD : WEAK;
}

static enum verdict list_devices(VkInstance instance, struct strbuf *detail) {
    VkPhysicalDevice devices[8];
    uint32_t count = 8;
    enum verdict verdict = WEAK;
    if (vkEnumeratePhysicalDevices(instance, &count, devices) < 0 || count == 0) {
        strbuf_add(detail, "the loader finds no device");
        return WEAK;
    }
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(devices[i], &p);
        strbuf_addf(detail, "%s%s (Vulkan %u.%u)", i ? "; " : "", p.deviceName,
                    VK_VERSION_MAJOR(p.apiVersion), VK_VERSION_MINOR(p.apiVersion));
        if (p.apiVersion >= VK_API_VERSION_1_3)
            verdict = GOOD;
    }
    return verdict;
}

static enum verdict check_vulkan(struct strbuf *detail) {
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    struct error error;
    VkInstance instance;
    if (!vulkan_load(&error)) {
        strbuf_add(detail, error.text);
        return WEAK;
    }
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS) {
        strbuf_add(detail, "no Vulkan driver");
        return WEAK;
    }
    enum verdict verdict = WEAK;
    if (vulkan_load_instance(instance, &error))
        verdict = list_devices(instance, detail);
    else
        strbuf_add(detail, error.text);
    if (vkDestroyInstance)
        vkDestroyInstance(instance, NULL);
    return verdict;
}

/* The one that is taken where none is named. */
static enum verdict check_gpu(struct strbuf *detail) {
    struct error error;
    struct vulkan *vk;
    if (!vulkan_open(NULL, false, &vk, &error)) {
        strbuf_add(detail, error.text);
        return WEAK;
    }
    strbuf_addf(detail, "%s, %s", vk->properties.deviceName, vk->properties12.driverInfo);
    if (!vk->import_align)
        strbuf_add(detail, ", guest memory is copied");
    struct strbuf lacks = {0};
    if (vulkan_lacks(vk, &lacks))
        strbuf_addf(detail, ", without %s", lacks.text);
    strbuf_free(&lacks);
    const bool good = !vk->cpu && vk->import_align;
    vulkan_close(vk);
    return good ? GOOD : WEAK;
}

static enum verdict check_watch(struct strbuf *detail) {
    struct watch *watch = watch_new(WATCH_BEST);
    const bool best = watch_is_best(watch);
    strbuf_addf(detail, "found by %s", watch_method(watch));
    watch_free(watch);
    return best ? GOOD : WEAK;
}

static enum verdict check_sdl(struct strbuf *detail) {
    SDL_version v;
    SDL_GetVersion(&v);
    strbuf_addf(detail, "SDL %d.%d.%d, ", v.major, v.minor, v.patch);
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) < 0) {
        strbuf_addf(detail, "no display: %s", SDL_GetError());
        return WEAK;
    }
    const char *driver = SDL_GetCurrentVideoDriver();
    /* SDL falls back to drivers that show nothing. */
    bool shows = strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0;
    strbuf_addf(detail, shows ? "video by %s" : "no display: only SDL's %s driver", driver);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return shows ? GOOD : WEAK;
}

static enum verdict check_font(struct strbuf *detail) {
    static const char font[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    bool there = access(font, R_OK) == 0;
    strbuf_add(detail, there ? font : "not found");
    return there ? GOOD : WEAK;
}

static const struct check checks[] = {
    {"clang 19", check_clang, "install clang-19: it compiles lifted programs"},
    {"lld 19", check_lld, "install lld-19: it links them"},
    {"ninja", check_ninja, "install ninja-build: it runs the compiles"},
    {"run-time library", check_runtime, "build or install windlass as a whole"},
    {"processor", check_cpu, "lifted code is slower below x86-64-v3, and needs x86-64-v2"},
    {"address space", check_address_space, "raise the limit (ulimit -v unlimited)"},
    {"kernel", check_kernel, "Linux 6.7 or later finds memory writes faster"},
    {"Vulkan", check_vulkan, "install libvulkan1 and a driver, such as mesa-vulkan-drivers"},
    {"GPU", check_gpu, "drawing is slow where the CPU does it, or where guest memory is copied"},
    {"memory writes", check_watch,
     "Linux 6.7 or later, and the right to use /dev/userfaultfd, find them faster"},
    {"window", check_sdl, "--headless works without a display"},
    {"system font", check_font, "install fonts-dejavu-core: the console's shared font"},
};

int cli_doctor(int argc, char **argv) {
    static const char *const marks[] = {[GOOD] = "ok", [WEAK] = "--", [BAD] = "!!"};
    bool bad = false;
    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "windlass doctor takes no arguments\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct strbuf detail = {0};
        strbuf_add(&detail, "");
        enum verdict verdict = checks[i].run(&detail);
        printf("%s  %-18s %s\n", marks[verdict], checks[i].name, detail.text);
        if (verdict != GOOD)
            printf("    %-18s -> %s\n", "", checks[i].advice);
        bad |= verdict == BAD;
        strbuf_free(&detail);
    }
    return bad;
}
