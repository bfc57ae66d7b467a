package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The drivers that are known. */
public final class JdbcDrivers {
    public static final List<JdbcDriver> KNOWN =
            List.of(new MariadbDriver(), new PostgresqlDriver(), new ConnectorJDriver(), new H2Driver());

    private static final JdbcDriver OTHER = new JdbcDriver("", "", Connection.class.getName()) {
        /** Nobody knows whether it would. */
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

    /** Whether a class is one of a driver that is known. */
    public static boolean areKnown(Class<?> type) {
        return OF.get(type) != OTHER;
    }

    /** What a driver knows of the columns of a result beyond JDBC; null if that is nothing, as with most drivers. */
    public static @Nullable ToldColumns told(ResultSetMetaData columns) throws SQLException {
        return columns.isWrapperFor(ToldColumns.class) ? columns.unwrap(ToldColumns.class) : MariadbColumns.of(columns);
    }
}
