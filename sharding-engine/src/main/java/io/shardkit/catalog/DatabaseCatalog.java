package io.shardkit.catalog;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table's columns from one of its actual tables when they are first needed, on an open connection or one of its
 * own, and keeps them, as it keeps the schema, until {@link #forget}. A table that is not there is asked for again the
 * next time.
 */
public final class DatabaseCatalog implements Catalog {
    /** The name of all catalogs of MySQL and MariaDB, whose databases are schemas. */
    private static final String ONLY_CATALOG = "def";

    private final ShardMap rule;
    private final ConnectionSource sources;
    private final Dialect dialect;
    private final ServerSettings settings;
    private final DatabaseName name;
    private final Known known;
    private final OpenConnections open;

    /** Facts that were read, on whichever connection. */
    private static final class Known {
        volatile Map<String, Table> tables = new ConcurrentHashMap<>();
        volatile Map<String, List<UniqueKey>> uniqueKeys = new ConcurrentHashMap<>();
        final Map<String, List<String>> viewColumns = new ConcurrentHashMap<>();
        volatile Map<String, Boolean> functions = new ConcurrentHashMap<>();
        volatile Map<Integer, String> schemas = new ConcurrentHashMap<>();
    }

    /** A catalog of the rule's tables on these data sources, which stand in the rule's order. */
    public DatabaseCatalog(ShardingRule rule, List<DataSource> dataSources, Dialect dialect) {
        this(rule, ConnectionSource.of(dataSources), dialect, ServerSettings.of(dialect), new DatabaseName());
    }

    /** The same, of databases with these settings. */
    public DatabaseCatalog(ShardingRule rule, ConnectionSource sources, Dialect dialect, ServerSettings settings) {
        this(rule, sources, dialect, settings, new DatabaseName());
    }

    /**
     * The same, of a database that clients know by a name.
     *
     * @param name the name that clients know the database by
     */
    public DatabaseCatalog(
            ShardingRule rule, ConnectionSource sources, Dialect dialect, ServerSettings settings, DatabaseName name) {
        this(ShardMap.of(rule), sources, dialect, settings, name, new Known(), OpenConnections.NONE);
    }

    private DatabaseCatalog(
            ShardMap rule,
            ConnectionSource sources,
            Dialect dialect,
            ServerSettings settings,
            DatabaseName name,
            Known known,
            OpenConnections open) {
        this.rule = rule;
        this.sources = sources;
        this.dialect = dialect;
        this.settings = settings;
        this.name = name;
        this.known = known;
        this.open = open;
    }

    @Override
    public @Nullable Table table(String logicalName) throws SQLException {
        return kept(known.tables, logicalName, this::read);
    }

    @Override
    public @Nullable List<UniqueKey> uniqueKeys(String logicalName) throws SQLException {
        return kept(
                known.uniqueKeys,
                logicalName,
                name -> askOne(name, (model, connection) -> ReportedTables.uniqueKeys(model, connection, dialect)));
    }

    @Override
    public Map<String, Set<String>> definedNames(int dataSource) throws SQLException {
        return Objects.requireNonNull(ask(dataSource, connection -> {
            Map<String, Set<String>> names = new HashMap<>();
            addDefinedNames(connection, null, names);
            for (String schema : rule.schemas(dataSource)) {
                addDefinedNames(connection, schema, names);
            }
            return names;
        }));
    }

    private void addDefinedNames(Connection connection, @Nullable String schema, Map<String, Set<String>> names)
            throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement(dialect.inSchema(dialect.definedNamesQuery(), schema));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                names.computeIfAbsent(rows.getString(1).toLowerCase(Locale.ROOT), table -> new HashSet<>())
                        .add(rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
    }

    @Override
    public @Nullable String schema() throws SQLException {
        return schema(0);
    }

    @Override
    public @Nullable String schema(int dataSource) throws SQLException {
        Map<Integer, String> schemas = known.schemas;
        String schema = schemas.get(dataSource);
        if (schema == null) {
            schema = ask(dataSource, dialect.catalog()::currentSchema);
            if (schema != null) {
                schemas.put(dataSource, schema);
            }
        }
        return schema;
    }

    @Override
    public @Nullable String databaseName() {
        return name.get();
    }

    @Override
    public List<String> viewColumns(String view) throws SQLException {
        List<String> columns = known.viewColumns.get(view);
        if (columns == null) {
            columns = Objects.requireNonNull(readViewColumns(view));
            known.viewColumns.put(view, columns);
        }
        return columns;
    }

    private @Nullable List<String> readViewColumns(String view) throws SQLException {
        return ask(rule.home(), connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + view + " WHERE 1 = 0");
                    ResultSet rows = statement.executeQuery()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    columns.add(rows.getMetaData().getColumnLabel(i));
                }
                return columns;
            }
        });
    }

    @Override
    public List<String> catalogRows(int dataSource, String query, int columns) throws SQLException {
        return Objects.requireNonNull(ask(dataSource, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query);
                    ResultSet rows = statement.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    StringJoiner row = new StringJoiner(", ");
                    for (int i = 1; i <= columns; i++) {
                        row.add(literal(rows, i));
                    }
                    found.add(row.toString());
                }
                return found;
            }
        }));
    }

    /** A value of a catalog's view: a text, a number, a truth value or a time. */
    private String literal(ResultSet rows, int column) throws SQLException {
        String value = rows.getString(column);
        if (value == null) {
            return "NULL";
        }
        String label = rows.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT);
        if (label.endsWith("_catalog") && !value.equals(ONLY_CATALOG)) {
            return "CURRENT_CATALOG";
        }
        return switch (rows.getMetaData().getColumnType(column)) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.DOUBLE -> value;
            case Types.BOOLEAN -> rows.getBoolean(column) ? "TRUE" : "FALSE";
            case Types.TIMESTAMP -> "TIMESTAMP " + dialect.literal(value);
            default -> dialect.catalog().catalogText(dialect.literal(value));
        };
    }

    @Override
    public boolean isOfArguments(String function) throws SQLException {
        if (dialect.catalog().functions().contains(function)) {
            return true;
        }
        String query = dialect.catalog().functionQuery();
        return query != null && Boolean.TRUE.equals(kept(known.functions, function, name -> askOf(name, query)));
    }

    private @Nullable Boolean askOf(String function, String query) throws SQLException {
        return ask(rule.home(), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setString(1, function);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() && rows.getBoolean(1);
                }
            }
        });
    }

    @Override
    public ServerSettings settings() {
        return settings;
    }

    @Override
    public Catalog on(OpenConnections open) {
        return new DatabaseCatalog(rule, sources, dialect, settings, name, known, open);
    }

    @Override
    public Catalog fresh(OpenConnections open) {
        return new DatabaseCatalog(rule, sources, dialect, settings, name, new Known(), open);
    }

    private <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        return ask(dataSource, limit(), question);
    }

    private <T> @Nullable T ask(int dataSource, long nanos, Question<T> question) throws SQLException {
        if (open.to(dataSource) != null) {
            return open.ask(dataSource, question);
        }
        open.beforeWaitingFor(dataSource);
        return sources.ask(dataSource, nanos, question);
    }

    /** Returns the time that questions may take, in nanoseconds; 0 for no limit. */
    private long limit() throws SQLException {
        long left = open.left();
        return left == 0 ? sources.limit() : left;
    }

    /** Gives up the maps of known facts; reads under way still write to these old maps. */
    @Override
    public void forget() {
        known.tables = new ConcurrentHashMap<>();
        known.uniqueKeys = new ConcurrentHashMap<>();
        known.functions = new ConcurrentHashMap<>();
        known.schemas = new ConcurrentHashMap<>();
    }

    private interface Reading<T> {
        @Nullable T read(String name) throws SQLException;
    }

    private static <T> @Nullable T kept(Map<String, T> values, String logicalName, Reading<T> reading)
            throws SQLException {
        String name = logicalName.toLowerCase(Locale.ROOT);
        T value = values.get(name);
        if (value == null) {
            value = reading.read(name);
            if (value != null) {
                values.put(name, value);
            }
        }
        return value;
    }

    private interface TableQuestion<T> {
        @Nullable T ask(String model, Connection connection) throws SQLException;
    }

    /**
     * Asks for one of the tables of a logical name, which stands for all of them, where it can be reached: where another
     * one is left, a data source that does not answer has half of the time.
     */
    private <T> @Nullable T askOne(String name, TableQuestion<T> question) throws SQLException {
        List<DataNode> models = models(name);
        long limit = limit();
        long until = System.nanoTime() + limit;
        SQLException failed = null;
        for (int i = 0; i < models.size(); i++) {
            DataNode model = models.get(i);
            long left = limit == 0 ? 0 : Math.max(1, until - System.nanoTime());
            Asked<T> asked = new Asked<>(model.table(), question);
            try {
                return ask(model.dataSource(), i == models.size() - 1 ? left : (left + 1) / 2, asked);
            } catch (SQLException failure) {
                if (asked.begun && !isUnreachable(failure)) {
                    throw failure;
                }
                failed = failed == null ? failure : failed;
            }
        }
        throw failed == null ? new SQLException("no table of " + name) : failed;
    }

    private static boolean isUnreachable(SQLException failure) {
        String state = failure.getSQLState();
        return (state != null && state.startsWith("08"))
                || (failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.DEADLINE_PASSED);
    }

    /** A question about a table, which knows whether it was put. */
    private static final class Asked<T> implements Question<T> {
        private final String model;
        private final TableQuestion<T> question;
        private volatile boolean begun;

        Asked(String model, TableQuestion<T> question) {
            this.model = model;
            this.question = question;
        }

        @Override
        public @Nullable T ask(Connection connection) throws SQLException {
            begun = true;
            return question.ask(model, connection);
        }
    }

    /** A table on each data source that has one: those first that are in reach, those last that cannot be reached. */
    private List<DataNode> models(String name) {
        RoutedTable sharded = rule.shardedTable(name);
        Map<Integer, DataNode> models = new LinkedHashMap<>();
        if (sharded != null) {
            sharded.nodes().forEach(node -> models.putIfAbsent(node.dataSource(), node));
        } else {
            int single = rule.dataSourceOfSingle(name);
            for (int i = 0; i < rule.dataSources().size(); i++) {
                if (rule.isBroadcast(name) || i == single) {
                    models.put(i, new DataNode(i, rule.dataSources().get(i), name));
                }
            }
        }
        return models.values().stream()
                .sorted(Comparator.comparingInt(
                        node -> open.to(node.dataSource()) != null ? 0 : sources.isDown(node.dataSource()) ? 2 : 1))
                .toList();
    }

    /** Reads the columns; what only databases and drivers know of sharding columns is asked for. */
    private @Nullable Table read(String name) throws SQLException {
        return askOne(name, (model, connection) -> {
            RoutedTable sharded = rule.shardedTable(name);
            List<Column> columns = ReportedTables.columns(model, connection, dialect);
            for (int i = 0; sharded != null && i < columns.size(); i++) {
                if (sharded.isShardingColumn(columns.get(i).name())) {
                    columns.set(i, ReportedKeys.asked(columns.get(i), connection, dialect, settings.offset() != null));
                }
            }
            return columns.isEmpty() ? null : new Table(name, columns);
        });
    }
}
