package io.shardkit.boot.endpoint;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.observe.LeaseState;
import io.shardkit.observe.ReplicaState;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/**
 * The report of the endpoint. It has names and numbers; no URL, user, password, value of a statement, or message of a
 * driver.
 *
 * @param topology the rule of the moment
 * @param dataSources their state
 * @param statements how many ran in each way since the start
 * @param batches how many batches went to how many units; 0 for those whose entries ran one by one
 * @param largest the statements to look at first
 * @param planCache the state of the plan cache
 * @param refusals the refusals since the start, by code
 * @param inDoubt parts of transactions that are prepared and have no end yet
 * @param leases the worker ids that key generators of this process lease
 */
public record ShardingReport(
        Topology topology,
        List<Source> dataSources,
        Map<String, Long> statements,
        Map<Integer, Long> batches,
        Largest largest,
        PlanCache planCache,
        List<StatementCounts.Refused> refusals,
        List<InDoubt> inDoubt,
        List<Lease> leases) {

    /** More actual tables of one table are not listed. */
    private static final int MOST_NODES = 256;

    /**
     * The tables and the data sources that they lie on.
     *
     * @param tables the sharded tables
     * @param broadcastTables those that each data source has
     * @param singleTables the data source of each that is declared as one
     * @param defaultDataSource the home of tables that are not named anywhere
     */
    public record Topology(
            List<Table> tables,
            List<String> broadcastTables,
            Map<String, String> singleTables,
            String defaultDataSource) {}

    /**
     * A sharded table.
     *
     * @param actualTables how many it has
     * @param nodes the first of them
     * @param boundWith the tables that are sharded alike and joined with it
     * @param keyColumn the column that is filled when an INSERT leaves it out, or null
     * @param placedKeys how many keys have each of the units that were chosen for them; the keys are values
     */
    public record Table(
            String name,
            int actualTables,
            List<String> nodes,
            @Nullable Strategy databaseStrategy,
            @Nullable Strategy tableStrategy,
            List<String> boundWith,
            @Nullable String keyColumn,
            Map<String, Long> placedKeys) {}

    /** The choice of a data source or a table; by a hint if there are no columns. */
    public record Strategy(List<String> columns, @Nullable String alsoBy, String algorithm, int shards) {}

    /**
     * A data source.
     *
     * @param reachable as far as the last connection told
     * @param pool that of the primary if there are replicas, or null if it is not one of HikariCP
     */
    public record Source(String name, boolean reachable, @Nullable Pool pool, List<Replica> replicas) {}

    /** The connections of a pool; all but the maximum are null before the first. */
    public record Pool(
            int maximum,
            @Nullable Integer active,
            @Nullable Integer idle,
            @Nullable Integer total,
            @Nullable Integer waiting) {}

    /**
     * A replica.
     *
     * @param reason why it gets no reads; empty if it does
     * @param lagMillis null if that is not known
     */
    public record Replica(
            String name, boolean usable, String reason, @Nullable Long lagMillis, long reads, long failures) {}

    /**
     * Statements since the start, each shape of a text once, the largest first.
     *
     * @param slowest by time
     * @param widest by units, of those that went to several
     * @param mostGathered by rows that were copied
     */
    public record Largest(
            List<StatementReport> slowest, List<StatementReport> widest, List<StatementReport> mostGathered) {}

    /**
     * The plans.
     *
     * @param entries how many are kept
     * @param hits how often one was found
     * @param misses how often one was made
     */
    public record PlanCache(int entries, long hits, long misses) {}

    /**
     * A part of a transaction.
     *
     * @param stuck whether it could not be ended when that was last tried
     */
    public record InDoubt(String transaction, String dataSource, long ageSeconds, boolean stuck) {}

    /**
     * A worker id of a key generator; all but the generator and the table are null while none is held.
     *
     * @param table where it is leased from
     * @param owner under which name the table has it
     * @param until when the process stops to make keys unless it is renewed before
     * @param failing whether it could not be taken or renewed when that was last tried
     */
    public record Lease(
            String generator,
            String table,
            @Nullable Integer worker,
            @Nullable String owner,
            @Nullable Instant renewed,
            @Nullable Instant until,
            boolean failing) {}

    static ShardingReport of(ShardingDataSource dataSource, StatementCounts counts, Map<String, DataSource> pools) {
        return new ShardingReport(
                topology(dataSource.rule()),
                dataSource.dataSources().stream()
                        .map(state -> new Source(
                                state.name(),
                                state.reachable(),
                                pool(pools.get(state.name())),
                                replicas(state.name(), dataSource.replicas())))
                        .toList(),
                counts.statements(),
                counts.batches(),
                new Largest(counts.slowest(), counts.widest(), counts.mostGathered()),
                new PlanCache(dataSource.plans(), counts.hits(), counts.misses()),
                List.copyOf(counts.refusals().values()),
                dataSource.inDoubt().stream().map(ShardingReport::inDoubt).toList(),
                dataSource.leases().stream().map(ShardingReport::lease).toList());
    }

    private static Topology topology(ShardingRule rule) {
        List<Table> tables = new ArrayList<>();
        for (ShardedTable table : rule.shardedTables()) {
            KeyGeneration keys = table.keyGeneration();
            tables.add(new Table(
                    table.name(),
                    table.nodes().size(),
                    table.nodes().stream()
                            .limit(MOST_NODES)
                            .map(node -> node.dataSourceName() + "." + node.table())
                            .toList(),
                    strategy(table.databaseStrategy()),
                    strategy(table.tableStrategy()),
                    rule.boundTables().stream()
                            .filter(group -> group.contains(table.name()))
                            .flatMap(Set::stream)
                            .filter(name -> !name.equals(table.name()))
                            .toList(),
                    keys == null ? null : keys.column(),
                    table.placedKeys().stream()
                            .collect(Collectors.groupingBy(PlacedKey::unit, TreeMap::new, Collectors.counting()))));
        }
        return new Topology(
                tables,
                rule.broadcastTables().stream().sorted().toList(),
                new TreeMap<>(rule.singleTables()),
                rule.defaultDataSource());
    }

    private static @Nullable Strategy strategy(@Nullable ShardingStrategy strategy) {
        if (strategy == null) {
            return null;
        }
        ShardingAlgorithm algorithm = strategy.algorithmOfOthers();
        Class<?> type = algorithm.getClass();
        // An application's own algorithm may describe itself in any way.
        boolean own = !type.getPackageName().startsWith(ModAlgorithm.class.getPackageName());
        return new Strategy(
                strategy.columns(),
                strategy.alsoBy(),
                own ? type.getName() : algorithm.toString(),
                algorithm.shardCount());
    }

    private static @Nullable Pool pool(@Nullable DataSource dataSource) {
        HikariDataSource hikari = dataSource == null
                ? null
                : DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        if (hikari == null) {
            return null;
        }
        HikariPoolMXBean pool = hikari.getHikariPoolMXBean();
        return pool == null
                ? new Pool(hikari.getMaximumPoolSize(), null, null, null, null)
                : new Pool(
                        hikari.getMaximumPoolSize(),
                        pool.getActiveConnections(),
                        pool.getIdleConnections(),
                        pool.getTotalConnections(),
                        pool.getThreadsAwaitingConnection());
    }

    private static List<Replica> replicas(String dataSource, List<ReplicaState> states) {
        return states.stream()
                .filter(state -> state.dataSource().equals(dataSource))
                .map(state -> new Replica(
                        state.name(),
                        state.usable(),
                        state.reason(),
                        millis(state.lag()),
                        state.reads(),
                        state.failures()))
                .toList();
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }

    private static InDoubt inDoubt(InDoubtTransaction part) {
        return new InDoubt(
                part.transaction(),
                part.dataSource(),
                part.age().toSeconds(),
                !part.problem().isEmpty());
    }

    private static Lease lease(LeaseState state) {
        return new Lease(
                state.generator(),
                state.table(),
                state.worker(),
                state.worker() == null ? null : state.owner(),
                state.renewed(),
                state.until(),
                state.failing());
    }
}
