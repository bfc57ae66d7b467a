package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.MovingUpdates;
import io.shardkit.options.RuleStore;
import io.shardkit.options.Start;
import io.shardkit.options.StatisticsSettings;
import io.shardkit.options.Upserts;
import io.shardkit.options.Verification;
import io.shardkit.options.WithoutReplica;
import io.shardkit.rule.UniqueKeyChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;

/**
 * The {@code sharding.*} properties. Immutable. A property that is not one of them stops the start.
 *
 * @param enabled Whether sharding is on. If not, the application has the DataSource that Spring Boot gives it.
 * @param dataSources The databases, by name. The name is also the bean name of the pool.
 * @param dataSourceTemplate How to reach data sources that come with the rule while the application runs, and are not
 *     among the databases above.
 * @param hikari HikariCP settings for the pools of all data sources, such as maximum-pool-size.
 * @param tables The sharded tables, by logical name.
 * @param defaults Strategies of all tables that have none of their own.
 * @param bindingTables Groups of tables that are sharded alike and joined on their sharding columns; each group is a
 *     list of names separated by commas. Groups that share a table are one.
 * @param broadcastTables Tables that have a full copy on each data source.
 * @param singleTables Tables that live on one data source only, each written as data-source.table.
 * @param keyGenerateStrategies The columns of broadcast and single tables that are filled when an INSERT leaves them out,
 *     by table.
 * @param defaultDataSource The home of tables that are not named anywhere. The default is the data source that is
 *     declared first.
 * @param algorithms The sharding algorithms, by the name that strategies refer to.
 * @param next The wanted rule: what is to become of some tables. It changes nothing until a reshard is begun.
 * @param keyGenerators The key generators, by the name that key-generate-strategy refers to.
 * @param transaction Transactions over several data sources.
 * @param gather Queries that need rows of several shards in one place.
 * @param uniqueKeys Unique keys, such as the primary key, that lack a sharding column: each database keeps them within
 *     one actual table only.
 * @param replicas How the replicas of data sources are used.
 * @param guard How far a single statement may go. Beyond a limit it is refused, never cut short.
 * @param hint Hints that say where a statement runs.
 * @param planCache The cache of planned statements.
 * @param verification How closely the tables of the databases are looked at when the application starts.
 * @param start What happens if a data source cannot be reached when the application starts.
 * @param ruleStore The tables in the databases by which all instances of the application keep to one rule.
 * @param heat Counts of which sharding values, units and statements get the traffic.
 * @param metrics What the meters of statements tell.
 * @param statements Statistics of statements.
 * @param proxy Settings of the server that sharding-proxy is; others do not read them.
 * @param endpoint What Actuator's endpoint sharding may do.
 * @param log What the log tells of statements.
 * @param audit The audit of an application that is not sharded yet.
 * @param imported A configuration of Apache ShardingSphere 5 or 4 to run with: classpath:sharding.yaml, file:sharding.yaml, or
 *     spring.shardingsphere for the properties of its starter. What is set here under sharding wins over it.
 */
@ConfigurationProperties(prefix = "sharding", ignoreUnknownFields = false)
public record ShardingProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Map<String, Pool> dataSources,
        @Nullable Template dataSourceTemplate,
        @DefaultValue Map<String, String> hikari,
        @DefaultValue Map<String, Table> tables,
        @DefaultValue Defaults defaults,
        @DefaultValue List<String> bindingTables,
        @DefaultValue List<String> broadcastTables,
        @DefaultValue List<String> singleTables,
        @DefaultValue Map<String, KeyGenerate> keyGenerateStrategies,
        @Nullable String defaultDataSource,
        @DefaultValue Map<String, Algorithm> algorithms,
        @Nullable Next next,
        @DefaultValue Map<String, Generator> keyGenerators,
        @DefaultValue Transaction transaction,
        @DefaultValue Gather gather,
        @DefaultValue UniqueKeys uniqueKeys,
        @DefaultValue Replicas replicas,
        @DefaultValue Guard guard,
        @DefaultValue Hint hint,
        @DefaultValue PlanCache planCache,
        @DefaultValue("fast") Verification verification,
        @DefaultValue("stop") Start start,
        @DefaultValue RuleStoreTables ruleStore,
        @DefaultValue HeatCounts heat,
        @DefaultValue Metrics metrics,
        @DefaultValue Statements statements,
        @DefaultValue Map<String, Object> proxy,
        @DefaultValue Endpoint endpoint,
        @DefaultValue Log log,
        @DefaultValue Audit audit,
        @Name("import") @Nullable String imported) {

    /**
     * One database and its connection pool. Left empty, it stands for a bean of type DataSource that has its name.
     *
     * @param url JDBC URL of the database.
     * @param username Login user of the database.
     * @param password Login password of the database.
     * @param driverClassName Fully qualified name of the JDBC driver. The default is found from the URL.
     * @param hikari HikariCP settings for this pool, or for those of the primary and the replicas; they win over
     *     sharding.hikari.
     * @param primary The server that takes the writes, where there are replicas as well.
     * @param replicas Copies of the primary that the database keeps up to date. They answer reads.
     * @param loadBalancer How reads are shared out among the replicas. The default is round-robin.
     */
    @ConfigurationPropertiesSource
    public record Pool(
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @DefaultValue Map<String, String> hikari,
            @Nullable Primary primary,
            @DefaultValue List<Replica> replicas,
            @Nullable LoadBalance loadBalancer) {

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return "Pool[username=" + username + "]";
        }
    }

    /**
     * The databases of data sources that come with the rule while the application runs, of which names are known only.
     *
     * @param url JDBC URL of a database; {name} stands for the name of the data source.
     * @param username Login user of the databases; {name} stands for the name of the data source.
     * @param password Login password of the databases.
     * @param driverClassName Fully qualified name of the JDBC driver. The default is found from the URL.
     * @param hikari HikariCP settings for these pools; they win over sharding.hikari.
     */
    @ConfigurationPropertiesSource
    public record Template(
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @DefaultValue Map<String, String> hikari) {
        static final String PROPERTY = "sharding.data-source-template";
        private static final String NAME = "{name}";

        void check() {
            boolean isOfName = (url + " " + username).contains(NAME);
            if (url == null || url.isBlank() || !isOfName) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        PROPERTY + ".url",
                        url == null || url.isBlank()
                                ? "it is missing"
                                : "it has no " + NAME + ", so that all data sources would be one database");
            }
            if ((url + " " + username).contains("$" + NAME)) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, PROPERTY + ".url", NAME + " is written without a dollar");
            }
            ShardPool.resolved(url, PROPERTY + ".url");
            ShardPool.resolved(String.valueOf(username), PROPERTY + ".username");
            ShardPool.resolved(String.valueOf(password), PROPERTY + ".password");
        }

        /** The settings of the data source of a name. */
        ServerPools.Settings named(String name) {
            return new ServerPools.Settings(
                    name,
                    PROPERTY,
                    false,
                    false,
                    url == null ? null : url.replace(NAME, name),
                    username == null ? null : username.replace(NAME, name),
                    password,
                    driverClassName,
                    hikari,
                    1);
        }

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return "Template[username=" + username + "]";
        }
    }

    /**
     * The server of a data source that takes the writes. Without a URL, it stands for a bean of type DataSource that has
     * its name.
     *
     * @param name Name of its pool, in health, metrics and messages. The default is that of the data source with -primary.
     * @param url JDBC URL of the database.
     * @param username Login user of the database.
     * @param password Login password of the database.
     * @param driverClassName Fully qualified name of the JDBC driver. The default is found from the URL.
     * @param hikari HikariCP settings for this pool; they win over those of the data source.
     */
    @ConfigurationPropertiesSource
    public record Primary(
            @Nullable String name,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @DefaultValue Map<String, String> hikari) {

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return "Primary[name=" + name + "]";
        }
    }

    /**
     * A copy of a data source's primary. Without a URL, it stands for a bean of type DataSource that has its name.
     *
     * @param name Name of its pool, in health, metrics and messages. The default is that of the data source with
     *     -replica-0, -replica-1 and so on.
     * @param url JDBC URL of the database.
     * @param username Login user of the database.
     * @param password Login password of the database.
     * @param driverClassName Fully qualified name of the JDBC driver. The default is found from the URL.
     * @param hikari HikariCP settings for this pool; they win over those of the data source.
     * @param weight Its share of the reads where the load-balancer is weight, at least 1. The default is 1.
     */
    @ConfigurationPropertiesSource
    public record Replica(
            @Nullable String name,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @DefaultValue Map<String, String> hikari,
            @Nullable Integer weight) {

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return "Replica[name=" + name + "]";
        }
    }

    /**
     * The use of the replicas of data sources.
     *
     * @param afterWrite Which server answers a read that has to see an own write.
     * @param afterWriteFor How long after a write the reads of its thread, or of its client, have to see it. Reads of the
     *     connection that wrote always have to.
     * @param waitTimeout How long such a read waits for a replica to have the write before the primary answers it.
     * @param maxLag How far a replica may lag its primary; a replica that lags more gets no reads. It also has to be no
     *     less than the check-interval.
     * @param checkInterval How often each replica is asked for its health and its lag, at least 10ms.
     * @param warmUp How long a replica that comes back gets less than its share of the reads.
     * @param withoutReplica What happens to reads while no replica can be used.
     */
    public record Replicas(
            @DefaultValue("wait") AfterWrite afterWrite,
            @DefaultValue("30s") Duration afterWriteFor,
            @DefaultValue("200ms") Duration waitTimeout,
            @DefaultValue("5s") Duration maxLag,
            @DefaultValue("1s") Duration checkInterval,
            @DefaultValue("60s") Duration warmUp,
            @DefaultValue("primary") WithoutReplica withoutReplica) {}

    /**
     * One sharded table.
     *
     * @param actualDataNodes The actual tables, as a pattern such as ds{0..1}.t_order_{0..3}, or
     *     ds{0..1}.sales.t_order_{0..3} if they are in another schema than that of the connections; several patterns are
     *     a list, or separated by commas.
     * @param moved The data sources of actual tables that lie on another one than actual-data-nodes says, by their nodes:
     *     with ds0.t_order_3 on ds4, the table keeps its name and its rows, and ds4 has it; with ds4.t_order_3_g2, it has
     *     that name there. Bound tables move together.
     * @param placedKeys Values of the sharding column whose rows lie in units that are chosen for them, whatever the
     *     algorithms say; 1,000 at most. One column has to decide alone. Bound tables need the same keys.
     * @param databaseStrategy What chooses the data source. Not needed if there is one.
     * @param tableStrategy What chooses the table. Not needed if each data source has one.
     * @param keyGenerateStrategy The column that is filled when an INSERT leaves it out.
     * @param autoCreate Whether an actual table that is not there is created when the first row for it comes, like the
     *     newest one on its data source. Where the algorithm of the table strategy is interval or auto-interval, actual
     *     tables may be missing without it too: they have no rows, and rows for them are refused.
     * @param lookups Lookup tables by the column whose values they keep unique over all actual tables, and find rows by.
     * @param uniqueKeys What becomes of a unique key that lacks a sharding column, by its column, or by its columns as in
     *     [tenant,email]: check has each write look for the key in the other actual tables, under a lock that its
     *     transaction holds; accept leaves equal values in different actual tables unnoticed.
     * @param autoIncrement Whether a column may repeat its values that each actual table counts by itself. With accept it
     *     may, or the servers count in ranges or steps of their own; unique keys with the column need no other choice.
     */
    @ConfigurationPropertiesSource
    public record Table(
            @DefaultValue List<String> actualDataNodes,
            @DefaultValue Map<String, String> moved,
            @DefaultValue List<PlacedKey> placedKeys,
            @Nullable Strategy databaseStrategy,
            @Nullable Strategy tableStrategy,
            @Nullable KeyGenerate keyGenerateStrategy,
            @DefaultValue("false") boolean autoCreate,
            @DefaultValue Map<String, LookupTable> lookups,
            @DefaultValue Map<String, UniqueKeyChoice> uniqueKeys,
            @Nullable AutoIncrement autoIncrement) {}

    /**
     * The place of the rows with one value of the sharding column.
     *
     * @param key The value, as text: a number without leading zeros, a date as 2024-01-31, bytes as hexadecimal digits.
     *     YAML reads NO and 007 as something else unless they are quoted.
     * @param unit The data source and the actual table, such as ds4.t_order_vip. One of actual-data-nodes, or a further one.
     */
    @ConfigurationPropertiesSource
    public record PlacedKey(@Nullable String key, @Nullable String unit) {}

    /**
     * The lookup table of a column.
     *
     * @param table The table that has each value of the column once, and the sharding columns of the row that has it. One of
     *     sharding.tables that is sharded by the column alone, or one that is not sharded.
     * @param writeOnly Whether it is kept, and not asked for rows, as while it lacks rows that were there before it.
     */
    @ConfigurationPropertiesSource
    public record LookupTable(@Nullable String table, @DefaultValue("false") boolean writeOnly) {}

    /**
     * Strategies of all tables that have none of their own. A table that has one of type none has none.
     *
     * @param databaseStrategy What chooses the data source of tables that lie on several.
     * @param tableStrategy What chooses the table where a data source has several, or where none chooses the data source.
     * @param keyGenerateStrategy The column that is filled when an INSERT leaves it out.
     */
    public record Defaults(
            @Nullable Strategy databaseStrategy,
            @Nullable Strategy tableStrategy,
            @Nullable KeyGenerate keyGenerateStrategy) {}

    /**
     * The wanted rule, which is laid over the configured one: a table that is named here is as it is named here, a list
     * that is given replaces the list, and everything else stays.
     *
     * @param tables The sharded tables that are to be otherwise, each with all of its settings, by logical name.
     * @param defaults Strategies of all tables that have none of their own. The default is those of sharding.defaults.
     * @param bindingTables Groups of tables that are sharded alike, all of them. The default is sharding.binding-tables.
     * @param broadcastTables Tables that have a full copy on each data source, all of them. The default is
     *     sharding.broadcast-tables.
     * @param singleTables Tables that live on one data source only, all of them, each written as data-source.table. A table
     *     that was sharded moves there. The default is sharding.single-tables.
     * @param keyGenerateStrategies The columns of broadcast and single tables that are filled when an INSERT leaves them out,
     *     by table. Those of other tables stay.
     * @param algorithms Further sharding algorithms, or others of the same name, by the name that strategies refer to.
     */
    public record Next(
            @DefaultValue Map<String, Table> tables,
            @Nullable Defaults defaults,
            @Nullable List<String> bindingTables,
            @Nullable List<String> broadcastTables,
            @Nullable List<String> singleTables,
            @DefaultValue Map<String, KeyGenerate> keyGenerateStrategies,
            @DefaultValue Map<String, Algorithm> algorithms) {}

    /**
     * The choice of a data source or a table.
     *
     * @param type What decides. The default is standard, one column, or complex where there are sharding-columns; hint
     *     leaves it to a ShardingHint, and none overrules sharding.defaults.
     * @param shardingColumn The column whose value decides.
     * @param shardingColumns The columns whose values decide together.
     * @param algorithm Name of one of sharding.algorithms, or of a bean of type ShardingAlgorithm.
     * @param alsoBy A column of whole numbers whose low bits hold the shard of the sharding column's value, as a
     *     generator with embed puts it there: rows are found by it as well. All rows have to have such keys.
     */
    public record Strategy(
            @Nullable StrategyType type,
            @Nullable String shardingColumn,
            @DefaultValue List<String> shardingColumns,
            @Nullable String algorithm,
            @Nullable String alsoBy) {}

    /**
     * The filling of a column that an INSERT leaves out.
     *
     * @param type Whether one is filled. The default is column; none overrules sharding.defaults.
     * @param column The column that is filled.
     * @param generator Name of one of sharding.key-generators, or of a bean of type KeyGenerator.
     */
    @ConfigurationPropertiesSource
    public record KeyGenerate(@Nullable KeyGenerateType type, @Nullable String column, @Nullable String generator) {}

    /**
     * One sharding algorithm.
     *
     * @param type Which algorithm it is, such as mod or interval; see the types of algorithms.
     * @param props Settings of the algorithm, which differ by its type.
     */
    @ConfigurationPropertiesSource
    public record Algorithm(@Nullable String type, @DefaultValue Map<String, String> props) {}

    /**
     * One key generator.
     *
     * @param type Which generator it is, such as snowflake or uuid; see the types of key generators.
     * @param props Settings of the generator, which differ by its type.
     */
    @ConfigurationPropertiesSource
    public record Generator(@Nullable String type, @DefaultValue Map<String, String> props) {}

    /**
     * Transactions over several data sources.
     *
     * @param crossSource What happens when one transaction writes to more than one data source.
     * @param lockTimeout How long a transaction over several data sources waits for a lock where the database would
     *     wait for ever (PostgreSQL with lock_timeout 0). 0 means that it may.
     * @param commitFence Whether queries over several data sources wait for commits over several, and these for the
     *     queries, so that a query sees all of a commit of the same process or none.
     * @param atomic What atomic commits need.
     * @param jta Whether connections take part in the transactions of JTA where the application has a transaction
     *     manager for them. This needs the module sharding-jta.
     */
    public record Transaction(
            @DefaultValue("best-effort") CrossSource crossSource,
            @DefaultValue("30s") Duration lockTimeout,
            @DefaultValue("false") boolean commitFence,
            @DefaultValue Atomic atomic,
            @DefaultValue("true") boolean jta) {}

    /**
     * Commits that all data sources make or none.
     *
     * @param enabled Whether transactions may ask for one. The default is true if sharding.transaction.cross-source is
     *     atomic, and false otherwise.
     * @param table Name of the table of decisions, which each data source has.
     * @param createTable Whether that table is created where it is missing.
     * @param recoverAfter How long a part of a transaction stays prepared, without an end, before another process than
     *     its own brings it to one.
     */
    public record Atomic(
            @Nullable Boolean enabled,
            @DefaultValue(AtomicCommits.TABLE) String table,
            @DefaultValue("true") boolean createTable,
            @DefaultValue("30s") Duration recoverAfter) {}

    /**
     * Queries that need rows of several shards in one place: they are copied into temporary tables of one data source.
     *
     * @param enabled Whether rows may be gathered. Without it, such queries are refused.
     * @param maxRows How many rows a query may move from other databases to one, at least 1. A query that needs more is
     *     refused.
     * @param maxBytes How many bytes the values of the rows may take that a query moves to one database, at least one. A
     *     query that needs more is refused.
     */
    public record Gather(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("100000") long maxRows,
            @DefaultValue("256MB") DataSize maxBytes) {}

    /**
     * Unique keys, such as the primary key, that lack a sharding column: each database keeps them within one actual
     * table only.
     *
     * @param upserts What happens with INSERT IGNORE, REPLACE, ON DUPLICATE KEY UPDATE and ON CONFLICT on a table that
     *     has such a key.
     * @param withoutShardingColumn What becomes of such a key for which its table chooses nothing. With refuse the start
     *     stops, and DDL that makes one is refused; accept goes for columns too that each actual table counts by itself.
     */
    public record UniqueKeys(
            @DefaultValue("check") Upserts upserts, @DefaultValue("refuse") UniqueKeyChoice withoutShardingColumn) {}

    /**
     * The limits of a single statement. Beyond a limit it is refused, never cut short.
     *
     * @param maxUnits How many actual tables of one logical table a statement may touch, at least 1.
     * @param maxMergedRows How many groups, and values that COUNT(DISTINCT) counts, a merge may hold in memory, at least
     *     1.
     * @param maxOffset How many rows of a merged result may be skipped by OFFSET, 0 or more.
     * @param writesWithoutCondition Whether UPDATE and DELETE of a sharded table may lack a WHERE.
     * @param movingUpdates What happens to a row that an UPDATE gives a sharding key of another actual table.
     * @param timeout How long a statement or a commit may take where the application sets no query timeout, in whole
     *     seconds. A connection that does not answer by then is ended. 0 means any time.
     * @param maxWaiting How many threads may wait for a connection to one data source at a time; one more is refused at
     *     once. 0 means any number.
     */
    public record Guard(
            @DefaultValue("1024") int maxUnits,
            @DefaultValue("1000000") long maxMergedRows,
            @DefaultValue("1000000") long maxOffset,
            @DefaultValue("false") boolean writesWithoutCondition,
            @DefaultValue("move") MovingUpdates movingUpdates,
            @DefaultValue("0s") Duration timeout,
            @DefaultValue("0") int maxWaiting) {}

    /**
     * The tables in the databases by which all instances of the application keep to one rule: an instance whose rule
     * would look for rows elsewhere does not start.
     *
     * @param mode Whether they are used: auto where they are there or can be made, required to stop the start without
     *     them, or off.
     * @param dataSource The data source that has them. The default is sharding.default-data-source, or the first in
     *     alphabetical order.
     * @param ruleTable The name of the table of rules, with or without a schema.
     * @param memberTable The name of the table of running instances, with or without a schema.
     * @param createTables Whether the tables are created where they are missing.
     * @param poll How often an instance looks for a newer rule, 100ms to 1h.
     * @param pause How long new transactions on tables that are moved wait at most while the rule is switched, up to 1m.
     * @param accept The hash of the rule that is configured here, as the refused start tells it, if it is to replace the
     *     stored one: rows have to lie where it looks for them, and no other instance may run.
     * @param instance The name of this instance in messages. The default is its host and process.
     */
    public record RuleStoreTables(
            @DefaultValue("auto") RuleStore.Mode mode,
            @Nullable String dataSource,
            @DefaultValue(RuleStore.RULES) String ruleTable,
            @DefaultValue(RuleStore.MEMBERS) String memberTable,
            @DefaultValue("true") boolean createTables,
            @DefaultValue("5s") Duration poll,
            @DefaultValue("2s") Duration pause,
            @Nullable String accept,
            @Nullable String instance) {}

    /**
     * Counts of the traffic.
     *
     * @param enabled Whether executions are counted. Without it they cost nothing.
     * @param interval After what time counts weigh half, and are shared with the other instances, 1s to 1h.
     * @param keys How many sharding values are counted for each group of bound tables, and how many statements, 10 to
     *     10000.
     * @param sample Of how many executions one is counted, 1 to 10000.
     * @param hashValues Whether sharding values are shared and shown as hashes only.
     * @param table The name of the table, beside those of the rule store, in which instances share their counts.
     */
    public record HeatCounts(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("1m") Duration interval,
            @DefaultValue("200") int keys,
            @DefaultValue("128") int sample,
            @DefaultValue("false") boolean hashValues,
            @DefaultValue(HeatSettings.TABLE) String table) {}

    /**
     * The meters.
     *
     * @param histograms Whether the timers count in the buckets of histograms, of which percentiles are calculated. What
     *     management.metrics.distribution says of them wins.
     */
    public record Metrics(@DefaultValue("false") boolean histograms) {}

    /**
     * Statistics of statements.
     *
     * @param enabled Whether executions are counted by statement. Without it they cost nothing.
     * @param shapes How many statements, without their values, are counted apart, 10 to 10000.
     * @param interval After what time they are shared with the other instances, 1s to 1h.
     * @param table The name of the table, beside those of the rule store, in which instances share them.
     */
    public record Statements(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("1000") int shapes,
            @DefaultValue("1m") Duration interval,
            @DefaultValue(StatisticsSettings.TABLE) String table) {}

    /**
     * Hints that say where a statement runs.
     *
     * @param comments Whether a comment before a statement may do so, with the words sharding: ds=ds1 in it.
     */
    public record Hint(@DefaultValue("false") boolean comments) {}

    /**
     * The cache of planned statements.
     *
     * @param maximumSize How many plans are kept, at least 1.
     * @param maximumWeight About how many bytes they may occupy, at least 1MB. A plan that needs more than a
     *     sixteenth of that is not kept.
     */
    public record PlanCache(@DefaultValue("2048") int maximumSize, @DefaultValue("64MB") DataSize maximumWeight) {}

    /**
     * The abilities of Actuator's endpoint sharding.
     *
     * @param explain Whether it says how a statement would run that is sent to it. The statement is not run.
     */
    public record Endpoint(@DefaultValue("false") boolean explain) {}

    /**
     * The audit of an application that is not sharded yet: it runs on its own DataSources, and what it sends is planned by
     * the rule that is written here.
     *
     * @param enabled Whether statements are planned and nothing is sharded.
     * @param file Path of the files that the report is written to when the application ends, without .md and .json.
     */
    public record Audit(@DefaultValue("false") boolean enabled, @DefaultValue("sharding-audit") String file) {}

    /**
     * The log of statements, by the logger io.shardkit.statements.
     *
     * @param slow From how long on a statement is written as a slow one. The default is that none is.
     * @param wide From how many units on a statement is written as a wide one, at least 1. The default is that none is.
     * @param statements Whether each statement is written, with those that were sent to the databases for it, where the
     *     logger writes debug.
     * @param values Whether SQL is written as it is, with the values and comments that stand in it. Parameters are never
     *     written.
     */
    public record Log(
            @Nullable Duration slow,
            @Nullable Integer wide,
            @DefaultValue("false") boolean statements,
            @DefaultValue("false") boolean values) {}
}
