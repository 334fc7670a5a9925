/* SPDX-License-Identifier: MIT */
#include "cli/program/report.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "core/core.h"
#include "host/clock.h"

static const char *const verdicts[] = {
    [PROCESS_RUNNING] = "running", [PROCESS_RETURNED] = "returned", [PROCESS_EXITED] = "exited",
    [PROCESS_BREAK] = "break",     [PROCESS_FAULT] = "fault",       [PROCESS_STOPPED] = "stopped",
};

static bool finish(const char *path, struct strbuf *text, struct error *error) {
    bool ok = file_write(path, text->text, text->length, error);
    strbuf_free(text);
    return ok;
}

bool report_write(const char *path, const struct report *r, struct error *error) {
    struct core_counters counters;
    core_counters(&counters);
    struct strbuf t = {0};
    strbuf_add(&t, "{\n  \"program\": ");
    strbuf_add_json(&t, r->program->name);
    strbuf_add(&t, ",\n  \"title\": ");
    strbuf_add_json(&t, r->program->title);
    strbuf_addf(&t, ",\n  \"verdict\": \"%s\",\n  \"guest_status\": %u,\n  \"exit_status\": %d,\n",
                verdicts[r->exit->end], r->exit->status, r->exit_status);
    strbuf_add(&t, "  \"reason\": ");
    strbuf_add_json(&t, r->exit->reason);
    strbuf_addf(&t, ",\n  \"frames\": %llu,\n", (unsigned long long)r->frames);
    if (r->first_frame_ns)
        strbuf_addf(&t, "  \"first_frame_seconds\": %.3f,\n", (double)r->first_frame_ns / 1e9);
    strbuf_addf(&t, "  \"seconds\": %.3f,\n", (double)clock_ns() / 1e9);
    strbuf_addf(&t,
                "  \"dispatch_misses\": %llu,\n  \"interpreted_instructions\": %llu,\n"
                "  \"unwinds\": %llu\n}\n",
                (unsigned long long)counters.dispatch_misses,
                (unsigned long long)counters.interpreted, (unsigned long long)counters.unwinds);
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
