package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which columns may be compared with each other anywhere. */
final class ComparedColumns {
    private static final Set<String> NUMBERS =
            Set.of("tinyint", "smallint", "mediumint", "int", "integer", "bigint", "int2", "int4", "int8");

    private ComparedColumns() {}

    /** Returns true if values of the two compare in one way, and none fails. */
    static boolean areAlike(@Nullable Column one, @Nullable Column other) {
        return one != null
                && other != null
                && (one.definition().equals(other.definition()) || (isNumber(one) && isNumber(other)));
    }

    /** Returns true if the column has whole numbers. */
    static boolean isNumber(Column column) {
        return NUMBERS.contains(column.typeName().toLowerCase(Locale.ROOT));
    }

    /** Returns true if the column has whole numbers, but for those that drivers may read as booleans. */
    static boolean isKey(Column column) {
        return isNumber(column) && !column.typeName().equalsIgnoreCase("tinyint");
    }
}
