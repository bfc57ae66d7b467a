package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ShardingConfigurationException;
import java.time.LocalDate;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TableDeclarationTest {
    private static RoutedTable table(UnaryOperator<TableDeclaration> declared) {
        ShardMap rule =
                ShardingRuleBuilder.over("ds0", "ds1").table("t", declared).map();
        return Objects.requireNonNull(rule.shardedTable("t"));
    }

    private static ShardingAlgorithm ofDatabases(RoutedTable table) {
        return Objects.requireNonNull(table.databaseStrategy()).algorithm();
    }

    private static ShardingAlgorithm ofTables(RoutedTable table) {
        return Objects.requireNonNull(table.tableStrategy()).algorithm();
    }

    @Test
    void nodesGiveTheNumbersOfShards() {
        RoutedTable both = table(t -> t.nodes("ds{0..1}.t_{0..3}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("order_id", Algorithms.hashMod()));
        assertThat(ofDatabases(both)).isEqualTo(new ModAlgorithm(2));
        assertThat(ofTables(both)).isEqualTo(new HashModAlgorithm(4));
        assertThat(both.unitCount()).isEqualTo(8);
        RoutedTable alone = table(t -> t.nodes("ds0.t_{0..1}, ds1.t_{2..4}").tableBy("order_id", Algorithms.mod()));
        assertThat(ofTables(alone)).isEqualTo(new ModAlgorithm(5));
    }

    @Test
    void nodesGiveTheNamesOfTargets() {
        RoutedTable inlined = table(t -> t.nodes("ds{0..1}.t_{0..1}")
                .databaseBy("a", Algorithms.inline("ds${a % 2}"))
                .tableBy("b", Algorithms.inline("t_${b % 2}")));
        assertThat(ofDatabases(inlined).shard(3)).isEqualTo(1);
        assertThat(ofTables(inlined).shard(2)).isEqualTo(0);
    }

    @Test
    void tablesAreChosenByNameWhereDataSourcesDiffer() {
        RoutedTable uneven = table(t -> t.nodes("ds0.t_{0..1}, ds1.t_{1..2}")
                .databaseBy("a", Algorithms.mod())
                .tableBy("b", Algorithms.inline("t_${b % 3}")));
        assertThat(Objects.requireNonNull(uneven.tableStrategy()).byName()).isTrue();
        assertThat(uneven.unit(1, 2)).isEqualTo(3);
        assertThat(uneven.unit(0, 2)).isEqualTo(ShardingAlgorithm.NOWHERE);
        RoutedTable own = table(t -> t.nodes("ds0.t_{0..1}, ds1.t_{1..2}")
                .databaseBy("a", Algorithms.mod())
                .tableBy("b", Algorithms.of(new ModAlgorithm(3))));
        assertThat(Objects.requireNonNull(own.tableStrategy()).byName()).isTrue();
    }

    @Test
    void tablesOfPeriodsMayComeLater() {
        RoutedTable periods = table(t -> t.nodes("ds0.t_{202401..202403}")
                .tableBy("day", Algorithms.interval(LocalDate.of(2024, 1, 1), PeriodUnit.MONTHS, "yyyyMM")));
        assertThat(periods.growth()).isEqualTo(MissingTable.AWAITED);
        assertThat(table(t -> t.nodes("ds0.t_{0..1}")
                                .tableBy("id", Algorithms.mod())
                                .autoCreate())
                        .growth())
                .isEqualTo(MissingTable.CREATED);
    }

    @Test
    void defaultStrategiesGoWhereThereAreSeveralTargets() {
        ShardMap rule = ShardingRuleBuilder.over("ds0", "ds1")
                .defaultDatabase(StrategySpec.by("user_id", Algorithms.mod()))
                .defaultTable(StrategySpec.by("id", Algorithms.hashMod()))
                .table("both", t -> t.nodes("ds{0..1}.both_{0..2}"))
                .table("databases", t -> t.nodes("ds{0..1}.databases"))
                .table("own", t -> t.nodes("ds0.own_{0..1}").tableBy("no", Algorithms.mod()))
                .table("none", t -> t.nodes("ds0.none_{0..1}, ds1.none_{2..3}")
                        .database(StrategySpec.NONE)
                        .tableBy("no", Algorithms.mod()))
                .map();
        RoutedTable both = Objects.requireNonNull(rule.shardedTable("both"));
        assertThat(ofDatabases(both)).isEqualTo(new ModAlgorithm(2));
        assertThat(ofTables(both)).isEqualTo(new HashModAlgorithm(3));
        assertThat(Objects.requireNonNull(rule.shardedTable("databases")).tableStrategy())
                .isNull();
        assertThat(ofTables(Objects.requireNonNull(rule.shardedTable("own")))).isEqualTo(new ModAlgorithm(2));
        assertThat(ofTables(Objects.requireNonNull(rule.shardedTable("none")))).isEqualTo(new ModAlgorithm(4));
    }

    @Test
    void declaresLookupsAndTheColumnThatHoldsAShard() {
        ShardMap rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_user", t -> t.nodes("ds{0..1}.t_user")
                        .database(StrategySpec.by("id", Algorithms.mod()).alsoBy("no"))
                        .lookup("email", "t_email"))
                .table("t_email", t -> t.nodes("ds{0..1}.t_email").databaseBy("email", Algorithms.hashMod()))
                .map();
        assertThat(rule.lookups("t_user")).containsExactly(new Lookup("email", "t_email", false));
        RoutedTable table = Objects.requireNonNull(rule.shardedTable("t_user"));
        assertThat(Objects.requireNonNull(table.databaseStrategy()).alsoBy()).isEqualTo("no");
    }

    private static void refused(UnaryOperator<ShardingRuleBuilder> declared, String message) {
        assertThatThrownBy(() ->
                        declared.apply(ShardingRuleBuilder.over("ds0", "ds1")).map())
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsWrongIsToldInTheWordsOfTheBuilder() {
        refused(rule -> rule.table("t", t -> t), "table t, nodes: it is missing");
        refused(rule -> rule.table("t", t -> t.nodes("ds{0..1}.t")), "table t, databaseBy: it is missing");
        refused(
                rule -> rule.table("t", t -> t.nodes("ds0.t_{0..1}").tableBy("id", Algorithms.mod(3))),
                "table t, tableBy: the algorithm has 3 shards, and there are 2 targets");
        refused(
                rule -> rule.table("t", t -> t.nodes("ds0.t_{0..1}").tableBy("id", Algorithms.volumeRange(0, 9, 0))),
                "table t, volume-range.sharding-volume: 0 is less than 1");
        refused(rule -> rule.table("t", t -> t.nodes("ds0.t").autoCreate()), "table t, autoCreate: no tableBy chooses");
        refused(
                rule -> rule.broadcast("a").broadcast("A"),
                "broadcast: 'A' is declared already, as 'a' under broadcast");
        refused(rule -> rule.single("ds7", "a"), "single: 'ds7' is not one of the data sources [ds0, ds1]");
        refused(rule -> rule.bind("a", "b"), "bind: 'a' is not one of the tables: []");
        assertThatThrownBy(() -> ShardingRuleBuilder.over()).hasMessageContaining("over: no data source");
    }
}
