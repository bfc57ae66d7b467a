package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Writes that read a table which is not declared: as one database answers, or refused with the line that makes it so. */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class UndeclaredTableIT {
    private static final int ROWS = 16;
    private static final IntFunction<String> VALUES = id -> "'s" + id % 5 + "', " + id % 4;

    @Parameter
    TestDatabase database;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private DataSource whole;
    private DataSource engine;
    private DataSource advised;

    @BeforeEach
    void open() throws SQLException {
        for (int source : List.of(WHOLE, 0, 1)) {
            HikariDataSource pool = database.create("undeclared", source == 1 ? 1 : 0);
            pools.add(pool);
            SpreadTable.execute(pool, SpreadTable.statements(source, "s VARCHAR(20), n INT", ROWS, VALUES));
            table(pool, "told", 0);
            if (source == WHOLE || source == 0) {
                table(pool, "undeclared", 0);
            }
            if (source == WHOLE || source == 1) {
                table(pool, "declared", 1);
            }
        }
        whole = pools.get(0);
        ShardingRuleBuilder rule = SpreadTable.rule().single("ds1", "declared").broadcast("told");
        engine = SpreadTable.engine(pools.get(1), pools.get(2), rule.build(), Runnable::run);
        rule.single("ds0", "undeclared");
        advised = SpreadTable.engine(pools.get(1), pools.get(2), rule.build(), Runnable::run);
    }

    private static void table(DataSource pool, String name, int from) throws SQLException {
        SpreadTable.execute(
                pool,
                List.of(
                        "CREATE TABLE " + name + " (id BIGINT NOT NULL PRIMARY KEY, n INT, t VARCHAR(20))",
                        "INSERT INTO " + name + " VALUES (" + from + ", 40, 'a'), (" + (from + 3) + ", 50, 'b'), ("
                                + (from + 6) + ", 60, 'c')"));
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private List<String> writes() {
        List<String> writes = new ArrayList<>(List.of(
                "UPDATE o SET n = (SELECT u.n FROM undeclared u WHERE u.id = o.id) WHERE n = 0",
                "UPDATE o SET n = 7 WHERE EXISTS (SELECT 1 FROM undeclared u WHERE u.id = o.id AND u.t = 'b')",
                "UPDATE declared SET n = (SELECT MAX(u.n) FROM undeclared u WHERE u.id >= declared.id) WHERE n = 50",
                "UPDATE undeclared SET n = (SELECT MAX(d.n) FROM declared d WHERE d.id >= undeclared.id) WHERE n = 50",
                "DELETE FROM o WHERE EXISTS (SELECT 1 FROM undeclared u WHERE u.id = o.k AND u.n = 60)",
                "INSERT INTO o (k, id, n) VALUES (1, 900, (SELECT MAX(n) FROM undeclared)), (2, 901, (SELECT MIN(n) FROM"
                        + " declared))",
                "DELETE FROM o WHERE id > 800",
                "UPDATE told SET n = (SELECT MAX(d.n) FROM declared d WHERE d.id > told.id) WHERE t <> 'c'",
                "UPDATE told SET n = 7 WHERE EXISTS (SELECT 1 FROM o JOIN undeclared u ON u.id = o.id WHERE u.n > told.n)",
                "DELETE FROM told WHERE n IN (SELECT u.n FROM undeclared u)"));
        if (database.speaksMysql()) {
            writes.addAll(List.of(
                    "UPDATE o JOIN undeclared u ON u.id = o.id SET o.n = o.n + u.n",
                    "UPDATE o JOIN undeclared u ON u.id = o.id SET o.n = o.n + u.n WHERE o.k = 3 AND o.id = 6",
                    "UPDATE o, undeclared u, declared d SET o.n = u.n + d.n WHERE u.id = o.id AND d.id = o.id + 1",
                    "UPDATE declared d JOIN undeclared u ON u.id + 1 = d.id SET d.n = u.n + 1",
                    "UPDATE undeclared u JOIN o ON u.id = o.id SET u.n = o.n + 5",
                    "DELETE o FROM o JOIN undeclared u ON u.id = o.id WHERE u.n > 50",
                    "DELETE FROM d USING declared AS d JOIN undeclared u ON u.id + 1 = d.id WHERE u.n < 50"));
        } else if (database == TestDatabase.POSTGRESQL) {
            writes.addAll(List.of(
                    "UPDATE o SET n = o.n + u.n FROM undeclared u WHERE u.id = o.id",
                    "UPDATE o SET n = o.n + u.n FROM undeclared u WHERE u.id = o.id AND o.k = 3 AND o.id = 6",
                    "UPDATE o SET n = u.n + d.n FROM undeclared u, declared d WHERE u.id = o.id AND d.id = o.id + 1",
                    "UPDATE declared d SET n = u.n + 1 FROM undeclared u WHERE u.id + 1 = d.id",
                    "UPDATE undeclared u SET n = o.n + 5 FROM o WHERE u.id = o.id",
                    "DELETE FROM o USING undeclared u WHERE u.id = o.id AND u.n > 50",
                    "DELETE FROM declared d USING undeclared u WHERE u.id + 1 = d.id AND u.n < 50"));
        }
        return writes;
    }

    @Test
    void eachWritesWhatOneDatabaseWritesOrSaysWhatToDeclare() throws SQLException {
        int refused = 0;
        for (boolean transaction : List.of(false, true)) {
            for (String sql : writes()) {
                List<String> expected = written(whole, sql, transaction);
                List<String> actual;
                try {
                    actual = written(engine, sql, transaction);
                } catch (SQLException failure) {
                    assertThat(failure.getMessage())
                            .as(sql)
                            .startsWith(ErrorCode.TABLES_APART.code())
                            .contains("sharding.single-tables: [ ds0.undeclared ]");
                    actual = written(advised, sql, transaction);
                    refused++;
                }
                assertThat(actual).as(sql).isEqualTo(expected);
            }
        }
        assertThat(refused).isPositive();
    }

    /** An upsert assigns where the rows are, and another table may have the name there. */
    @Test
    void anUpsertReadsNoTableOfAnotherDataSource() throws SQLException {
        String conflict = database.speaksMysql() ? "DUPLICATE KEY" : "CONFLICT (id) DO";
        String rows = "INSERT INTO o (k, id, n) VALUES (0, 1, 1), (1, 2, 2), (3, 6, 3) ON " + conflict + " UPDATE "
                + (database.speaksMysql() ? "" : "SET ") + "n = (SELECT MAX(x.n) FROM ";
        List<String> before = SpreadTable.read(engine, "SELECT * FROM o ORDER BY id");
        for (String table : List.of("declared", "undeclared")) {
            assertThatThrownBy(() -> SpreadTable.execute(engine, List.of(rows + table + " x)")))
                    .hasMessageStartingWith(ErrorCode.TABLES_APART.code());
        }
        assertThat(SpreadTable.read(engine, "SELECT * FROM o ORDER BY id")).isEqualTo(before);
    }

    /** The count, and all rows after it. */
    private static List<String> written(DataSource source, String sql, boolean transaction) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(!transaction);
            List<String> lines = new ArrayList<>();
            if (transaction) {
                statement.executeUpdate("UPDATE undeclared SET n = n + 1 WHERE t = 'c'");
            }
            lines.add("changed " + statement.executeUpdate(sql));
            for (String table : List.of("o", "declared", "undeclared", "told")) {
                lines.addAll(SpreadTable.rows(statement, "SELECT * FROM " + table + " ORDER BY id"));
            }
            if (transaction) {
                connection.commit();
            }
            return lines;
        }
    }
}
