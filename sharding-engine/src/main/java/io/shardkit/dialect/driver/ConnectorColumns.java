package io.shardkit.dialect.driver;

import java.lang.reflect.Method;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns as MySQL's driver was told of them; where a version of it has no such methods, nothing is known. */
final class ConnectorColumns {
    private static final int FLAGS = 0xffff;
    private static final @Nullable ConnectorColumns DRIVER = driver();

    private final Class<?> metaData;
    private final Method fields;
    private final Method table;
    private final Method alias;
    private final Method flags;
    private final Method schema;
    private final Method name;
    private final Method type;
    private final Method collation;
    private final Method length;
    private final Method decimals;
    private final Method jdbcType;

    private ConnectorColumns(Class<?> metaData, Class<?> field) throws ReflectiveOperationException {
        this.metaData = metaData;
        this.fields = metaData.getMethod("getFields");
        this.table = field.getMethod("getOriginalTableName");
        this.alias = field.getMethod("getTableName");
        this.flags = field.getMethod("getFlags");
        this.schema = field.getMethod("getDatabaseName");
        this.name = field.getMethod("getOriginalName");
        this.type = field.getMethod("getMysqlTypeId");
        this.collation = field.getMethod("getCollationIndex");
        this.length = field.getMethod("getLength");
        this.decimals = field.getMethod("getDecimals");
        this.jdbcType = field.getMethod("getJavaType");
    }

    private static @Nullable ConnectorColumns driver() {
        try {
            return new ConnectorColumns(
                    Class.forName("com.mysql.cj.jdbc.result.ResultSetMetaData"),
                    Class.forName("com.mysql.cj.result.Field"));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError none) {
            return null;
        }
    }

    /** Null if they are another driver's. */
    static @Nullable ToldColumns of(ResultSetMetaData result) throws SQLException {
        ConnectorColumns driver = DRIVER;
        return driver == null || !result.isWrapperFor(driver.metaData)
                ? null
                : driver.told(result.unwrap(driver.metaData));
    }

    private @Nullable ToldColumns told(Object result) {
        try {
            List<ToldColumns.Column> told = new ArrayList<>();
            for (Object field : (Object[]) fields.invoke(result)) {
                told.add(new ToldColumns.Column(
                        name(table.invoke(field)),
                        name(alias.invoke(field)),
                        (Short) flags.invoke(field) & FLAGS,
                        new ToldColumns.Sent(
                                name(schema.invoke(field)),
                                name(name.invoke(field)),
                                (Integer) type.invoke(field),
                                (Integer) collation.invoke(field),
                                (Long) length.invoke(field),
                                (Integer) decimals.invoke(field),
                                (Integer) jdbcType.invoke(field))));
            }
            return new ToldColumns(told);
        } catch (ReflectiveOperationException | RuntimeException another) {
            return null;
        }
    }

    private static String name(@Nullable Object told) {
        return told == null ? "" : (String) told;
    }
}
