package io.shardkit.route;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gets the sharding values that a statement names. */
@FunctionalInterface
public interface KeyReceiver {
    /**
     * A value of the columns by which an axis decides.
     *
     * @param columns the name of the column, or of several with commas
     * @param value the same for values that are one key, as people read it
     */
    void key(String columns, String value);

    /** Takes the value of an axis's only column; one that no row can have is left out. */
    default void key(Axis axis, @Nullable Object value) {
        if (value != null && axis.isOfOneColumn()) {
            String shown = shown(axis.columns().get(0), value);
            if (shown != null) {
                key(axis.column(), shown);
            }
        }
    }

    /** Takes one value for each column of an axis; those that no row can have are left out. */
    default void key(Axis axis, List<@Nullable Object> values) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            String shown = value == null ? null : shown(axis.columns().get(i), value);
            if (shown == null) {
                return;
            }
            all.append(i == 0 ? "" : ", ").append(shown);
        }
        key(String.join(", ", axis.names()), all.toString());
    }

    private static @Nullable String shown(Axis.Column column, Object value) {
        Object key = column.keys().canonical(value);
        if (key == KeyNormalizer.NO_MATCH || key == KeyNormalizer.UNKNOWN) {
            return null;
        }
        // The canonical numbers of times mean nothing to people.
        boolean isTime = key instanceof Long && column.keyType() != KeyType.INTEGER;
        return isTime ? value.toString() : key.toString();
    }
}
