package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.LastChanges.RowsDifferException;
import io.shardkit.move.table.Verify.Difference;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The source is truncated while it moves, which no trigger but PostgreSQL's sees. */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class TruncationIT {
    private static final int ROWS = 400;

    @Parameter
    TestDatabase database;

    private HikariDataSource source;
    private HikariDataSource target;
    private HikariDataSource account;

    @BeforeEach
    void open() throws SQLException {
        source = database.create("truncated", 0);
        target = database.create("truncated", 1);
        for (String each : Writers.tables("t")) {
            TableMoveIT.execute(source, each);
        }
        Writers.fill(source, "t", 1);
        account = database.speaksMysql() ? withoutProcesses() : source;
    }

    @AfterEach
    void close() {
        if (account != null) {
            account.close();
        }
        if (source != null) {
            source.close();
        }
        if (target != null) {
            target.close();
        }
    }

    /** An account with all that the docs ask for, but for the right to see all processes. */
    private HikariDataSource withoutProcesses() throws SQLException {
        String schema;
        try (Connection connection = source.getConnection()) {
            schema = connection.getCatalog();
        }
        TableMoveIT.execute(
                source,
                "CREATE USER " + schema + "@'%' IDENTIFIED BY 'Mover_1'",
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, TRIGGER ON " + schema + ".* TO "
                        + schema + "@'%'",
                "SET GLOBAL log_bin_trust_function_creators = 1");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(source.getJdbcUrl());
        config.setUsername(schema);
        config.setPassword("Mover_1");
        if (database.isByConnectorJ()) {
            config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
        }
        return new HikariDataSource(config);
    }

    private TableMove move(HikariDataSource from) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return TableMove.of(
                    "cut",
                    Dialect.of(connection.getMetaData()),
                    new TablePlace(from, null),
                    new TablePlace(target, null),
                    "t");
        }
    }

    private Progress copied(TableMove move) throws SQLException {
        new TargetTables(move).create();
        new Journal(move).create();
        Progress progress = Progress.take(move);
        new Copy(move, progress).all(Throttle.NONE);
        return progress;
    }

    @Test
    void theCheckTellsWhereItIsNotSeen() throws SQLException {
        String warning = "TRUNCATE is not seen while it moves";
        assertThat(MoveCheck.run(move(account)).errors()).isEmpty();
        if (database == TestDatabase.POSTGRESQL) {
            assertThat(MoveCheck.run(move(account)).findings().toString()).doesNotContain(warning);
        } else {
            assertThat(MoveCheck.run(move(account)).findings().toString())
                    .contains(warning)
                    .contains(database.speaksMysql() ? "GRANT PROCESS" : "use DELETE");
        }
        if (database.speaksMysql()) {
            assertThat(MoveCheck.run(move(source)).findings().toString()).doesNotContain(warning);
        }
    }

    @Test
    void theComparisonOfAllRowsFindsIt() throws SQLException {
        TableMove move = move(account);
        Progress progress = copied(move);
        TableMoveIT.execute(source, "TRUNCATE TABLE t", "INSERT INTO t VALUES (0, 'a', 'again', 0)");
        Follow follow = new Follow(move, progress);
        TableMoveIT.followAll(follow);
        Verify.Verified verified = new Verify(move, progress).all(1000, Throttle.NONE);
        if (database == TestDatabase.POSTGRESQL) {
            assertThat(verified.isSame()).isTrue();
        } else {
            assertThat(verified.differences())
                    .hasSize(ROWS - 1)
                    .extracting(Difference::kind)
                    .containsOnly(Difference.Kind.EXTRA);
        }
    }

    /** After the last comparison of all rows. */
    @Test
    void theLastLookUnderTheFenceFindsIt() throws SQLException {
        TableMove move = move(account);
        Progress progress = copied(move);
        TableMoveIT.followAll(new Follow(move, progress));
        assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame()).isTrue();
        TableMoveIT.execute(source, "TRUNCATE TABLE t", "INSERT INTO t VALUES (0, 'a', 'again', 0)");
        TableMoveIT.close(move);
        if (database == TestDatabase.POSTGRESQL) {
            TableMoveIT.followLast(move, progress);
            assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame())
                    .isTrue();
        } else {
            assertThatThrownBy(() -> TableMoveIT.followLast(move, progress))
                    .isInstanceOf(RowsDifferException.class)
                    .hasMessageContaining("has lost rows");
        }
    }

    /** As counting would take longer than transactions may wait. */
    @Test
    void aLongTableIsNotCounted() throws SQLException {
        List<String> statements = new ArrayList<>(List.of(
                "DROP TABLE t", "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v INT)", "INSERT INTO t VALUES (0, 0)"));
        int rows = 1;
        for (; rows <= 10_000; rows *= 2) {
            statements.add("INSERT INTO t SELECT id + " + rows + ", 0 FROM t");
        }
        TableMoveIT.execute(source, statements.toArray(String[]::new));
        TableMove move = move(account);
        Progress progress = copied(move);
        Follow follow = new Follow(move, progress);
        Verify verify = new Verify(move, progress);
        boolean isTold = database == TestDatabase.POSTGRESQL;
        assertThat(verify.isRecent()).isEqualTo(isTold);
        assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
        assertThat(verify.isRecent()).isTrue();
        // All rows that tell of a truncation, at both ends, may have been removed and written again.
        TableMoveIT.execute(source, "UPDATE t SET v = 1 WHERE id < 500 OR id > " + (rows - 500));
        TableMoveIT.followAll(follow);
        assertThat(verify.isRecent()).isEqualTo(isTold);
        assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
        TableMoveIT.execute(source, "UPDATE t SET v = 2 WHERE id < 100", "DELETE FROM t WHERE id = 200");
        TableMoveIT.close(move);
        TableMoveIT.followLast(move, progress);
        assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
        if (!isTold) {
            Fence.of(List.of(move)).open();
            TableMoveIT.execute(
                    source, "TRUNCATE TABLE t", "INSERT INTO t VALUES (0, 0), (1, 0), (" + (rows - 1) + ", 0)");
            TableMoveIT.close(move);
            assertThatThrownBy(() -> TableMoveIT.followLast(move, progress))
                    .isInstanceOf(RowsDifferException.class)
                    .hasMessageContaining("has lost rows");
        }
    }

    /** Without the right, the last look finds it, of a part too that was empty. */
    @Test
    void theLastLookFindsTheTruncationOfAPart() throws SQLException {
        if (!database.speaksMysql()) {
            return;
        }
        TableMoveIT.execute(
                source,
                "DROP TABLE t",
                "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id) SUBPARTITION BY HASH (id)"
                        + " SUBPARTITIONS 2 (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))",
                "INSERT INTO t VALUES (1), (2), (3)");
        for (String part : List.of("p0", "p1")) {
            TableMove move = move(account);
            Progress progress = copied(move);
            TableMoveIT.followAll(new Follow(move, progress));
            assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame())
                    .isTrue();
            TableMoveIT.execute(source, "INSERT INTO t VALUES (11), (12)");
            TableMoveIT.followAll(new Follow(move, progress));
            TableMoveIT.execute(source, "ALTER TABLE t TRUNCATE PARTITION " + part);
            TableMoveIT.close(move);
            assertThatThrownBy(() -> TableMoveIT.followLast(move, progress)).hasMessageContaining("has lost rows");
            Fence.of(List.of(move)).open();
            new Journal(move).drop();
            new TargetTables(move).drop();
            progress.forget();
            TableMoveIT.execute(source, "DELETE FROM t", "INSERT INTO t VALUES (1), (2), (3)");
        }
    }

    /** Once the account has the right, each step sees it, of a partition too. */
    @Test
    void aStepSeesIt() throws SQLException {
        if (!database.speaksMysql()) {
            return;
        }
        TableMoveIT.execute(
                source,
                "DROP TABLE t",
                "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 2",
                "INSERT INTO t VALUES (1), (2), (3)");
        TableMove move = move(source);
        assertThat(MoveCheck.run(move).errors()).isEmpty();
        Progress progress = copied(move);
        Follow follow = new Follow(move, progress);
        TableMoveIT.followAll(follow);
        TableMoveIT.execute(source, "ALTER TABLE t TRUNCATE PARTITION p1");
        assertThatThrownBy(follow::next).hasMessageContaining("was truncated or rebuilt");
    }
}
