package io.shardkit.export;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A data source, and how another program reaches its database. Immutable.
 *
 * @param name as in the rule
 * @param dialect its product
 * @param host a name or an address, as the application's URL has it
 * @param port the port
 * @param database the database that connections start in
 * @param schema the schema of tables whose name has none; on MySQL and MariaDB the database
 */
record ExportedSource(String name, Dialect dialect, String host, int port, String database, String schema) {
    private static final Map<Dialect, Integer> PORTS =
            Map.of(Dialect.MYSQL, 3306, Dialect.MARIADB, 3306, Dialect.POSTGRESQL, 5432);

    private static final Pattern PLAIN = Pattern.compile(
            "jdbc:(?:[a-z]+:)+//(?:[^@/?]*@)?(\\[[^]]+]|[^,:/?\\[]*)(?::(\\d+))?(?:,[^/?]*)?(?:/.*)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern BY_WORDS =
            Pattern.compile("jdbc:[^/]*//[^/?]*?\\(\\s*host\\s*=\\s*([^)\\s]+)\\s*\\).*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT_BY_WORDS =
            Pattern.compile(".*?\\(\\s*port\\s*=\\s*(\\d+)\\s*\\).*", Pattern.CASE_INSENSITIVE);

    /**
     * Asks a database.
     *
     * @throws ShardingConfigurationException if the engines that are exported to cannot read its product
     */
    static ExportedSource of(String name, DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData own = connection.getMetaData();
            Dialect dialect = Dialect.of(own);
            Integer usual = PORTS.get(dialect);
            if (usual == null) {
                throw new ShardingConfigurationException(
                        ErrorCode.EXPORT_REFUSED,
                        "sharding.data-sources." + name,
                        own.getDatabaseProductName() + " cannot be read by these engines");
            }
            String url = Objects.requireNonNullElse(own.getURL(), "");
            String database = Objects.requireNonNullElse(connection.getCatalog(), "");
            String schema = dialect == Dialect.POSTGRESQL ? connection.getSchema() : database;
            return at(name, dialect, url, usual, database, Objects.requireNonNullElse(schema, ""));
        }
    }

    static ExportedSource at(String name, Dialect dialect, String url, int usual, String database, String schema) {
        Matcher plain = PLAIN.matcher(url);
        Matcher words = BY_WORDS.matcher(url);
        if (words.matches()) {
            Matcher port = PORT_BY_WORDS.matcher(url);
            int given = port.matches() ? Integer.parseInt(port.group(1)) : usual;
            return new ExportedSource(name, dialect, words.group(1), given, database, schema);
        }
        if (!plain.matches()) {
            throw new ShardingConfigurationException(
                    ErrorCode.EXPORT_REFUSED,
                    "sharding.data-sources." + name + ".url",
                    "its host cannot be read from the URL of the pool");
        }
        String host = plain.group(1).isEmpty() ? "localhost" : plain.group(1);
        int port = plain.group(2) == null ? usual : Integer.parseInt(plain.group(2));
        return new ExportedSource(name, dialect, host, port, database, schema);
    }

    /** Returns true for MySQL and MariaDB. */
    boolean isMysql() {
        return dialect != Dialect.POSTGRESQL;
    }

    /** Returns the name of a placeholder, such as {@code DS0_PASSWORD}. */
    String placeholder(String what) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_" + what;
    }
}
