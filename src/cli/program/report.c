/* SPDX-License-Identifier: MIT */
#include "cli/program/report.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "core/core.h"
#include "host/clock.h"

#include <stdlib.h>
#include <string.h>

static const char *const verdicts[] = {
    [PROCESS_RUNNING] = "running",    [PROCESS_RETURNED] = "returned",
    [PROCESS_EXITED] = "exited",      [PROCESS_BREAK] = "break",
    [PROCESS_FAULT] = "fault",        [PROCESS_STOPPED] = "stopped",
    [PROCESS_DEVICE] = "device lost",
};

/* Where the program came to its end, for those who sort reports by machine. */
static const char *const stages[] = {
    [PROCESS_RUNNING] = "none",  [PROCESS_RETURNED] = "none", [PROCESS_EXITED] = "none",
    [PROCESS_BREAK] = "program", [PROCESS_FAULT] = "cpu",     [PROCESS_STOPPED] = "none",
    [PROCESS_DEVICE] = "gpu",
};

static void add_place(struct strbuf *t, uint64_t pc) {
    char where[256];
    strbuf_addf(t, "{\"pc\": \"0x%llx\", \"where\": ", (unsigned long long)pc);
    strbuf_add_json(t, core_describe(pc, where, sizeof where) ? where : "");
    strbuf_add(t, "}");
}

static void add_fault(struct strbuf *t) {
    struct core_fault fault;
    if (!core_first_fault(&fault))
        return;
    strbuf_addf(t, ",\n  \"fault\": {\n    \"kind\": \"%s\",\n    \"address\": \"0x%llx\",\n",
                core_fault_name(fault.kind), (unsigned long long)fault.address);
    strbuf_addf(t,
                "    \"word\": \"0x%08x\",\n    \"registers_exact\": %s,\n    \"at\": ", fault.word,
                fault.exact ? "true" : "false");
    add_place(t, fault.pc);
    strbuf_add(t, ",\n    \"backtrace\": [");
    for (unsigned i = 0; i < fault.frame_count; i++) {
        strbuf_add(t, i ? ", " : "");
        add_place(t, fault.frames[i]);
    }
    strbuf_add(t, "],\n    \"next\": ");
    strbuf_add_json(t, core_fault_hint(&fault));
    strbuf_add(t, "\n  }");
}

static bool finish(const char *path, struct strbuf *text, struct error *error) {
    bool ok = file_write(path, text->text, text->length, error);
    strbuf_free(text);
    return ok;
}

static void add_lines(struct strbuf *t, const char *name, const char *lines) {
    strbuf_addf(t, ",\n  \"%s\": [", name);
    for (const char *separator = ""; *lines; separator = ", ") {
        const size_t length = strcspn(lines, "\n");
        char *line = memory_format("%.*s", (int)length, lines);
        strbuf_add(t, separator);
        strbuf_add_json(t, line);
        free(line);
        lines += length + (lines[length] != 0);
    }
    strbuf_add(t, "]");
}

bool report_write(const char *path, const struct report *r, struct error *error) {
    struct core_counters counters;
    core_counters(&counters);
    struct strbuf t = {0};
    strbuf_add(&t, "{\n  \"program\": ");
    strbuf_add_json(&t, r->program->name);
    strbuf_add(&t, ",\n  \"title\": ");
    strbuf_add_json(&t, r->program->title);
    strbuf_addf(&t,
                ",\n  \"verdict\": \"%s\",\n  \"stage\": \"%s\",\n  \"guest_status\": %u,\n"
                "  \"exit_status\": %d,\n",
                verdicts[r->exit->end], stages[r->exit->end], r->exit->status, r->exit_status);
    strbuf_add(&t, "  \"reason\": ");
    strbuf_add_json(&t, r->exit->reason);
    char warning[512];
    log_last_warning(warning, sizeof warning);
    strbuf_add(&t, ",\n  \"last_warning\": ");
    strbuf_add_json(&t, warning);
    strbuf_addf(&t, ",\n  \"frames\": %llu,\n", (unsigned long long)r->frames);
    if (r->first_frame_ns)
        strbuf_addf(&t, "  \"first_frame_seconds\": %.3f,\n", (double)r->first_frame_ns / 1e9);
    strbuf_addf(&t, "  \"seconds\": %.3f,\n", (double)clock_ns() / 1e9);
    strbuf_addf(&t,
                "  \"dispatch_misses\": %llu,\n  \"interpreted_instructions\": %llu,\n"
                "  \"unwinds\": %llu",
                (unsigned long long)counters.dispatch_misses,
                (unsigned long long)counters.interpreted, (unsigned long long)counters.unwinds);
    add_lines(&t, "gpu", r->gpu);
    add_fault(&t);
    strbuf_add(&t, "\n}\n");
    return finish(path, &t, error);
}

bool report_write_not_started(const char *path, const struct error *why, struct error *error) {
    struct strbuf t = {0};
    strbuf_addf(&t, "{\n  \"verdict\": \"not started\",\n  \"kind\": \"%s\",\n  \"reason\": ",
                error_kind_name(why->kind));
    strbuf_add_json(&t, why->text);
    strbuf_add(&t, "\n}\n");
    return finish(path, &t, error);
}
