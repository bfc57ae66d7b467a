package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Upserts;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MERGE of one row into a sharded table: as in one database, or refused. */
abstract class MergeIntoContract {
    private static final String TAIL = " WHEN MATCHED THEN UPDATE SET owner = s.owner, status = s.status"
            + " WHEN NOT MATCHED THEN INSERT (id, owner, status, priority) VALUES (s.id, s.owner, s.status, 5)";
    private static final String BY_KEY = " ON (t.id = s.id AND t.owner = s.owner)" + TAIL;

    /** A row that is met twice, and a key that is taken. */
    private static final Set<String> WRONG_ROWS = Set.of("21", "23");

    private final TestDatabase database;
    private LimitFixture fixture;
    private DataSource engine;

    MergeIntoContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new LimitFixture(database);
        engine = fixture.engine;
        fixture.fill();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    final void same(String sql, @Nullable Object... parameters) throws SQLException {
        int expected = UpsertFixture.run(fixture.whole, sql, parameters);
        assertThat(UpsertFixture.run(engine, sql, parameters)).as(sql).isEqualTo(expected);
        sameRows(sql);
    }

    private void sameRows(String sql) throws SQLException {
        String kinds = "SELECT code, title FROM kind ORDER BY code";
        List<List<String>> expected = WriteFixture.rows(fixture.whole, kinds);
        for (DataSource source : fixture.sources) {
            assertThat(WriteFixture.rows(source, kinds)).as(sql).isEqualTo(expected);
        }
        String made = "SELECT code, made FROM kind ORDER BY code";
        assertThat(WriteFixture.rows(fixture.sources.get(0), made))
                .as(sql)
                .isEqualTo(WriteFixture.rows(fixture.sources.get(1), made));
        for (String table : new String[] {"job", "task"}) {
            String all = "SELECT id, owner, status, priority, taken FROM " + table + " ORDER BY owner, id";
            assertThat(WriteFixture.rows(engine, all)).as(sql).isEqualTo(WriteFixture.rows(fixture.whole, all));
        }
        for (int source = 0; source < 2; source++) {
            for (int table = 0; table < 2; table++) {
                assertThat(WriteFixture.rows(
                                fixture.sources.get(source),
                                "SELECT id FROM task_" + table + " WHERE MOD(owner, 2) <> " + source
                                        + " OR MOD(id, 2) <> " + table))
                        .isEmpty();
            }
        }
    }

    final void refused(ErrorCode code, String sql, @Nullable Object... parameters) throws SQLException {
        UpsertFixture.assertRefused(code, catchThrowable(() -> UpsertFixture.run(engine, sql, parameters)));
        sameRows(sql);
    }

    @Test
    void updatesOrInserts() throws SQLException {
        for (int i = 0; i < 2; i++) {
            for (long id : new long[] {2, 3, 40, 41}) {
                same(
                        "MERGE INTO task t USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner,"
                                + " CAST(? AS VARCHAR) AS status) s" + BY_KEY,
                        id,
                        (int) (id / 2 % 3),
                        "m" + i);
                same("MERGE INTO task AS t USING (VALUES (" + (id + 2) + ", 1, 'v" + i + "')) AS s (id, owner, status)"
                        + BY_KEY);
            }
        }
        same("MERGE INTO task USING (SELECT 7 AS id, 0 AS owner) s ON task.owner = s.owner AND 7 = task.id"
                + " WHEN MATCHED THEN DELETE");
        same("MERGE INTO task t USING (SELECT 1 AS one) o ON (t.id = 9) AND (t.owner = 1) AND t.status = 'done'"
                + " WHEN MATCHED AND t.priority > 1 THEN UPDATE SET taken = t.taken + 1"
                + " WHEN NOT MATCHED THEN INSERT (owner, id) VALUES (1, 99)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dual", "(SELECT 1) d", "(SELECT CAST(1 AS INTEGER), 2) d", "(SELECT 1 AS one) d"})
    void namesColumnsThatItsRowLacksAlone(String row) throws SQLException {
        assumeTrue(database == TestDatabase.H2 || !row.equals("dual"), "PostgreSQL has no DUAL");
        String start = "MERGE INTO task USING " + row + " ON ";
        String end = " WHEN MATCHED THEN UPDATE SET status = ?, taken = taken + 1, owner = owner"
                + " WHEN NOT MATCHED THEN INSERT (id, owner, status) VALUES (?, ?, ?)";
        for (long id : new long[] {2, 3, 40, 40}) {
            int owner = (int) (id / 2 % 3);
            same(start + "(id = ? AND owner = ?)" + end, id, owner, "m", id, owner, "i");
        }
        same(
                start
                        + "owner = 1 AND 9 = id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (owner, id) VALUES (1, 9)");
        same(
                start
                        + "owner = 1 AND 9 = id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (owner, id) VALUES (1, 9)");
        refused(ErrorCode.INSERT_FORM, start + "owner = taken AND id = 9" + end, "m", 9L, 1, "i");
        String byId = "MERGE INTO job USING " + row + " ON id = ?" + end;
        same(byId, 40L, "m", 40L, 1, "i");
        same(byId, 40L, "m", 40L, 1, "i");
        same(byId, 4L, "m", 4L, 1, "i");
    }

    @Test
    void asksForTheUniqueKeyThatItsOnDemands() throws SQLException {
        String merge = "MERGE INTO job t USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner,"
                + " CAST(? AS VARCHAR) AS status) s ON (t.id = s.id)" + TAIL;
        same(merge, 40L, 1, "new");
        same(merge, 40L, 1, "again");
        // Row 4 has another owner of the same table.
        same(merge, 4L, 0, "given");
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, merge, 4L, 1, "moved");
        String apart = "MERGE INTO job USING (SELECT 1 AS one) o ON job.id = ? AND job.status = 'new'"
                + " WHEN MATCHED THEN UPDATE SET owner = ?"
                + " WHEN NOT MATCHED AND 1 = 1 THEN INSERT (id, owner, status) VALUES (?, ?, 'new')";
        same(apart, 41L, 1, 41L, 1);
        same(apart, 41L, 3, 41L, 1);
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, apart, 41L, 2, 41L, 1);
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, apart, 41L, 2, 43L, 2);
        // Its key is assigned, so the new one would have to be asked for as well.
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO job t USING (SELECT 5 AS id, 2 AS owner) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET id = 7"
                        + " WHEN NOT MATCHED THEN INSERT (id, owner) VALUES (s.id, s.owner)");
    }

    @Test
    void keepsTheCopiesOfABroadcastTableEqual() throws SQLException {
        String merge = "MERGE INTO kind k USING (SELECT CAST(? AS INTEGER) AS code, CAST(? AS VARCHAR) AS title) s"
                + " ON (k.code = s.code) WHEN MATCHED THEN UPDATE SET title = s.title"
                + " WHEN NOT MATCHED THEN INSERT (code, title, made) VALUES (s.code, s.title, '2026-01-01 00:00:00')";
        for (String title : new String[] {"a", "b"}) {
            same(merge, 1, title);
            same(merge, 2, title);
        }
        same("MERGE INTO kind USING (VALUES (1)) AS s (code) ON kind.code = s.code WHEN MATCHED THEN DELETE");
        // NULL is a value where a column may have it, whatever it has by default.
        same("MERGE INTO kind USING (VALUES (8)) AS s (code) ON kind.code = s.code"
                + " WHEN NOT MATCHED THEN INSERT (code, title, made) VALUES (s.code, 'c', NULL)");
        same(
                "MERGE INTO kind USING (VALUES (9)) AS s (code) ON kind.code = s.code"
                        + " WHEN NOT MATCHED THEN INSERT (code, title, made) VALUES (s.code, 'd', ?)",
                (Object) null);
        String source = "MERGE INTO kind k USING (SELECT 2 AS code) s ON k.code = s.code ";
        refused(ErrorCode.BROADCAST_WRITE, source + "WHEN NOT MATCHED THEN INSERT (code) VALUES (s.code)");
        refused(ErrorCode.BROADCAST_WRITE, source + "WHEN MATCHED THEN UPDATE SET made = CURRENT_TIMESTAMP");
        refused(ErrorCode.BROADCAST_WRITE, source + "WHEN MATCHED AND RANDOM() < 0.5 THEN DELETE");
        // As Hibernate's StatelessSession.upsert says it.
        String upsert = "merge into kind as tr using (select cast(? as numeric(10)) code, cast(? as varchar(20)) title,"
                + " cast(? as timestamp(6)) made) as s on (tr.code=s.code)"
                + " when not matched then insert (code, title, made) values (s.code, s.title, s.made)"
                + " when matched then update set title=s.title, made=s.made";
        same(upsert, 30, "new", LocalDateTime.of(2026, 1, 2, 3, 4, 5));
        same(upsert, 30, "changed", LocalDateTime.of(2026, 1, 2, 3, 4, 6));
        same("MERGE INTO kind k USING (SELECT 2 AS code) s ON k.code + 1 = s.code OR UPPER(k.title) = 'C'"
                + " WHEN MATCHED THEN UPDATE SET title = 'e'");
        same("MERGE INTO kind k USING (SELECT 2 AS code) s ON k.code < s.code WHEN MATCHED THEN DELETE");
    }

    /** The key that its ON demands is asked for anyway. */
    @Test
    void mergesWhereKeysOfInsertsAreLookedFor() throws SQLException {
        engine = fixture.engine(true);
        String source = "MERGE INTO job t USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner,"
                + " CAST(? AS VARCHAR) AS status) s ON (t.id = s.id)";
        same(source + TAIL, 40L, 1, "new");
        same(source + TAIL, 40L, 1, "again");
        same(source + TAIL, 4L, 0, "given");
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, source + TAIL, 4L, 1, "moved");
        // Its row has another key than the one that is met.
        String apart = source + " WHEN NOT MATCHED THEN INSERT (id, owner, status) VALUES (5, s.owner, s.status)";
        same(apart, 7L, 0, "apart");
        duplicate(apart, 42L, 1, "apart");
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, apart, 4L, 1, "apart");
        String named = source + " AND t.owner = s.owner" + TAIL;
        same(named, 4L, 0, "named");
        same(named, 44L, 2, "named");
        duplicate(named, 4L, 1, "named");
        String perhaps = named.replace("WHEN NOT MATCHED", "WHEN NOT MATCHED AND s.status <> 'never'");
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, perhaps, 4L, 1, "named");
    }

    /** A row elsewhere has the key: it is met there. */
    @Test
    void meetsARowElsewhere() throws SQLException {
        for (boolean checked : new boolean[] {false, true}) {
            engine = fixture.engine(checked);
            String source = "MERGE INTO job t USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner,"
                    + " CAST(? AS VARCHAR) AS status) s ON t.id = s.id";
            String insert = " WHEN NOT MATCHED THEN INSERT (id, owner, status) VALUES (s.id, s.owner, s.status)";
            String update = source + " WHEN MATCHED THEN UPDATE SET status = s.status, taken = t.taken + 1" + insert;
            for (int owner = 0; owner < 4; owner++) {
                same(update, 4L, owner, "u" + owner);
                same(update, 7L, owner, "v" + owner);
                same(update, 40L + owner, owner, "w" + owner);
            }
            same(source + " WHEN MATCHED AND t.taken > 2 THEN DELETE" + insert, 4L, 1, "d");
            same(source + insert, 7L, 1, "nothing");
            same("MERGE INTO job t USING (VALUES (90, -1, -3), (91, -2, -4)) AS s (id, owner, priority) ON t.id = s.id"
                    + " WHEN MATCHED THEN UPDATE SET priority = s.priority"
                    + " WHEN NOT MATCHED THEN INSERT (id, owner, priority) VALUES (s.id, s.owner, s.priority)");
            same(source + " WHEN MATCHED THEN DELETE" + insert, 7L, 0, "d");
            same(source + " WHEN MATCHED THEN DELETE" + insert, 7L, 0, "again");
            same("MERGE INTO job t USING (VALUES (5, 0, 'p'), (6, 0, 'q'), (50, 1, 'r'), (8, 2, 's')) AS s"
                    + " (id, owner, status) ON t.id = s.id WHEN MATCHED THEN UPDATE SET status = s.status" + insert);
            // Not matched, and the key is taken there.
            Throwable taken = catchThrowable(() -> UpsertFixture.run(
                    engine, source + " AND t.status = 'never' WHEN MATCHED THEN DELETE" + insert, 5L, 0, "x"));
            assertThat(taken).isInstanceOf(SQLException.class).isNotInstanceOf(ShardingException.class);
            assertThat(((SQLException) taken).getSQLState()).startsWith("23");
            sameRows("taken");
            UpsertFixture.run(engine, "DELETE FROM job WHERE id > 40 AND owner >= 0");
            UpsertFixture.run(fixture.whole, "DELETE FROM job WHERE id > 40 AND owner >= 0");
        }
    }

    /** Whatever is not refused is what one database does, of a table with several unique keys. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomRowsOfSeveralKeysAreMergedAsInOneDatabase(boolean checked) throws SQLException {
        Map<String, Integer> ends = merged(
                checked, 300, (random, number) -> merge(random, number, checked, random.nextInt(4) == 0 ? 2 : 1, 14));
        assertThat(ends.get("done")).isGreaterThan(Effort.of(60));
        if (checked) {
            assertThat(ends).containsKey("23");
        }
    }

    /** With four to seven ids and addresses, rows of one MERGE often meet each other's. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsThatMeetEachOtherAreMergedAsInOneDatabase(boolean checked) throws SQLException {
        Map<String, Integer> ends = merged(
                checked,
                600,
                (random, number) -> merge(random, number, checked, 2 + random.nextInt(2), 4 + number % 4));
        assertThat(ends.get("done")).isGreaterThan(Effort.of(20));
    }

    /**
     * Runs random statements here and on one database, with the same rows after each.
     *
     * @param checked whether each key of a written row is looked for
     * @return how often each end was come to
     */
    final Map<String, Integer> merged(boolean checked, int count, BiFunction<Random, Integer, String> statements)
            throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("seed of random MERGE of several keys: " + seed);
        Random random = new Random(seed);
        Map<String, Integer> ends = new TreeMap<>();
        try (UpsertFixture accounts = new UpsertFixture(database)) {
            DataSource own = accounts.engine(Upserts.CHECK, checked);
            for (int i = 0; i < Effort.of(count); i++) {
                String sql = statements.apply(random, i);
                String end = UpsertFixture.end(catchThrowable(() -> UpsertFixture.run(own, sql)));
                ends.merge(end, 1, Integer::sum);
                if (!end.startsWith("SK-2")) {
                    String one = UpsertFixture.end(catchThrowable(() -> UpsertFixture.run(accounts.whole, sql)));
                    // One database tells of the first row that it does not take, and each unit of the first of its own.
                    boolean wrongRows = sql.contains("), (") && WRONG_ROWS.contains(end) && WRONG_ROWS.contains(one);
                    assertThat(wrongRows ? one : end).as(sql).isEqualTo(one);
                }
                accounts.sameRows(own);
            }
        }
        System.out.println("random MERGE of several keys ended so: " + ends);
        return ends;
    }

    /**
     * @param checked whether each key is looked for; else it has to be taken where the one is that ON demands
     * @param count of its rows
     * @param ids how many there are, and how many addresses beside two that are NULL
     */
    private String merge(Random random, int number, boolean checked, int count, int ids) {
        String rows = rows(random, number, checked, count, ids);
        String[] conditions = {"t.id = s.id", "t.id = s.id", "t.email = s.email", "t.id = s.id AND t.owner = s.owner"};
        List<String> actions = new ArrayList<>(List.of(
                "THEN UPDATE SET note = s.note", "AND t.owner > 0 THEN UPDATE SET owner = s.owner, note = s.note"));
        // PostgreSQL takes the rows in the order of its join: which of them frees a key before another one gets it is
        // not said.
        if (count == 1 || database != TestDatabase.POSTGRESQL) {
            actions.add("THEN UPDATE SET note = s.note, email = s.email");
            actions.add("THEN DELETE");
            actions.add("AND t.email = 'e3' THEN UPDATE SET email = NULL"
                    + " WHEN MATCHED THEN UPDATE SET note = 'other', owner = t.owner");
        }
        return "MERGE INTO account t USING (VALUES " + rows + ") AS s (id, owner, email, note) ON "
                + conditions[random.nextInt(checked ? 4 : 2)] + " WHEN MATCHED "
                + actions.get(random.nextInt(actions.size())) + " WHEN NOT MATCHED "
                + (random.nextInt(5) == 0 ? "AND s.owner > 1 " : "")
                + "THEN INSERT (id, owner, email, note) VALUES (s.id, s.owner, s.email, s.note)";
    }

    /** Rows of random values for id, owner, email and note. */
    static String rows(Random random, int number, boolean checked, int count, int ids) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            int id = random.nextInt(ids);
            int email = checked ? random.nextInt(ids + 2) : id;
            rows.add("(" + id + ", " + random.nextInt(4) + ", " + (email >= ids ? "NULL" : "'e" + email + "'") + ", 'n"
                    + number + "')");
        }
        return String.join(", ", rows);
    }

    private void duplicate(String sql, @Nullable Object... parameters) throws SQLException {
        UpsertFixture.assertRefused(
                ErrorCode.DUPLICATE_KEY, catchThrowable(() -> UpsertFixture.run(engine, sql, parameters)));
        Throwable whole = catchThrowable(() -> UpsertFixture.run(fixture.whole, sql, parameters));
        assertThat(whole).as(sql).isInstanceOf(SQLException.class);
        assertThat(((SQLException) whole).getSQLState()).as(sql).startsWith("23");
        sameRows(sql);
    }

    @Test
    void computesForTheCopiesOfABroadcastTable() throws SQLException {
        String merge = "MERGE INTO kind AS t USING (SELECT CAST(? AS INTEGER) code, CAST(? AS VARCHAR(10)) title,"
                + " CAST(? AS TIMESTAMP(6) WITHOUT TIME ZONE) made) AS s ON (t.code = s.code)"
                + " WHEN NOT MATCHED THEN INSERT (code, title, made) VALUES (s.code, UPPER(s.title), s.made)"
                + " WHEN MATCHED AND t.title <= ? THEN UPDATE SET title = COALESCE(s.title, 'e') || 'x', made = s.made"
                + " WHEN MATCHED THEN DELETE";
        Timestamp made = Timestamp.valueOf("2026-01-01 00:00:00");
        same(merge, 6, "a", made, "K");
        same(merge, 6, "b", null, "K");
        same(merge, 6, "b", null, "K");
        same(merge, 7, null, null, "K");
        String source = "MERGE INTO kind k USING (SELECT 6 AS code, CURRENT_TIMESTAMP AS at) s ON k.code = s.code ";
        refused(ErrorCode.BROADCAST_WRITE, source + "WHEN MATCHED THEN UPDATE SET made = s.at");
        String of = "MERGE INTO kind k USING (SELECT 6 AS code) s ON k.code = s.code ";
        refused(ErrorCode.BROADCAST_WRITE, of + "WHEN MATCHED AND CURRENT_USER = 'x' THEN DELETE");
        refused(ErrorCode.BROADCAST_WRITE, of + "WHEN MATCHED THEN UPDATE SET title = own(6)");
        refused(ErrorCode.BROADCAST_WRITE, of + "WHEN MATCHED THEN UPDATE SET title = DEFAULT");
        for (String own : new String[] {"CTID", "_ROWID_"}) {
            refused(ErrorCode.BROADCAST_WRITE, of + "WHEN MATCHED AND k." + own + " IS NOT NULL THEN DELETE");
        }
    }

    @Test
    void readsClausesWithCase() throws SQLException {
        for (int i = 0; i < 2; i++) {
            same("MERGE INTO task t USING (SELECT 4 AS id, 2 AS owner) s ON t.id = s.id AND t.owner = s.owner"
                    + " WHEN MATCHED AND CASE WHEN t.taken = 0 THEN 1 ELSE 2 END = 1"
                    + " THEN UPDATE SET status = CASE WHEN t.priority > 1 THEN 'p' ELSE 'q' END, taken = 1"
                    + " WHEN MATCHED THEN DELETE");
            same("MERGE INTO task t USING (SELECT 40 AS id, 2 AS owner) s ON t.id = s.id AND t.owner = s.owner"
                    + " WHEN NOT MATCHED AND s.id > 50 THEN INSERT (id, owner) VALUES (40, 2)"
                    + " WHEN NOT MATCHED THEN INSERT (id, owner, status) VALUES (s.id, s.owner,"
                    + " CASE WHEN s.id > 3 THEN 'x' END)");
        }
    }

    @Test
    void mergesRowsOfSeveralUnits() throws SQLException {
        for (int i = 0; i < 2; i++) {
            same("MERGE INTO task t USING (VALUES (2, 1, 'x" + i + "'), (40, 2, 'y'), (41, 2, 'z'), (43, 3, 'w')) AS s"
                    + " (id, owner, status)" + BY_KEY);
            same(
                    "MERGE INTO task t USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner,"
                            + " CAST(? AS VARCHAR) AS status UNION ALL SELECT CAST(? AS BIGINT), CAST(? AS INTEGER),"
                            + " CAST(? AS VARCHAR) UNION ALL SELECT CAST(? AS BIGINT), CAST(? AS INTEGER),"
                            + " CAST(? AS VARCHAR)) s" + BY_KEY,
                    50L,
                    1,
                    "a" + i,
                    51L,
                    2,
                    "b",
                    53L,
                    2,
                    "c" + i);
        }
        same("MERGE INTO task t USING (VALUES (2, 1), (41, 2), (77, 3)) AS s (id, owner)"
                + " ON t.id = s.id AND t.owner = s.owner WHEN MATCHED THEN DELETE");
        // Of one unit, whatever types they have.
        same("MERGE INTO task t USING (VALUES (60, 1, 'x'), (62, 1, NULL)) AS s (id, owner, status)" + BY_KEY);
        String merge = "MERGE INTO job t USING (VALUES (70, 1, 'p'), (71, 2, 'q'), (72, 1, 'r')) AS s"
                + " (id, owner, status) ON (t.id = s.id)" + TAIL;
        same(merge);
        same(merge);
        refused(
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                merge.replace("(71, 2", "(71, 3").replace("(72, 1", "(72, 2"));
        same("MERGE INTO kind USING (VALUES (1, 'one'), (5, 'five')) AS s (code, title) ON kind.code = s.code"
                + " WHEN MATCHED THEN UPDATE SET title = s.title WHEN NOT MATCHED THEN INSERT (code, title, made)"
                + " VALUES (s.code, s.title, '2026-01-01 00:00:00')");
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO task t USING (VALUES (60, 1, 'x'), (61, 2, NULL)) AS s (id, owner, status)" + BY_KEY);
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO task t USING (VALUES (60, 1, 1.5), (61, 2, 2.25)) AS s (id, owner, status)" + BY_KEY);
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO task t USING (VALUES (60, 1, 'x'), (61, 2, (SELECT 'y'))) AS s (id, owner, status)"
                        + BY_KEY);
    }

    /** One database gives a column one type for all rows, and a unit knows some of them only. */
    @Test
    void refusesRowsOfSeveralUnitsThatMayHaveOtherTypes() throws SQLException {
        String merge = "MERGE INTO task t USING (VALUES (%s), (%s)) AS s (id, owner, x)"
                + " ON t.id = s.id AND t.owner = s.owner WHEN MATCHED THEN UPDATE SET priority = s.x"
                + " WHEN NOT MATCHED THEN INSERT (id, owner, priority) VALUES (s.id, s.owner, s.x)";
        String parameters = String.format(
                Locale.ROOT,
                merge,
                "CAST(? AS BIGINT), CAST(? AS INTEGER), ?",
                "CAST(? AS BIGINT), CAST(? AS INTEGER), ?");
        refused(ErrorCode.INSERT_FORM, parameters, 2L, 1, 16777217, 41L, 2, 1.5f);
        refused(ErrorCode.INSERT_FORM, parameters, 2L, 1, 5, 41L, 2, null);
        same(parameters, 2L, 1, 16777217, 41L, 2, 15);
        refused(ErrorCode.INSERT_FORM, String.format(Locale.ROOT, merge, "2, 1, -1", "41, 2, -3000000000"));
        same(String.format(Locale.ROOT, merge, "2, 1, -1", "41, 2, -2000000000"));
    }

    @Test
    void refusesRowsThatDemandDifferentKeys() throws SQLException {
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO job t USING (VALUES (2, 1, 102, 1), (4, 1 + 1, 4, 1)) AS s (id, owner, nid, nowner)"
                        + " ON t.id = s.id AND t.owner = s.owner WHEN MATCHED THEN UPDATE SET id = s.nid"
                        + " WHEN NOT MATCHED THEN INSERT (id, owner, status) VALUES (s.id, s.nowner, 'new')");
    }

    /** The database refuses the second row, as both are one; nothing of the statement stays in any unit. */
    @Test
    void rowsThatAreOneAreTheDatabases() throws SQLException {
        String twice = "MERGE INTO task t USING (VALUES (2, 1, 'x'), (41, 2, 'z'), (2, 1, 'y')) AS s"
                + " (id, owner, status)" + BY_KEY;
        Throwable whole = catchThrowable(() -> UpsertFixture.run(fixture.whole, twice));
        Throwable own = catchThrowable(() -> UpsertFixture.run(engine, twice));
        assertThat(own == null).as(twice).isEqualTo(whole == null);
        sameRows(twice);
    }

    @Test
    void randomRowsAreMergedAsInOneDatabase() throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("seed of random MERGE: " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            boolean selected = random.nextBoolean();
            List<String> rows = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            Set<Long> ids = new LinkedHashSet<>();
            while (ids.size() < 1 + random.nextInt(5)) {
                ids.add((long) random.nextInt(60));
            }
            for (long id : ids) {
                boolean labelled = selected && (rows.isEmpty() || random.nextBoolean());
                rows.add((selected ? "SELECT " : "(") + "CAST(? AS BIGINT)" + (labelled ? " AS id" : "")
                        + ", CAST(? AS INTEGER)" + (labelled ? " AS owner" : "") + ", CAST(? AS VARCHAR)"
                        + (labelled ? " status" : "") + (selected ? "" : ")"));
                values.addAll(List.of(id, (int) (id % 4), "r" + i + "-" + id));
            }
            String source = selected
                    ? "(" + String.join(" UNION ALL ", rows) + ") s"
                    : "(VALUES " + String.join(", ", rows) + ") AS s (id, owner, status)";
            same("MERGE INTO task t USING " + source + BY_KEY, values.toArray());
        }
    }

    @Test
    void refusesWhatMayBeMoreThanOneRow() throws SQLException {
        String clauses = " s ON t.id = s.id AND t.owner = s.owner"
                + " WHEN NOT MATCHED THEN INSERT (id, owner) VALUES (s.id, s.owner)";
        for (String more : new String[] {
            "UNION VALUES (33, 2, 'y') ORDER BY status",
            "UNION ALL VALUES (33, 2, 'y') OFFSET 0 ROWS",
            "EXCEPT VALUES (2, 1, 'x')"
        }) {
            refused(
                    ErrorCode.INSERT_FORM,
                    "MERGE INTO task t USING (SELECT 32 AS id, 1 AS owner, 'x' AS status " + more + ")" + clauses);
        }
    }

    @Test
    void refusesWhatMayConcernSeveralUnits() throws SQLException {
        String source = "MERGE INTO task t USING (SELECT 2 AS id, 1 AS owner, 'x' AS status) s";
        refused(ErrorCode.INSERT_FORM, source + " ON t.id = s.id" + TAIL);
        refused(ErrorCode.INSERT_FORM, source + " ON t.id = s.id OR t.owner = s.owner" + TAIL);
        refused(
                ErrorCode.INSERT_FORM,
                source
                        + " ON t.id = s.id AND t.owner = s.owner WHEN NOT MATCHED THEN INSERT (id, owner) VALUES (3, 1)");
        refused(
                ErrorCode.INSERT_WITHOUT_KEY,
                source + " ON t.id = s.id AND t.owner = s.owner WHEN NOT MATCHED THEN INSERT (id, owner)"
                        + " VALUES (s.id, s.owner + 1)");
        refused(
                ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                source + " ON t.id = s.id AND t.owner = s.owner WHEN MATCHED THEN UPDATE SET owner = 2");
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO task t USING (SELECT (SELECT MAX(id) FROM job) AS m, 2 AS id, 1 AS owner) s"
                        + " ON t.id = s.id AND t.owner = s.owner WHEN MATCHED THEN DELETE");
    }

    /** As a joined UPDATE or DELETE does. */
    @Test
    void changesRowsOfSeveralUnits() throws SQLException {
        String source = "MERGE INTO task t USING (VALUES (2, 'x'), (5, 'y'), (9, NULL)) AS s (id, status)";
        same(source + " ON t.id = s.id WHEN MATCHED THEN UPDATE SET status = s.status");
        same(source + " ON t.id = s.id OR t.priority = s.id - 1 WHEN MATCHED AND t.taken = 0 THEN DELETE");
        same("MERGE INTO task t USING (SELECT 2 AS id, 1 AS owner) s ON (t.id = s.id) <> (t.owner = s.owner)"
                + " WHEN MATCHED THEN DELETE");
        same(
                "MERGE INTO task t USING (SELECT CAST(? AS BIGINT) AS id) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET taken = 4",
                7L);
        same("MERGE INTO task t USING (SELECT (SELECT MAX(id) FROM job) AS m, 2 AS id, 1 AS owner) s"
                + " ON t.id = s.m OR t.owner = s.owner WHEN MATCHED THEN DELETE");
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, source + " ON t.id = s.id WHEN MATCHED THEN UPDATE SET owner = 2");
    }
}
