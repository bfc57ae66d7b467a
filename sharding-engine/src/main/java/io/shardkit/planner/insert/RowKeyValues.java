package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniqueClaims;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values that the rows of an INSERT ... VALUES have for unique keys. Immutable.
 *
 * @param rows for each row, for each key, the values of its columns; null where no other row can have the key
 * @param generated the column that is generated, or null if none is
 */
record RowKeyValues(UniqueCheck check, List<List<@Nullable List<Value>>> rows, @Nullable String generated) {

    /**
     * Returns the key values of a statement.
     *
     * @param columns that the statement inserts, in lower case
     * @param keys the keys of the rows, or null if none is generated
     * @return refused if a value is known to the database only
     */
    static Attempt<RowKeyValues> of(
            UniqueCheck check,
            ParsedStatement.Insert statement,
            List<String> columns,
            @Nullable GeneratedRowKeys keys) {
        String generated = keys == null ? null : keys.column();
        List<List<@Nullable List<Value>>> rows = new ArrayList<>();
        for (int i = 0; i < statement.rows().size(); i++) {
            boolean isNew = keys != null && keys.given().get(i) == null;
            List<@Nullable List<Value>> ofRow = new ArrayList<>();
            for (UniqueCheck.Key key : check.keys()) {
                Attempt<Optional<List<Value>>> values = isNew && key.names().contains(generated)
                        ? Attempt.done(Optional.empty())
                        : values(key, statement.rows().get(i), columns);
                if (values instanceof Refused<Optional<List<Value>>> refused) {
                    return Attempt.refused(refused.refusal());
                }
                ofRow.add(values.value().orElse(null));
            }
            rows.add(ofRow);
        }
        return Attempt.done(new RowKeyValues(check, rows, generated));
    }

    /** The values of a row's key; empty where the row has NULL in it. */
    private static Attempt<Optional<List<Value>>> values(
            UniqueCheck.Key key, ParsedStatement.Row row, List<String> columns) {
        List<Value> values = new ArrayList<>();
        for (KeyColumn column : key.columns()) {
            int at = columns.indexOf(column.column().name());
            if (at < 0 || row.defaults().get(at)) {
                Refusal refusal = column.leftOut();
                return refusal == null ? Attempt.done(Optional.empty()) : Attempt.refused(refusal);
            }
            Value value = row.values().get(at);
            if (value == null) {
                return Attempt.refused(
                        ErrorCode.UNIQUE_KEY_OVER_UNITS,
                        column.column().name() + " of the unique key " + key + " is computed");
            }
            values.add(value);
        }
        return Attempt.done(Optional.of(values));
    }

    /** The values of a key in one execution; null if no other row can have it, as it is generated after all. */
    @Nullable List<@Nullable Object> given(int row, int key, Parameters parameters) throws SQLException {
        List<Value> values = rows.get(row).get(key);
        if (values == null) {
            return null;
        }
        List<@Nullable Object> given = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i).of(parameters);
            if (value == null && check.keys().get(key).names().get(i).equals(generated)) {
                return null;
            }
            given.add(value);
        }
        return given;
    }

    /**
     * All of them in one execution.
     *
     * @param units that of each row
     * @throws SQLException a coded refusal if rows of two units may have the same key
     */
    UniqueClaims claims(int[] units, Parameters parameters, ParallelismChoice parallelism) throws SQLException {
        UniqueClaims claims = new UniqueClaims(check, parallelism);
        for (int row = 0; row < units.length; row++) {
            for (int key = 0; key < check.keys().size(); key++) {
                List<@Nullable Object> given = given(row, key, parameters);
                if (given != null) {
                    claims.add(key, units[row], given);
                }
            }
        }
        return claims;
    }
}
