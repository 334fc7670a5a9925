/* SPDX-License-Identifier: MIT */
/* SQLite: a database in memory, indexes, joins, aggregates, windows, recursion, triggers,
 * transactions, full text, JSON, errors. Prints every row. */
#include "data.h"

#include <sqlite3.h>

static sqlite3 *db;

static int print_row(void *unused, int count, char **values, char **names) {
    (void)unused, (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}

static void run(const char *sql) {
    char *message = NULL;
    printf("> %.60s\n", sql);
    if (sqlite3_exec(db, sql, print_row, NULL, &message) != SQLITE_OK)
        printf("error: %s\n", message);
    sqlite3_free(message);
}

/* sum of squares, to see a function of ours called from SQL. */
static void square_step(sqlite3_context *context, int count, sqlite3_value **values) {
    double *sum = sqlite3_aggregate_context(context, sizeof *sum);
    for (int i = 0; sum && i < count; i++)
        *sum += sqlite3_value_double(values[i]) * sqlite3_value_double(values[i]);
}

static void square_end(sqlite3_context *context) {
    const double *sum = sqlite3_aggregate_context(context, sizeof *sum);
    sqlite3_result_double(context, sum ? *sum : 0);
}

static void must(int code, int wanted) {
    if (code == wanted)
        return;
    printf("code %d instead of %d: %s\n", code, wanted, sqlite3_errmsg(db));
    exit(1);
}

static void fill(int people, int orders) {
    sqlite3_stmt *s;
    run("CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, height REAL);"
        "CREATE TABLE purchase(id INTEGER PRIMARY KEY, person INTEGER REFERENCES person(id),"
        "  item TEXT, price NUMERIC, day INTEGER, note BLOB);");
    run("BEGIN");
    must(sqlite3_prepare_v2(db, "INSERT INTO person VALUES(?,?,?,?)", -1, &s, NULL), SQLITE_OK);
    for (int i = 1; i <= people; i++) {
        char name[16], town[8];
        data_text(name, 10);
        name[10] = 0;
        snprintf(town, sizeof town, "T%02u", data_random() % 40);
        sqlite3_bind_int(s, 1, i);
        sqlite3_bind_text(s, 2, name, -1, SQLITE_TRANSIENT);
        if (i % 17)
            sqlite3_bind_text(s, 3, town, -1, SQLITE_TRANSIENT);
        else
            sqlite3_bind_null(s, 3);
        sqlite3_bind_double(s, 4, 1.5 + data_random() % 5000 / 10000.0);
        must(sqlite3_step(s), SQLITE_DONE);
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    must(sqlite3_prepare_v2(db, "INSERT INTO purchase VALUES(NULL,?,?,?,?,?)", -1, &s, NULL),
         SQLITE_OK);
    for (int i = 0; i < orders; i++) {
        char item[12];
        uint8_t note[24];
        snprintf(item, sizeof item, "item%u", data_random() % 200);
        data_noise(note, sizeof note);
        sqlite3_bind_int(s, 1, (int)(data_random() % (unsigned)people) + 1);
        sqlite3_bind_text(s, 2, item, -1, SQLITE_TRANSIENT);
        if (i % 3)
            sqlite3_bind_int(s, 3, (int)(data_random() % 1000));
        else
            sqlite3_bind_double(s, 3, data_random() % 100000 / 128.0);
        sqlite3_bind_int64(s, 4, (sqlite3_int64)data_random() * 1000);
        sqlite3_bind_blob(s, 5, note, (int)(data_random() % sizeof note), SQLITE_TRANSIENT);
        must(sqlite3_step(s), SQLITE_DONE);
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    run("COMMIT");
}

static const char *const queries[] = {
    "SELECT count(*), count(town), min(name), max(name), round(avg(height), 6) FROM person",
    "CREATE INDEX by_person ON purchase(person, day); CREATE INDEX by_item ON purchase(item) "
    "WHERE price > 500; ANALYZE",
    "EXPLAIN QUERY PLAN SELECT * FROM purchase WHERE person = 5 ORDER BY day",
    "SELECT town, count(*), sum(price), total(price), squares(price) FROM person p JOIN purchase b "
    "ON b.person = p.id GROUP BY town HAVING count(*) > 100 ORDER BY 3 DESC, town",
    "SELECT p.name, b.item, b.price FROM person p LEFT JOIN purchase b ON b.person = p.id AND "
    "b.price > 990 WHERE p.id < 40 ORDER BY p.id, b.id",
    "SELECT item, sum(price) FROM purchase WHERE price > 500 GROUP BY item ORDER BY 2 DESC LIMIT 9",
    "SELECT typeof(price), count(*), sum(length(note)), hex(max(note)) FROM purchase GROUP BY 1",
    "SELECT name, height, rank() OVER w, ntile(4) OVER w, lag(name, 1, '-') OVER w, "
    "sum(height) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM person "
    "WHERE id <= 25 WINDOW w AS (PARTITION BY id % 3 ORDER BY height) ORDER BY id",
    "WITH RECURSIVE f(n, a, b) AS (VALUES(1, 0, 1) UNION ALL SELECT n + 1, b, a + b FROM f WHERE n "
    "< 60) SELECT group_concat(a, ' ') FROM f",
    "WITH RECURSIVE x(n) AS (VALUES(1) UNION ALL SELECT n * 1103515245 % 2147483647 FROM x LIMIT "
    "20000) SELECT sum(n), max(n), count(DISTINCT n % 1000) FROM x",
    "WITH RECURSIVE xaxis(x) AS (VALUES(-2.0) UNION ALL SELECT x+0.1 FROM xaxis WHERE x<1.0), "
    "yaxis(y) AS (VALUES(-1.0) UNION ALL SELECT y+0.2 FROM yaxis WHERE y<1.0), m(iter,cx,cy,x,y) "
    "AS (SELECT 0,x,y,0.0,0.0 FROM xaxis,yaxis UNION ALL SELECT iter+1,cx,cy,x*x-y*y+cx,2.0*x*y+cy "
    "FROM m WHERE (x*x+y*y)<4.0 AND iter<28), m2(iter,cx,cy) AS (SELECT max(iter),cx,cy FROM m "
    "GROUP BY cx,cy), a(t) AS (SELECT group_concat(substr(' .+*#',1+min(iter/7,4),1),'') FROM m2 "
    "GROUP BY cy) SELECT group_concat(rtrim(t),x'0a') FROM a",
    "SELECT printf('%d %5.2f %s %q %x %,d', 42, 2.5, 'text', 'it''s', 255, 1234567), "
    "substr('hello', -3, 2), instr('abcabc', 'ca'), replace('aXbX', 'X', '--'), upper('straße'), "
    "hex(zeroblob(3)), quote(x'00ff'), char(9731), unicode('€'), trim('  x '), abs(-5)",
    "SELECT 'abc' LIKE 'A_C', 'abc' GLOB 'a*', 5 / 2, 5 / 2.0, 7 % 3, 1 << 40, ~7, 2 || 3, NULL IS "
    "NULL, NULL = NULL, 1 IN (1, 2), CASE WHEN 0 THEN 'a' ELSE 'b' END, coalesce(NULL, 3)",
    "SELECT date('2024-02-29', '+1 year'), strftime('%j %W %s', '2001-09-09 01:46:40'), "
    "julianday('2000-01-01'), time(3661, 'unixepoch')",
    "SELECT json_extract('{\"a\":[1,2.5,{\"b\":\"c\"}]}', '$.a[2].b'), json_array_length('[1,2]'), "
    "json_group_array(id) FROM person WHERE id < 6",
    "SELECT key, value, type FROM json_each('{\"x\":1,\"y\":[true,null],\"z\":\"s\"}')",
    "CREATE VIRTUAL TABLE letters USING fts5(body, tokenize = 'porter'); INSERT INTO letters "
    "SELECT "
    "group_concat(name, ' ') FROM person GROUP BY id / 10",
    "SELECT rowid, round(bm25(letters), 4), snippet(letters, 0, '[', ']', '..', 6) FROM letters "
    "WHERE letters MATCH 'an* NOT ber*' ORDER BY bm25(letters), rowid LIMIT 5",
    "CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1, y0, y1); INSERT INTO boxes SELECT id, id % "
    "50, id % 50 + 3, id / 50, id / 50 + 2 FROM person; SELECT count(*), sum(id) FROM boxes WHERE "
    "x0 < 10 AND x1 > 5 AND y1 > 3 AND y0 < 9",
    "CREATE TABLE log(text); CREATE TRIGGER t AFTER UPDATE OF price ON purchase WHEN new.price > "
    "2000 BEGIN INSERT INTO log VALUES(old.price || '>' || new.price); END",
    "UPDATE purchase SET price = price * 3 WHERE id % 400 = 0; SELECT * FROM log; SELECT changes()",
    "SAVEPOINT s; DELETE FROM person WHERE id > 10; SELECT count(*) FROM person; ROLLBACK TO s; "
    "RELEASE s; SELECT count(*) FROM person",
    "DELETE FROM purchase WHERE id % 7 = 3; VACUUM; PRAGMA integrity_check; PRAGMA page_count",
    "INSERT INTO person VALUES(1, 'again', '', 0)",
    "INSERT INTO person(name) VALUES(NULL)",
    "SELECT * FROM nowhere",
    "SELECT 1 +",
    "SELECT abs(-9223372036854775807 - 1)",
    "INSERT INTO person VALUES(2, 'new', 'X', 9) ON CONFLICT(id) DO UPDATE SET town = 'Y' "
    "RETURNING id, name, town",
    "SELECT sum(9223372036854775807 + 0 * id) FROM person",
};

int main(void) {
    data_seed(11);
    printf("SQLite %s\n", sqlite3_libversion());
    must(sqlite3_open(":memory:", &db), SQLITE_OK);
    must(
        sqlite3_create_function(db, "squares", 1, SQLITE_UTF8, NULL, NULL, square_step, square_end),
        SQLITE_OK);
    fill(1000, 8000);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        run(queries[i]);
    printf("still open: %d\n", sqlite3_close(db));
    return 0;
}
