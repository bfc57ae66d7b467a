package io.shardkit.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.merge.Aggregation;
import io.shardkit.merge.GroupKey;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowLimit;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.planner.OrderTables;
import io.shardkit.planner.Planner;
import io.shardkit.sql.statement.Parameters;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement beyond a limit is refused with the limit's own code, and one at the limit is not. */
class LimitCodesTest {
    private static final Merger MERGER = new Merger(Dialect.H2, JdbcDrivers.named("H2 JDBC Driver"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order",
                "SELECT SUM(DISTINCT status) FROM t_order",
                "DELETE FROM t_order WHERE status = 1"
            })
    void tooManyUnits(String sql) throws SQLException {
        assertThat(bind(sql, 6).bind(Parameters.NONE, -1)).isNotNull();
        Plan plan = bind(sql, 5);
        assertThatThrownBy(() -> plan.bind(Parameters.NONE, -1))
                .hasMessageStartingWith(ErrorCode.TOO_MANY_UNITS.code());
    }

    private static Plan bind(String sql, int maxUnits) throws SQLException {
        Limits limits = Limits.builder()
                .gatherMaxRows(100)
                .maxUnits(maxUnits)
                .maxMergedRows(100)
                .maxOffset(100)
                .build();
        return new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, limits).plan(sql);
    }

    @Test
    void tooManyGroups() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement first = connection.createStatement();
                Statement second = connection.createStatement()) {
            ResultSet one = first.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 3)");
            ResultSet other = second.executeQuery("SELECT x FROM SYSTEM_RANGE(3, 4)");
            assertThatThrownBy(() -> MERGER.merge(groupsUpTo(3), RowLimit.NONE, List.of(one, other)))
                    .hasMessageStartingWith(ErrorCode.MERGE_TOO_LARGE.code());
            ResultSet again = first.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 3)");
            ResultSet rest = second.executeQuery("SELECT x FROM SYSTEM_RANGE(3, 4)");
            assertThat(MERGER.merge(groupsUpTo(4), RowLimit.NONE, List.of(again, rest)))
                    .isNotNull();
        }
    }

    private static MergeSpec groupsUpTo(long max) {
        return new MergeSpec(
                0, new Aggregation(List.of(new GroupKey(1, TextOrder.UNKNOWN)), List.of(), max), List.of());
    }

    @Test
    void deadlinePassed() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            Deadline.in(5).limit(statement);
            assertThat(statement.getQueryTimeout()).isEqualTo(5);
            Deadline passed = new Deadline(true, System.nanoTime() - 1, true);
            assertThatThrownBy(() -> passed.limit(statement)).hasMessageStartingWith(ErrorCode.DEADLINE_PASSED.code());
        }
    }
}
