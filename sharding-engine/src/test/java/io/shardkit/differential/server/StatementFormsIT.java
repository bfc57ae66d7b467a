package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingNotSupportedException;
import io.shardkit.error.ShardingSyntaxException;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.RowText;
import io.shardkit.testing.TestDatabase;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Forms of statements that the parser does not know: they answer what the database answers that has all rows. */
@ParameterizedClass
@OnDatabases(always = TestDatabase.MYSQL)
class StatementFormsIT {
    private static final int ROWS = 16;
    private static final IntFunction<String> VALUES = id -> "'s" + (id % 3 == 0 ? "_" : "x") + id % 5 + "', " + id % 4
            + ", '" + (id % 2 == 0 ? "{\"a\": " + id + "}" : "[" + id % 4 + ", 7]") + "', " + id;

    @Parameter
    TestDatabase database;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private DataSource whole;
    private DataSource engine;

    @BeforeEach
    void open() throws SQLException {
        // A name that other databases of this kind take for a word of LIMIT only.
        String name = database == TestDatabase.MYSQL ? "offset" : "place";
        String columns = "s VARCHAR(20), n INT, doc VARCHAR(100), " + name + " INT";
        for (int source : List.of(WHOLE, 0, 1)) {
            HikariDataSource pool = database.create("forms", source == 1 ? 1 : 0);
            pools.add(pool);
            SpreadTable.execute(pool, SpreadTable.statements(source, columns, ROWS, VALUES));
        }
        whole = pools.get(0);
        engine = SpreadTable.engine(
                pools.get(1), pools.get(2), SpreadTable.rule().build(), Runnable::run);
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    /** Texts of which each {@code ?} is given 1. */
    private List<String> forms() {
        List<String> forms = new ArrayList<>();
        if (database.speaksMysql()) {
            forms.addAll(List.of(
                    "SELECT /* a */ COUNT(DISTINCT id) FROM o",
                    "SELECT /* a */ COUNT(DISTINCT id), /* b */ SUM(n), MIN(/* c */ n) /* d */, n /* e */ + 1 FROM o GROUP BY n"
                            + " ORDER BY n",
                    "SELECT DISTINCT /* a */ COUNT(DISTINCT id) FROM o WHERE n > ?",
                    "SELECT n, /* a */ COUNT( /* b */ DISTINCT id) FROM o GROUP BY n ORDER BY n",
                    "SELECT /* a */ COUNT(DISTINCT id) FROM o WHERE k = 2 AND id = 4",
                    "UPDATE o SET `n` = `n` + ?, `s` = `s` WHERE id > 3",
                    "SELECT /*+ x */ COUNT(*) /*+ y */ FROM o # z\n WHERE n > ?"));
        } else {
            // The drivers of the others know no such escape.
            forms.addAll(List.of(
                    "SELECT id, s FROM o WHERE s LIKE 's!_%' {escape '!'} ORDER BY id",
                    "SELECT id FROM o WHERE k = 3 AND id = 6 AND s LIKE 's!_%' {escape '!'}",
                    "SELECT COUNT(*) FROM o WHERE NOT (s LIKE 's!_%' {escape '!'}) AND n > ?",
                    "UPDATE o SET n = n + 1 WHERE s LIKE 's!_%' {escape '!'} AND n >= ?",
                    "SELECT COUNT /*+ x */ (*) FROM o WHERE n > ?",
                    "SELECT n, COUNT(*) FROM o GROUP /*+ x */ BY n ORDER /*+ x */ BY n",
                    "SELECT n FROM o GROUP BY n HAVING COUNT /*+ x */ (*) > ? ORDER BY n",
                    "SELECT DISTINCT /*+ x */ n FROM o ORDER BY n",
                    "UPDATE o SET \"n\" = \"n\" + 1 WHERE id > ?",
                    "UPDATE o SET \"n\" = \"n\", \"s\" = \"s\" WHERE k = ? AND id = 2",
                    "UPDATE \"o\" SET \"n\" = \"o\".\"n\" + 1 WHERE \"id\" > ?",
                    "UPDATE o AS \"p\" SET \"n\" = \"p\".\"n\" + 1, \"s\" = \"p\".\"doc\" WHERE id > ?"));
        }
        if (database == TestDatabase.MYSQL) {
            forms.addAll(
                    List.of(
                            "SELECT id FROM o WHERE n MEMBER OF (CASE WHEN MOD(id, 2) = 0 THEN '[]' ELSE doc END) ORDER BY id",
                            "SELECT id, n MEMBER OF ('[1, 2]') AS m FROM o WHERE n > ? ORDER BY id",
                            "SELECT id, JSON_VALUE(doc, '$.a' RETURNING SIGNED) + 1 AS v FROM o ORDER BY id",
                            "SELECT id, JSON_VALUE(doc, '$.a' RETURNING SIGNED DEFAULT 5 ON EMPTY NULL ON ERROR) AS v FROM o"
                                    + " WHERE JSON_VALUE(doc, '$.a' RETURNING SIGNED) > ? ORDER BY id",
                            "WITH x AS (SELECT 2 AS a) UPDATE o SET n = n + 1 WHERE k = 3 AND n IN (SELECT a FROM x)",
                            "WITH x AS (SELECT 2 AS a) DELETE FROM o WHERE k = 1 AND n IN (SELECT a FROM x)",
                            "WITH x AS (SELECT 3 AS a) DELETE FROM o WHERE n > ? AND n IN (SELECT a FROM x)",
                            "WITH x AS (SELECT 2 AS a) UPDATE o JOIN x ON x.a = o.n SET o.s = 'joined' WHERE o.id > ?",
                            "WITH x AS (SELECT 2 AS a) UPDATE o JOIN x ON x.a = o.n SET o.s = 'one' WHERE o.k = 3 AND o.id = 6",
                            "WITH x AS (SELECT k, MAX(n) AS m FROM o GROUP BY k) UPDATE o JOIN x ON x.k = o.k SET o.n = x.m",
                            "INSERT INTO o (id, k, s, n) VALUES (4, 2, 'x', 9) AS new ON DUPLICATE KEY UPDATE s = new.s, n = new.n + ?",
                            "INSERT INTO o (id, k, s, n) VALUES (4, 2, 'y', 9), (7, 3, 'z', 8), (200, 3, 'w', 8) AS new"
                                    + " ON DUPLICATE KEY UPDATE s = CONCAT(o.s, new.s), n = o.n + new.n",
                            "INSERT INTO o (id, k, s, n) VALUES (4, 2, 'x', 9) AS new(a, b, c, d) ON DUPLICATE KEY UPDATE s = c, n = n + new.d",
                            "INSERT INTO o (id, k, s, n) VALUES (4, 2, 'v', 9), (7, 3, 'u', 8), (201, 4, 'w', 8) AS new (a, b, c, d)"
                                    + " ON DUPLICATE KEY UPDATE s = CONCAT(s, c), n = o.n + new.d",
                            "INSERT INTO o SET id = 4, k = 2, s = 'q', n = 1 AS new ON DUPLICATE KEY UPDATE s = new.s",
                            "INSERT INTO o SET id = 4, k = 2, s = 'r', n = 1 AS new(a, b, c, d) ON DUPLICATE KEY UPDATE s = c",
                            "SELECT id, offset FROM o WHERE offset > ? ORDER BY offset DESC LIMIT 3 OFFSET 2",
                            "SELECT MAX(offset) FROM o",
                            "SELECT o.offset AS x FROM o WHERE k = 2 AND id = 4",
                            "UPDATE o SET offset = offset + 1 WHERE offset > 3",
                            "DELETE FROM o WHERE offset = 9",
                            "SELECT id, SUM(n) OVER (ORDER BY id ROWS BETWEEN ? PRECEDING AND ? FOLLOWING) FROM o ORDER BY id"));
        }
        if (database == TestDatabase.MARIADB) {
            forms.addAll(List.of(
                    "SELECT id, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY n) OVER () FROM o ORDER BY id",
                    "SELECT id, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY n DESC) OVER (PARTITION BY k) AS p FROM o"
                            + " ORDER BY id",
                    "SELECT id, MEDIAN(n) OVER (PARTITION BY k) FROM o WHERE k = 2 AND id = 4"));
        }
        if (database == TestDatabase.H2) {
            forms.addAll(List.of(
                    "INSERT INTO o (id, k, s) OVERRIDING USER VALUE VALUES (102, 50, 'new'), (103, 51, 'new')",
                    "INSERT INTO o (id, k, s) OVERRIDING USER VALUE SELECT id + 1000, k, s FROM o WHERE n > ?"));
        }
        if (database == TestDatabase.POSTGRESQL) {
            forms.addAll(List.of(
                    "SELECT id FROM o WHERE s < ? COLLATE \"C\" OR n >= 0 ORDER BY id",
                    "SELECT id, n::text COLLATE \"C\" AS t FROM o ORDER BY id",
                    "SELECT id FROM o WHERE s::text COLLATE \"C\" < 'sa' ORDER BY s::text COLLATE \"C\", id",
                    "SELECT id FROM o WHERE CAST(s AS text) COLLATE pg_catalog.\"C\" > 's' AND n > ? ORDER BY id",
                    "SELECT MAX(s::text COLLATE \"C\") FROM o WHERE k = 2 AND id = 4",
                    "SELECT id, SUM(n) OVER (ORDER BY id ROWS ? PRECEDING) FROM o ORDER BY id",
                    "SELECT id FROM o WHERE EXISTS (SELECT FROM o p WHERE p.k = o.k AND p.id = o.id AND p.n > ?) ORDER BY id",
                    "SELECT COUNT(*) FROM o WHERE NOT EXISTS (SELECT WHERE o.n > ?)",
                    "SELECT n, COUNT(*) FROM o GROUP BY DISTINCT n ORDER BY n",
                    "SELECT n, COUNT(*) FROM o WHERE k = 2 AND id = 4 GROUP BY ALL n",
                    "UPDATE o SET s = \"upper\"(s) || 'x', \"n\" = \"abs\"(\"n\" * (1 + 2)) + 1 WHERE k = 3 AND id = 6",
                    "UPDATE o SET \"s\" = \"pg_catalog\".\"upper\"(s), n = pg_catalog.\"abs\"(n) WHERE k = 3 AND id = 6",
                    "UPDATE o SET n = \"pg_catalog\".abs(n) - ?, s = \"o\".s || \"lower\"(s)::text WHERE k = 3 AND id = 6",
                    "INSERT INTO o (id, k, s) OVERRIDING SYSTEM VALUE VALUES (100, 50, 'new'), (101, 51, 'new')",
                    "INSERT INTO o (id, k, s) OVERRIDING USER VALUE VALUES (102, 50, 'new'), (103, 51, 'new')",
                    "INSERT INTO o (id, k, s) OVERRIDING USER VALUE SELECT id + 1000, k, s FROM o WHERE n > ?",
                    "INSERT INTO o (id, k, s, n) VALUES (2, 1, 'x', 1) ON CONFLICT (id) DO UPDATE SET \"n\" = \"o\".\"n\" + 1",
                    "SELECT id, JSON_VALUE(doc::jsonb, '$.a' RETURNING int) AS v FROM o ORDER BY id"));
        }
        return forms;
    }

    @Test
    void eachAnswersAsOneDatabase() throws SQLException {
        for (String sql : forms()) {
            assertThat(answer(engine, sql, false)).as(sql).isEqualTo(answer(whole, sql, false));
            assertThat(answer(engine, "SELECT * FROM o ORDER BY id", false))
                    .as("rows after %s", sql)
                    .isEqualTo(answer(whole, "SELECT * FROM o ORDER BY id", false));
        }
    }

    /** The name of the column whose values are made is one more among them. */
    @Test
    void columnsOfRowsHaveNamesBesideGeneratedKeys() throws SQLException {
        if (database != TestDatabase.MYSQL) {
            return;
        }
        AtomicLong next = new AtomicLong(500);
        DataSource generating = SpreadTable.engine(
                pools.get(1),
                pools.get(2),
                SpreadTable.rule(new KeyGeneration("id", next::getAndIncrement)).build(),
                Runnable::run);
        String tail = " AS new(a, b, c%s) ON DUPLICATE KEY UPDATE s = b, n = new.c";
        assertThat(answer(
                        generating,
                        "INSERT INTO o (k, s, n) VALUES (2, 'x', 9), (3, 'y', 8)" + String.format(tail, ""),
                        false))
                .isEqualTo(answer(
                        whole,
                        "INSERT INTO o (k, s, n, id) VALUES (2, 'x', 9, 500), (3, 'y', 8, 501)"
                                + String.format(tail, ", d"),
                        false));
        String all = "SELECT * FROM o ORDER BY id";
        assertThat(answer(engine, all, false)).isEqualTo(answer(whole, all, false));
    }

    /** The parser has few DELETEs of joined tables after WITH: the others are refused, and no row is lost. */
    @Test
    void joinedDeletesAfterWithAreRightOrRefused() throws SQLException {
        if (database != TestDatabase.MYSQL) {
            return;
        }
        for (String sql : List.of(
                "WITH x AS (SELECT 2 AS a) DELETE o FROM o JOIN x ON x.a = o.n WHERE o.k = 1",
                "WITH x AS (SELECT 1 AS a) DELETE o FROM o JOIN x ON x.a = o.n WHERE o.k = 6 AND o.id = 13",
                "WITH x AS (SELECT 0 AS a) DELETE FROM o USING o JOIN x ON x.a = o.n WHERE o.id > ?",
                "WITH x AS (SELECT 0 AS a) DELETE FROM o USING x JOIN o ON x.a = o.n WHERE o.id > ?",
                "WITH x AS (SELECT 3 AS a) DELETE FROM p USING o AS p JOIN x ON x.a = p.n WHERE p.id > ?",
                "WITH x AS (SELECT 3 AS a) DELETE p FROM o AS p, x WHERE x.a = p.n")) {
            List<String> rows = answer(whole, "SELECT * FROM o ORDER BY id", false);
            try {
                assertThat(answer(engine, sql, false)).as(sql).isEqualTo(answer(whole, sql, false));
                rows = answer(whole, "SELECT * FROM o ORDER BY id", false);
            } catch (ShardingSyntaxException | ShardingNotSupportedException refusal) {
                assertThat(refusal.getMessage()).as(sql).startsWith("SK-");
            }
            assertThat(answer(engine, "SELECT * FROM o ORDER BY id", false))
                    .as(sql)
                    .isEqualTo(rows);
        }
    }

    /** As the drivers that take such a text do; MariaDB's does not. */
    @Test
    void ordinaryTextsArePreparedAsCalls() throws SQLException {
        for (String sql : List.of(
                "SELECT id, s FROM o WHERE n > ? ORDER BY id",
                "SELECT COUNT(*) FROM o",
                "UPDATE o SET n = n + 1 WHERE id > ?")) {
            assertThat(answer(engine, sql, true)).as(sql).isEqualTo(answer(whole, sql, false));
        }
        try (Connection connection = engine.getConnection()) {
            CallableStatement call = connection.prepareCall("SELECT id FROM o WHERE n = ?");
            assertThat(call.getConnection()).isSameAs(connection);
            assertThat(call.unwrap(CallableStatement.class)).isSameAs(call);
            assertThatThrownBy(() -> call.registerOutParameter(1, java.sql.Types.INTEGER))
                    .hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
            assertThatThrownBy(() -> call.setInt("n", 1)).hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
            assertThatThrownBy(call::executeQuery).isInstanceOf(SQLException.class);
            call.close();
            assertThat(call.isClosed()).isTrue();
        }
    }

    private static List<String> answer(DataSource source, String sql, boolean call) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = call ? connection.prepareCall(sql) : connection.prepareStatement(sql)) {
            for (int i = 1; i <= sql.chars().filter(c -> c == '?').count(); i++) {
                if (sql.contains("s < ?")) {
                    statement.setString(i, "1");
                } else {
                    statement.setInt(i, 1);
                }
            }
            List<String> lines = new ArrayList<>();
            if (!statement.execute()) {
                lines.add("changed " + statement.getUpdateCount());
                return lines;
            }
            try (ResultSet rows = statement.getResultSet()) {
                int columns = rows.getMetaData().getColumnCount();
                for (int i = 1; i <= columns; i++) {
                    lines.add(rows.getMetaData().getColumnLabel(i));
                }
                while (rows.next()) {
                    lines.add(RowText.line(rows, columns));
                }
            }
            return lines;
        }
    }
}
