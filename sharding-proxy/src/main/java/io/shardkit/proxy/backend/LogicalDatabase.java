package io.shardkit.proxy.backend;

import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.execute.driver.FrontEndDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A logical database that clients may choose by its name. Thread-safe. */
public final class LogicalDatabase implements AutoCloseable {
    private static final int KEPT = 1000;

    private final String name;
    private final DataSource dataSource;
    private final ServerFacts facts;
    private final @Nullable CountedPools changed;
    private final @Nullable FrontEndDatabase frontEnd;
    private volatile @Nullable Set<String> schemas;
    private volatile @Nullable String schema;
    private volatile @Nullable String homeSchema;
    private volatile boolean ignoresCase;
    private volatile @Nullable String sqlMode;
    private final Map<String, String> constants = new ConcurrentHashMap<>();
    private volatile Map<String, Description> descriptions = new ConcurrentHashMap<>();

    /**
     * One over a logical DataSource, which stays the caller's.
     *
     * @throws SQLException if the DataSource is none of the engine's
     */
    public LogicalDatabase(String name, DataSource dataSource, ServerFacts facts) throws SQLException {
        this.name = name;
        this.dataSource = dataSource;
        this.facts = facts;
        boolean isNative = facts.isNative() && dataSource.isWrapperFor(FrontEndDatabase.class);
        this.frontEnd = isNative ? dataSource.unwrap(FrontEndDatabase.class) : null;
        if (frontEnd != null) {
            frontEnd.name(name);
        }
        this.changed = facts.isNative() ? CountedPools.of(dataSource) : null;
    }

    public String name() {
        return name;
    }

    public ServerFacts facts() {
        return facts;
    }

    /**
     * Returns true if there is one database and no rule, so that the database may get statements that the engine does not
     * know.
     */
    public boolean passesThrough() {
        return frontEnd != null && frontEnd.passesThrough();
    }

    /**
     * A logical connection.
     *
     * @param foundRows whether the client wants UPDATE to count the rows that it found, rather than those that it changed;
     *     not heeded where the configuration of the data sources says which
     */
    FrontEndConnection connect(boolean foundRows) throws SQLException {
        return foundRows || changed == null
                ? dataSource.getConnection().unwrap(FrontEndConnection.class)
                : changed.connections().open();
    }

    /** Returns the number of connections in use of the pools that were opened here, without those of the DataSource. */
    public int inUse() {
        return changed == null ? 0 : changed.inUse();
    }

    /** Closes the pools that were opened here. */
    @Override
    public void close() {
        if (changed != null) {
            changed.close();
        }
    }

    /**
     * Returns the descriptions that clients got of prepared statements, by SQL; their columns are described again when
     * they run. Take the map before asking the databases, so that their answers from before a change of the tables are
     * not kept after it.
     */
    Map<String, Description> descriptions() {
        Map<String, Description> known = descriptions;
        if (known.size() > KEPT) {
            known.clear();
        }
        return known;
    }

    /** Returns the values of expressions that mean the same for all clients. */
    public Map<String, String> constants() {
        return constants;
    }

    /**
     * Tells whether a schema of a server is that of one of the data sources. Where there are replicas, that of one of
     * them is known only.
     *
     * @throws SQLException if the databases, which are asked once, do not answer
     */
    public boolean hasSchema(String schema) throws SQLException {
        Set<String> known = schemas;
        if (known == null) {
            known = askSchemas();
            schemas = known;
        }
        return known.contains(schema) || (ignoresCase && known.stream().anyMatch(schema::equalsIgnoreCase));
    }

    /**
     * Returns the schema of the first data source, by which the engine names what it tells of tables.
     *
     * @throws SQLException if the database, which is asked once, does not answer
     */
    public String schema() throws SQLException {
        String known = schema;
        if (known == null) {
            try (Connection connection = dataSource.getConnection()) {
                String catalog = connection.getCatalog();
                known = catalog == null ? name : catalog;
            }
            schema = known;
        }
        return known;
    }

    /**
     * Returns the schema of the data source that answers for the catalog and for undeclared tables.
     *
     * @throws SQLException as {@link #schema}
     */
    public String homeSchema() throws SQLException {
        String known = homeSchema;
        if (known == null) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT DATABASE()")) {
                String asked = rows.next() ? rows.getString(1) : null;
                known = asked == null ? name : asked;
            }
            homeSchema = known;
        }
        return known;
    }

    /**
     * Returns true if all data sources call their schema as clients call this database.
     *
     * @throws SQLException as {@link #hasSchema}
     */
    public boolean isNamedAsSchemas() throws SQLException {
        return hasSchema(name) && Objects.requireNonNull(schemas).size() == 1;
    }

    private Set<String> askSchemas() throws SQLException {
        List<DataSource> pools = frontEnd == null ? List.of() : frontEnd.pools();
        Set<String> asked = new HashSet<>();
        for (DataSource each : pools.isEmpty() ? List.of(dataSource) : pools) {
            try (Connection connection = each.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT DATABASE(), @@lower_case_table_names")) {
                if (rows.next() && rows.getString(1) != null) {
                    asked.add(rows.getString(1));
                    ignoresCase = rows.getInt(2) != 0;
                }
            }
        }
        return asked;
    }

    /** The sql_mode of a fresh connection, or null if it was not asked for yet. */
    public @Nullable String sqlMode() {
        return sqlMode;
    }

    public void sqlMode(String asked) {
        sqlMode = asked;
    }

    /**
     * Tables may have other columns now. MySQL's driver keeps those that a statement had when it was prepared, so that it
     * fails at more columns, or reads a number by the signs that it had: its connections are closed.
     */
    public void forgetDescriptions() {
        descriptions = new ConcurrentHashMap<>();
        if (facts.isNative() && !facts.plainTexts()) {
            if (frontEnd != null) {
                frontEnd.pools().forEach(CountedPools::evict);
            }
            if (changed != null) {
                changed.evict();
            }
        }
    }
}
