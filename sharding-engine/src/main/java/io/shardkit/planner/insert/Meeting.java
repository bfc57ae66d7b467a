package io.shardkit.planner.insert;

import io.shardkit.sql.statement.ParsedStatement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handling of rows that have unique keys of an upsert's rows. Immutable.
 *
 * @param all the values of all unique keys
 * @param upsert the upsert
 * @param updates by key, the update that moves a row that has the key elsewhere
 * @param primary the key that is compared before all others, or null if there is none
 */
record Meeting(
        RowKeyValues all,
        ParsedStatement.Upsert upsert,
        Map<List<String>, RowUpdate> updates,
        @Nullable List<String> primary) {

    /**
     * Returns the update that moves a row of which these keys were found, in one unit; null if the row does not move, or
     * it is not known by which key the database meets it.
     */
    @Nullable RowUpdate move(Set<List<String>> found) {
        if (!upsert.target().isEmpty()) {
            // Others matter only where this one is not taken.
            List<String> named =
                    found.stream().filter(upsert::mayMeetBy).findFirst().orElse(null);
            return named == null ? null : updates.get(named);
        }
        boolean first = primary != null && found.contains(primary);
        List<String> key =
                first ? primary : found.size() == 1 ? found.iterator().next() : null;
        return key == null ? null : updates.get(key);
    }
}
