package io.shardkit.keygen;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGeneratorFactory.Setting;
import io.shardkit.options.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A table in one of the databases by which processes agree on keys. Each use of it is a short transaction on a
 * connection of its own. Immutable.
 *
 * @param dataSource where it is
 * @param place the data source and the table, for messages
 * @param name its name, as it stands in statements
 */
record KeyTable(DataSource dataSource, String place, String name) {
    private static final String DATA_SOURCE = "data-source";
    private static final String TABLE = "table";
    private static final String CREATE = "create-table";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)?");

    /** The names of the settings that say where a table is. */
    static final List<String> SETTINGS = List.of(DATA_SOURCE, TABLE, CREATE);

    /** A transaction of it. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection, Dialect dialect) throws SQLException;
    }

    /** The settings of a table of that name and meaning. */
    static Setting[] described(String table, String meaning) {
        return new Setting[] {
            new Setting(
                    DATA_SOURCE,
                    "Where the table of " + meaning
                            + " is; default sharding.default-data-source, or the first data source"),
            new Setting(TABLE, "The name of the table of " + meaning + "; default " + table),
            new Setting(CREATE, "true if that table is created if it is missing; default false")
        };
    }

    /**
     * The table that the settings say.
     *
     * @param otherwise its name if they say none
     * @param columns its definition, in parentheses
     * @throws ShardingConfigurationException if it is not there
     */
    static KeyTable of(Settings settings, KeyDatabases databases, String otherwise, String columns) {
        List<String> known = databases.names();
        if (known.isEmpty()) {
            throw settings.invalid(DATA_SOURCE, "there is no data source");
        }
        String source = settings.text(DATA_SOURCE).orElse(known.get(0));
        if (!known.contains(source)) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    settings.property() + "." + DATA_SOURCE,
                    "'" + source + "' is not one of the data sources " + known);
        }
        String name = settings.text(TABLE).orElse(otherwise);
        if (!NAME.matcher(name).matches()) {
            throw settings.invalid(TABLE, "'" + name + "' is not a plain name, with or without a schema");
        }
        KeyTable table = new KeyTable(databases.named(source), source + "." + name, name);
        table.check(settings, name + " " + columns);
        return table;
    }

    private void check(Settings settings, String definition) {
        String create = settings.text(CREATE).orElse("false");
        if (!create.equals("true") && !create.equals("false")) {
            throw settings.invalid(CREATE, "'" + create + "' is neither true nor false");
        }
        SQLException creating = null;
        try {
            if (create.equals("true")) {
                execute("CREATE TABLE IF NOT EXISTS " + definition);
            }
        } catch (SQLException e) {
            // Another process may have created it in this moment.
            creating = e;
        }
        try {
            execute("SELECT COUNT(*) FROM " + name);
        } catch (SQLException e) {
            if (creating != null) {
                e.addSuppressed(creating);
            }
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    settings.property() + "." + TABLE,
                    "the table " + place + " cannot be read; create it, or set " + CREATE + " to true: CREATE TABLE "
                            + definition,
                    e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute(sql);
        }
    }

    /** Runs statements of which each is a transaction. */
    <T> T each(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            return work.run(connection, Dialect.of(connection.getMetaData()));
        }
    }

    /** Runs statements that are one transaction. */
    <T> T together(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection, Dialect.of(connection.getMetaData()));
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
