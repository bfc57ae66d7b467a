package io.shardkit.forecast;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans the statements of an application by one rule for each column that could be a sharding column. */
public final class ColumnScores {
    /** How many columns are tried: those that narrow the most executions. */
    private static final int MOST_COLUMNS = 20;

    private static final List<String> SOURCES = List.of("ds0", "ds1", "ds2", "ds3");

    private final Dialect dialect;
    private final Catalog catalog;
    private final Limits limits;

    ColumnScores(Dialect dialect, Catalog catalog, Limits limits) {
        this.dialect = dialect;
        this.catalog = catalog;
        this.limits = limits;
    }

    /**
     * A statement that ran.
     *
     * @param sql one of its texts
     * @param parameters of one of its executions
     * @param executions how many there were
     */
    public record Sample(String sql, Parameters parameters, long executions) {}

    /** @param tables the names of those that are there */
    private record Read(Sample sample, Set<String> tables) {}

    List<ColumnScore> of(List<Sample> samples) throws SQLException {
        ShardingRule none = ShardingRuleBuilder.over(SOURCES).build();
        SqlParser parser = new SqlParser(none, catalog, dialect);
        List<Read> read = new ArrayList<>();
        Map<String, Long> narrowed = new HashMap<>();
        Map<String, Table> tables = new TreeMap<>();
        for (Sample sample : samples) {
            ParsedStatement statement;
            try {
                statement = parser.parse(sample.sql());
            } catch (SQLException failure) {
                if (failure instanceof ShardingException) {
                    continue;
                }
                throw failure;
            }
            Set<String> own = new TreeSet<>();
            for (TableUse use : statement.tables()) {
                Table table = catalog.table(use.name());
                if (table != null) {
                    tables.put(use.name(), table);
                    own.add(use.name());
                }
            }
            for (Block block : statement.blocks()) {
                columns(block).forEach(column -> narrowed.merge(column, sample.executions(), Long::sum));
            }
            if (!own.isEmpty()) {
                read.add(new Read(sample, own));
            }
        }
        long all = samples.stream().mapToLong(Sample::executions).sum();
        List<ColumnScore> scores = new ArrayList<>();
        for (String column : mostNarrowing(narrowed)) {
            Set<String> having = having(column, tables);
            if (!having.isEmpty()) {
                scores.add(score(column, having, tables.keySet(), read, all));
            }
        }
        scores.sort(Comparator.comparingDouble(ColumnScore::share).reversed().thenComparing(ColumnScore::column));
        return scores;
    }

    private static List<String> mostNarrowing(Map<String, Long> narrowed) {
        return narrowed.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_COLUMNS)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The columns that a block demands to equal something. */
    private static Set<String> columns(Block block) {
        Set<String> names = new TreeSet<>();
        collect(block.where(), names);
        joins(block.from(), names);
        return names;
    }

    private static void joins(@Nullable From from, Set<String> names) {
        if (from instanceof From.Join join) {
            collect(join.on(), names);
            joins(join.left(), names);
            joins(join.right(), names);
        }
    }

    private static void collect(Condition condition, Set<String> names) {
        for (Condition part : condition.conjuncts()) {
            if (part instanceof Condition.In in) {
                names.add(in.column().name());
            } else if (part instanceof Condition.Equal equal) {
                names.add(equal.left().name());
                names.add(equal.right().name());
            }
        }
    }

    /** The tables that have the column, and could be placed by it. */
    private static Set<String> having(String name, Map<String, Table> tables) {
        return tables.entrySet().stream()
                .filter(entry -> {
                    Column column = entry.getValue().column(name);
                    return column != null && column.keyType() != KeyType.UNSUPPORTED;
                })
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private ColumnScore score(String column, Set<String> having, Set<String> tables, List<Read> read, long all)
            throws SQLException {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(SOURCES);
        Set<String> copied = new TreeSet<>();
        for (String table : tables) {
            if (having.contains(table)) {
                rule.table(new TableRule(
                        table,
                        "ds{0..3}." + table,
                        new ShardingStrategy(column, new HashModAlgorithm(SOURCES.size())),
                        null,
                        null));
            } else {
                rule.broadcast(table);
            }
        }
        if (having.size() > 1) {
            rule.bind(List.copyOf(having));
        }
        PlanCache plans = new PlanCache(read.size() + 1, new Planner(rule.build(), catalog, dialect, limits));
        long executions = 0;
        long onOne = 0;
        for (Read each : read) {
            if (each.tables().stream().anyMatch(having::contains)) {
                executions += each.sample().executions();
                each.tables().stream().filter(table -> !having.contains(table)).forEach(copied::add);
                Forecast forecast =
                        Binding.of(plans, each.sample().sql(), each.sample().parameters());
                if (forecast.way() == Forecast.Way.ONE_UNIT) {
                    onOne += each.sample().executions();
                }
            }
        }
        double share = all == 0 ? 0 : (double) onOne / all;
        return new ColumnScore(column, List.copyOf(having), List.copyOf(copied), executions, onOne, share);
    }
}
