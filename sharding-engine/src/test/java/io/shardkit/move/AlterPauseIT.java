package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Transactions on a table are held for a short time, also if it has many rows that are copied. */
@Tag("thorough")
class AlterPauseIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final int ROWS = 100_000;
    private static final int ROWS_AT_ONCE = 1_000;

    /** Users whom no writer has. */
    private static final int FIRST = 1_000_000;

    private static void fill(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, 7, 'many')")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setLong(1, FIRST + row);
                insert.addBatch();
                if (row % ROWS_AT_ONCE == ROWS_AT_ONCE - 1) {
                    insert.executeBatch();
                }
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void manyRowsAreCopiedAndTransactionsAreHeldShortly(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource instance = orders.start(OFTEN);
            fill(instance);
            orders.write(instance);
            Moves moves = instance.moves();
            long start = System.nanoTime();
            String id = moves.start(AlterRequest.of("t_order", AlterIT.copying(database)));
            MoveState state = orders.awaitSwitch(moves, id, false);
            System.out.println("ALTER of " + ROWS + " rows on " + database + " in "
                    + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms: transactions held for "
                    + state.pauseMillis() + " ms in attempt " + state.switches());
            assertThat(state.rows()).isGreaterThanOrEqualTo(ROWS);
            orders.awaitWrites();
            orders.check();
        }
    }
}
