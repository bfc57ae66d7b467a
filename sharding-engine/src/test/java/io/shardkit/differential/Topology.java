package io.shardkit.differential;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the tables under test are spread: a kind of database, data sources, and tables of each data source. */
enum Topology {
    H2_1X1(TestDatabase.H2, 1, 1, false),
    H2_2X2(TestDatabase.H2, 2, 2, false),
    H2_3X5(TestDatabase.H2, 3, 5, false),
    /** Database and table are both chosen by {@code k}. */
    H2_2X3_ONE_COLUMN(TestDatabase.H2, 2, 3, true),
    MARIADB_2X2(TestDatabase.MARIADB, 2, 2, false),
    POSTGRESQL_2X2(TestDatabase.POSTGRESQL, 2, 2, false);

    private final TestDatabase database;
    private final int sources;
    private final int tables;
    private final boolean oneColumn;

    Topology(TestDatabase database, int sources, int tables, boolean oneColumn) {
        this.database = database;
        this.sources = sources;
        this.tables = tables;
        this.oneColumn = oneColumn;
    }

    /** An actual table: the logical one, the data source, and the number at the end of its name, -1 for none. */
    record ActualTable(LogicalTable table, int source, int number) {
        String actualName() {
            return number < 0 ? table.tableName() : table.tableName() + "_" + number;
        }
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    TestDatabase database() {
        return database;
    }

    int sources() {
        return sources;
    }

    /** How many tables of {@code o} each data source has. */
    int tables() {
        return tables;
    }

    /** Whether {@code k} alone decides where a row of {@code o}, {@code i} and {@code x} lies. */
    boolean oneColumn() {
        return oneColumn;
    }

    List<String> sourceNames() {
        return IntStream.range(0, sources).mapToObj(i -> "ds" + i).toList();
    }

    /** Every actual table of every data source. */
    List<ActualTable> actualTables() {
        List<ActualTable> all = new ArrayList<>();
        for (int source = 0; source < sources; source++) {
            for (int number = 0; number < tables; number++) {
                all.add(new ActualTable(LogicalTable.O, source, number));
                all.add(new ActualTable(LogicalTable.I, source, number));
                all.add(new ActualTable(LogicalTable.Q, source, number));
                all.add(new ActualTable(LogicalTable.P, source, source * tables + number));
                all.add(new ActualTable(LogicalTable.EV, source, source * tables + number));
                all.add(new ActualTable(LogicalTable.DT, source, source * tables + number));
            }
            for (int number = 0; number <= tables; number++) {
                all.add(new ActualTable(LogicalTable.X, source, number));
            }
            all.add(new ActualTable(LogicalTable.B1, source, -1));
            all.add(new ActualTable(LogicalTable.B2, source, -1));
        }
        all.add(new ActualTable(LogicalTable.U, sources - 1, -1));
        return all;
    }

    /** The same spreading as the engine's configuration. */
    ShardingRule rule() {
        return ShardingRule.over(sourceNames())
                .table(byNumbers("o", "id", tables))
                .table(byNumbers("i", "o_id", tables))
                .bind(List.of("o", "i"))
                .table(byNumbers("x", "id", tables + 1))
                .table(byNumbers("q", "id", tables))
                .table(numberedThrough("p", "code", new HashModAlgorithm(sources * tables)))
                .table(numberedThrough("ev", "ymd", new MonthAlgorithm(sources * tables)))
                .table(numberedThrough("dt", "d", new HashModAlgorithm(sources * tables)))
                .broadcast("b1")
                .broadcast("b2")
                .single("ds" + (sources - 1), "u")
                .build();
    }

    private TableRule numberedThrough(String table, String column, ShardingAlgorithm algorithm) {
        String nodes = IntStream.range(0, sources)
                .mapToObj(source -> "ds" + source + "." + table + "_{" + source * tables + ".."
                        + (source * tables + tables - 1) + "}")
                .collect(Collectors.joining(","));
        return new TableRule(table, nodes, null, new ShardingStrategy(column, algorithm), null);
    }

    private TableRule byNumbers(String table, String tableColumn, int count) {
        return new TableRule(
                table,
                "ds{0.." + (sources - 1) + "}." + table + "_{0.." + (count - 1) + "}",
                new ShardingStrategy("k", new ModAlgorithm(sources)),
                new ShardingStrategy(oneColumn ? "k" : tableColumn, new ModAlgorithm(count)),
                null);
    }
}
