package io.shardkit.route;

import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The elements of an array that is the value of a parameter. */
final class ArrayElements {
    /** The types with which a column compares as with a single value: whole numbers, text without padding, UUIDs. */
    private static final Set<String> TYPES =
            Set.of("int2", "int4", "int8", "smallint", "integer", "int", "bigint", "text", "varchar", "uuid");

    private ArrayElements() {}

    /** Returns the elements; null if they are not known, or may compare otherwise than single values do. */
    static @Nullable List<@Nullable Object> of(Object array) {
        if (array instanceof Array given) {
            try {
                boolean known = TYPES.contains(given.getBaseTypeName().toLowerCase(Locale.ROOT));
                return known && given.getArray() instanceof Object[] elements ? plain(elements) : null;
            } catch (SQLException freed) {
                return null;
            }
        }
        if (array instanceof long[] numbers) {
            return new ArrayList<>(Arrays.stream(numbers).boxed().toList());
        }
        if (array instanceof int[] numbers) {
            return new ArrayList<>(Arrays.stream(numbers).boxed().toList());
        }
        return array instanceof Object[] elements ? plain(elements) : null;
    }

    private static @Nullable List<@Nullable Object> plain(Object[] elements) {
        List<@Nullable Object> plain = new ArrayList<>(elements.length);
        for (Object element : elements) {
            boolean known = element == null
                    || element instanceof Long
                    || element instanceof Integer
                    || element instanceof Short
                    || element instanceof String
                    || element instanceof UUID;
            if (!known) {
                return null;
            }
            plain.add(element);
        }
        return plain;
    }
}
