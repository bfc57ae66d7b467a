package io.shardkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresqlDdlIT extends DdlSuite {
    PostgresqlDdlIT() {
        super(TestDatabase.POSTGRESQL);
    }

    @Test
    void columnsThatAreNotCommittedPlaceNoRow() throws SQLException {
        try (Fixture fixture = new Fixture(TestDatabase.POSTGRESQL);
                Connection connection = fixture.sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_parcel (user_id BIGINT, order_id BIGINT)");
            statement.execute("INSERT INTO t_parcel VALUES (1, 2)");
            connection.setAutoCommit(false);
            statement.execute("DROP TABLE t_parcel");
            statement.execute("CREATE TABLE t_parcel (order_id BIGINT, user_id BIGINT)");
            assertThatThrownBy(() -> statement.execute("INSERT INTO t_parcel VALUES (4, 3)"))
                    .hasMessageContaining(ErrorCode.DDL_IN_TRANSACTION.code());
            assertThatThrownBy(() -> statement.executeQuery("SELECT SUM(DISTINCT order_id) FROM t_parcel"))
                    .hasMessageContaining(ErrorCode.DDL_IN_TRANSACTION.code());
            statement.execute("INSERT INTO t_parcel (user_id, order_id) VALUES (3, 4)");
            connection.commit();
            assertThat(statement.executeUpdate("DELETE FROM t_parcel WHERE user_id = 3 AND order_id = 4"))
                    .isEqualTo(1);
        }
    }
}
