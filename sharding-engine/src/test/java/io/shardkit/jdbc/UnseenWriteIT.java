package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Writes by other ways than statements count as writes: through updatable rows, and on a driver's own connection. */
@Timeout(120)
class UnseenWriteIT {
    private static final String ROW = "SELECT id, user_id, name FROM t_order WHERE id = 0 AND user_id = 0";

    private static FrozenShop open(TestDatabase kind) throws Exception {
        FrozenShop shop = new FrozenShop(kind, 0);
        for (int i = 0; i < 2; i++) {
            shop.runDirectly(i, "ALTER TABLE t_order_0 ADD PRIMARY KEY (id, user_id)");
        }
        return shop;
    }

    private static Statement updatable(Connection connection) throws SQLException {
        return connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void updatedRowIsAWriteOfTheTransaction(TestDatabase kind) throws Exception {
        try (FrozenShop shop = open(kind);
                Connection connection = shop.dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = updatable(connection);
                    ResultSet rows = statement.executeQuery(ROW)) {
                rows.next();
                rows.updateString("name", "new");
                rows.updateRow();
            }
            shop.proxies.get(0).cut();
            assertThatThrownBy(connection::commit)
                    .hasMessageStartingWith(ErrorCode.COMMIT_INCOMPLETE.code())
                    .hasMessageContaining("outcome unknown: ds0");
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void rowsAreNotWrittenWhereNothingMayBe(TestDatabase kind) throws Exception {
        try (FrozenShop shop = open(kind);
                Connection connection = shop.dataSource.getConnection()) {
            connection.setReadOnly(true);
            try (Statement statement = updatable(connection);
                    ResultSet rows = statement.executeQuery(ROW)) {
                rows.next();
                rows.updateString("name", "new");
                assertThatThrownBy(rows::updateRow).hasMessageStartingWith(ErrorCode.READ_ONLY.code());
                assertThatThrownBy(rows::deleteRow).hasMessageStartingWith(ErrorCode.READ_ONLY.code());
            }
            assertThat(shop.readDirectly(0, "SELECT COUNT(*) FROM t_order_0 WHERE name = 'a'"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void rowThatMayBelongElsewhereIsRefused(TestDatabase kind) throws Exception {
        // PostgreSQL's driver updates no row whose key has another label.
        String sql = kind.speaksMysql() ? ROW.replace("user_id, name", "user_id AS u, name") : ROW;
        try (FrozenShop shop = open(kind);
                Connection connection = shop.dataSource.getConnection();
                Statement statement = updatable(connection)) {
            try (ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                String label = rows.getMetaData().getColumnLabel(2);
                assertThatThrownBy(() -> rows.updateLong(1, 1))
                        .hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
                assertThatThrownBy(() -> rows.updateLong(label, 1))
                        .hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
                rows.moveToInsertRow();
                rows.updateString("name", "new");
                assertThatThrownBy(rows::insertRow).hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
            }
            try (ResultSet rows = statement.executeQuery(ROW)) {
                rows.next();
                rows.deleteRow();
            }
            assertThat(shop.readDirectly(0, "SELECT COUNT(*) FROM t_order_0")).isZero();
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void driversOwnConnectionMayHaveWritten(TestDatabase kind) throws Exception {
        for (boolean byStatement : new boolean[] {false, true}) {
            try (FrozenShop shop = open(kind);
                    Connection connection = shop.dataSource.getConnection()) {
                connection.setAutoCommit(false);
                String type =
                        switch (kind) {
                            case MARIADB -> "org.mariadb.jdbc.Connection";
                            case MARIADB_CONNECTOR_J, MYSQL -> "com.mysql.cj.jdbc.JdbcConnection";
                            default -> "org.postgresql.jdbc.PgConnection";
                        };
                try (Statement statement = connection.createStatement()) {
                    statement.executeQuery(ROW).close();
                    Connection own = byStatement
                            ? statement
                                    .unwrap(com.zaxxer.hikari.pool.HikariProxyStatement.class)
                                    .getConnection()
                            : (Connection) connection.unwrap(Class.forName(type));
                    try (Statement direct = own.createStatement()) {
                        direct.execute("UPDATE t_order_0 SET name = 'new'");
                    }
                }
                shop.proxies.get(0).cut();
                assertThatThrownBy(connection::commit)
                        .hasMessageStartingWith(ErrorCode.COMMIT_INCOMPLETE.code())
                        .hasMessageContaining("outcome unknown: ds0");
            }
        }
    }
}
