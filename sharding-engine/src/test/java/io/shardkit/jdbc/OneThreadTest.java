package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.execute.driver.Meanwhile;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries of several data sources that the caller's thread asks alone, one meanwhile the other works. */
class OneThreadTest {
    private static final String SQL = "SELECT id FROM t_order";

    private Shop shop;
    private final List<String> under = new ArrayList<>();
    private int deepest;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        for (int id = 0; id < 12; id++) {
            shop.put(id, "a");
        }
        List<ShardCall> calls = new ArrayList<>();
        for (int unit = 0; unit < Shop.UNITS; unit++) {
            calls.add(Shop.call(unit, SQL));
        }
        MergeSpec merge = new MergeSpec(0, null, List.of(Shop.BY_FIRST_COLUMN));
        BoundPlan query =
                new BoundPlan.MergedQuery(calls, merge, RowLimit.NONE, null, null, ParallelismChoice.IN_TURN, null);
        shop.plans.put(SQL, FakePlan.of(StatementKind.QUERY, 0, (values, preferred) -> query));
        // As a socket does: what is called has been sent, and its answer is about to be waited for.
        for (int i = 0; i < Shop.DATABASES; i++) {
            String name = "ds" + i;
            shop.recording.on(name + " Statement.executeQuery", () -> {
                assertThat(under).doesNotContain(name);
                under.add(name);
                deepest = Math.max(deepest, under.size());
                Meanwhile.beforeWaiting();
                under.remove(name);
            });
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private List<Long> ids() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SQL)) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    @Test
    void allAreAskedBeforeOneIsWaitedFor() throws SQLException {
        assertThat(ids()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(deepest).isEqualTo(Shop.DATABASES);
        assertThat(shop.recording.taken("Statement.executeQuery")).hasSize(Shop.UNITS);
    }

    @Test
    void driversThatTellNothingAreAskedAfterEachOther() throws SQLException {
        shop.recording.clearHooks();
        assertThat(ids()).hasSize(12);
        assertThat(shop.recording.taken("Statement.executeQuery")).hasSize(Shop.UNITS);
    }

    @Test
    void aFailureOfTheLastOneIsThatOfTheStatement() throws SQLException {
        SQLException failure = new SQLException("no", "42000", 77);
        shop.recording.on("ds2 Statement.executeQuery", () -> {
            throw failure;
        });
        assertThatThrownBy(this::ids).isSameAs(failure);
        assertThat(shop.recording.borrowed).hasValue(shop.recording.returned.get());
        shop.recording.clearHooks();
        assertThat(ids()).hasSize(12);
    }

    @Test
    void whatFailsBeforeItWaitsLeavesNothingForTheNextStatement() throws SQLException {
        shop.recording.fail("ds0 Statement.executeQuery", new SQLException("no", "42000", 77));
        assertThatThrownBy(this::ids).hasMessage("no");
        assertThat(shop.recording.taken("ds1 Statement.executeQuery")).isEmpty();
        Meanwhile.beforeWaiting();
        assertThat(shop.recording.taken("executeQuery")).isEmpty();
    }
}
