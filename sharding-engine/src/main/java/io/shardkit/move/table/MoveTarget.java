package io.shardkit.move.table;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that gets rows. Immutable.
 *
 * @param place the database that gets them
 * @param published the name of the table in the end
 * @param filled its name until all rows are there
 */
public record MoveTarget(TablePlace place, String published, String filled) {

    /** @throws IllegalArgumentException if the two names are the same */
    public MoveTarget {
        if (published.equalsIgnoreCase(filled)) {
            throw new IllegalArgumentException("The temporary name of " + published + " must differ from its own");
        }
    }

    /**
     * Returns the name that the table has in this moment, or null if it is not there.
     *
     * @param names the names at its place, by the same in lower case
     */
    @Nullable String present(Map<String, String> names) {
        String unused = names.get(filled.toLowerCase(Locale.ROOT));
        return unused != null ? unused : names.get(published.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return place.named(published);
    }
}
