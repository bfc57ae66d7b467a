package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.Upserts;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Upserts on a table whose unique keys lack a sharding column: as in one database, or refused. */
abstract class UpsertContract {
    /** The SQL states of PostgreSQL for rows with a key that is taken, or that share a key. */
    private static final Set<String> WRONG_ROWS = Set.of("23505", "21000");

    private static final String TWO = "(1, 0, 'a@x', 'one'), (2, 1, 'b@x', 'two')";

    private final TestDatabase database;
    private UpsertFixture fixture;
    private DataSource engine;

    UpsertContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new UpsertFixture(database);
        engine = fixture.engine();
        for (String row : TWO.split("(?<=\\)), ")) {
            fixture.same(engine, "INSERT INTO account (id, owner, email, note) VALUES " + row);
        }
        fixture.calls.take();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String upsert(String values, String... updated) {
        return fixture.upsert("id, owner, email, note", values, updated);
    }

    /** Of one row, with all columns. */
    private String whole(String row, String... updated) {
        List<String> all = new ArrayList<>(List.of(updated));
        all.addAll(List.of("region", "code", "born"));
        return fixture.upsert(
                "id, owner, email, note, region, code, born",
                row.replaceFirst("\\)$", ", NULL, 'w', NULL)"),
                all.toArray(new String[0]));
    }

    /** In the words of the database. */
    private String ignore(String columns, String values) {
        return database == TestDatabase.POSTGRESQL
                ? "INSERT INTO account (" + columns + ") VALUES " + values + " ON CONFLICT DO NOTHING"
                : "INSERT IGNORE INTO account (" + columns + ") VALUES " + values;
    }

    @Test
    void aRowIsNewOrTakenInItsOwnTable() throws SQLException {
        fixture.same(engine, upsert("(3, 1, 'c@x', 'three')", "note"));
        fixture.same(engine, upsert("(3, 1, 'c@x', 'drei')", "note", "email"));
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), 4L, 0, "d@x", "four");
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), new BigDecimal(4), 2, "d@x", "vier");
        fixture.same(engine, ignore("id, owner, email", "(1, 0, 'a@x'), (5, 1, NULL)"));
        fixture.same(engine, ignore("id, owner, email", "(?, ?, ?)"), 5L, 1, "e@x");
        if (database != TestDatabase.POSTGRESQL) {
            fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (1, 0, 'aa@x'), (6, 1, NULL)");
        }
    }

    @Test
    void aRowThatIsElsewhereIsMetThere() throws SQLException {
        fixture.same(engine, upsert("(1, 1, 'c@x', 'met')", "note"));
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), 1L, 3, null, "met again");
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), 1L, 3, null, "met again");
        fixture.same(engine, upsert("(1, 1, 'c@x', 'x')", "note", "email"));
        fixture.same(engine, upsert("(1, 1, 'd@x', 'x')", "id", "email", "note = 'literal'"));
        fixture.same(engine, upsert("(1, 1, NULL, 'x')", "email", "note = CONCAT(account.note, account.owner)"));
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note = ?"), 1L, 5, "c@x", "x", "parameter");
        fixture.same(engine, ignore("id, owner, email", "(1, 1, 'i@x')"));
        fixture.same(engine, ignore("id, owner, email", "(?, ?, ?)"), 9L, 0, "b@x");
        byOtherKey(upsert("(?, ?, ?, ?)", "note"), 3L, 0, "b@x", "other");
        byOtherKey(upsert("(5, 0, 'b@x', 'other')", "note"));
        fixture.same(engine, upsert("(3, 1, 'c@x', 'new')", "note"));
    }

    /** The new row belongs elsewhere, and the one that is there gets its sharding column. */
    @Test
    void aRowThatIsElsewhereMovesToWhereItBelongsThen() throws SQLException {
        for (boolean checked : new boolean[] {false, true}) {
            engine = fixture.engine(Upserts.CHECK, checked);
            fixture.same(engine, whole("(1, 1, NULL, 'moved')", "owner", "note", "email"));
            fixture.same(engine, whole("(1, 2, 'a@x', 'moved back')", "owner", "note", "email"));
            fixture.same(engine, whole("(?, ?, ?, ?)", "note", "owner", "email"), 1L, 3, "a@x", "by parameters");
            fixture.same(engine, whole("(?, ?, ?, ?)", "note", "owner", "email"), 1L, 3, "a@x", "stays");
            fixture.same(engine, whole("(?, 0, ?, ?)", "id", "note", "owner", "email"), 1L, null, null);
            fixture.same(
                    engine,
                    fixture.upsert(
                            "note, owner, email, id, region, code, born",
                            "(?, ?, ?, ?, 7, ?, NULL)",
                            "email",
                            "owner",
                            "note",
                            "region",
                            "born",
                            "code"),
                    "y",
                    2,
                    "a@x",
                    1L,
                    "c");
            fixture.same(engine, whole("(1, 2, 'a@x', 'again')", "owner", "note", "email"));
            fixture.same(engine, whole("(11, 2, 'n@x', 'new')", "owner", "note", "email"));
            fixture.same(engine, "DELETE FROM account WHERE id = 11 AND owner = 2");
            // By a key that says nothing of the row's place, or by two keys of which the first is unknown.
            byOtherKey(whole("(3, 1, 'b@x', 'other')", "id", "owner", "note"));
            try (Connection connection = engine.getConnection();
                    Connection one = fixture.whole.getConnection()) {
                for (Connection each : List.of(connection, one)) {
                    each.setAutoCommit(false);
                    UpsertFixture.run(each, whole("(1, 1, 'a@x', 'undone')", "owner", "note", "email"));
                    each.rollback();
                    UpsertFixture.run(each, whole("(1, 1, 'a@x', 'kept')", "owner", "note", "email"));
                    UpsertFixture.run(each, whole("(1, 4, 'a@x', 'kept again')", "owner", "note", "email"));
                    each.commit();
                }
            }
            fixture.sameRows(engine);
        }
    }

    /** The database fills and checks the row to insert first: an UPDATE has to give the other one all that it has. */
    @Test
    void aRowMovesOnlyForOneThatIsCheckedAsAWhole() throws SQLException {
        for (String sql : List.of(
                whole("(1, 1, 'a@x', 'x')", "owner", "note"),
                fixture.upsert("id, owner, note", "(1, 1, 'x')", "owner", "note"),
                whole("(1, 1, 'a@x', CONCAT('x', 'y'))", "owner", "note", "email"),
                upsert("(1, 1, 'a@x', 'x')", "owner", "note", "email"),
                upsert("(1, 1, NULL, '" + "x".repeat(50) + "')", "owner"))) {
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, sql);
        }
    }

    /** Once rows of the table have moved, it is looked for those that move meanwhile. */
    @Test
    void keysAreToldAfterRowsHaveMoved() throws SQLException {
        fixture.same(engine, whole("(1, 1, NULL, 'moved')", "owner", "note", "email"));
        String sql = upsert("(1, 1, NULL, 'stays')", "note");
        List<List<Object>> keys = new ArrayList<>();
        for (DataSource each : List.of(engine, fixture.whole)) {
            try (Connection connection = each.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
                statement.executeUpdate();
                List<Object> told = new ArrayList<>();
                try (ResultSet rows = statement.getGeneratedKeys()) {
                    while (rows.next()) {
                        told.add(rows.getObject(1));
                    }
                }
                keys.add(told);
            }
        }
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
        try (Connection connection = engine.getConnection();
                PreparedStatement moving = connection.prepareStatement(
                        whole("(1, 2, NULL, 'moves')", "owner", "note", "email"), Statement.RETURN_GENERATED_KEYS)) {
            UpsertFixture.assertRefused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, catchThrowable(moving::executeUpdate));
        }
    }

    /** It is an error where ON CONFLICT names one key, and another one is taken. */
    private void byOtherKey(String sql, @Nullable Object... parameters) throws SQLException {
        if (database == TestDatabase.POSTGRESQL) {
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, sql, parameters);
        } else {
            fixture.same(engine, sql, parameters);
        }
    }

    @Test
    void rowsOfAStatementAreMetElsewhereAndAtHomeAndNowhere() throws SQLException {
        String columns = "id, owner, email, note";
        fixture.same(
                engine, upsert("(1, 1, NULL, 'a'), (2, 1, NULL, 'b'), (3, 1, NULL, 'c'), (4, 0, NULL, 'd')", "note"));
        fixture.same(
                engine,
                upsert("(?, ?, NULL, ?), (?, ?, NULL, ?), (?, ?, ?, ?)", "note = ?"),
                1L,
                1,
                "x",
                2L,
                0,
                "y",
                6L,
                1,
                "f@x",
                "z",
                "same");
        fixture.same(engine, ignore("id, owner, email", "(7, 1, NULL), (4, 0, 'b@x')"));
        fixture.same(engine, ignore(columns, "(1, 1, NULL, 'a'), (8, 0, 'h@x', 'b'), (2, 0, NULL, 'c')"));
        if (database == TestDatabase.POSTGRESQL) {
            // Only that key may be taken.
            String one = "INSERT INTO account (id, owner, email) VALUES (%s) ON CONFLICT (id) DO NOTHING";
            fixture.same(engine, String.format(one, "1, 1, NULL"));
            byOtherKey(String.format(one, "12, 0, 'b@x'"));
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, String.format(one, "1, 1, 'b@x'"));
        }
        // Twice in one statement, and in another table.
        fixture.alike(engine, upsert("(1, 1, NULL, 'one'), (1, 1, NULL, 'two')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(1, 1, NULL, 'x'), (1, 0, NULL, 'y')", "note"));
        // What the first takes might be what the second was asked for.
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                upsert("(1, 1, 'z@x', 'x'), (3, 0, NULL, 'y')", "note", "email"));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                upsert("(1, 1, NULL, 'x'), (11, 0, 'b@x', 'y')", "note", "email"));
    }

    @Test
    void keysThatAreTakenInTwoPlacesRefuseIt() throws SQLException {
        ErrorCode code = ErrorCode.UNIQUE_KEY_ELSEWHERE;
        fixture.same(engine, "INSERT INTO account (id, owner, email, region, code) VALUES (3, 1, 'c@x', 7, 'a')");
        fixture.refused(engine, code, upsert("(1, 1, 'b@x', 'x')", "note"));
        // One of them is at home.
        fixture.refused(engine, code, upsert("(1, 1, 'c@x', 'x')", "note"));
        fixture.refused(engine, code, upsert("(?, ?, ?, ?)", "note"), 1L, 1, "c@x", "x");
        fixture.refused(engine, code, fixture.upsert("id, owner, note, region, code", "(1, 1, 'x', 7, 'a')", "note"));
        // Nothing is done, whichever of them it meets.
        fixture.same(engine, ignore("id, owner, email", "(1, 1, 'c@x')"));
        fixture.same(engine, ignore("id, owner, email", "(1, 1, 'b@x')"));
        assertThatThrownBy(() -> UpsertFixture.run(engine, upsert("(1, 1, 'b@x', 'x')", "note")))
                .hasMessageContaining("of account, in ds")
                .hasMessageNotContaining("b@x");
    }

    @Test
    void aReplacedRowIsDeletedWhereItIs() throws SQLException {
        if (database == TestDatabase.POSTGRESQL) {
            return;
        }
        if (database == TestDatabase.H2) {
            // It would be an UPDATE of the sharding column there.
            fixture.refused(
                    engine,
                    ErrorCode.UNIQUE_KEY_ELSEWHERE,
                    "REPLACE INTO account (id, owner, email) VALUES (1, 1, 'n@x')");
            return;
        }
        fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (1, 1, 'n@x')");
        fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (1, 1, 'n@x')");
        fixture.same(engine, "REPLACE INTO account SET id = 4, owner = 2, email = 'b@x', note = 'set'");
        fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (2, 0, 'c@x'), (5, 1, NULL)");
        // Of two rows, in two tables.
        fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (?, ?, ?)", 2L, 1, "n@x");
        fixture.same(engine, "REPLACE INTO account (id, owner) VALUES (2, 0), (4, 1), (5, 2), (9, 9), (5, 2)");
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, "REPLACE INTO account (id, owner) VALUES (2, 0), (2, 1)");
    }

    @Test
    void aHintKeepsItWhereItIs() throws SQLException {
        try (ShardingHint scope = ShardingHint.dataSource("ds1")) {
            assertThat(scope).isNotNull();
            String met = upsert("(1, 1, 'c@x', 'met')", "note");
            UpsertFixture.assertRefused(
                    ErrorCode.HINT_CONTRADICTED, catchThrowable(() -> UpsertFixture.run(engine, met)));
            if (database.speaksMysql()) {
                String replaced = "REPLACE INTO account (id, owner) VALUES (1, 1)";
                UpsertFixture.assertRefused(
                        ErrorCode.HINT_CONTRADICTED, catchThrowable(() -> UpsertFixture.run(engine, replaced)));
            }
        }
        fixture.sameRows(engine);
        try (ShardingHint scope = ShardingHint.client("reports")) {
            assertThat(scope).isNotNull();
            fixture.same(engine, upsert("(1, 1, 'c@x', 'met')", "note"));
        }
    }

    @Test
    void theDriverTellsItsKeysAndWarnings() throws SQLException {
        String met = upsert("(1, 1, 'c@x', 'met')", "note");
        String ignored = ignore("id, owner, email", "(1, 1, 'c@x')");
        List<List<Object>> told = new ArrayList<>();
        for (DataSource each : List.of(engine, fixture.whole)) {
            List<Object> own = new ArrayList<>();
            try (Connection connection = each.getConnection();
                    PreparedStatement statement = connection.prepareStatement(met, Statement.RETURN_GENERATED_KEYS);
                    Statement plain = connection.createStatement()) {
                connection.setAutoCommit(false);
                own.add(statement.executeUpdate());
                own.add(WriteFixture.rows(statement.getGeneratedKeys()));
                own.add(plain.executeUpdate(ignored));
                SQLWarning warning = plain.getWarnings();
                own.add(warning == null ? "none" : warning.getSQLState() + " " + warning.getErrorCode());
                own.add(plain.executeLargeUpdate(met));
                own.add(plain.execute(met));
                own.add(plain.getUpdateCount());
                connection.commit();
            }
            told.add(own);
        }
        assertThat(told.get(0)).isEqualTo(told.get(1));
        fixture.sameRows(engine);
    }

    /** The row is deleted, or moved, while an upsert waits for it. */
    @Test
    void aRowThatGoesMeanwhileIsLookedForAgain() throws Exception {
        String save = upsert("(1, 1, 'c@x', 'saved')", "note");
        for (String other : new String[] {
            "DELETE FROM account WHERE id = 1 AND owner = 0", "UPDATE account SET owner = 2 WHERE id = 2"
        }) {
            String own = other.startsWith("DELETE") ? save : upsert("(2, 0, 'd@x', 'saved')", "note");
            ExecutorService threads = Executors.newSingleThreadExecutor();
            try (Connection first = engine.getConnection()) {
                first.setAutoCommit(false);
                UpsertFixture.run(first, other);
                Future<Integer> waiting = threads.submit(() -> UpsertFixture.run(engine, own));
                Thread.sleep(300);
                assertThat(waiting.isDone()).isFalse();
                first.commit();
                UpsertFixture.run(fixture.whole, other);
                assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(UpsertFixture.run(fixture.whole, own));
            } finally {
                threads.shutdownNow();
            }
            fixture.sameRows(engine);
        }
    }

    /** Checks that a row that only a snapshot shows asks for another attempt: the row is gone, and its place is unknown. */
    @Test
    void aRowThatOnlyASnapshotShowsAsksForAnotherAttempt() throws SQLException {
        String save = upsert("(1, 1, 'c@x', 'saved')", "note");
        try (Connection connection = engine.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            WriteFixture.rows(connection, "SELECT id FROM account");
            fixture.same(engine, "DELETE FROM account WHERE id = 1 AND owner = 0");
            assertThatThrownBy(() -> UpsertFixture.run(connection, save))
                    .isInstanceOf(SQLException.class)
                    .hasFieldOrPropertyWithValue("SQLState", "40001");
            connection.rollback();
            UpsertFixture.run(connection, save);
            connection.commit();
        }
        UpsertFixture.run(fixture.whole, save);
        fixture.sameRows(engine);
    }

    @Test
    void randomUpserts() throws SQLException {
        random(this::account);
    }

    /** The primary key lacks the sharding column, and another key has it. */
    @Test
    void randomUpsertsOfTheUsualKeys() throws SQLException {
        fixture.addMembers();
        random(this::member);
    }

    /** Whatever is not refused is what one database does, within a transaction and without one. */
    private void random(Function<Random, String> statements) throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("seed of random upserts: " + seed);
        Random random = new Random(seed);
        int answered = 0;
        for (int i = 0; i < 300 || (answered <= 100 && i < 1000); i++) {
            String sql = statements.apply(random);
            Throwable refusal = catchThrowable(() -> {
                try (Connection undone = engine.getConnection()) {
                    undone.setAutoCommit(false);
                    UpsertFixture.run(undone, sql);
                    undone.rollback();
                }
            });
            fixture.sameRows(engine);
            if (refusal instanceof ShardingException coded) {
                assertThat(coded.errorCode())
                        .as(sql)
                        .isIn(
                                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                                ErrorCode.UPDATE_OF_SHARDING_COLUMN);
            } else {
                boolean several = sql.contains("), (");
                if (refusal != null && several) {
                    // One database tells of the first row that it does not take, and each unit of the first of its own.
                    String here = stateOf(engine, sql);
                    String one = stateOf(fixture.whole, sql);
                    assertThat(here.equals(one) || (WRONG_ROWS.contains(here) && WRONG_ROWS.contains(one)))
                            .as(sql + ": " + here + ", and one database " + one)
                            .isTrue();
                    fixture.sameRows(engine);
                } else {
                    fixture.alike(engine, sql);
                }
                answered++;
            }
        }
        assertThat(answered).isGreaterThan(100);
    }

    private static String stateOf(DataSource source, String sql) {
        Throwable failure = catchThrowable(() -> UpsertFixture.run(source, sql));
        assertThat(failure).as(sql).isInstanceOf(SQLException.class);
        return ((SQLException) failure).getSQLState();
    }

    private String account(Random random) {
        String rows = rows(random, () -> {
            String email = random.nextInt(3) == 0 ? "NULL" : "'" + (char) ('a' + random.nextInt(8)) + "@x'";
            String region = random.nextInt(3) == 0 ? "NULL" : String.valueOf(random.nextInt(4));
            return (1 + random.nextInt(8)) + ", " + random.nextInt(4) + ", " + email + ", " + region + ", '"
                    + (char) ('x' + random.nextInt(2)) + "', 'n" + random.nextInt(100) + "'";
        });
        String columns = "id, owner, email, region, code, note";
        return switch (random.nextInt(6)) {
            case 0 -> ignore(columns, rows);
            case 1 ->
                database.speaksMysql()
                        ? "REPLACE INTO account (" + columns + ") VALUES " + rows
                        : fixture.upsert(columns, rows, "note", "id");
            case 2 -> fixture.upsert(columns, rows, "note", "email");
            case 3 -> fixture.upsert(columns, rows, "owner", "note");
            case 4 -> fixture.upsert(columns, rows, "owner", "email", "region", "code", "note");
            default -> fixture.upsert(columns, rows, "note");
        };
    }

    private String member(Random random) {
        String rows = rows(random, () -> {
            String name = random.nextInt(4) == 0 ? "NULL" : "'n" + random.nextInt(3) + "'";
            return (1 + random.nextInt(10)) + ", " + random.nextInt(4) + ", " + name + ", " + random.nextInt(100);
        });
        String columns = "id, owner, name, points";
        String sql =
                switch (random.nextInt(6)) {
                    case 0 -> ignore(columns, rows);
                    case 1 ->
                        database.speaksMysql()
                                ? "REPLACE INTO account (" + columns + ") VALUES " + rows
                                : fixture.upsert(columns, rows, "points", "id");
                    case 2 -> fixture.upsert(columns, rows, "id", "name", "points");
                    case 3 -> fixture.upsert(columns, rows, "owner", "points");
                    case 4 -> fixture.upsert(columns, rows, "points = account.points + account.owner");
                    default -> fixture.upsert(columns, rows, "points");
                };
        return sql.replace("account", "member");
    }

    private static String rows(Random random, Supplier<String> row) {
        int count = random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
        return Stream.generate(row).limit(count).collect(Collectors.joining("), (", "(", ")"));
    }

    @Test
    void onlyTheUnitsThatMayHaveTheKeyAreAsked() throws SQLException {
        UpsertFixture.run(engine, upsert("(3, 1, NULL, 'three')", "note"));
        assertThat(fixture.calls.take()).isEqualTo(2);
        UpsertFixture.run(engine, upsert("(5, 1, 'e@x', 'five')", "note"));
        assertThat(fixture.calls.take()).as("one question to each data source").isEqualTo(3);
    }

    /** As loaders and builders of SQL send it: all columns are assigned the parameters of the row to insert. */
    @Test
    void aShardingColumnGetsWhatTheRowToInsertHas() throws SQLException {
        String save = upsert("(?, ?, ?, ?)", "owner = ?", "note = ?");
        fixture.same(engine, save, 3L, 1, "c@x", "three", 1, "three");
        fixture.same(engine, save, 3L, 1, "c@x", "drei", 1L, "drei");
        fixture.same(engine, save, 3L, new BigDecimal(1), "c@x", "trois", 3, "of the same table");
        fixture.same(engine, save, 3L, 1, "c@x", "tre", 1, "tre");
        fixture.same(engine, upsert("(3, 1, 'c@x', 'x')", "owner = 1", "note = 'literal'"));
        fixture.same(engine, upsert("(?, 1, NULL, 'x'), (?, ?, NULL, 'y')", "owner = ?"), 3L, 9L, 3, 5);
        ErrorCode code = ErrorCode.UPDATE_OF_SHARDING_COLUMN;
        fixture.refused(engine, code, save, 3L, 1, "c@x", "x", 2, "moved");
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x'), (9, 0, NULL, 'y')", "owner = 1"));
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x')", "owner = 1", "owner = 2"));
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x')", "owner = account.owner + 2"));
        fixture.refused(engine, ErrorCode.KEY_IS_NULL, save, 3L, 1, "c@x", "x", null, "nowhere");
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, save, 3L, 2, "c@x", "x", 2, "elsewhere");
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(save)) {
            connection.setAutoCommit(false);
            for (int owner : new int[] {1, 3, 2}) {
                Object[] values = {11L, owner, "k@x", "x", owner == 2 ? 1 : owner, "owner " + owner};
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                statement.addBatch();
            }
            UpsertFixture.assertRefused(code, catchThrowable(statement::executeBatch));
            connection.rollback();
        }
        fixture.sameRows(engine);
    }

    @Test
    void columnsThatPlaceARowTogetherAreTakenTogether() throws SQLException {
        UpsertFixture.run(engine, "INSERT INTO pair (id, a, b) VALUES (1, 1, 1)");
        String upsert = fixture.upsert("id, a, b", "(1, 2, 2)", "a").replace("account", "pair");
        UpsertFixture.assertRefused(
                ErrorCode.UPDATE_OF_SHARDING_COLUMN, catchThrowable(() -> UpsertFixture.run(engine, upsert)));
        UpsertFixture.run(
                engine, fixture.upsert("id, a, b", "(1, 2, 2)", "b", "a").replace("account", "pair"));
        assertThat(WriteFixture.rows(engine, "SELECT id, a, b FROM pair WHERE a = 2 AND b = 2"))
                .hasSize(1);
        String both = fixture.upsert("id, a, b", "(?, ?, ?)", "a = ?", "b = ?").replace("account", "pair");
        UpsertFixture.run(engine, both, 1L, 4, 4, 3, 5);
        assertThat(WriteFixture.rows(engine, "SELECT id, a, b FROM pair WHERE a = 3 AND b = 5"))
                .hasSize(1);
        UpsertFixture.assertRefused(
                ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                catchThrowable(() -> UpsertFixture.run(engine, both, 1L, 4, 4, 3, 4)));
    }

    @Test
    void aTransactionSeesItsOwnWrites() throws SQLException {
        try (Connection connection = engine.getConnection();
                Connection one = fixture.whole.getConnection()) {
            connection.setAutoCommit(false);
            one.setAutoCommit(false);
            for (Connection each : List.of(connection, one)) {
                UpsertFixture.run(each, "INSERT INTO account (id, owner, email) VALUES (7, 1, 'g@x')");
            }
            for (Connection each : List.of(connection, one)) {
                assertThat(UpsertFixture.run(each, upsert("(7, 0, 'h@x', 'x')", "note")))
                        .isEqualTo(database == TestDatabase.POSTGRESQL ? 1 : 2);
                assertThat(UpsertFixture.run(each, upsert("(1, 1, 'h@x', 'undone')", "note")))
                        .isEqualTo(database == TestDatabase.POSTGRESQL ? 1 : 2);
                Savepoint savepoint = each.setSavepoint();
                UpsertFixture.run(each, upsert("(7, 0, 'h@x', 'undone')", "note"));
                each.rollback(savepoint);
                assertThat(WriteFixture.rows(each, "SELECT note FROM account WHERE id IN (1, 7) ORDER BY id"))
                        .containsExactly(List.of("undone"), List.of("x"));
                each.rollback();
                UpsertFixture.run(each, "INSERT INTO account (id, owner, email) VALUES (7, 1, 'g@x')");
                UpsertFixture.run(each, "DELETE FROM account WHERE id = 7 AND owner = 1");
                assertThat(UpsertFixture.run(each, upsert("(7, 0, 'g@x', 'x')", "note")))
                        .isEqualTo(1);
                each.commit();
            }
        }
        fixture.sameRows(engine);
    }

    @Test
    void rowsOfDifferentTablesMustDiffer() throws SQLException {
        boolean exact = !database.speaksMysql();
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(3, 0, NULL, 'x'), (3, 1, NULL, 'y')", "note"));
        fixture.refused(
                engine,
                exact ? ErrorCode.UNIQUE_KEY_ELSEWHERE : ErrorCode.UNIQUE_KEY_OVER_UNITS,
                upsert("(3, 0, 'c@x', 'x'), (5, 1, 'c@x', 'y')", "note"));
        fixture.same(engine, upsert("(3, 0, NULL, 'x'), (5, 1, 'e@x', 'y'), (7, 1, 'g@x', 'y')", "note"));
        String different = upsert("(9, 0, 'i@x', 'x'), (11, 1, 'k@x', 'y')", "note");
        if (exact) {
            fixture.same(engine, different);
        } else {
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, different);
            // The database's own collation decides.
            fixture.same(engine, upsert("(9, 1, 'A@X', 'x')", "note"));
        }
    }

    @Test
    void noRowIsEqualToNull() throws SQLException {
        fixture.same(engine, fixture.upsert("id, owner", "(3, 1)", "note"));
        fixture.same(engine, fixture.upsert("id, owner, email", "(4, 1, DEFAULT)", "note"));
        fixture.same(engine, upsert("(?, 0, ?, ?)", "note"), 5L, null, "five");
        fixture.same(engine, fixture.upsert("id, owner, region, code", "(6, 1, 7, 'a')", "note"));
        fixture.same(engine, fixture.upsert("id, owner, region, code", "(7, 0, NULL, 'a'), (8, 1, 7, NULL)", "note"));
        byOtherKey(fixture.upsert("id, owner, note, region, code", "(9, 0, 'met', 7, 'a')", "note"));
        // The default of code is not NULL.
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, fixture.upsert("id, owner, region", "(9, 0, 7)", "note"));
    }

    @Test
    void valuesThatMayBeStoredInAnotherFormAreNotLookedFor() throws SQLException {
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(3, 1, 'c ', 'x')", "note"));
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(3, 1, '" + "c".repeat(21) + "', 'x')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(?, ?, ?, ?)", "note"), 3L, 1, 5, "x");
        String born = fixture.upsert("id, owner, born", "(?, ?, ?)", "note = 'met'");
        fixture.same(engine, born, 3L, 1, Date.valueOf("2024-01-31"));
        byOtherKey(born, 4L, 1, Date.valueOf("2024-01-31"));
        byOtherKey(fixture.upsert("id, owner, born", "(4, 1, '2024-01-31')", "note = 'met too'"));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                fixture.upsert("id, owner, born", "(4, 1, '2024-1-31')", "note"));
    }

    @Test
    void whatADatabaseComputesIsLookedForAsItIsStored() throws SQLException {
        fixture.same(engine, upsert("(3, 1, CONCAT('c', '@x'), 'x')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(4, 1, CONCAT('a', '@x'), 'x')", "note"));
    }

    @Test
    void anAssignmentMustNotMakeAKeyThatNobodyLookedFor() throws SQLException {
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(1, 0, 'a@x', 'x')", "email = 'b@x'"));
        String some = fixture.upsert("id, owner, region, code", "(1, 0, 7, 'a')", "code");
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, some);
        // All of it is that of the row to insert, which is looked for.
        String whole = "id, owner, region, code";
        fixture.same(engine, fixture.upsert(whole, "(1, 0, 7, 'a')", "code", "region"));
        fixture.same(engine, fixture.upsert(whole, "(1, 1, 8, 'a')", "region", "code", "note = 'x'"));
        fixture.same(engine, fixture.upsert(whole, "(2, 1, 7, 'a')", "region", "code"));
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, fixture.upsert(whole, "(2, 1, 8, 'a')", "region", "code"));
    }

    @Test
    void eachRowOfABatchIsAskedFor() throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(upsert("(?, ?, ?, ?)", "note"))) {
            for (int i = 3; i < 9; i++) {
                add(statement, i, i % 2, (char) ('a' + i) + "@x");
            }
            assertThat(statement.executeBatch()).containsOnly(1);
        }
        for (int i = 3; i < 9; i++) {
            UpsertFixture.run(
                    fixture.whole, upsert("(?, ?, ?, ?)", "note"), (long) i, i % 2, (char) ('a' + i) + "@x", "batch");
        }
        fixture.sameRows(engine);
        try (Connection connection = engine.getConnection();
                Connection one = fixture.whole.getConnection()) {
            List<int[]> counts = new ArrayList<>();
            for (Connection each : List.of(connection, one)) {
                try (PreparedStatement statement = each.prepareStatement(upsert("(?, ?, ?, ?)", "note"))) {
                    add(statement, 10, 0, "k@x");
                    add(statement, 1, 1, null);
                    add(statement, 10, 1, "l@x");
                    add(statement, 2, 2, "m@x");
                    add(statement, 2, 2, "m@x");
                    counts.add(statement.executeBatch());
                }
            }
            assertThat(counts.get(0)).isEqualTo(counts.get(1));
        }
        fixture.sameRows(engine);
    }

    private static void add(PreparedStatement statement, long id, int owner, @Nullable String email)
            throws SQLException {
        statement.setLong(1, id);
        statement.setInt(2, owner);
        statement.setString(3, email);
        statement.setString(4, "batch");
        statement.addBatch();
    }

    @Test
    void rowsOfAQueryAreAskedFor() throws SQLException {
        String form = database == TestDatabase.POSTGRESQL
                ? "INSERT INTO account (id, owner, email, note) SELECT %s FROM account%s ON CONFLICT (id) DO UPDATE SET note = 'q'"
                : "INSERT INTO account (id, owner, email, note) SELECT %s FROM account%s ON DUPLICATE KEY UPDATE note = 'q'";
        fixture.same(engine, String.format(form, "id, owner, email, note", " WHERE id = 2"));
        fixture.same(engine, String.format(form, "id, owner, NULL, note", ""));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, String.format(form, "id, owner + 1, NULL, note", ""));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                String.format(form, "id + 11, owner, email, note", " WHERE id = 1"));
    }

    @Test
    void aKeyIsNamedByItsConstraint() throws SQLException {
        assumeTrue(database == TestDatabase.POSTGRESQL, "only PostgreSQL has ON CONFLICT ON CONSTRAINT");
        String add = "ALTER TABLE account ADD CONSTRAINT born_once UNIQUE (born)";
        UpsertFixture.run(engine, add);
        UpsertFixture.run(fixture.whole, add);
        String form = "INSERT INTO account (id, owner, email, born, note) VALUES %s ON CONFLICT ON CONSTRAINT %s DO %s";
        String update = "UPDATE SET note = EXCLUDED.note";
        fixture.same(engine, String.format(form, "(1, 1, NULL, NULL, 'by id')", "account_pkey", update));
        fixture.same(engine, String.format(form, "(13, 1, 'b@x', NULL, 'by email')", "account_email_key", update));
        fixture.same(
                engine,
                String.format(form, "(14, 0, NULL, ?, 'new')", "born_once", update),
                Date.valueOf("2024-02-29"));
        fixture.same(
                engine,
                String.format(form, "(15, 1, NULL, ?, 'by day')", "born_once", update),
                Date.valueOf("2024-02-29"));
        fixture.same(engine, String.format(form, "(15, 1, NULL, DATE '2024-02-29', 'x')", "Born_Once", "NOTHING"));
        byOtherKey(String.format(form, "(16, 0, 'b@x', NULL, 'other')", "account_pkey", "NOTHING"));
        fixture.refused(
                engine,
                ErrorCode.INSERT_FORM,
                String.format(form, "(1, 1, NULL, NULL, 'x')", "account_owner", "NOTHING"));
    }

    @Test
    void aGeneratedKeyIsNew() throws SQLException {
        String sql = database == TestDatabase.POSTGRESQL
                ? "INSERT INTO entry (owner, note) VALUES (1, 'a'), (2, 'b') ON CONFLICT DO NOTHING"
                : "INSERT IGNORE INTO entry (owner, note) VALUES (1, 'a'), (2, 'b')";
        assertThat(UpsertFixture.run(engine, sql)).isEqualTo(2);
        assertThat(fixture.calls.take()).as("no question").isEqualTo(2);
    }

    @Test
    void rowsAreReturned() throws SQLException {
        assumeTrue(database != TestDatabase.H2 && database != TestDatabase.MYSQL, "it has no RETURNING");
        String sql = upsert("(3, 1, 'c@x', 'x'), (1, 0, NULL, 'y')", "note") + " RETURNING id, note";
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(WriteFixture.rows(statement.executeQuery(sql)))
                    .containsExactly(List.of("3", "x"), List.of("1", "y"));
            String elsewhere =
                    upsert("(5, 1, NULL, 'a'), (3, 0, NULL, 'b'), (1, 0, NULL, 'c'), (2, 0, NULL, 'd')", "note")
                            + " RETURNING id, note, owner";
            assertThat(WriteFixture.rows(statement.executeQuery(elsewhere)))
                    .containsExactly(
                            List.of("5", "a", "1"),
                            List.of("3", "b", "1"),
                            List.of("1", "c", "0"),
                            List.of("2", "d", "1"));
            assertThat(WriteFixture.rows(statement.executeQuery(
                            upsert("(3, 0, NULL, 'one')", "note") + " RETURNING id, note, owner")))
                    .containsExactly(List.of("3", "one", "1"));
        }
    }

    @Test
    void otherSettingsRefuseOrDoNotAsk() throws SQLException {
        String sql = upsert("(1, 1, 'a@x', 'again')", "note");
        UpsertFixture.assertRefused(
                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                catchThrowable(() -> UpsertFixture.run(fixture.engine(Upserts.REFUSE, false), sql)));
        fixture.calls.take();
        assertThat(UpsertFixture.run(fixture.engine(Upserts.WARN, false), sql)).isEqualTo(1);
        assertThat(fixture.calls.take()).isEqualTo(1);
    }

    @Test
    void insertsAreCheckedWhereThatIsSwitchedOn() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        String sql = "INSERT INTO account (id, owner, email) VALUES (?, ?, ?)";
        assertThatThrownBy(() -> UpsertFixture.run(checked, sql, 1L, 1, "n@x"))
                .isInstanceOf(SQLIntegrityConstraintViolationException.class)
                .hasMessageStartingWith(ErrorCode.DUPLICATE_KEY.code())
                .hasFieldOrPropertyWithValue("SQLState", "23505");
        assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql, 1L, 1, "n@x"))
                .isInstanceOf(SQLException.class)
                .satisfies(error ->
                        assertThat(((SQLException) error).getSQLState()).startsWith("23"));
        fixture.same(checked, sql, 3L, 1, "n@x");
        assertThat(UpsertFixture.run(checked, "INSERT INTO entry (id, owner) VALUES (?, ?)", null, 1))
                .isEqualTo(1);
        fixture.calls.take();
        fixture.same(engine, sql, 5L, 1, "o@x");
    }

    private void taken(DataSource checked, String sql, @Nullable Object... parameters) throws SQLException {
        assertThatThrownBy(() -> UpsertFixture.run(checked, sql, parameters))
                .as(sql)
                .isInstanceOf(SQLIntegrityConstraintViolationException.class)
                .hasMessageStartingWith(ErrorCode.DUPLICATE_KEY.code());
        assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql, parameters))
                .as(sql)
                .isInstanceOf(SQLException.class)
                .satisfies(error ->
                        assertThat(((SQLException) error).getSQLState()).startsWith("23"));
        fixture.sameRows(checked);
    }

    @Test
    void updatesOfKeysAreCheckedThereAsWell() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        for (String row : new String[] {
            "31, 1, 'a31', 1, 'x'", "32, 1, 'a32', 2, 'x'", "33, 2, 'a33', 3, 'x'", "34, 2, NULL, 4, 'x'"
        }) {
            fixture.same(checked, "INSERT INTO account (id, owner, email, region, code) VALUES (" + row + ")");
        }
        String pointed = "UPDATE account SET email = ? WHERE owner = ? AND id = ?";
        taken(checked, pointed, "a33", 1, 31L);
        taken(checked, pointed, "a32", 1, 31L);
        fixture.same(checked, pointed, "a31", 1, 31L);
        fixture.same(checked, pointed, "b31", 1, 31L);
        fixture.same(checked, pointed, null, 2, 33L);
        // The row may be in several units, and is none of the others.
        String byKey = "UPDATE account SET note = 'n', email = ? WHERE id = ?";
        taken(checked, byKey, "a32", 33L);
        fixture.same(checked, byKey, "b31", 31L);
        fixture.same(checked, byKey, "c31", 31L);
        fixture.same(checked, byKey, null, 34L);
        taken(checked, "UPDATE account SET email = 'a32' WHERE email = 'c31'");
        // What WHERE demands is a part of the key.
        taken(checked, "UPDATE account SET region = 2 WHERE id = 33 AND code = 'x'");
        fixture.same(checked, "UPDATE account SET region = 9 WHERE id = 33 AND code = 'x'");
        // All columns, as frameworks save them; the row moves.
        String all = "UPDATE account SET owner = ?, email = ?, region = ?, code = ?, born = ? WHERE id = ?";
        taken(checked, all, 2, "a32", 5, "y", null, 31L);
        fixture.same(checked, all, 2, "c31", 5, "y", null, 31L);
        fixture.same(checked, all, 2, "d31", 5, "y", null, 31L);
        // A row of which the key is not assigned does not ask.
        fixture.same(checked, "UPDATE account SET note = 'x', email = email WHERE owner = 1");
        fixture.same(checked, "UPDATE account SET email = NULL WHERE id IN (31, 32)");
    }

    /** Whatever is not refused there is what one database does. */
    @Test
    void randomWritesAreCheckedThere() throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("seed of random writes of unique keys: " + seed);
        Random random = new Random(seed);
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        Map<String, Integer> ends = new TreeMap<>();
        for (int i = 0; i < Effort.of(400); i++) {
            String sql = random.nextInt(5) == 0 ? account(random) : write(random);
            Throwable thrown = catchThrowable(() -> UpsertFixture.run(checked, sql));
            String end = UpsertFixture.end(thrown);
            ends.merge(end, 1, Integer::sum);
            if (!end.startsWith("SK-2")) {
                int[] changed = new int[1];
                String one =
                        UpsertFixture.end(catchThrowable(() -> changed[0] = UpsertFixture.run(fixture.whole, sql)));
                // The key is asked for before the rows to update: where there are none, one database does nothing.
                boolean early = sql.startsWith("UPDATE") && thrown instanceof ShardingException && changed[0] == 0;
                assertThat(end).as(sql).isEqualTo(early ? "23" : one);
            }
            fixture.sameRows(checked);
        }
        System.out.println("random writes of unique keys ended so: " + ends);
        assertThat(ends.get("done")).isGreaterThan(Effort.of(60));
        assertThat(ends.get("23")).isGreaterThan(Effort.of(20));
    }

    private String write(Random random) {
        String id = String.valueOf(1 + random.nextInt(8));
        String owner = String.valueOf(random.nextInt(4));
        String email = "'" + (char) ('a' + random.nextInt(8)) + "@x'";
        String region = String.valueOf(random.nextInt(4));
        String where = List.of(
                        "id = " + id,
                        "id = " + id + " AND owner = " + owner,
                        "email = " + email,
                        "owner = " + owner,
                        "region = " + region + " AND code = 'x'",
                        "id IN (" + id + ", " + (1 + random.nextInt(8)) + ")")
                .get(random.nextInt(6));
        String value = "'" + (char) ('a' + random.nextInt(8)) + "@x'";
        String set = List.of(
                        "email = " + value,
                        "email = " + value + ", owner = " + random.nextInt(4),
                        "owner = " + random.nextInt(4),
                        "id = " + (1 + random.nextInt(8)),
                        "region = " + random.nextInt(4) + ", code = 'x'",
                        "note = " + value + ", email = email",
                        "email = NULL",
                        "region = NULL, email = " + value)
                .get(random.nextInt(8));
        return switch (random.nextInt(6)) {
            case 0, 1 ->
                "INSERT INTO account (id, owner, email, region, code, note) VALUES "
                        + rows(
                                random,
                                () -> (1 + random.nextInt(12)) + ", " + random.nextInt(4) + ", "
                                        + (random.nextInt(3) == 0
                                                ? "NULL"
                                                : "'" + (char) ('a' + random.nextInt(10)) + "@x'")
                                        + ", " + random.nextInt(6) + ", 'x', 'n'");
            case 2 -> "DELETE FROM account WHERE " + where;
            default -> "UPDATE account SET " + set + " WHERE " + where;
        };
    }

    @Test
    void updatesOfKeysThatNobodyKnowsAreRefused() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        for (String sql : new String[] {
            "UPDATE account SET email = LOWER(email) WHERE owner = 1 AND id = 1",
            "UPDATE account SET email = note WHERE owner = 1 AND id = 1",
            "UPDATE account SET email = 'z' WHERE note = 'n'",
            "UPDATE account SET email = 'z' WHERE id IN (1, 2)",
            "UPDATE account SET region = 7 WHERE owner = 1 AND id = 1"
        }) {
            fixture.refused(checked, ErrorCode.UNIQUE_KEY_OVER_UNITS, sql);
        }
        fixture.same(engine, "UPDATE account SET email = LOWER(email) WHERE owner = 1 AND id = 1");
    }
}
