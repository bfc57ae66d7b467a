package io.shardkit.merge.memory;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.driver.ToldColumns;
import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All that a driver says of the columns of a result, kept beyond it and its connection. Immutable. */
public final class KeptColumns implements ResultSetMetaData {
    private final Kept[] columns;
    private final JdbcDriver driver;
    private final @Nullable ToldColumns told;

    /** The column properties that decide how values are read and shown. */
    private record Shape(
            String label,
            int type,
            @Nullable String typeName,
            @Nullable String className,
            int precision,
            int scale,
            int displaySize,
            boolean signed) {

        static Shape of(ResultSetMetaData columns, int column) throws SQLException {
            return new Shape(
                    columns.getColumnLabel(column),
                    columns.getColumnType(column),
                    columns.getColumnTypeName(column),
                    columns.getColumnClassName(column),
                    columns.getPrecision(column),
                    columns.getScale(column),
                    columns.getColumnDisplaySize(column),
                    columns.isSigned(column));
        }

        /** The label of a computed column may be its text, with the names of the actual tables. */
        boolean sameAs(Shape other) {
            boolean computed = label.indexOf('(') >= 0 && other.label.indexOf('(') >= 0;
            return (computed || label.equalsIgnoreCase(other.label)) && isReadAs(other, false);
        }

        /** @param wider whether numbers of the other may have more digits */
        boolean isReadAs(Shape other, boolean wider) {
            return Objects.equals(className, other.className) && sameTypeAs(other, wider);
        }

        /**
         * Returns true if the types are the same. The greatest length of strings and bytes may differ, and the name of
         * the type with it.
         */
        private boolean sameTypeAs(Shape other, boolean wider) {
            ValueKind kind = ValueKind.ofJdbcType(type);
            if (kind == ValueKind.TEXT || kind == ValueKind.BINARY) {
                return kind == ValueKind.ofJdbcType(other.type);
            }
            boolean hasSign = kind == ValueKind.INTEGER || kind == ValueKind.DECIMAL;
            // MySQL shows a DOUBLE of a union one digit wider
            return type == other.type
                    && Objects.equals(typeName, other.typeName)
                    && (kind == ValueKind.FLOATING || precision == other.precision || (wider && hasSign))
                    && scale == other.scale
                    && (!hasSign || signed == other.signed);
        }
    }

    private record Kept(
            Shape shape,
            @Nullable String name,
            @Nullable String schema,
            @Nullable String table,
            @Nullable String catalog,
            int nullable,
            boolean autoIncrement,
            boolean caseSensitive,
            boolean searchable,
            boolean currency,
            boolean readOnly,
            boolean writable,
            boolean definitelyWritable) {}

    /** Asks the driver for everything. */
    public KeptColumns(ResultSetMetaData result) throws SQLException {
        driver = JdbcDrivers.of(result);
        told = JdbcDrivers.told(result);
        columns = new Kept[result.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            int column = i + 1;
            columns[i] = new Kept(
                    Shape.of(result, column),
                    result.getColumnName(column),
                    result.getSchemaName(column),
                    result.getTableName(column),
                    result.getCatalogName(column),
                    result.isNullable(column),
                    result.isAutoIncrement(column),
                    result.isCaseSensitive(column),
                    result.isSearchable(column),
                    result.isCurrency(column),
                    result.isReadOnly(column),
                    result.isWritable(column),
                    result.isDefinitelyWritable(column));
        }
    }

    /** Returns true if the other columns have the same labels, and their values are read and shown in the same way. */
    public boolean sameAs(ResultSetMetaData others) throws SQLException {
        if (others.getColumnCount() != columns.length) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            if (!columns[i].shape().sameAs(Shape.of(others, i + 1))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if the values of the other columns are read and shown in the same way, whatever their labels.
     *
     * @param wider whether numbers of the others may have more digits before the point
     */
    public boolean sameTypesAs(ResultSetMetaData others, boolean wider) throws SQLException {
        boolean same = others.getColumnCount() == columns.length;
        for (int i = 0; i < columns.length && same; i++) {
            same = columns[i].shape().isReadAs(Shape.of(others, i + 1), wider);
        }
        return same;
    }

    private Kept kept(int column) throws SQLException {
        if (column < 1 || column > columns.length) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + column + " of " + columns.length);
        }
        return columns[column - 1];
    }

    private static String text(@Nullable String kept) {
        return kept == null ? "" : kept;
    }

    @Override
    public int getColumnCount() {
        return columns.length;
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return kept(column).autoIncrement();
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return kept(column).caseSensitive();
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return kept(column).searchable();
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return kept(column).currency();
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return kept(column).nullable();
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return kept(column).shape().signed();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return kept(column).shape().displaySize();
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return kept(column).shape().label();
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return text(kept(column).name());
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        return text(kept(column).schema());
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return kept(column).shape().precision();
    }

    @Override
    public int getScale(int column) throws SQLException {
        return kept(column).shape().scale();
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return text(kept(column).table());
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        return text(kept(column).catalog());
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return kept(column).shape().type();
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return text(kept(column).shape().typeName());
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return kept(column).readOnly();
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return kept(column).writable();
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return kept(column).definitelyWritable();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return text(kept(column).shape().className());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        if (type.isInstance(told)) {
            return type.cast(told);
        }
        if (type == JdbcDriver.class) {
            return type.cast(driver);
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this) || type.isInstance(told) || type == JdbcDriver.class;
    }
}
