package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** A worker that was stopped, and goes on after it was replaced, takes no table that it does not know of. */
class UnitTablesIT {
    private static final MovedUnit UNIT = new MovedUnit("t_order", 1, "t_order_1", "ds0", "ds2", "t_order_1");

    @ParameterizedTest
    @OnDatabases
    void aDecidedAttemptIsNotUndoneByAWorkerBefore(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("stale", 0);
                HikariDataSource target = database.create("stale", 1)) {
            Dialect dialect;
            try (Connection connection = source.getConnection()) {
                dialect = Dialect.of(connection.getMetaData());
            }
            UnitTables tables = new UnitTables(dialect, name -> name.equals("ds0") ? source : target, text -> {
                throw new AssertionError(text);
            });
            MoveOperation stale = MoveOperation.of("m1", List.of(UNIT), MoveRequest.of(List.of("ds0.t_order_1"), "ds2"))
                    .nextAttempt();
            MoveModel.execute(source, "CREATE TABLE t_order_1 (id BIGINT PRIMARY KEY)");
            tables.arm(stale);
            assertThat(tables.close(stale, new ArrayList<>())).isEmpty();
            tables.unpark(stale);
            tables.unpark(stale);
            MoveOperation newer = stale.nextAttempt();
            tables.arm(newer);
            assertThat(tables.close(stale, new ArrayList<>())).contains("ds0.t_order_1");
            assertThat(tables.close(newer, new ArrayList<>())).isEmpty();
            tables.unpark(newer);
            // Attempt 2 is decided, and the table goes back by attempt 3: the name of attempt 1 is that of the source.
            MoveOperation back = newer.switched().nextAttempt();
            MoveModel.execute(target, "CREATE TABLE t_order_1__m1_0 (id BIGINT PRIMARY KEY)");
            MoveModel.execute(target, "CREATE TABLE t_order_1__m1_3 (id BIGINT PRIMARY KEY, name VARCHAR(5))");
            tables.unpark(back);
            MoveModel.execute(target, "SELECT name FROM t_order_1");
        }
    }
}
