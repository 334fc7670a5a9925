/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { INDEX_LIMIT = 1 << 20 };

/* Cuts a line at its tabs. */
static bool cut(char *line, struct row *row) {
    for (size_t i = 0; i < COLUMNS; i++) {
        row->column[i] = line ? strsep(&line, "\t") : NULL;
        if (!row->column[i])
            return false;
    }
    return !line;
}

bool index_read(const char *path, struct index *out, struct error *error) {
    struct blob bytes;
    *out = (struct index){0};
    if (!file_read(path, INDEX_LIMIT, &bytes, error))
        return false;
    out->text = memory_new(bytes.size + 1);
    memcpy(out->text, bytes.data, bytes.size);
    blob_free(&bytes);
    size_t room = 0, number = 0;
    char *rest = out->text, *line;
    while ((line = strsep(&rest, "\n"))) {
        struct row row;
        number++;
        if (!*line)
            continue;
        if (!cut(line, &row)) {
            index_free(out);
            return error_set(error, ERROR_FORMAT, "%s, line %zu: a row has %d columns", path,
                             number, COLUMNS);
        }
        if (number == 1 || !strcmp(row.column[COLUMN_GROUP], "helper"))
            continue;
        GROW(out->rows, out->count, room);
        out->rows[out->count++] = row;
    }
    return true;
}

void index_free(struct index *index) {
    free(index->rows);
    free(index->text);
    *index = (struct index){0};
}
