package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.DataSourceState;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Writes a line to the log, once all has started, that says what has: the version, the data sources with their products,
 * the number of tables and units, how transactions commit, and where to look. Warns of data sources that no table uses.
 */
final class StartSummary implements ApplicationListener<ContextRefreshedEvent> {
    private static final Logger LOGGER = LoggerFactory.getLogger("io.shardkit");

    /** The file with the version that the build writes. */
    static final String VERSION = "META-INF/shardkit.properties";

    /** The number of data sources that are named; of more, their number is enough. */
    private static final int MOST_NAMES = 8;

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)*");

    private final ShardingProperties properties;
    private final ObjectProvider<StartPlaces> places;
    private final ConfigurableListableBeanFactory beans;

    StartSummary(
            ShardingProperties properties, ObjectProvider<StartPlaces> places, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        this.places = places;
        this.beans = beans;
    }

    /** Looks at the data source if there is one by then, and makes none. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext().getAutowireCapableBeanFactory() != beans
                || !(beans.getSingleton(LogicalDataSource.BEAN) instanceof DataSource bean)) {
            return;
        }
        try {
            if (bean.isWrapperFor(ShardingDataSource.class)) {
                ShardingDataSource logical = bean.unwrap(ShardingDataSource.class);
                LOGGER.info("{}", line(logical));
                warnOfUnused(logical.rule());
            }
        } catch (SQLException failure) {
            LOGGER.debug("The data source does not say what it is", failure);
        }
    }

    private String line(ShardingDataSource logical) {
        ShardingRule rule = logical.rule();
        int units = rule.shardedTables().stream()
                .mapToInt(table -> table.nodes().size())
                .sum();
        String transactions = properties
                .transaction()
                .crossSource()
                .name()
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        StringBuilder line = new StringBuilder("Shardkit").append(version()).append(": ");
        line.append(number(rule.dataSources().size(), "data source"))
                .append(" (")
                .append(products(logical))
                .append("), ")
                .append(
                        units == 0
                                ? "no sharded table"
                                : number(rule.shardedTables().size(), "sharded table") + " in "
                                        + number(units, "unit"));
        if (!rule.broadcastTables().isEmpty()) {
            line.append(", ").append(number(rule.broadcastTables().size(), "broadcast table"));
        }
        line.append(", transactions ").append(transactions);
        List<String> found =
                places.stream().flatMap(each -> each.places().stream()).toList();
        return found.isEmpty()
                ? line.toString()
                : line.append("; ").append(String.join(", ", found)).toString();
    }

    private static String number(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** The version with a space before it; empty where the classes were not compiled by the build. */
    private static String version() {
        Properties written = new Properties();
        try (InputStream file = StartSummary.class.getResourceAsStream("/" + VERSION)) {
            if (file != null) {
                written.load(file);
            }
        } catch (IOException unreadable) {
            LOGGER.debug("{} cannot be read", VERSION, unreadable);
        }
        String version = written.getProperty("version", "");
        return version.isEmpty() || version.startsWith("@") ? "" : " " + version;
    }

    /** Returns the names of the data sources by product and version. */
    private String products(ShardingDataSource logical) {
        ServerPools pools = ServerPools.of(properties.dataSources());
        Map<String, List<String>> byProduct = new LinkedHashMap<>();
        for (DataSourceState state : logical.dataSources()) {
            String name = state.name();
            String product = state.reachable() ? product(pools.primary(name)) : "not reached";
            byProduct.computeIfAbsent(product, none -> new ArrayList<>()).add(name);
        }
        List<String> parts = new ArrayList<>();
        byProduct.forEach((product, names) -> parts.add(
                (names.size() > MOST_NAMES ? names.size() + " of them" : String.join(", ", names)) + ": " + product));
        return String.join("; ", parts);
    }

    private String product(String pool) {
        try (Connection connection = beans.getBean(pool, DataSource.class).getConnection()) {
            DatabaseMetaData server = connection.getMetaData();
            String version = server.getDatabaseProductVersion();
            Matcher number = NUMBER.matcher(version);
            // MySQL's driver calls MariaDB by the name of MySQL
            String name = version.contains("MariaDB") ? "MariaDB" : server.getDatabaseProductName();
            return number.find() ? name + " " + number.group() : name;
        } catch (SQLException | RuntimeException failure) {
            // A pool reports a database that it cannot reach by a RuntimeException of its own.
            LOGGER.debug("{} is not asked for its version", pool, failure);
            return "not reached";
        }
    }

    /** A data source without a table is right where units are moved there later, as the wanted rule says. */
    private void warnOfUnused(ShardingRule rule) {
        Set<String> unused = new LinkedHashSet<>(rule.dataSources());
        unused.remove(rule.defaultDataSource());
        if (unused.isEmpty() || !rule.broadcastTables().isEmpty() || properties.next() != null) {
            return;
        }
        for (ShardedTable table : rule.shardedTables()) {
            table.nodes().stream().map(DataNode::dataSourceName).forEach(unused::remove);
        }
        unused.removeAll(rule.singleTables().values());
        if (unused.isEmpty()) {
            return;
        }
        LOGGER.warn(
                "{}{} used by no table: declare tables there in sharding.tables, or remove {} from sharding.data-sources,"
                        + " unless units are to be moved there",
                rule.shardedTables().isEmpty()
                        ? "No table is sharded: all are single tables, found on " + rule.defaultDataSource()
                                + " unless sharding.single-tables has them elsewhere. "
                        : "",
                String.join(", ", unused) + (unused.size() == 1 ? " is" : " are"),
                unused.size() == 1 ? "it" : "them");
    }
}
