package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Checks what an application may expect of JDBC, through the sharding DataSource, whatever the database. */
abstract class JdbcContract extends TransactionContract {

    @Test
    void aClosedStatementClosesItsRows() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection()) {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id");
            assertThat(rows.next()).isTrue();
            statement.close();
            assertThat(statement.isClosed()).isTrue();
            assertThat(rows.isClosed()).isTrue();
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void rowsAreReadByEveryKindOfName() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT order_id AS id, status, amount, order_id AS id FROM orders ORDER BY order_id")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getRow()).isEqualTo(1);
            assertThat(rows.getLong("ID")).isEqualTo(1);
            assertThat(rows.findColumn("Id")).isEqualTo(1);
            assertThat(rows.getInt(4)).isEqualTo(1);
            assertThat(rows.getObject("status", String.class)).isEqualTo("s1");
            assertThat(rows.getObject("amount", BigDecimal.class)).isEqualByComparingTo("1");
            assertThat(rows.getString("amount")).isEqualTo("1.00");
            assertThatThrownBy(() -> rows.getLong("none")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> rows.getLong(5)).isInstanceOf(SQLException.class);
            rows.next();
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("status")).isNull();
            assertThat(rows.wasNull()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(3);
            assertThat(rows.wasNull()).isFalse();
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
            assertThatThrownBy(() -> rows.getLong(1)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aNumberThatIsNullIsZeroAndWasNull() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO orders (order_id, user_id) VALUES (1, 1), (2, 2)");
            try (ResultSet rows =
                    statement.executeQuery("SELECT SUM(amount), MAX(amount), COUNT(amount) FROM orders")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
                assertThat(rows.wasNull()).isTrue();
                assertThat(rows.getBigDecimal(2)).isNull();
                assertThat(rows.getLong(3)).isZero();
                assertThat(rows.wasNull()).isFalse();
            }
        }
    }

    @Test
    void timestampsKeepTheirValue() throws SQLException {
        Timestamp placed = Timestamp.valueOf("2024-02-29 23:59:58");
        try (Connection connection = engine().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO orders (order_id, user_id, placed) VALUES (?, ?, ?)");
                PreparedStatement select =
                        connection.prepareStatement("SELECT placed FROM orders WHERE placed = ? ORDER BY placed")) {
            for (int i = 1; i <= 2; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i);
                insert.setTimestamp(3, placed);
                insert.executeUpdate();
            }
            select.setTimestamp(1, placed);
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getTimestamp(1)).isEqualTo(placed);
                assertThat(rows.getObject(1, LocalDateTime.class)).isEqualTo(placed.toLocalDateTime());
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void maxRowsHoldsForTheWholeResult() throws SQLException {
        fill(9);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            statement.setFetchSize(2);
            try (ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id DESC")) {
                List<Long> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
                assertThat(ids).containsExactly(9L, 8L, 7L);
            }
        }
    }

    @Test
    void metadataSpeaksOfTheLogicalTable() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            for (String where : List.of("", " WHERE user_id = 1 AND order_id = 1")) {
                try (ResultSet rows = statement.executeQuery("SELECT order_id, status FROM orders" + where)) {
                    ResultSetMetaData metaData = rows.getMetaData();
                    assertThat(metaData.getColumnCount()).isEqualTo(2);
                    assertThat(metaData.getColumnLabel(2)).isEqualToIgnoringCase("status");
                    assertThat(metaData.getTableName(1).toLowerCase(Locale.ROOT))
                            .isEqualTo("orders");
                }
            }
        }
    }

    @Test
    void theDatabaseIsThatOfTheShards() throws SQLException {
        try (Connection connection = engine().getConnection();
                Connection shard = database.shard(0).getConnection()) {
            DatabaseMetaData metaData = connection.getMetaData();
            DatabaseMetaData own = shard.getMetaData();
            assertThat(metaData.getDatabaseProductName()).isEqualTo(own.getDatabaseProductName());
            assertThat(metaData.getDatabaseMajorVersion()).isEqualTo(own.getDatabaseMajorVersion());
            assertThat(metaData.getIdentifierQuoteString()).isEqualTo(own.getIdentifierQuoteString());
            assertThat(metaData.getConnection()).isSameAs(connection);
        }
    }

    @Test
    void theTablesAreTheLogicalOnes() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Connection connection = engine().getConnection();
                ResultSet tables =
                        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        assertThat(names).contains("orders", "country").doesNotContain("orders_0", "orders_1");
    }

    @Test
    void aDataSourceUnwraps() throws SQLException {
        assertThat(engine().isWrapperFor(DataSource.class)).isTrue();
        assertThat(engine().unwrap(DataSource.class)).isNotNull();
        assertThatThrownBy(() -> engine().unwrap(Runnable.class)).isInstanceOf(SQLException.class);
        try (Connection connection = engine().getConnection()) {
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(connection.unwrap(Connection.class)).isNotNull();
        }
    }
}
