package io.shardkit.dialect.driver;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns as MariaDB's driver was told of them. It keeps them in a field without a getter; where a version of it has
 * none, nothing is known.
 */
final class MariadbColumns {
    private static final int FLAGS = 0xffff;
    private static final @Nullable MariadbColumns DRIVER = driver();

    private final Class<?> metaData;
    private final Field columns;
    private final Method table;
    private final Method alias;
    private final Method flags;

    private MariadbColumns(Class<?> metaData, Class<?> column) throws ReflectiveOperationException {
        this.metaData = metaData;
        this.columns = metaData.getDeclaredField("fieldPackets");
        this.columns.setAccessible(true);
        this.table = column.getMethod("getTable");
        this.alias = column.getMethod("getTableAlias");
        this.flags = column.getMethod("getFlags");
    }

    private static @Nullable MariadbColumns driver() {
        try {
            return new MariadbColumns(
                    Class.forName("org.mariadb.jdbc.client.result.ResultSetMetaData"),
                    Class.forName("org.mariadb.jdbc.client.Column"));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError none) {
            return null;
        }
    }

    /** Null if they are another driver's. */
    static @Nullable ToldColumns of(ResultSetMetaData result) throws SQLException {
        MariadbColumns driver = DRIVER;
        return driver == null || !result.isWrapperFor(driver.metaData)
                ? null
                : driver.told(result.unwrap(driver.metaData));
    }

    private @Nullable ToldColumns told(Object result) {
        try {
            List<ToldColumns.Column> told = new ArrayList<>();
            for (Object column : (Object[]) columns.get(result)) {
                told.add(new ToldColumns.Column(
                        (String) table.invoke(column),
                        (String) alias.invoke(column),
                        (Integer) flags.invoke(column) & FLAGS));
            }
            return new ToldColumns(told);
        } catch (ReflectiveOperationException | RuntimeException another) {
            return null;
        }
    }
}
