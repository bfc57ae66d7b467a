package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values that the rows of a statement have for unique keys. Immutable.
 *
 * @param rows for each row the keys that other rows can have as well
 */
record RowKeyValues(UniqueCheck check, List<List<KeyClaim>> rows) {

    /**
     * Returns the key values of an INSERT ... VALUES.
     *
     * @param columns that the statement inserts, in lower case
     * @param keys the keys of the rows, or null if none is generated
     * @param followed decides if a row may go to the unit of the one that has such a key
     * @return refused if a value is known to the database only
     */
    static Attempt<RowKeyValues> of(
            UniqueCheck check,
            ParsedStatement.Insert statement,
            List<String> columns,
            @Nullable GeneratedRowKeys keys,
            Tables tables,
            Predicate<UniqueCheck.Key> followed) {
        String generated = keys == null ? null : keys.column();
        List<ClaimedKey> claimed = new ArrayList<>();
        for (int number = 0; number < check.keys().size(); number++) {
            UniqueCheck.Key key = check.keys().get(number);
            List<String> names = key.names();
            int made = generated == null ? -1 : names.indexOf(generated);
            claimed.add(new ClaimedKey(number, names, made, followed.test(key) ? List.of() : null));
        }
        List<List<KeyClaim>> rows = new ArrayList<>();
        for (int i = 0; i < statement.rows().size(); i++) {
            boolean isNew = keys != null && keys.given().get(i) == null;
            List<KeyClaim> ofRow = new ArrayList<>(claimed.size());
            for (ClaimedKey key : claimed) {
                if (isNew && key.made() >= 0) {
                    continue;
                }
                Attempt<Optional<List<Value>>> values =
                        values(key.names(), statement.rows().get(i), columns, tables);
                if (values instanceof Refused<Optional<List<Value>>> refused) {
                    return Attempt.refused(refused.refusal());
                }
                if (values.value().isPresent()) {
                    ofRow.add(new KeyClaim(
                            key.number(), values.value().get(), key.made(), true, true, true, key.entering()));
                }
            }
            rows.add(ofRow);
        }
        return Attempt.done(new RowKeyValues(check, rows));
    }

    /** A key and what is the same of it for all rows. */
    private record ClaimedKey(int number, List<String> names, int made, @Nullable List<List<Value>> entering) {}

    /** The values of a row's key; empty where the row has NULL in it. */
    static Attempt<Optional<List<Value>>> values(
            List<String> key, ParsedStatement.Row row, List<String> columns, Tables tables) {
        List<Value> values = new ArrayList<>(key.size());
        for (String name : key) {
            int at = columns.indexOf(name);
            if (at < 0 || row.defaults().get(at)) {
                Column column = tables.column(new ColumnRef(tables.uses().get(0).id(), name));
                Refusal refusal = column == null ? null : KeyColumn.leftOut(column);
                return refusal == null ? Attempt.done(Optional.empty()) : Attempt.refused(refusal);
            }
            Value value = row.values().get(at);
            if (value == null) {
                return Attempt.refused(
                        ErrorCode.UNIQUE_KEY_OVER_UNITS, name + " of the unique key " + key + " is computed");
            }
            values.add(value);
        }
        return Attempt.done(Optional.of(values));
    }
}
