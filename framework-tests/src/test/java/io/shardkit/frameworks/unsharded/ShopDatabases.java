package io.shardkit.frameworks.unsharded;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Two empty databases of a kind, over which t_order is sharded; the first has all other tables. */
public final class ShopDatabases implements AutoCloseable {
    public static final String ORDERS =
            "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, status VARCHAR(20))";

    public final TestDatabase kind;

    public final ShardingDataSource logical;

    /** On the logical DataSource. */
    public final JdbcTemplate jdbc;

    private final List<HikariDataSource> pools;

    public ShopDatabases(TestDatabase kind) throws SQLException {
        this(kind, pool -> pool);
    }

    /** As the other constructor, with what is made of each pool as a data source. */
    public ShopDatabases(TestDatabase kind, Function<HikariDataSource, DataSource> wrapping) throws SQLException {
        this(kind, wrapping, List.of());
    }

    /** As the other constructor, with more sharded tables, which are bound to each other. */
    ShopDatabases(TestDatabase kind, Function<HikariDataSource, DataSource> wrapping, List<TableRule> more)
            throws SQLException {
        this.kind = kind;
        pools = List.of(kind.create("shop0", 0), kind.create("shop1", 1));
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", wrapping.apply(pools.get(0)));
        sources.put("ds1", wrapping.apply(pools.get(1)));
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null));
        more.forEach(rule::table);
        if (!more.isEmpty()) {
            rule.bind(more.stream().map(TableRule::name).toList());
        }
        logical = ShardingDataSource.create(
                sources,
                rule.build(),
                ShardingOptions.builder().executor(Runnable::run).build());
        jdbc = new JdbcTemplate(logical);
    }

    /** As the constructor, with t_order and four rows, one in each of its tables. */
    public static ShopDatabases withOrders(TestDatabase kind) throws SQLException {
        ShopDatabases databases = new ShopDatabases(kind);
        databases.jdbc.execute(ORDERS);
        databases.fillOrders();
        return databases;
    }

    /** Four orders, one in each of their tables. */
    void fillOrders() {
        jdbc.update(
                "INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'NEW'), (2, 1, 'NEW'), (3, 2, 'NEW'), (4, 2, 'NEW')");
    }

    /** Runs a script of the class path through the logical DataSource. */
    void runResource(String path) {
        new ResourceDatabasePopulator(new ClassPathResource(path)).execute(logical);
    }

    public long count(String table) {
        return count(jdbc, table);
    }

    /** Returns the number of rows of a table in one of the databases. */
    public long count(int database, String table) {
        return count(new JdbcTemplate(pools.get(database)), table);
    }

    /** The tables of one of the databases in lower case, without those of the database's own. */
    public List<String> tables(int database) {
        return new JdbcTemplate(pools.get(database))
                .queryForList(
                        "SELECT LOWER(table_name) FROM information_schema.tables WHERE LOWER(table_schema) IN ('public', ?)"
                                + " ORDER BY 1",
                        String.class,
                        databaseName(database));
    }

    private String databaseName(int database) {
        String url = pools.get(database).getJdbcUrl();
        return url.replaceFirst("[;?].*", "").replaceFirst(".*[/:]", "");
    }

    private static long count(JdbcTemplate jdbc, String table) {
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
        return count == null ? 0 : count;
    }

    @Override
    public void close() throws SQLException {
        logical.close();
        pools.forEach(HikariDataSource::close);
    }
}
