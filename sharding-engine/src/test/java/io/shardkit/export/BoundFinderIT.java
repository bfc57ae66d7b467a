package io.shardkit.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Actual tables get bounds only where these hold of all rows. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class BoundFinderIT {
    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            pools.put("ds" + i, database.create("bounds", i));
        }
        String time = database.speaksMysql() ? "DATETIME(6)" : "TIMESTAMP(6)";
        tables("t_account", "id BIGINT NOT NULL, PRIMARY KEY (id)", "0", "1", "vip");
        tables("t_month", "at " + time + " NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id)", "202601", "202602");
        tables("t_day", "at DATE NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id)", "202601", "202602");
        tables("t_nullable", "id BIGINT, UNIQUE (id)", "0", "1");
        tables("t_unindexed", "id BIGINT NOT NULL, other INT NOT NULL, PRIMARY KEY (other, id)", "0", "1");
        tables("t_text", "id VARCHAR(20) NOT NULL, PRIMARY KEY (id)", "0", "1");
        tables("t_stray", "id BIGINT NOT NULL, PRIMARY KEY (id)", "0", "1");
        tables("t_own", "id BIGINT NOT NULL, PRIMARY KEY (id)", "0", "1");
        tables("t_both", "at DATE NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id), UNIQUE (id)", "2026", "2027");
        tables("t_holes", "at DATE NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id), UNIQUE (id)", "2026", "2027");
        tables("t_growing", "at DATE NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id)", "202601", "202603");
        tables("t_grown", "at DATE NOT NULL, id INT NOT NULL, PRIMARY KEY (at, id), UNIQUE (id)", "2026", "2027");
        execute(pools.get("ds0"), "DROP TABLE t_grown_2027");
        execute(pools.values().iterator().next(), "INSERT INTO t_stray_0 VALUES (7), (100)");
    }

    /** Makes the tables on both data sources, as it does not matter if there are more than the rule has. */
    private void tables(String name, String columns, String... endings) throws SQLException {
        for (DataSource pool : pools.values()) {
            for (String ending : endings) {
                execute(pool, "CREATE TABLE " + name + "_" + ending + " (" + columns + ")");
            }
        }
    }

    @AfterEach
    void close() {
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingRule rule() {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_account", table -> table.nodes("ds0.t_account_0, ds1.t_account_1")
                        .tableBy("id", Algorithms.boundaryRange(100))
                        .placedKey("-5", "ds1.t_account_vip")
                        .placedKey("900", "ds0.t_account_0"));
        for (String periods : List.of("t_month", "t_day")) {
            rule.table(periods, table -> table.nodes("ds0." + periods + "_202601, ds1." + periods + "_202602")
                    .tableBy("at", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM")));
        }
        for (String ranges : List.of("t_nullable", "t_unindexed", "t_stray")) {
            rule.table(ranges, table -> table.nodes("ds0." + ranges + "_0, ds1." + ranges + "_1")
                    .tableBy("id", Algorithms.boundaryRange(100)));
        }
        rule.table("t_growing", table -> table.nodes("ds0.t_growing_{202601..202602}, ds1.t_growing_{202603..202604}")
                .tableBy("at", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.MONTHS, "yyyyMM")));
        for (String nodes : List.of(
                "ds{0..1}.t_both_{2026..2027}",
                "ds{0..1}.t_grown_{2026..2027}",
                "ds0.t_holes_2026, ds1.t_holes_{2026..2027}")) {
            rule.table(nodes.replaceAll(".*(t_[a-z]+).*", "$1"), table -> table.nodes(nodes)
                    .databaseBy("id", Algorithms.boundaryRange(100))
                    .tableBy("at", Algorithms.interval(LocalDate.of(2026, 1, 1), PeriodUnit.YEARS, "yyyy")));
        }
        rule.table(
                "t_own", table -> table.nodes("ds0.t_own_0, ds1.t_own_1").tableBy("id", Algorithms.of(new Halves())));
        return rule.table("t_text", table -> table.nodes("ds0.t_text_0, ds1.t_text_1")
                        .tableBy("id", Algorithms.list().put(0, "a").put(1, "b")))
                .build();
    }

    /** An algorithm of the application's own, of which nothing tells that it is another one by now. */
    private static final class Halves implements ShardingAlgorithm {
        @Override
        public int shardCount() {
            return 2;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.INTEGER;
        }

        @Override
        public int shard(long key) {
            return key < 100 ? 0 : 1;
        }

        @Override
        public int shard(String key) {
            throw new IllegalArgumentException(key);
        }

        @Override
        public BitSet shards(KeyRange range) {
            BitSet shards = new BitSet();
            shards.set(0, range.lower() == null || range.lower() < 100);
            shards.set(1, range.upper() == null || range.upper() >= 100);
            return shards;
        }
    }

    private Map<String, List<String>> bounds(RuleStore store) throws SQLException {
        try (ShardingDataSource logical = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule())
                .options(ShardingOptions.builder().ruleStore(store).build())
                .build()) {
            Map<String, List<String>> bounds = new LinkedHashMap<>();
            for (ExportedTable table : TableExport.of(logical, pools).tables()) {
                bounds.put(
                        table.name(),
                        table.parts().stream()
                                .map(part -> String.join(
                                        " AND ",
                                        part.bounds().stream()
                                                .map(bound -> bound.condition(name -> name))
                                                .toList()))
                                .toList());
            }
            return bounds;
        }
    }

    @Test
    void boundsHoldOfAllRows() throws SQLException {
        String february = "TIMESTAMP '2026-02-01 00:00:00.000000'";
        assertThat(bounds(RuleStore.DEFAULTS))
                .containsEntry("t_account", List.of("id < 901", "id >= 100", "id >= -5 AND id < -4"))
                .containsEntry("t_month", List.of("at < " + february, "at >= " + february))
                .containsEntry("t_day", List.of("at < DATE '2026-02-01'", "at >= DATE '2026-02-01'"))
                .containsEntry(
                        "t_both",
                        List.of(
                                "at < DATE '2027-01-01' AND id < 100",
                                "at >= DATE '2027-01-01' AND id < 100",
                                "at < DATE '2027-01-01' AND id >= 100",
                                "at >= DATE '2027-01-01' AND id >= 100"))
                .containsEntry("t_nullable", List.of("", ""))
                .containsEntry("t_unindexed", List.of("", ""))
                .containsEntry("t_text", List.of("", ""))
                .containsEntry("t_own", List.of("", ""))
                .containsEntry("t_stray", List.of("", "id >= 100"));
    }

    /** Keys of the table that ds0 lacks would contradict the bounds of all tables there are. */
    @Test
    void boundsOfOneStrategyWhereADataSourceLacksATable() throws SQLException {
        assertThat(bounds(RuleStore.DEFAULTS))
                .containsEntry(
                        "t_holes",
                        List.of("at < DATE '2027-01-01'", "at < DATE '2027-01-01'", "at >= DATE '2027-01-01'"));
    }

    /** Keys of tables that do not exist yet lie within bounds of others, so that a query by them finds out when they do. */
    @Test
    void boundsOfTablesThatExistTakeTheKeysOfOthers() throws SQLException {
        assertThat(bounds(RuleStore.DEFAULTS))
                .containsEntry("t_growing", List.of("at < DATE '2026-03-01'", "at >= DATE '2026-03-01'"))
                .containsEntry(
                        "t_grown",
                        List.of("at < DATE '2027-01-01'", "at < DATE '2027-01-01'", "at >= DATE '2027-01-01'"));
    }

    @Test
    void noBoundsWhereAnOldExportDoesNotTell() throws SQLException {
        assertThat(bounds(RuleStore.OFF).values()).isNotEmpty().allSatisfy(parts -> assertThat(parts)
                .containsOnly(""));
    }
}
