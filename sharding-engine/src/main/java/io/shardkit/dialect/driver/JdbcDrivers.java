package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.util.List;

/** The drivers that are known. */
public final class JdbcDrivers {
    public static final List<JdbcDriver> KNOWN = List.of(
            new MariadbDriver(),
            new PostgresqlDriver(),
            new JdbcDriver("com.mysql.cj.", "com.mysql.cj.jdbc.JdbcConnection"),
            new H2Driver());

    private static final JdbcDriver OTHER = new JdbcDriver("", Connection.class.getName());

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

    /** Whether a class is one of a driver that is known. */
    public static boolean areKnown(Class<?> type) {
        return OF.get(type) != OTHER;
    }
}
