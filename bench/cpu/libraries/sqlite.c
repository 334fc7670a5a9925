/* SPDX-License-Identifier: MIT */
/* A database in memory: rows are put in, changed, asked for by index, joined, grouped and sorted.
 */
#include "kernel.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

kernel_run kernel_sqlite;

static sqlite3 *db;
static uint64_t sum;

static int add_row(void *unused, int count, char **values, char **names) {
    (void)unused, (void)names;
    for (int i = 0; i < count; i++)
        for (const char *p = values[i] ? values[i] : "-"; *p; p++)
            sum = sum * 31 + (uint8_t)*p;
    return 0;
}

static void run(const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(db, sql, add_row, NULL, &message) != SQLITE_OK) {
        printf("sqlite: %s\n", message);
        exit(1);
    }
}

static void fill(uint32_t round) {
    sqlite3_stmt *s;
    uint32_t seed = round;
    run("BEGIN");
    if (sqlite3_prepare_v2(db, "INSERT INTO sale(item, day, price, note) VALUES(?, ?, ?, ?)", -1,
                           &s, NULL) != SQLITE_OK)
        exit(1);
    for (int i = 0; i < 400; i++) {
        char note[32];
        snprintf(note, sizeof note, "note %u", kernel_random(&seed) % 1000);
        sqlite3_bind_int(s, 1, (int)(kernel_random(&seed) % 40));
        sqlite3_bind_int(s, 2, (int)(kernel_random(&seed) % 365));
        sqlite3_bind_double(s, 3, (double)(kernel_random(&seed) % 10000) / 100);
        sqlite3_bind_text(s, 4, note, -1, SQLITE_TRANSIENT);
        if (sqlite3_step(s) != SQLITE_DONE)
            exit(1);
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    run("COMMIT");
}

uint64_t kernel_sqlite(uint32_t rounds) {
    sum = 0;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        exit(1);
    run("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE sale(id INTEGER PRIMARY KEY, item INTEGER, day INTEGER, price REAL, note "
        "TEXT);"
        "CREATE INDEX sale_day ON sale(day);"
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)"
        "  INSERT INTO item SELECT i, 'item ' || (i * 7 % 40) FROM n;");
    for (uint32_t r = 0; r < rounds; r++) {
        fill(r);
        run("UPDATE sale SET price = round(price * 1.1, 2) WHERE day BETWEEN 100 AND 130;"
            "SELECT name, count(*), round(sum(price), 2) FROM sale JOIN item ON item.id = sale.item"
            "  GROUP BY name ORDER BY 3 DESC LIMIT 10;"
            "SELECT day, max(price) FROM sale WHERE note LIKE '%77%' GROUP BY day ORDER BY day;"
            "DELETE FROM sale WHERE id % 3 <> 0 OR day > 300;");
    }
    sqlite3_close(db);
    return sum;
}
