package io.shardkit.execute.run;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.Bulkhead;
import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.SessionModes;
import io.shardkit.execute.StartCheck;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.atomic.AtomicProtocol;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Start;
import io.shardkit.replica.Member;
import io.shardkit.replica.Replicas;
import io.shardkit.rule.SettingNames;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The databases of one logical data source, checked and ready to run statements. Immutable.
 *
 * @param databases the databases
 * @param atomic commits atomically on them, if that is switched on
 * @param protocols how transactions over them commit
 * @param fence keeps reads away from commits that are half done, or null if they may meet
 * @param known the facts about each of them
 * @param product what the first of them says about itself
 * @param runner runs statements on them
 */
public record Shards(
        Databases databases,
        @Nullable AtomicProtocol atomic,
        CommitProtocols protocols,
        @Nullable CommitFence fence,
        List<StartCheck.Facts> known,
        ProductFacts product,
        StatementRunner runner) {
    private static final Logger LOG = LoggerFactory.getLogger(Shards.class);
    private static final int TWO_PHASE_SECONDS = 10;

    /** As the other, of data sources without replicas. */
    public static Shards open(Map<String, DataSource> dataSources, ShardingRule rule, ShardingOptions options)
            throws SQLException {
        return open(dataSources, rule, options, Replication.NONE);
    }

    /**
     * Asks each database what it is, side by side on the options' executor; nothing of it is
     * changed, but that the table of decisions is made if commits are to be atomic.
     *
     * @param dataSources the pools by name, in the order of the rule's data sources; of those with replicas the primaries'
     * @param replication which of them have replicas; one that cannot be reached yet is no error
     * @throws ShardingConfigurationException if a database cannot be reached, is of a kind that is not known, or of
     *     another kind than the first; if that is true of several, those of the others are suppressed in it
     * @throws SQLException if a database fails otherwise
     */
    public static Shards open(
            Map<String, DataSource> dataSources, ShardingRule rule, ShardingOptions options, Replication replication)
            throws SQLException {
        List<String> names = new ArrayList<>(dataSources.keySet());
        ShardMap map = ShardMap.of(rule);
        check(names, map);
        List<StartCheck.Facts> facts = StartCheck.of(
                dataSources, options.executor(), options.limits().timeoutSeconds(), start(map, options, replication));
        ProductFacts product = facts.isEmpty() ? null : facts.get(0).product();
        if (product == null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.data-sources", "no data source is configured");
        }
        Dialect dialect = facts.get(0).dialect();
        List<ConnectionDefaults> defaults =
                facts.stream().map(StartCheck.Facts::defaults).toList();
        ServerSettings settings = ReplicaStart.check(
                dataSources, replication, options, facts.get(0).settings());
        Replicas replicas = ReplicaStart.replicas(dataSources, replication, dialect);
        SessionModes modes = new SessionModes(dialect.sqlModes(), sessions(facts, replicas), settings.offset());
        List<DataSource> pools = replicas == null ? List.copyOf(dataSources.values()) : replicas.primaries();
        Databases databases = new Databases(
                names,
                pools,
                dialect,
                settings,
                facts.get(0).driver(),
                ConnectionDefaults.first(defaults),
                modes,
                options,
                lockLimit(facts, dialect, options.lockTimeout(), map.names()),
                facts.stream().anyMatch(StartCheck.Facts::timeoutUndoes),
                bulkheads(dataSources, pools, facts, replicas, options),
                replicas,
                names.size() + (replicas == null ? 0 : replicas.members().size()),
                options.limits().timeoutSeconds());
        CommitFence fence = options.commitFence() ? new CommitFence() : null;
        return of(databases, null, facts, product, map, fence, new CommitFence(), new CommitGate());
    }

    private static Shards of(
            Databases databases,
            @Nullable AtomicProtocol before,
            List<StartCheck.Facts> facts,
            ProductFacts product,
            ShardMap rule,
            @Nullable CommitFence fence,
            CommitFence moves,
            CommitGate gate) {
        ShardingOptions options = databases.options();
        AtomicCommits commits = options.atomic();
        List<ConnectionDefaults> defaults = defaults(facts);
        boolean isAlone = databases.size() < 2;
        AtomicProtocol atomic = before;
        if (before != null && commits != null) {
            atomic = before.over(databases, defaults, commits);
        } else if (commits != null && !isAlone) {
            atomic = AtomicProtocol.open(databases, defaults, commits, fence, gate);
        }
        CommitProtocols protocols = isAlone
                ? CommitProtocols.single(gate)
                : new CommitProtocols(options.crossSource(), atomic, fence, gate);
        CommitProtocols sharing = protocols.sharing(moves).observedBy(options.listener());
        TableNames names = new TableNames(rule, databases.dialect(), defaults);
        return new Shards(
                databases, atomic, sharing, fence, facts, product, StatementRunner.over(databases, names, moves));
    }

    /** The sessions of a replica are those of its primary. */
    private static List<String> sessions(List<StartCheck.Facts> facts, @Nullable Replicas replicas) {
        List<String> sessions =
                new ArrayList<>(facts.stream().map(StartCheck.Facts::session).toList());
        for (int i = 0; replicas != null && i < replicas.members().size(); i++) {
            sessions.add(sessions.get(replicas.dataSource(facts.size() + i)));
        }
        return sessions;
    }

    private static List<ConnectionDefaults> defaults(List<StartCheck.Facts> facts) {
        return facts.stream().map(StartCheck.Facts::defaults).toList();
    }

    /** Returns the facts about the first of the databases. */
    public StartCheck.Facts facts() {
        return known.get(0);
    }

    /**
     * The databases of another rule. Those that both have are used as before, by the same pools; the others are asked what
     * they are, as at the start.
     *
     * @param given the pools of its data sources, by name and in their order
     * @throws ShardingConfigurationException if one of the others cannot be reached or used beside them, or with its replicas
     * @throws SQLException if a database fails otherwise
     */
    public Shards over(ShardMap rule, Map<String, DataSource> given) throws SQLException {
        List<String> names = List.copyOf(given.keySet());
        check(names, rule);
        Replicas before = databases.replicas();
        Replicas replicas = before == null ? null : before.over(given);
        Map<String, DataSource> pools = new LinkedHashMap<>();
        given.forEach((name, pool) ->
                pools.put(name, replicas == null ? pool : replicas.primaries().get(pools.size())));
        ShardingOptions options = databases.options();
        Map<String, StartCheck.Facts> knownByName = new HashMap<>();
        for (int i = 0; i < known.size(); i++) {
            knownByName.put(databases.names().get(i), known.get(i));
        }
        List<StartCheck.Facts> facts =
                StartCheck.joining(pools, knownByName, options.limits().timeoutSeconds());
        Dialect dialect = databases.dialect();
        List<Bulkhead> bulkheads = new ArrayList<>();
        pools.forEach((name, pool) -> bulkheads.add(bulkhead(name, pool)));
        ServerSettings settings = facts.get(0).settings();
        if (replicas != null) {
            Map<String, DataSource> joining = new LinkedHashMap<>(pools);
            joining.keySet().removeAll(knownByName.keySet());
            settings =
                    ReplicaStart.check(joining, replicas.replication(), options, settings.with(databases.settings()));
            replicas.members().forEach(member -> bulkheads.add(bulkhead(member.name(), member.dataSource())));
            replicas.start();
        }
        SessionModes modes = new SessionModes(dialect.sqlModes(), sessions(facts, replicas), settings.offset());
        Databases others = new Databases(
                names,
                List.copyOf(pools.values()),
                dialect,
                settings,
                databases.driver(),
                ConnectionDefaults.first(defaults(facts)),
                modes,
                options,
                lockLimit(facts, dialect, options.lockTimeout(), rule.names()),
                facts.stream().anyMatch(StartCheck.Facts::timeoutUndoes),
                bulkheads,
                replicas,
                bulkheads.size(),
                databases.timeoutSeconds());
        return of(others, atomic, facts, product, rule, fence, protocols.moves(), protocols.gate());
    }

    /** The bulkhead of a pool that these databases have, or a new one. */
    private Bulkhead bulkhead(String name, DataSource pool) {
        for (int i = 0; i < databases.members(); i++) {
            if (databases.name(i).equals(name) && databases.pool(i).equals(pool)) {
                return databases.bulkheads().get(i);
            }
        }
        return new Bulkhead(name, pool, databases.options().maxWaiting());
    }

    /** Returns how to start: where work at the start needs all databases, none may be missing. */
    private static Start start(ShardMap rule, ShardingOptions options, Replication replication) {
        boolean all = rule.grows() || options.atomic() != null || !replication.equals(Replication.NONE);
        return all ? Start.STOP : options.start();
    }

    private static List<Bulkhead> bulkheads(
            Map<String, DataSource> dataSources,
            List<DataSource> pools,
            List<StartCheck.Facts> facts,
            @Nullable Replicas replicas,
            ShardingOptions options) {
        List<Bulkhead> bulkheads = new ArrayList<>();
        int seconds = options.limits().timeoutSeconds();
        for (String name : dataSources.keySet()) {
            int i = bulkheads.size();
            bulkheads.add(
                    facts.get(i).present()
                            ? new Bulkhead(name, pools.get(i), options.maxWaiting())
                            : Bulkhead.absent(
                                    name,
                                    pools.get(i),
                                    options.maxWaiting(),
                                    () -> StartCheck.late(dataSources, i, facts, seconds)));
        }
        for (Member member : replicas == null ? List.<Member>of() : replicas.members()) {
            bulkheads.add(new Bulkhead(member.name(), member.dataSource(), options.maxWaiting()));
        }
        return bulkheads;
    }

    /**
     * Checks that the databases can commit in two phases; a single one need not.
     *
     * @throws ShardingConfigurationException if one of several cannot
     * @throws SQLException if one cannot be asked
     */
    public void checkTwoPhase() throws SQLException {
        for (int i = 0; i < databases.size() && databases.size() > 1; i++) {
            String name = databases.names().get(i);
            try (Connection connection = databases.dataSources().get(i).getConnection()) {
                String lacks = TimedQuestion.ask(
                        connection,
                        TWO_PHASE_SECONDS,
                        () -> Objects.requireNonNullElse(
                                databases.dialect().twoPhase().lacks(connection), ""));
                if (!lacks.isEmpty()) {
                    throw new ShardingConfigurationException(
                            ErrorCode.ATOMIC_LACKING, "sharding.data-sources." + name, lacks);
                }
            }
        }
    }

    /**
     * A runner for statements that are planned by another rule.
     *
     * @throws ShardingConfigurationException if its data sources are others
     */
    public StatementRunner runner(ShardMap other) {
        check(databases.names(), other);
        return runner.with(new TableNames(other, databases.dialect(), defaults(known)));
    }

    private static void check(List<String> names, ShardMap rule) {
        if (!names.equals(rule.dataSources())) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.data-sources",
                    "the pools " + names + " are not those of the rule, " + rule.dataSources());
        }
    }

    /** Returns the statement that ends waits for locks in transactions over several databases, or null if none is needed. */
    private static @Nullable String lockLimit(
            List<StartCheck.Facts> facts, Dialect dialect, Duration limit, SettingNames names) {
        if (facts.size() == 1 || facts.stream().noneMatch(StartCheck.Facts::waitsForEver)) {
            return null;
        }
        if (limit.toMillis() <= 0) {
            LOG.warn(names.in(
                    "A deadlock of two transactions over several data sources lasts for ever, as lock_timeout is 0"
                            + " there, and sharding.transaction.lock-timeout is 0. Set one of the two."));
            return null;
        }
        return dialect.transactions().limitLockWaits(limit.toMillis());
    }
}
