package io.shardkit.forecast;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.plan.Cost;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans the statements of an application by one rule for each column that could be a sharding column. Not thread-safe. */
public final class ColumnScores {
    /**
     * The number of columns, or groups of columns that mean the same, that are tried: those that narrow the most
     * executions.
     */
    private static final int MOST_COLUMNS = 20;

    private static final List<String> SOURCES = List.of("ds0", "ds1", "ds2", "ds3");

    private final Dialect dialect;
    private final Catalog catalog;
    private final Function<ShardingRule, Catalog> catalogs;
    private final Limits limits;

    /** Of which columns the database was asked what they need as sharding columns, by their tables. */
    private Map<String, Set<String>> asked = Map.of();

    private @Nullable Catalog known;

    /** @param catalogs reads the tables of a rule, with what its sharding columns need */
    ColumnScores(Dialect dialect, Catalog catalog, Function<ShardingRule, Catalog> catalogs, Limits limits) {
        this.dialect = dialect;
        this.catalog = catalog;
        this.catalogs = catalogs;
        this.limits = limits;
    }

    /**
     * A statement that ran.
     *
     * @param sql one form of its SQL
     * @param parameters of one of its executions
     * @param executions the number of its executions
     */
    public record Sample(String sql, Parameters parameters, long executions) {}

    /** @param tables the names of those that are there */
    private record Read(Sample sample, ParsedStatement statement, Set<String> tables) {}

    /** @param all how many executions there were, also of what is no sample */
    List<ColumnScore> of(List<Sample> samples, long all) throws SQLException {
        Map<String, Table> tables = new TreeMap<>();
        List<Read> read = read(samples, tables);
        EqualColumns equal = new EqualColumns(tables);
        read.forEach(each -> equal.add(each.statement(), each.sample().executions()));
        List<Map<String, String>> groups = equal.groups(catalog, MOST_COLUMNS);
        Map<String, Set<String>> candidates = new TreeMap<>();
        for (Map<String, String> group : groups) {
            group.forEach((table, column) ->
                    candidates.computeIfAbsent(table, own -> new TreeSet<>()).add(column));
        }
        Catalog placing = placing(candidates);
        List<ColumnScore> scores = new ArrayList<>();
        for (Map<String, String> group : groups) {
            Map<String, String> sharded = new TreeMap<>();
            for (Map.Entry<String, String> each : group.entrySet()) {
                Column column = column(placing, each.getKey(), each.getValue());
                if (column != null && column.keyType() != KeyType.UNSUPPORTED) {
                    sharded.put(each.getKey(), each.getValue());
                }
            }
            if (!sharded.isEmpty()) {
                scores.add(score(sharded, placing, tables.keySet(), read, all));
            }
        }
        scores.sort(Comparator.comparingDouble(ColumnScore::share).reversed().thenComparing(ColumnScore::column));
        return scores;
    }

    private Catalog placing(Map<String, Set<String>> candidates) {
        Catalog placing = known;
        if (placing == null || !candidates.equals(asked)) {
            placing = catalogs.apply(UnshardedTables.by(candidates));
            asked = candidates;
            known = placing;
        }
        return placing;
    }

    /** Forgets what is known of tables. */
    void forget() {
        known = null;
    }

    private List<Read> read(List<Sample> samples, Map<String, Table> tables) throws SQLException {
        SqlParser parser =
                new SqlParser(ShardMap.of(ShardingRuleBuilder.over(SOURCES).build()), catalog, dialect);
        List<Read> read = new ArrayList<>();
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
            if (!own.isEmpty()) {
                read.add(new Read(sample, statement, own));
            }
        }
        return read;
    }

    private static @Nullable Column column(Catalog placing, String table, String column) throws SQLException {
        Table found = placing.table(table);
        return found == null ? null : found.column(column);
    }

    private ColumnScore score(
            Map<String, String> sharded, Catalog placing, Set<String> tables, List<Read> read, long all)
            throws SQLException {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(SOURCES).uniqueKeys(UniqueKeyChoice.ACCEPT);
        for (String table : tables) {
            String column = sharded.get(table);
            if (column == null) {
                rule.broadcast(table);
            } else {
                ShardingStrategy strategy = new ShardingStrategy(column, new HashModAlgorithm(SOURCES.size()));
                rule.table(
                        new TableRule(table, "ds{0..3}." + table, strategy, null, generation(placing, table, column)));
            }
        }
        if (sharded.size() > 1) {
            rule.bind(List.copyOf(sharded.keySet()));
        }
        PlanCache plans = new PlanCache(read.size() + 1, new Planner(rule.build(), placing, dialect, limits));
        Set<String> copied = new TreeSet<>();
        long executions = 0;
        long onOne = 0;
        for (Read each : read) {
            if (each.tables().stream().anyMatch(sharded::containsKey)) {
                Sample sample = each.sample();
                executions += sample.executions();
                each.tables().stream()
                        .filter(table -> !sharded.containsKey(table))
                        .forEach(copied::add);
                Cost cost = Binding.of(plans, sample.sql(), sample.parameters());
                if (cost.way() == Cost.Strategy.ONE_UNIT) {
                    onOne += sample.executions();
                }
            }
        }
        double share = all == 0 ? 0 : (double) onOne / all;
        return new ColumnScore(
                label(sharded), List.copyOf(sharded.keySet()), List.copyOf(copied), executions, onOne, share);
    }

    /** Returns the key generation that replaces an auto-increment column, or null. */
    private static @Nullable KeyGeneration generation(Catalog placing, String table, String column)
            throws SQLException {
        boolean numbered =
                Objects.requireNonNull(column(placing, table, column)).filling().kind() == Filling.Kind.COUNTER;
        return numbered ? new KeyGeneration(column, new AtomicLong()::incrementAndGet) : null;
    }

    /** The name alone if it is the same in all tables. */
    private static String label(Map<String, String> sharded) {
        Set<String> names = Set.copyOf(sharded.values());
        return names.size() == 1
                ? names.iterator().next()
                : sharded.entrySet().stream()
                        .map(each -> each.getKey() + "." + each.getValue())
                        .collect(Collectors.joining(", "));
    }
}
