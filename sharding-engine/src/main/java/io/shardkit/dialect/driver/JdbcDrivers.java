package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The drivers that are known. */
public final class JdbcDrivers {
    public static final List<JdbcDriver> KNOWN =
            List.of(new MariadbDriver(), new PostgresqlDriver(), new ConnectorJDriver(), new H2Driver());

    private static final JdbcDriver OTHER = new JdbcDriver("", "", Connection.class.getName()) {
        /** Returns false: it is not known whether an unknown driver keeps timeouts. */
        @Override
        public boolean keepsTimeouts() {
            return false;
        }
    };

    private static final ClassValue<JdbcDriver> OF = new ClassValue<>() {
        @Override
        protected JdbcDriver computeValue(Class<?> type) {
            return KNOWN.stream()
                    .filter(driver -> driver.owns(type))
                    .findFirst()
                    .orElse(OTHER);
        }
    };

    private static final @Nullable Class<?> CONNECTOR_STATEMENT = find("com.mysql.cj.jdbc.JdbcStatement");

    /** The server sends the rows of these in its binary protocol. */
    private static final @Nullable Class<?> CONNECTOR_PREPARED = find("com.mysql.cj.jdbc.ServerPreparedStatement");

    private JdbcDrivers() {}

    /** The driver whose own connection this is, or one of which nothing is known. */
    public static JdbcDriver of(Connection own) {
        return OF.get(own.getClass());
    }

    /**
     * The driver of that name, or one of which nothing is known.
     *
     * @param name as metadata tell it, also through a pool that hides the driver's own connections
     */
    public static JdbcDriver named(@Nullable String name) {
        return KNOWN.stream()
                .filter(driver -> name != null && driver.isNamed(name))
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns true if a class belongs to a known driver. */
    public static boolean areKnown(Class<?> type) {
        return OF.get(type) != OTHER;
    }

    /** Returns true if a driver's own result is one of {@link SentTexts}, which is looked for with Connector/J only. */
    public static boolean sendsTexts(ResultSet result) throws SQLException {
        Statement statement = result.getStatement();
        return statement != null
                && CONNECTOR_STATEMENT != null
                && CONNECTOR_PREPARED != null
                && statement.isWrapperFor(CONNECTOR_STATEMENT)
                && !statement.isWrapperFor(CONNECTOR_PREPARED);
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException | LinkageError none) {
            return null;
        }
    }

    /** The driver that describes the columns of a result, or one of which nothing is known. */
    public static JdbcDriver of(ResultSetMetaData columns) throws SQLException {
        JdbcDriver driver = OF.get(columns.getClass());
        return driver == OTHER && columns.isWrapperFor(JdbcDriver.class) ? columns.unwrap(JdbcDriver.class) : driver;
    }

    /** Returns what a driver knows of the columns of a result beyond JDBC; null if that is nothing, as with most drivers. */
    public static @Nullable ToldColumns told(ResultSetMetaData columns) throws SQLException {
        if (columns.isWrapperFor(ToldColumns.class)) {
            return columns.unwrap(ToldColumns.class);
        }
        ToldColumns mariaDb = MariadbColumns.of(columns);
        return mariaDb == null ? ConnectorColumns.of(columns) : mariaDb;
    }
}
