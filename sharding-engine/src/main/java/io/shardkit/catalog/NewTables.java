package io.shardkit.catalog;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TableCopies;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates actual tables like those that are there, also while other processes do. Thread-safe. */
final class NewTables {
    private static final Logger LOG = LoggerFactory.getLogger(NewTables.class);

    /** Number of attempts while others create tables. */
    private static final int ATTEMPTS = 3;

    private static final int SECONDS = 10;

    /** Maximum time for the whole creation, unless the limits say less. */
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3 * SECONDS);

    private final ShardMap rule;
    private final ConnectionSource sources;
    private final Dialect dialect;

    NewTables(ShardMap rule, ConnectionSource sources, Dialect dialect) {
        this.rule = rule;
        this.sources = sources;
        this.dialect = dialect;
    }

    /**
     * Creates the actual table of a unit, and those of the tables that are bound with it, as far as they are not there.
     * Each is like the newest one on the data source: that of the unit with the highest number.
     *
     * @throws SQLException if one could not be created
     */
    void create(RoutedTable table, int unit) throws SQLException {
        long limit = sources.limit() == 0 ? MOST_NANOS : Math.min(MOST_NANOS, sources.limit());
        sources.ask(table.dataSource(unit), limit, connection -> {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                create(rule.boundWith(table), unit, connection);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
            return null;
        });
    }

    private void create(List<RoutedTable> bound, int unit, Connection connection) throws SQLException {
        for (int round = 0; round < bound.size(); round++) {
            // In any order: what refers to another new table may have to wait for it.
            boolean last = round == bound.size() - 1;
            if (createAll(bound, unit, connection, last)) {
                return;
            }
        }
    }

    private boolean createAll(List<RoutedTable> bound, int unit, Connection connection, boolean last)
            throws SQLException {
        boolean all = true;
        for (RoutedTable each : bound) {
            try {
                create(each, bound, unit, connection);
            } catch (SQLException failure) {
                if (last) {
                    throw failure;
                }
                all = false;
            }
        }
        return all;
    }

    private void create(RoutedTable table, List<RoutedTable> bound, int unit, Connection connection)
            throws SQLException {
        for (int attempt = 1; ; attempt++) {
            Map<String, String> names = ReportedTables.names(connection, dialect);
            if (ReportedTables.has(names, table.actualTable(unit))) {
                return;
            }
            int model = model(table, unit, names);
            TableCopies.Copy copy = new TableCopies.Copy(
                    spelled(table, unit, model, names),
                    real(table, model, names),
                    name -> referred(name, bound, unit, model, names),
                    SECONDS);
            checkCopied(copy, table, unit, connection);
            try {
                dialect.tableCopies().create(connection, copy);
                LOG.info("Created {} like {}", table.nodes().get(unit), copy.model());
                return;
            } catch (SQLException failure) {
                // Another process may have been first, or both have met in the catalog.
                boolean there = ReportedTables.has(ReportedTables.names(connection, dialect), table.actualTable(unit));
                if (!there && attempt >= ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    private static int model(RoutedTable table, int unit, Map<String, String> names) throws SQLException {
        for (int other = table.unitCount() - 1; other >= 0; other--) {
            if (table.dataSource(other) == table.dataSource(unit)
                    && ReportedTables.has(names, table.actualTable(other))) {
                return other;
            }
        }
        throw ShardingExceptions.of(
                ErrorCode.TABLE_NOT_FOUND,
                table.nodes().get(unit).dataSourceName() + " has no table of " + table
                        + " that another one could be like");
    }

    private void checkCopied(TableCopies.Copy copy, RoutedTable table, int unit, Connection connection)
            throws SQLException {
        List<List<String>> others = copy.ask(connection, dialect.tableCopies().notCopiedQuery());
        if (!others.isEmpty()) {
            throw ShardingExceptions.of(
                    ErrorCode.TABLE_MISSING,
                    table.nodes().get(unit) + ", and " + copy.model() + " has " + String.join(" ", others.get(0))
                            + ", which a copy of it would lack");
        }
    }

    private static String real(RoutedTable table, int unit, Map<String, String> names) {
        String declared = table.actualTable(unit);
        return names.getOrDefault(declared.toLowerCase(Locale.ROOT), declared);
    }

    /** The name as its database would have it had the statement that made the model made it. */
    private static String spelled(RoutedTable table, int unit, int model, Map<String, String> names) {
        String name = table.actualTable(unit);
        String real = real(table, model, names);
        if (real.equals(table.actualTable(model))) {
            return name;
        }
        return real.equals(real.toUpperCase(Locale.ROOT))
                ? name.toUpperCase(Locale.ROOT)
                : name.toLowerCase(Locale.ROOT);
    }

    /** A bound table's node beside the model stands for its node beside the new table. */
    private static String referred(
            String name, List<RoutedTable> bound, int unit, int model, Map<String, String> names) {
        Map<String, String> others = new HashMap<>();
        for (RoutedTable each : bound) {
            others.put(real(each, model, names), spelled(each, unit, model, names));
        }
        return others.getOrDefault(name, name);
    }
}
