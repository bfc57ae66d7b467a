package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.TimedPools;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.Verification;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.TestDatabase;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what holds of lookup tables on each database. */
@SuppressWarnings("try") // the scopes are there to be open
abstract class LookupContract {
    private static final String INSERT = "INSERT INTO t_user (id, email, phone, name) VALUES (?, ?, ?, ?)";

    private final TestDatabase kind;

    /** The number of concurrent workers that have lost their session. */
    private final AtomicInteger lost = new AtomicInteger();

    private LookupShop shop;

    LookupContract(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws SQLException {
        shop = new LookupShop(kind);
    }

    @AfterEach
    void close() throws SQLException {
        try {
            assertThat(shop.lookups()).isEqualTo(shop.expectedLookups());
            awaitNoneActive();
        } finally {
            shop.close();
        }
    }

    private void insert(long id, String email, Integer phone) throws SQLException {
        shop.update(INSERT, id, email, phone, "n" + id);
    }

    private static boolean isDuplicate(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("23");
    }

    private void assertDuplicate(String sql, Object... values) {
        assertThatThrownBy(() -> shop.update(sql, values))
                .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(isDuplicate(failure))
                        .isTrue());
    }

    private void assertRefused(String sql) {
        assertThatThrownBy(() -> LookupShop.run(shop.dataSource, sql))
                .as(sql)
                .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.errorCode())
                        .isEqualTo(ErrorCode.LOOKUP_WRITE));
    }

    /** Returns the SQL sent to tables of users since the last call. */
    private List<String> sentToUsers() {
        List<String> sent = shop.sent.stream()
                .filter(sql -> sql.replaceAll("[`\"]", "").matches("(?s).*\\bt_user\\b.*"))
                .toList();
        shop.sent.clear();
        return sent;
    }

    @Test
    void aStatementByTheColumnGoesToTheUnitOfTheRow() throws SQLException {
        for (int id = 1; id <= 6; id++) {
            insert(id, "u" + id + "@x", 100 + id);
            shop.update("INSERT INTO t_note (id, user_id, text) VALUES (1, ?, ?)", id, "note " + id);
        }
        sentToUsers();
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id, name FROM t_user WHERE email = ?", "u4@x"))
                .containsExactly("4 n4");
        assertThat(sentToUsers()).hasSize(1).allMatch(sql -> sql.startsWith("ds1"));
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id FROM t_user WHERE phone = 105"))
                .containsExactly("5");
        assertThat(sentToUsers()).hasSize(1).allMatch(sql -> sql.startsWith("ds2"));
        assertThat(LookupShop.rows(
                        shop.dataSource, "SELECT id FROM t_user WHERE email IN (?, ?, ?)", "u3@x", "u6@x", "none@x"))
                .containsExactlyInAnyOrder("3", "6");
        assertThat(sentToUsers()).hasSize(1).allMatch(sql -> sql.startsWith("ds0"));
        assertThat(LookupShop.rows(
                        shop.dataSource,
                        "SELECT n.text FROM t_user u JOIN t_note n ON n.user_id = u.id WHERE u.email = ? LIMIT 5",
                        "u2@x"))
                .containsExactly("note 2");
        assertThat(sentToUsers()).hasSize(1);
        assertThat(LookupShop.rows(
                        shop.dataSource, "SELECT id FROM t_user WHERE email = ? OR phone = ? ORDER BY id", "u1@x", 102))
                .containsExactly("1", "2");
        assertThat(sentToUsers()).hasSize(2);
        assertThat(LookupShop.rows(shop.dataSource, "SELECT name FROM t_user WHERE email = ? AND id = 4", "u4@x"))
                .containsExactly("n4");
        assertThat(shop.sent).hasSize(1);
        sentToUsers();
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id FROM t_user WHERE email = ?", "none@x"))
                .isEmpty();
        assertThat(LookupShop.rows(shop.dataSource, "SELECT COUNT(*) FROM t_user WHERE email = ?", "none@x"))
                .containsExactly("0");
        assertThat(sentToUsers()).hasSize(2);
        assertThat(shop.update("UPDATE t_user SET name = 'x' WHERE email = ?", "u5@x"))
                .isEqualTo(1);
        assertThat(sentToUsers()).hasSize(1).allMatch(sql -> sql.startsWith("ds2"));
        assertThat(shop.update("DELETE FROM t_user WHERE email = ? AND name = 'x'", "u5@x"))
                .isEqualTo(1);
        assertThat(sentToUsers()).hasSize(2).allMatch(sql -> sql.startsWith("ds2"));
    }

    @Test
    void aTransactionSeesItsOwnWrites() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            LookupShop.update(connection, INSERT, 1, "a@x", 1, "a");
            assertThat(LookupShop.rows(connection, "SELECT id FROM t_user WHERE email = 'a@x'"))
                    .containsExactly("1");
            LookupShop.update(connection, "UPDATE t_user SET email = 'b@x' WHERE email = 'a@x'");
            assertThat(LookupShop.rows(connection, "SELECT id FROM t_user WHERE email = 'a@x'"))
                    .isEmpty();
            assertThat(LookupShop.rows(connection, "SELECT id FROM t_user WHERE email = 'b@x'"))
                    .containsExactly("1");
            connection.rollback();
        }
        assertThat(shop.lookups()).isEmpty();
    }

    @Test
    void valuesAreUniqueOverAllUnits() throws SQLException {
        insert(1, "a@x", 1);
        assertDuplicate(INSERT, 2, "a@x", 2, "b");
        assertDuplicate(INSERT, 3, "b@x", 1, "b");
        assertDuplicate("INSERT INTO t_user (id, email) VALUES (4, 'c@x'), (5, 'd@x'), (6, 'c@x')");
        insert(2, null, null);
        insert(3, null, null);
        assertDuplicate("UPDATE t_user SET email = 'a@x' WHERE id = 2");
        assertDuplicate("UPDATE t_user SET email = 'e@x' WHERE email IS NULL");
        assertThat(shop.everywhere("SELECT id, email, phone FROM t_user"))
                .containsExactly("1 a@x 1", "2 null null", "3 null null");
        shop.update("DELETE FROM t_user WHERE id = 1");
        assertThat(shop.update(INSERT, 5, "a@x", 1, "again")).isEqualTo(1);
    }

    @Test
    void aDuplicateInATransactionUndoesItsStatementAlone() throws SQLException {
        insert(1, "a@x", 1);
        try (Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            LookupShop.update(connection, INSERT, 2, "b@x", 2, "b");
            assertThatThrownBy(() -> LookupShop.update(connection, INSERT, 3, "c@x", 1, "c"))
                    .isInstanceOf(SQLException.class);
            if (kind == TestDatabase.POSTGRESQL) {
                assertThatThrownBy(() -> LookupShop.update(connection, INSERT, 4, "d@x", 4, "d"))
                        .isInstanceOf(SQLException.class);
                connection.rollback();
            } else {
                LookupShop.update(connection, INSERT, 4, "d@x", 4, "d");
                connection.commit();
            }
        }
        assertThat(shop.everywhere("SELECT id FROM t_user"))
                .isEqualTo(kind == TestDatabase.POSTGRESQL ? List.of("1") : List.of("1", "2", "4"));
    }

    @Test
    void whatAnUpdateChangesIsKept() throws SQLException {
        insert(1, "a@x", 1);
        insert(2, "b@x", null);
        shop.update("UPDATE t_user SET email = ?, phone = ?, name = ? WHERE id = ?", "c@x", 1, "n", 1);
        shop.update("UPDATE t_user SET email = NULL WHERE name = 'n2'");
        shop.update("UPDATE t_user SET email = 'b@x', phone = 7 WHERE id = 2");
        shop.update("UPDATE t_user SET id = ?, name = ? WHERE id = ?", 6, "moved", 1);
        assertThat(shop.lookups()).containsExactly("b@x 2", "c@x 6", "1 6", "7 2");
        shop.update("UPDATE t_user SET id = 4, email = 'd@x' WHERE id = 6");
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id, name FROM t_user WHERE email = 'd@x'"))
                .containsExactly("4 moved");
        shop.update("UPDATE t_user SET id = 4, email = 'd@x', phone = 1, name = 'same' WHERE id = 4");
        shop.update("UPDATE t_user SET email = email, name = UPPER(name) WHERE email = 'd@x'");
        assertThat(shop.lookups()).containsExactly("b@x 2", "d@x 4", "1 4", "7 2");
        assertThat(shop.update("DELETE FROM t_user WHERE phone IN (1, 7)")).isEqualTo(2);
        assertThat(shop.lookups()).isEmpty();
    }

    @Test
    void literalsAreOfTheTypeOfTheirColumn() throws SQLException {
        shop.update("INSERT INTO t_user (id, email, phone) VALUES ('1', 'a@x', '11'), (2, 'b@x', '12')");
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id FROM t_user WHERE phone = '12'"))
                .containsExactly("2");
        shop.update("UPDATE t_user SET phone = '13' WHERE phone = '12'");
        shop.update("UPDATE t_user SET id = '7' WHERE id = 2");
        assertThat(LookupShop.rows(shop.dataSource, "SELECT id FROM t_user WHERE phone IN ('11', '13') ORDER BY id"))
                .containsExactly("1", "7");
        for (int i = 0; i < 40; i++) {
            assertThat(LookupShop.rows(
                            shop.dataSource,
                            "SELECT id, " + i % 3 + " FROM t_user WHERE email = '" + (i % 2 == 0 ? "a@x" : "b@x")
                                    + "' LIMIT 9"))
                    .containsExactly((i % 2 == 0 ? "1 " : "7 ") + i % 3);
        }
    }

    @Test
    void manyRowsAtOnce() throws SQLException {
        StringBuilder rows = new StringBuilder("INSERT INTO t_user (id, email, phone) VALUES ");
        for (int i = 0; i < 40; i++) {
            rows.append(i == 0 ? "" : ", ")
                    .append("(" + i + ", " + (i % 7 == 0 ? "NULL" : "'e" + i + "'") + ", " + i + ")");
        }
        assertThat(shop.update(rows.toString())).isEqualTo(40);
        assertThat(shop.lookups()).hasSize(74);
        assertThat(shop.update("DELETE FROM t_user WHERE phone < 37")).isEqualTo(37);
        assertThat(shop.lookups()).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void batches(boolean autoCommit) throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            connection.setAutoCommit(autoCommit);
            for (int i = 0; i < 10; i++) {
                insert.setLong(1, i);
                insert.setString(2, "e" + i);
                insert.setObject(3, i % 2 == 0 ? null : i);
                insert.setString(4, "n");
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(10).containsOnly(1);
            if (!autoCommit) {
                connection.commit();
            }
            assertThat(shop.lookups()).hasSize(15);
            insert.setLong(1, 20);
            insert.setString(2, "e20");
            insert.addBatch();
            insert.setLong(1, 21);
            insert.setString(2, "e3");
            insert.addBatch();
            assertThatThrownBy(insert::executeBatch).isInstanceOf(SQLException.class);
            if (!autoCommit) {
                connection.rollback();
            }
        }
        assertThat(shop.everywhere("SELECT id FROM t_user")).hasSize(10);
    }

    @Test
    void generatedKeys() throws SQLException {
        try (Connection connection = shop.dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_doc (code, text) VALUES (?, 'one'), ('fixed', ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, "given");
            insert.setString(2, "two");
            assertThat(insert.executeUpdate()).isEqualTo(2);
            List<Long> keys = new ArrayList<>();
            try (ResultSet rows = insert.getGeneratedKeys()) {
                while (rows.next()) {
                    keys.add(rows.getLong(1));
                }
            }
            assertThat(LookupShop.rows(shop.dataSource, "SELECT doc_id, text FROM t_doc WHERE code = ?", "given"))
                    .containsExactly(keys.get(0) + " one");
            assertThat(LookupShop.rows(shop.dataSource, "SELECT doc_id, text FROM t_doc WHERE code = ?", "fixed"))
                    .containsExactly(keys.get(1) + " two");
        }
        shop.update("INSERT INTO t_doc (doc_id, code) VALUES (5, 'mine')");
        shop.update("INSERT INTO t_doc (code) VALUES ('single')");
        shop.update("INSERT INTO t_doc (text) VALUES ('none')");
        assertThat(LookupShop.rows(shop.pools.get(2), "SELECT COUNT(*) FROM t_doc_code"))
                .containsExactly("4");
        assertDuplicate("INSERT INTO t_doc (code) VALUES ('single')");
    }

    @Test
    void whatCannotBeKeptIsRefused() throws SQLException {
        insert(1, "a@x", 1);
        assertRefused("INSERT INTO t_user (id, email) VALUES (2, LOWER('B@x'))");
        assertRefused("INSERT INTO t_user (id, email) SELECT id + 1, 'c@x' FROM t_user WHERE id = 1");
        assertRefused("UPDATE t_user SET email = UPPER(email) WHERE id = 1");
        assertRefused("UPDATE t_user SET phone = phone + 1 WHERE id = 1");
        assertRefused("DELETE FROM t_user WHERE id IN (SELECT user_id FROM t_note)");
        assertRefused("DELETE FROM t_user WHERE id = 1 AND RAND() < 2");
        assertRefused("TRUNCATE TABLE t_user");
        assertRefused("TRUNCATE TABLE t_user_email");
        assertRefused("INSERT INTO t_user_email (email, id) VALUES ('z', 1)");
        assertRefused("UPDATE t_user_phone SET id = 2 WHERE phone = 1");
        assertRefused("DELETE FROM t_user_email WHERE email = 'a@x'");
        if (kind == TestDatabase.POSTGRESQL) {
            assertRefused("INSERT INTO t_user (id, email) VALUES (1, 'a') ON CONFLICT DO NOTHING");
            assertRefused("INSERT INTO t_user (id, email) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET email = 'b'");
            assertRefused("DELETE FROM t_user WHERE id = 1 RETURNING id");
        } else {
            assertRefused("INSERT INTO t_user (id, email) VALUES (1, 'a') ON DUPLICATE KEY UPDATE email = 'b'");
            assertRefused("INSERT IGNORE INTO t_user (id, email) VALUES (1, 'a')");
            assertRefused("REPLACE INTO t_user (id, email) VALUES (1, 'a')");
            assertRefused("DELETE FROM t_user WHERE id = 1 LIMIT 1");
        }
        if (kind == TestDatabase.H2) {
            assertRefused("MERGE INTO t_user (id, email) KEY (id) VALUES (1, 'a')");
        }
        try (ShardingHint hint = ShardingHint.dataSource("ds1")) {
            assertRefused("INSERT INTO t_user (id, email) VALUES (4, 'd@x')");
        }
        assertThat(shop.everywhere("SELECT id, email FROM t_user")).containsExactly("1 a@x");
    }

    @Test
    void rowsOfAResultAreNotWritten() throws SQLException {
        insert(1, "a@x", 1);
        try (Connection connection = shop.dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT id, email, phone, name FROM t_user WHERE id = 1")) {
            assertThat(rows.next()).isTrue();
            assertThatThrownBy(rows::deleteRow).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> {
                        rows.updateString(2, "b@x");
                        rows.updateRow();
                    })
                    .isInstanceOf(SQLException.class);
        }
        if (kind == TestDatabase.H2) {
            assertThatThrownBy(() -> LookupShop.rows(
                            shop.dataSource,
                            "SELECT id FROM FINAL TABLE (INSERT INTO t_user (id, email) VALUES (2, 'b'))"))
                    .isInstanceOf(ShardingException.class);
            assertThat(LookupShop.rows(
                            shop.dataSource,
                            "SELECT name FROM FINAL TABLE (UPDATE t_user SET name = 'x' WHERE email = 'a@x')"))
                    .containsExactly("x");
        }
        assertThat(LookupShop.rows(shop.dataSource, "EXPLAIN SELECT id FROM t_user WHERE email = 'a@x'"))
                .isNotEmpty();
        assertThat(shop.everywhere("SELECT id, email FROM t_user")).containsExactly("1 a@x");
    }

    @Test
    void explained() throws SQLException {
        assertThat(LookupShop.rows(shop.dataSource, "EXPLAIN SHARDING SELECT * FROM t_user WHERE email = 'a@x'")
                        .toString())
                .contains("lookup", "t_user_email", "lookup tables tell where the rows are");
        assertThat(LookupShop.rows(shop.dataSource, "EXPLAIN SHARDING DELETE FROM t_user WHERE id = 1")
                        .toString())
                .contains("lookup", "FOR UPDATE", "[t_user_email, t_user_phone] are kept");
        assertThat(LookupShop.rows(shop.dataSource, "EXPLAIN SHARDING INSERT INTO t_user (id, email) VALUES (1, 'a')")
                        .toString())
                .contains("lookup", "[t_user_email, t_user_phone] are kept");
    }

    @Test
    void isOnlyKeptWhereItIsWriteOnly() throws SQLException {
        try (ShardingDataSource kept = shop.start(true);
                Connection connection = kept.getConnection()) {
            LookupShop.update(connection, INSERT, 1, "a@x", 1, "a");
            LookupShop.run(shop.pools.get(2), "INSERT INTO t_user (id, email) VALUES (2, 'old@x')");
            assertThat(LookupShop.rows(connection, "SELECT id FROM t_user WHERE email = 'old@x'"))
                    .containsExactly("2");
            LookupShop.run(shop.pools.get(2), "DELETE FROM t_user WHERE id = 2");
        }
        assertThat(shop.lookups()).containsExactly("a@x 1", "1 1");
    }

    private List<String> findings(Verification level) throws SQLException {
        return new Verifier(TimedPools.of(shop.named()), LookupShop.rule(false))
                .verify(level).stream()
                        .filter(Finding::isError)
                        .map(Finding::toString)
                        .toList();
    }

    @Test
    void differencesAreFound() throws SQLException {
        for (int id = 0; id < 300; id++) {
            insert(id, "e" + id, id);
        }
        assertThat(findings(Verification.FULL)).isEmpty();
        LookupShop.run(shop.pools.get(1), "DELETE FROM t_user_phone WHERE phone < 2");
        LookupShop.run(shop.pools.get(2), "INSERT INTO t_user (id, email) VALUES (302, 'unknown')");
        LookupShop.run(shop.pools.get(2), "DELETE FROM t_user WHERE id = 5");
        assertThat(findings(Verification.FULL))
                .hasSize(4)
                .anyMatch(found -> found.contains("t_user_phone: 2 rows of t_user"))
                .anyMatch(found -> found.contains("t_user_phone: 1 of its rows"))
                .anyMatch(found -> found.contains("t_user_email: 1 rows of t_user"))
                .anyMatch(found -> found.contains("t_user_email: 1 of its rows"));
        LookupShop.run(shop.pools.get(0), "INSERT INTO t_user (id, email) VALUES (303, 'unknown')");
        assertThat(shop.dataSource.fillLookups("t_user"))
                .containsExactly(
                        new ShardingDataSource.FilledLookup("t_user_email", 1, 1, 1),
                        new ShardingDataSource.FilledLookup("t_user_phone", 2, 1, 0));
        shop.update("DELETE FROM t_user WHERE id = 303");
        assertThat(shop.dataSource.fillLookups("t_user"))
                .containsExactly(
                        new ShardingDataSource.FilledLookup("t_user_email", 1, 0, 0),
                        new ShardingDataSource.FilledLookup("t_user_phone", 0, 0, 0));
        assertThat(findings(Verification.FULL)).isEmpty();
    }

    @Test
    void tablesThatDoNotFitAreFound() throws SQLException {
        LookupShop.run(shop.pools.get(2), "DROP TABLE t_doc_code");
        assertThat(findings(Verification.FAST))
                .anyMatch(found -> found.contains("t_doc_code") && found.contains("not there"));
        LookupShop.run(shop.pools.get(2), "CREATE TABLE t_doc_code (code VARCHAR(41), doc_id BIGINT)");
        assertThat(findings(Verification.FAST))
                .anyMatch(found -> found.contains("its column code is"))
                .anyMatch(found -> found.contains("no unique key on code alone"));
    }

    private static String result(HikariDataSource plain, ShardingDataSource sharded, boolean ofPlain, String sql)
            throws SQLException {
        try (Connection connection = ofPlain ? plain.getConnection() : sharded.getConnection();
                Statement statement = connection.createStatement()) {
            return String.valueOf(statement.executeUpdate(sql));
        } catch (SQLException failure) {
            if (!isDuplicate(failure)) {
                throw failure;
            }
            return failure.getSQLState() + " " + failure.getErrorCode();
        }
    }

    /** A write of the model; every value may be there. */
    private static String randomWrite(Random random) {
        int id = random.nextInt(12);
        String email =
                random.nextInt(6) == 0 ? "NULL" : "'" + (random.nextInt(4) == 0 ? "E" : "e") + random.nextInt(9) + "'";
        String phone = random.nextInt(6) == 0 ? "NULL" : String.valueOf(random.nextInt(9));
        return switch (random.nextInt(11)) {
            case 0, 1, 2 ->
                "INSERT INTO t_user (id, email, phone, name) VALUES (" + id + ", " + email + ", " + phone + ", 'n')";
            case 3 ->
                "INSERT INTO t_user (id, email, name) VALUES (" + id + ", " + email + ", 'a'), (" + (id + 1)
                        + ", NULL, 'b'), (" + (id + 2) + ", 'e" + random.nextInt(9) + "', 'c')";
            case 4 -> "UPDATE t_user SET email = " + email + " WHERE id = " + id;
            case 5 ->
                "UPDATE t_user SET phone = " + phone + ", email = " + email + " WHERE phone = " + random.nextInt(9);
            case 6 -> "UPDATE t_user SET email = " + email + " WHERE email = 'e" + random.nextInt(9) + "'";
            case 7 -> "UPDATE t_user SET id = " + random.nextInt(12) + ", name = 'm' WHERE id = " + id;
            case 8 -> "DELETE FROM t_user WHERE id = " + id;
            case 9 -> "DELETE FROM t_user WHERE email IN ('e" + random.nextInt(9) + "', 'e" + random.nextInt(9) + "')";
            default -> "UPDATE t_user SET email = " + email + ", phone = NULL WHERE name = 'm'";
        };
    }

    @Test
    void writesAndReadsAreThoseOfOneTable() throws SQLException {
        long seed = Seeds.chosen();
        Random random = new Random(seed);
        for (int i = 0; i < Effort.of(150); i++) {
            String sql = randomWrite(random);
            String about = "seed " + seed + ", step " + i + ": " + sql;
            assertThat(result(shop.plain, shop.dataSource, false, sql))
                    .as(about)
                    .isEqualTo(result(shop.plain, shop.dataSource, true, sql));
            if (i % 5 == 0) {
                String all = "SELECT id, email, phone, name FROM t_user ORDER BY id";
                assertThat(LookupShop.rows(shop.dataSource, all)).as(about).isEqualTo(LookupShop.rows(shop.plain, all));
                assertThat(shop.lookups()).as(about).isEqualTo(shop.expectedLookups());
                String one = "SELECT id, phone FROM t_user WHERE email = ?";
                String wanted = (random.nextBoolean() ? "e" : "E") + random.nextInt(9);
                assertThat(LookupShop.rows(shop.dataSource, one, wanted))
                        .as(about)
                        .isEqualTo(LookupShop.rows(shop.plain, one, wanted));
            }
        }
    }

    private interface Work {
        void run(Random random, Connection connection) throws SQLException;
    }

    /** Two that wait for each other on two servers are ended by time only. */
    private void waitLittle(Connection connection) throws SQLException {
        if (kind == TestDatabase.H2) {
            // There it is two seconds anyway.
            return;
        }
        String sql = kind.speaksMysql() ? "SET SESSION innodb_lock_wait_timeout = 1" : "SET lock_timeout = '1s'";
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Waits until no connection is active: another thread gives back what a session has lost. */
    private void awaitNoneActive() {
        assertThat(Eventually.zero(this::active)).isZero();
    }

    private int active() {
        return shop.pools.stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    private void together(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Random random = new Random(i);
                all.add(pool.submit(() -> {
                    try (Connection connection = shop.dataSource.getConnection()) {
                        waitLittle(connection);
                        work.run(random, connection);
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            assertThat(lost).as("lost sessions").hasValueLessThan(threads / 2);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void oneOfSeveralWins() throws Exception {
        AtomicInteger ids = new AtomicInteger();
        AtomicInteger won = new AtomicInteger();
        int emails = 20;
        together(8, (random, connection) -> {
            for (int i = 0; i < emails; i++) {
                try {
                    won.addAndGet(LookupShop.update(connection, INSERT, ids.incrementAndGet(), "e" + i, null, "n"));
                } catch (SQLException failure) {
                    if (isLost(failure)) {
                        lost.incrementAndGet();
                        return;
                    }
                    assertThat(isDuplicate(failure) || isConflict(failure))
                            .as(failure.toString())
                            .isTrue();
                }
            }
        });
        assertThat(won.get()).isBetween(1, emails);
        assertThat(shop.everywhere("SELECT email FROM t_user")).hasSize(won.get());
    }

    /** Returns true if the session is lost because a cancelled part of the statement before had no answer in time. */
    private static boolean isLost(SQLException failure) {
        return String.valueOf(failure.getMessage()).startsWith(ErrorCode.CLOSED.code());
    }

    /** Returns true if a database reports that two transactions wait for each other, or change the same rows. */
    private static boolean isConflict(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("40")
                || state.startsWith("HYT")
                || state.equals("55P03")
                || failure.getErrorCode() == 1205;
    }

    @Test
    void rowsThatComeMoveAndGoAtTheSameTime() throws Exception {
        assumeTrue(
                kind != TestDatabase.H2,
                "H2 loses a row by itself where one transaction commits it while another, which rolls back, locks it");
        together(8, (random, connection) -> {
            for (int i = 0; i < Effort.of(15); i++) {
                connection.setAutoCommit(random.nextInt(3) > 0);
                try {
                    LookupShop.update(connection, randomWrite(random));
                    if (!connection.getAutoCommit()) {
                        LookupShop.update(connection, randomWrite(random));
                        connection.commit();
                    }
                } catch (SQLException failure) {
                    if (isLost(failure)) {
                        lost.incrementAndGet();
                        return;
                    }
                    assertThat(isDuplicate(failure)
                                    || isConflict(failure)
                                    || failure.getMessage().contains("SK-5003"))
                            .as(failure.toString())
                            .isTrue();
                    if (!connection.getAutoCommit()) {
                        connection.rollback();
                    }
                }
            }
        });
        assertThat(shop.lookups()).isEqualTo(shop.expectedLookups());
    }
}
