package io.shardkit.boot.autoconfigure;

import io.shardkit.rule.CrossSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code sharding.*} properties. Immutable. A property that is not one of them stops the start.
 *
 * @param enabled Whether sharding is on. If not, the application has the DataSource that Spring Boot gives it.
 * @param dataSources The databases, by name. The name is also the bean name of the pool.
 * @param hikari HikariCP settings for the pools of all data sources, such as maximum-pool-size.
 * @param tables The sharded tables, by logical name.
 * @param bindingTables Groups of tables that are sharded alike and joined on their sharding columns; each group is a
 *     list of names separated by commas.
 * @param broadcastTables Tables that have a full copy on each data source.
 * @param singleTables Tables that live on one data source only, each written as data-source.table.
 * @param defaultDataSource The home of tables that are not named anywhere. The default is the data source that is
 *     declared first.
 * @param algorithms The sharding algorithms, by the name that strategies refer to.
 * @param keyGenerators The key generators, by the name that key-generate-strategy refers to.
 * @param transaction Transactions over several data sources.
 * @param planCache The cache of planned statements.
 */
@ConfigurationProperties(prefix = "sharding", ignoreUnknownFields = false)
public record ShardingProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Map<String, Pool> dataSources,
        @DefaultValue Map<String, String> hikari,
        @DefaultValue Map<String, Table> tables,
        @DefaultValue List<String> bindingTables,
        @DefaultValue List<String> broadcastTables,
        @DefaultValue List<String> singleTables,
        @Nullable String defaultDataSource,
        @DefaultValue Map<String, Algorithm> algorithms,
        @DefaultValue Map<String, Generator> keyGenerators,
        @DefaultValue Transaction transaction,
        @DefaultValue PlanCache planCache) {

    /**
     * One database and its connection pool. Left empty, it stands for a bean of type DataSource that has its name.
     *
     * @param url JDBC URL of the database.
     * @param username Login user of the database.
     * @param password Login password of the database.
     * @param driverClassName Fully qualified name of the JDBC driver. The default is found from the URL.
     * @param hikari HikariCP settings for this pool; they win over sharding.hikari.
     */
    @ConfigurationPropertiesSource
    public record Pool(
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @DefaultValue Map<String, String> hikari) {

        /** Without the password and the pool's settings, which may hold one. */
        @Override
        public String toString() {
            return "Pool[username=" + username + "]";
        }
    }

    /**
     * One sharded table.
     *
     * @param actualDataNodes The actual tables, as a pattern such as ds{0..1}.t_order_{0..3}; several patterns are
     *     separated by commas.
     * @param databaseStrategy What chooses the data source. Not needed if there is one.
     * @param tableStrategy What chooses the table. Not needed if each data source has one.
     * @param keyGenerateStrategy The column that is filled when an INSERT leaves it out.
     */
    @ConfigurationPropertiesSource
    public record Table(
            @Nullable String actualDataNodes,
            @Nullable Strategy databaseStrategy,
            @Nullable Strategy tableStrategy,
            @Nullable KeyGenerate keyGenerateStrategy) {}

    /**
     * How a data source or a table is chosen.
     *
     * @param shardingColumn The column whose value decides.
     * @param algorithm Name of one of sharding.algorithms, or of a bean of type ShardingAlgorithm.
     */
    public record Strategy(@Nullable String shardingColumn, @Nullable String algorithm) {}

    /**
     * How a column is filled when an INSERT leaves it out.
     *
     * @param column The column that is filled.
     * @param generator Name of one of sharding.key-generators, or of a bean of type KeyGenerator.
     */
    public record KeyGenerate(@Nullable String column, @Nullable String generator) {}

    /**
     * One sharding algorithm.
     *
     * @param type Which algorithm it is: mod or hash-mod.
     * @param props Settings of the algorithm. Both types know sharding-count; its default is the number of targets of
     *     the strategy.
     */
    @ConfigurationPropertiesSource
    public record Algorithm(@Nullable String type, @DefaultValue Map<String, String> props) {}

    /**
     * One key generator.
     *
     * @param type Which generator it is: snowflake or uuid.
     * @param props Settings of the generator. Type snowflake knows worker-id, 0 to 1023, different in each running
     *     process (default 0), and max-tolerate-time-difference-milliseconds (default 10).
     */
    @ConfigurationPropertiesSource
    public record Generator(@Nullable String type, @DefaultValue Map<String, String> props) {}

    /**
     * Transactions over several data sources.
     *
     * @param crossSource What happens when one transaction writes to more than one data source.
     */
    public record Transaction(@DefaultValue("best-effort") CrossSource crossSource) {}

    /**
     * The cache of planned statements.
     *
     * @param maximumSize How many plans are kept, at least 1.
     */
    public record PlanCache(@DefaultValue("2048") int maximumSize) {}
}
