package io.shardkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Checks that a schema script and later changes of the schema do the same over logical tables as in one database. */
abstract class DdlSuite {
    private static final String INSERT = "INSERT INTO t_order (order_id, user_id, order_no, status) VALUES ";

    private final TestDatabase database;

    DdlSuite(TestDatabase database) {
        this.database = database;
    }

    private String file(String name) {
        return name + "-"
                + (database.speaksMysql() ? "mariadb" : database.name().toLowerCase(Locale.ROOT)) + ".sql";
    }

    private String expected(Fixture.Step step) {
        if (!step.expected().equals("of MariaDB")) {
            return step.expected();
        }
        return database == TestDatabase.MYSQL ? "error" : "ok";
    }

    private void create(Fixture fixture) throws SQLException {
        for (Fixture.Step step : Fixture.script(file("schema"))) {
            Fixture.run(fixture.whole, step.sql());
            Fixture.run(fixture.sharded, step.sql());
        }
    }

    private static void both(Fixture fixture, String sql) throws SQLException {
        Fixture.run(fixture.whole, sql);
        Fixture.run(fixture.sharded, sql);
    }

    @Test
    void scriptRunsUnchangedAndAgain() throws SQLException {
        try (Fixture fixture = new Fixture(database)) {
            create(fixture);
            create(fixture);
            both(fixture, "INSERT INTO t_country VALUES ('DE', 'Germany')");
            both(fixture, INSERT + "(1, 1, 'a', 'DE'), (2, 1, 'b', 'DE'), (3, 2, 'c', 'DE'), (4, 2, 'd', 'DE')");
            both(fixture, "INSERT INTO t_order_item (item_id, order_id, user_id, product) VALUES (7, 3, 2, 'Tea')");
            String join = "SELECT o.order_no, i.product FROM t_order o JOIN t_order_item i"
                    + " ON i.order_id = o.order_id AND i.user_id = o.user_id ORDER BY o.order_id";
            assertThat(Fixture.query(fixture.sharded, join)).isEqualTo(Fixture.query(fixture.whole, join));
            for (String sql : new String[] {
                INSERT + "(5, 3, 'a', 'XX')",
                INSERT + "(1, 1, 'x', 'DE')",
                "INSERT INTO t_order_item (item_id, order_id, user_id, product) VALUES (8, 9, 1, 'Tea')",
                "DELETE FROM t_order WHERE user_id = 2 AND order_id = 3",
                INSERT + "(6, 3, '', 'DE')"
            }) {
                assertThat(Fixture.outcome(fixture.sharded, sql))
                        .as(sql)
                        .isEqualTo(Fixture.outcome(fixture.whole, sql));
            }
        }
    }

    @Test
    void changesDoWhatTheyDoInOneDatabase() throws SQLException {
        try (Fixture fixture = new Fixture(database)) {
            create(fixture);
            both(fixture, "INSERT INTO t_country VALUES ('DE', 'Germany')");
            both(fixture, INSERT + "(1, 1, 'a', 'DE'), (2, 1, 'b', 'DE'), (3, 2, 'c', 'DE'), (4, 2, 'd', 'DE')");
            String all = "SELECT * FROM t_order ORDER BY order_id";
            String one = "SELECT * FROM t_order WHERE order_id = ? AND user_id = ?";
            try (Connection connection = fixture.sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement(all);
                    PreparedStatement point = connection.prepareStatement(one)) {
                point.setLong(1, 3);
                point.setLong(2, 2);
                for (Fixture.Step step : Fixture.script(file("changes"))) {
                    String seen = Fixture.outcome(fixture.sharded, step.sql());
                    assertThat(seen).as(step.sql()).isEqualTo(expected(step));
                    if (!seen.startsWith("refused")) {
                        assertThat(Fixture.outcome(fixture.whole, step.sql()))
                                .as(step.sql())
                                .isEqualTo(seen);
                    }
                    try (ResultSet rows = statement.executeQuery()) {
                        assertThat(Fixture.read(rows))
                                .as("after " + step.sql())
                                .isEqualTo(Fixture.query(fixture.whole, all));
                    }
                    try (ResultSet rows = point.executeQuery()) {
                        assertThat(Fixture.read(rows))
                                .as("after " + step.sql())
                                .isEqualTo(Fixture.query(
                                        fixture.whole,
                                        one.replaceFirst("\\?", "3").replaceFirst("\\?", "2")));
                    }
                }
            }
        }
    }

    @Test
    void statementsPreparedBeforeAChangeSeeTheNewTable() throws SQLException {
        try (Fixture fixture = new Fixture(database)) {
            create(fixture);
            Fixture.run(fixture.sharded, "INSERT INTO t_country VALUES ('DE', 'Germany')");
            try (Connection connection = fixture.sharded.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t_parcel VALUES (?, ?)");
                    PreparedStatement batch = connection.prepareStatement("INSERT INTO t_parcel VALUES (?, ?)")) {
                insert(insert, 1, 2);
                // The sharding columns change places.
                Fixture.run(fixture.sharded, "DROP TABLE t_parcel");
                Fixture.run(fixture.sharded, "CREATE TABLE t_parcel (user_id INT, order_id INT)");
                insert(insert, 1, 2);
                batch.setInt(1, 1);
                batch.setInt(2, 4);
                batch.addBatch();
                Fixture.run(fixture.sharded, "DROP TABLE t_parcel");
                Fixture.run(fixture.sharded, "CREATE TABLE t_parcel (order_id INT, user_id INT)");
                batch.executeBatch();
                assertThat(Fixture.query(fixture.sharded, "SELECT * FROM t_parcel WHERE order_id = 1 AND user_id = 4"))
                        .hasSize(2);
                Fixture.run(fixture.sharded, "DROP TABLE t_parcel");
                assertThat(Fixture.outcome(fixture.sharded, "SELECT * FROM t_parcel"))
                        .isEqualTo("refused(" + ErrorCode.TABLE_NOT_FOUND + ")");
            }
        }
    }

    @Test
    void nameOfTwoIndexesIsRefused() throws SQLException {
        try (Fixture fixture = new Fixture(database)) {
            create(fixture);
            String same = "CREATE INDEX ix_same ON ";
            Fixture.run(fixture.sharded, same + "t_order (status)");
            boolean perTable = database.speaksMysql();
            for (String other : new String[] {"t_order_item (product)", "t_country (title)", "t_audit (country)"}) {
                assertThat(Fixture.outcome(fixture.sharded, same + other))
                        .isEqualTo(perTable ? "ok" : "refused(" + ErrorCode.NAME_OF_SEVERAL + ")");
            }
        }
    }

    private static void insert(PreparedStatement insert, int first, int second) throws SQLException {
        insert.setInt(1, first);
        insert.setInt(2, second);
        insert.executeUpdate();
    }
}
