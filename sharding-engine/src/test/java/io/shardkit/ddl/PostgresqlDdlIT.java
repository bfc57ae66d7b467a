package io.shardkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresqlDdlIT extends DdlSuite {
    PostgresqlDdlIT() {
        super(TestDatabase.POSTGRESQL);
    }

    @Test
    void columnsThatAreNotCommittedPlaceRows() throws SQLException {
        try (Fixture fixture = new Fixture(TestDatabase.POSTGRESQL);
                Connection connection = fixture.sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_parcel (user_id BIGINT, order_id BIGINT)");
            statement.execute("INSERT INTO t_parcel VALUES (1, 2)");
            connection.setAutoCommit(false);
            statement.execute("DROP TABLE t_parcel");
            statement.execute("CREATE TABLE t_parcel (order_id BIGINT, user_id BIGINT)");
            statement.execute("INSERT INTO t_parcel VALUES (4, 3)");
            try (ResultSet rows = statement.executeQuery("SELECT SUM(DISTINCT order_id) FROM t_parcel")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(4);
            }
            connection.commit();
            assertThat(statement.executeUpdate("DELETE FROM t_parcel WHERE user_id = 3 AND order_id = 4"))
                    .isEqualTo(1);
        }
    }

    @Test
    void tableOfThisTransactionIsKnown() throws SQLException {
        try (Fixture fixture = new Fixture(TestDatabase.POSTGRESQL);
                Connection connection = fixture.sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE t_parcel (user_id BIGINT, order_id BIGINT)");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_parcel (user_id, order_id) VALUES (?, ?)")) {
                for (int i = 0; i < 8; i++) {
                    insert.setLong(1, i);
                    insert.setLong(2, i);
                    insert.executeUpdate();
                }
                statement.execute("ALTER TABLE t_parcel ADD COLUMN note VARCHAR(9)");
                insert.setLong(1, 8);
                insert.setLong(2, 8);
                insert.executeUpdate();
            }
            try (ResultSet rows = statement.executeQuery(
                    "SELECT COUNT(DISTINCT user_id), MAX(order_id), COUNT(note) FROM t_parcel")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(9);
                assertThat(rows.getInt(2)).isEqualTo(8);
                assertThat(rows.getInt(3)).isZero();
            }
            connection.rollback();
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM t_parcel"))
                    .hasMessageContaining(ErrorCode.TABLE_NOT_FOUND.code());
        }
    }
}
