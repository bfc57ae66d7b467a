package io.shardkit.plan;

import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query answered, for a write that is made of it.
 *
 * @param columns what the database says of the columns
 * @param rows the rows, of values that a parameter takes
 */
public record Answer(List<Column> columns, List<@Nullable Object[]> rows) {

    /**
     * One column.
     *
     * @param type as in {@link Types}
     * @param typeName the database's own name of it
     */
    public record Column(int type, String typeName) {

        boolean isWholeNumber() {
            return switch (type) {
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> true;
                default -> false;
            };
        }

        boolean isExactNumber() {
            return isWholeNumber() || type == Types.DECIMAL || type == Types.NUMERIC;
        }

        boolean isText() {
            return type == Types.VARCHAR || type == Types.LONGVARCHAR;
        }

        /** Whether a value of it may be written to the other as a parameter, and becomes what the database would make of it. */
        boolean goesInto(Column target) {
            if (isWholeNumber()) {
                return target.isExactNumber();
            }
            if (isExactNumber()) {
                return target.type == Types.DECIMAL || target.type == Types.NUMERIC;
            }
            if (isText() && target.isText()) {
                return true;
            }
            boolean approximate = type == Types.REAL || type == Types.FLOAT;
            return type == target.type && typeName.equalsIgnoreCase(target.typeName) && !approximate;
        }
    }

    /** Whether all values of a column are NULL. */
    boolean isAllNull(int column) {
        return rows.stream().allMatch(row -> row[column] == null);
    }
}
