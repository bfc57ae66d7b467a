package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.RowText;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Data sources of the engine, usually three, and one database that has the same tables whole. */
final class TopologyFixture implements AutoCloseable {
    static final int SOURCES = 3;
    private static final Pattern ORDERED = Pattern.compile("ORDER BY(?![^(]*\\))");

    final ShardCalls calls = new ShardCalls();
    final HikariDataSource whole;
    final DataSource engine;
    final ShardingRule rule;
    private final List<HikariDataSource> sources = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    TopologyFixture(TestDatabase database, UnaryOperator<ShardingRuleBuilder> tables) throws SQLException {
        this(database, SOURCES, tables, "");
    }

    /**
     * Over that many data sources.
     *
     * @param ofPeriods a table whose actual tables are there before the engine looks for them, with the columns
     *     {@code id}, {@code made} and {@code amount}; empty for none
     */
    TopologyFixture(TestDatabase database, int count, UnaryOperator<ShardingRuleBuilder> tables, String ofPeriods)
            throws SQLException {
        this(
                database,
                count,
                tables,
                ofPeriods,
                Limits.builder()
                        .gatherMaxRows(1000)
                        .maxMergedRows(1000)
                        .maxOffset(1000)
                        .writesWithoutCondition(true)
                        .build());
    }

    TopologyFixture(TestDatabase database, UnaryOperator<ShardingRuleBuilder> tables, Limits limits)
            throws SQLException {
        this(database, SOURCES, tables, "", limits);
    }

    private TopologyFixture(
            TestDatabase database,
            int count,
            UnaryOperator<ShardingRuleBuilder> tables,
            String ofPeriods,
            Limits limits)
            throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            HikariDataSource source = database.create("topology" + i, i % 2);
            source.setMaximumPoolSize(10);
            sources.add(source);
            named.put("ds" + i, source);
        }
        whole = database.create("topology", 0);
        rule = tables.apply(TestRules.over(List.copyOf(named.keySet()))).build();
        if (!ofPeriods.isEmpty()) {
            String columns = " (id BIGINT, made DATE NOT NULL, amount INT, PRIMARY KEY (id, made))";
            run(whole, "CREATE TABLE " + ofPeriods + columns);
            ShardedTable table = rule.shardedTable(ofPeriods);
            for (DataNode node : table == null ? List.<DataNode>of() : table.nodes()) {
                run(sources.get(node.dataSource()), "CREATE TABLE " + node.table() + columns);
            }
        }
        engine = ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(executor)
                        .limits(limits)
                        .listener(calls)
                        .build());
    }

    static ShardingAlgorithm algorithm(String type, Map<String, String> settings, String... targets) {
        return AlgorithmRegistry.builtIn()
                .create("sharding.algorithms.a", type, settings, Targets.of(List.of(targets)));
    }

    /** Runs what writes on both sides: the same count. */
    int same(String sql, @Nullable Object... parameters) throws SQLException {
        int count = run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(run(whole, sql, parameters));
        return count;
    }

    /** Reads on both sides: the same rows. */
    List<String> sameRows(String sql, @Nullable Object... parameters) throws SQLException {
        List<String> expected = rows(whole, sql, parameters);
        List<String> found = rows(engine, sql, parameters);
        if (ORDERED.matcher(sql).find()) {
            assertThat(found).as(sql).isEqualTo(expected);
        } else {
            assertThat(found).as(sql).containsExactlyInAnyOrderElementsOf(expected);
        }
        return expected;
    }

    void refused(ErrorCode code, String detail, String sql, @Nullable Object... parameters) {
        Throwable thrown = catchThrowable(() -> run(engine, sql, parameters));
        assertThat(thrown).as(sql).isInstanceOf(ShardingException.class).hasMessageContaining(detail);
        assertThat(((ShardingException) thrown).errorCode()).as(sql).isSameAs(code);
    }

    void refusedAny(ErrorCode code, String sql) {
        refused(code, code.code(), sql);
    }

    DataSource source(int number) {
        return sources.get(number);
    }

    /** Each row of a table lies where a condition for it holds. */
    void assertPlaced(String table, Function<DataNode, String> condition) throws SQLException {
        ShardedTable sharded = rule.shardedTable(table);
        for (DataNode node : sharded == null ? List.<DataNode>of() : sharded.nodes()) {
            String sql = "SELECT * FROM " + node.table() + " WHERE NOT (" + condition.apply(node) + ")";
            assertThat(rows(sources.get(node.dataSource()), sql))
                    .as(node.toString())
                    .isEmpty();
        }
    }

    static int run(DataSource source, String sql, @Nullable Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return run(connection, sql, parameters);
        }
    }

    static int run(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            return statement.executeUpdate();
        }
    }

    static List<String> rows(DataSource source, String sql, @Nullable Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return rows(connection, sql, parameters);
        }
    }

    static List<String> rows(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            try (ResultSet result = statement.executeQuery()) {
                List<String> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(RowText.line(result, result.getMetaData().getColumnCount()));
                }
                return rows;
            }
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        sources.forEach(HikariDataSource::close);
        whole.close();
    }
}
